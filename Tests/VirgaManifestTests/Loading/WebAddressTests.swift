import Testing

@testable import VirgaManifest

@Suite("Web addresses") struct WebAddressTests {
  @Test(
    "an absolute URL is normalized",
    arguments: [
      ("https://example.com", "https://example.com/"), ("HTTPS://Example.COM/A", "https://example.com/A"),
      ("https://example.com:443/a", "https://example.com/a"), ("http://example.com:8080", "http://example.com:8080/"),
      ("https://example.com?q=1", "https://example.com/?q=1"), ("https://example.com/a b", "https://example.com/a%20b"),
      ("https:example.com", "https://example.com/"), ("mailto:me@example.com", "mailto:me@example.com"),
      ("https://me@example.com/", "https://me@example.com/"), ("https://[::1]:8080/a", "https://[::1]:8080/a"),
      ("https://example.com/é", "https://example.com/%C3%A9"), ("urn:x", "urn:x"),
    ])
  func normalization(_ text: String, _ normal: String) throws {
    #expect(try WebAddress.normalized(text) == normal)
  }

  @Test(
    "anything but an absolute URL is refused",
    arguments: [
      ("BUG-12", WebAddress.Reason.relative), ("", .relative), ("/a", .relative), ("//example.com", .relative),
      ("1a:b", .relative), ("https://", .emptyHost), ("https://:80/", .emptyHost), ("https://a:b/", .badPort),
      ("https://a:99999/", .badPort),
    ])
  func refusals(_ text: String, _ reason: WebAddress.Reason) {
    #expect(throws: reason) { try WebAddress.normalized(text) }
  }
}

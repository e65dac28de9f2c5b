import Testing

@testable import VirgaManifest

@Suite("Web addresses") struct WebAddressTests {
  @Test(
    "an absolute URL stays as it is written",
    arguments: [
      "https://example.com", "HTTPS://Example.COM/A", "https://example.com:443/a",
      "https:example.com",
      "https://example.com/a/../b", "https://example.com/a b", "https://éxample.com/{a}`?a'b",
      "https://me:secret@example.com/", "https://[::1]:8080/a", "http://127.1",
      "mailto:me@example.com",
      "urn:x", "https://a.example.?q=1#end",
    ])
  func stays(_ text: String) throws {
    #expect(try WebAddress.checked(text) == text)
  }

  @Test(
    "blanks around it are dropped", arguments: [" https://a.example", "https://a.example\t \n"])
  func blanks(_ text: String) throws {
    #expect(try WebAddress.checked(text) == "https://a.example")
  }

  @Test(
    "what cannot be a URL is refused",
    arguments: [
      ("BUG-12", WebAddress.Reason.relative), ("", .relative), ("/a", .relative),
      ("//example.com", .relative), ("1a:b", .relative), ("https://", .emptyHost),
      ("https://:80/", .emptyHost), ("https://me@/", .emptyHost), ("https://a:b/", .badPort),
      ("https://a:99999/", .badPort), ("https://a b/", .badHost), ("https://a<b>/", .badHost),
      ("https://[::1/", .badHost), ("https://[::g]/", .badHost), ("https://1.2.3.256/", .badHost),
      ("https://example.0x1g/", .badHost),
    ])
  func refusals(_ text: String, _ reason: WebAddress.Reason) {
    #expect(throws: reason) { try WebAddress.checked(text) }
  }
}

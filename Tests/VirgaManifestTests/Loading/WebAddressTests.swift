import Testing
import VirgaTestSupport

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
      TestRow("the number of a bug", ("BUG-12", WebAddress.Reason.relative)),
      TestRow("an empty text", ("", .relative)),
      TestRow("an absolute path", ("/a", .relative)),
      TestRow("a host without a scheme", ("//example.com", .relative)),
      TestRow("a scheme that begins with a digit", ("1a:b", .relative)),
      TestRow("a scheme without a host", ("https://", .emptyHost)),
      TestRow("a port without a host", ("https://:80/", .emptyHost)),
      TestRow("a user without a host", ("https://me@/", .emptyHost)),
      TestRow("a port of letters", ("https://a:b/", .badPort)),
      TestRow("a port above 65535", ("https://a:99999/", .badPort)),
      TestRow("a blank in the host", ("https://a b/", .badHost)),
      TestRow("angle brackets in the host", ("https://a<b>/", .badHost)),
      TestRow("an IPv6 address that is not closed", ("https://[::1/", .badHost)),
      TestRow("an IPv6 address with a letter", ("https://[::g]/", .badHost)),
      TestRow("an IPv4 address above 255", ("https://1.2.3.256/", .badHost)),
      TestRow("a host that ends in a bad number", ("https://example.0x1g/", .badHost)),
    ] as [TestRow<(String, WebAddress.Reason)>])
  func refusals(_ row: TestRow<(String, WebAddress.Reason)>) {
    let (text, reason) = row.values
    #expect(throws: reason) { try WebAddress.checked(text) }
  }
}

import Testing
import VirgaJSON
import VirgaSession
import VirgaTestSupport
import VirgaWorkbench

@Suite("Links of a handoff") struct HandoffLinkTests {
  private let handoff: Handoff

  init() throws {
    let target = HandoffTarget(
      app: "mine", platform: .android, channel: "beta", id: "i", scheme: "mine")
    handoff = try Handoff(
      Session(entries: [EntryKey(.edit, "zoom"): ["level": 110]]), to: target, manifest: nil)
  }

  private func link(_ link: String) throws -> String {
    try handoff.link(HandoffLaunch(link: link)) ?? ""
  }

  @Test("the parameters come before the fragment") func fragment() throws {
    let whole = try link("mine://open?a=1#frag?b")
    #expect(whole.hasPrefix("mine://open?a=1&--nimbus-cli&--experiments=%7B"))
    #expect(whole.hasSuffix("&--reset-db&--log-state#frag?b"))
    #expect(try link("home#top").hasPrefix("mine://home?--nimbus-cli&"))
  }

  @Test(
    "a link whose recipes apps ignore is refused",
    arguments: [
      "https://example.com/x", "HTTP://example.com", "mailto:foo", "tel:1", "sms://1", "file:///a",
      "data:/text", "javascript:/alert", "about:/blank", "content://a/b",
    ])
  func ignored(_ ignored: String) {
    let refusal = #expect(throws: Refusal.self) { try link(ignored) }
    #expect(refusal?.description.hasPrefix("apps ignore recipes in links with `") == true)
  }

  @Test("a link of another app is refused with the scheme of the app") func otherApp() {
    #expect(
      throws: Refusal(
        "links with `other:` do not open mine android beta, whose scheme is `mine`")
    ) { try link("other://open") }
  }

  @Test("the scheme of the app may be written in capitals") func capitals() throws {
    #expect(try link("MINE://open").hasPrefix("MINE://open?--nimbus-cli&"))
  }

  @Test("a whole link to an app without a known scheme causes a warning") func unknownScheme()
    throws
  {
    let target = HandoffTarget(app: "mine", platform: .android, channel: "beta", id: "i")
    let handoff = try Handoff(
      Session(entries: [EntryKey(.edit, "zoom"): ["level": 110]]), to: target, manifest: nil)
    let launch = HandoffLaunch(link: "other://open")
    #expect(try handoff.link(launch)?.hasPrefix("other://open?--nimbus-cli&") == true)
    #expect(
      handoff.schemeWarning(launch)
        == "`other:` may open another app: the scheme of mine android beta is not known")
    #expect(handoff.schemeWarning(HandoffLaunch()) == nil)
  }

  @Test("an empty link is refused as such") func empty() {
    #expect(throws: Refusal("the link is empty: name a page, such as `home`")) { try link("") }
  }

  @Test("a URL in a parameter does not make the link a whole one") func inner() throws {
    #expect(try link("open?url=https://a.b").hasPrefix("mine://open?url=https://a.b&--nimbus-cli&"))
  }

  @Test("characters that a shell reads within double quotes are encoded") func shell() throws {
    #expect(try link("home?a=$HOME!").hasPrefix("mine://home?a=%24HOME%21&--nimbus-cli&"))
  }

  @Test("an empty query and a bare ? add no separator") func emptyQuery() throws {
    #expect(try link("home?").hasPrefix("mine://home?--nimbus-cli&--experiments="))
  }
}

import Foundation
import Testing
import VirgaBundle
import VirgaSDK
import VirgaTestSupport

@Suite("Resources of a bundle") struct BundleResourcesTests {
  let resources: BundleResources

  init() throws {
    let bundle = Bundle(path: Repository.root + "/Tests/VirgaBundleTests/Example")
    resources = BundleResources(try #require(bundle))
  }

  @Test(
    "a text is found by table and key",
    arguments: [
      ("greeting", "Hello"), ("AppMenu/SettingsTitle", "Settings"),
      ("AppMenu/none", "AppMenu/none"), ("same", "same"),
      ("A sentence.", "A sentence."),
    ])
  func texts(_ string: String, _ expected: String) {
    #expect(resources.resolvedText(string) == expected)
  }

  @Test("a missing text is nil")
  func missingText() {
    #expect(resources.text("none", table: nil) == nil)
    #expect(resources.text("greeting", table: "AppMenu") == nil)
  }

  @Test("an image is found by name")
  func images() {
    #expect(resources.hasImage("ic_settings"))
    #expect(!resources.hasImage("ic_missing"))
  }
}

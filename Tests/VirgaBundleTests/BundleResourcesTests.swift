import Foundation
import Testing
import VirgaBundle
import VirgaSDK
import VirgaTestSupport

@Suite struct BundleResourcesTests {
  let resources: BundleResources

  init() throws {
    let bundle = Bundle(path: Repository.root + "/Tests/VirgaBundleTests/Example")
    resources = BundleResources(try #require(bundle))
  }

  @Test(arguments: [
    ("greeting", "Hello"), ("AppMenu/SettingsTitle", "Settings"), ("AppMenu/none", "AppMenu/none"), ("same", "same"),
    ("A sentence.", "A sentence."),
  ]) func findsTextsByTableAndKey(_ string: String, _ expected: String) {
    #expect(resources.resolvedText(string) == expected)
  }

  @Test func tellsAMissingTextFromAnEmptyOne() {
    #expect(resources.text("none", table: nil) == nil)
    #expect(resources.text("greeting", table: "AppMenu") == nil)
  }

  @Test func knowsItsImages() {
    #expect(resources.hasImage("ic_settings"))
    #expect(!resources.hasImage("ic_missing"))
  }
}

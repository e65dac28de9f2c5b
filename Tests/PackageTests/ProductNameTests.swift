import Foundation
import Testing
import VirgaBundle
import VirgaLive
import VirgaSDK

/// An app's test file that imports all of this at once: no name in it is ambiguous.
@Suite("Names of the products")
struct ProductNameTests {
  @Test("leave those of Foundation and Testing alone")
  func otherNames() {
    #expect(String(reflecting: Operation.self).hasPrefix("Foundation."))
    #expect(String(reflecting: Test.self).hasPrefix("Testing."))
  }

  @Test("are reached with one import each")
  func ownNames() throws {
    let client = FeatureClient(.init(context: ["locale": "de-DE"], preferences: UserDefaultsPreferences()))
    let problems: [Problem] = client.setExperimentsLocally("[]")
    #expect(problems.isEmpty)
    let value: JSONValue = ["enabled": true]
    #expect(value["enabled"] == true)
    let operation = SessionOperation("set", changes: [], time: Instant(seconds: 0), process: "app")
    #expect(!operation.canBeUndone)
    let session = try LiveSession(":memory:")
    #expect(session.session == Session())
  }
}

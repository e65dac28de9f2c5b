import Foundation
import Testing
import VirgaBundle
import VirgaLive
import VirgaSDK
import VirgaTestSupport

/// Imports all of this at once, like an app's test file: no name is ambiguous.
@Suite("Product names")
struct EndToEndProductNameTests {
  @Test("do not hide names of Foundation and Testing")
  func otherNames() {
    #expect(String(reflecting: Operation.self).hasPrefix("Foundation."))
    #expect(String(reflecting: Test.self).hasPrefix("Testing."))
  }

  @Test("need one import each")
  func ownNames() throws {
    let client = FeatureClient(
      .init(context: ["locale": "de-DE"], preferences: UserDefaultsPreferences()))
    let problems: [Problem] = client.setExperimentsLocally("[]")
    #expect(problems.isEmpty)
    let value: JSONValue = ["enabled": true]
    #expect(value["enabled"] == true)
    let session = try LiveSession(":memory:")
    let operation: SessionOperation? = session.session.undoable
    #expect(operation == nil)
    #expect(session.session == Session())
  }

  @Test("take at most five parameters")
  func parameters() async throws {
    let declared = try await Compiler.publicNames()
    #expect(
      declared.contains(
        "FeatureClient.Configuration.init(context:resources:preferences:store:recipeSource:)"))
    #expect(declared.filter { name in name.count(where: { $0 == ":" }) > 5 } == [])
  }

  @Test("are all that the example app needs apart from its screen")
  func exampleApp() async throws {
    let folder = "\(Repository.root)/Sources/virga-example-app"
    let compilation = try await Compiler.check([
      "\(folder)/AppModel.swift", "\(folder)/Texts.swift",
    ])
    #expect(compilation.code == 0, "\(compilation.output)\(compilation.errors)")
  }
}

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
    let problems: [FeatureClient.RecipeProblem] = client.setExperimentsLocally("[]")
    #expect(problems.isEmpty)
    let value: JSONValue = ["enabled": true]
    #expect(value["enabled"] == true)
    #expect(client.applyPendingExperiments() == [])
    let isGerman = try client.evaluate(Targeting.Expression("locale == 'de-DE'"))
    #expect(isGerman)
    let session = try LiveSession(":memory:")
    #expect(session.failure == nil)
    #expect(throws: StoreFailure.self) { try LiveSession("/dev/null/none.virga") }
  }

  /// Names of types in the rooms that apps may well use themselves.
  private static let general = [
    "BinaryOperator", "Branch", "BuildValueSource", "Client", "ConfigurationSource", "Expression",
    "FileReading", "FlagCache", "FolderReading", "Instant", "JSONDifference", "JSONLimits",
    "Layer", "Locked", "Name", "Problem", "Problems", "ProcessName", "RecipeBatch",
    "ResourceFolder", "ResourceText", "SessionFolder", "SourcePosition", "SourceRange",
    "TextTable", "UnreadRecipe", "Variation",
  ]

  @Test("leave general words to apps")
  func generalNames() async throws {
    let directory = try TemporaryDirectory()
    let imports = ["VirgaBundle", "VirgaFeatureFlags", "VirgaLive", "VirgaSDK"].map {
      "import \($0)\n"
    }
    let uses = Self.general.map { "typealias OfRoom\($0) = \($0)\n" }
    directory.write((imports + uses).joined(), to: "Rooms.swift")
    let rooms = try await Compiler.check([directory.path("Rooms.swift")])
    for name in Self.general {
      #expect(rooms.errors.contains("cannot find type '\(name)' in scope"), "\(name)")
    }
    let own = Self.general.map { "struct \($0) { var isOfApp = true }\n" }
    directory.write((imports + own + uses).joined(), to: "App.swift")
    let app = try await Compiler.check([directory.path("App.swift")])
    #expect(app.code == 0, "\(app.output)\(app.errors)")
  }

  @Test("take at most five parameters")
  func parameters() async throws {
    let declared = try await Compiler.publicNames()
    #expect(
      declared.contains(
        "FeatureClient.Configuration.init(context:resources:preferences:store:recipeSource:)"))
    #expect(declared.filter { name in name.count(where: { $0 == ":" }) > 5 } == [])
  }

  @Test("are all that the example app needs apart from its screen", arguments: Compiler.Mode.all)
  func exampleApp(_ mode: Compiler.Mode) async throws {
    let folder = "\(Repository.root)/Sources/virga-example-app"
    let compilation = try await Compiler.check(
      ["\(folder)/AppModel.swift", "\(folder)/Texts.swift"], mode: mode)
    #expect(compilation.code == 0, "\(compilation.output)\(compilation.errors)")
  }
}

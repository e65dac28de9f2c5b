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

  /// An app that catches every error of the SDK by its type.
  private static let catchingApp = """
    import VirgaSDK

    func evaluate(_ text: String, _ client: FeatureClient) -> Bool {
      do {
        return try client.evaluate(Targeting.Expression(text))
      } catch let error as Targeting.EvaluationError {
        print(error.description)
      } catch let error as SourceText.Problems {
        for problem: SourceText.Problem in error.all { print(problem.sentence) }
      } catch {
        print(error)
      }
      return false
    }

    func parse(_ text: String) {
      do {
        _ = try JSONValue.parse(text)
        _ = try JSONValue.Path.parse(text)
      } catch {
        let problems: SourceText.Problems = error
        print(problems.all.count)
      }
    }

    func recordEvents(_ client: FeatureClient) {
      do {
        try client.recordPastEvent("opened", secondsAgo: -1)
        try client.advanceEventTime(bySeconds: -1)
      } catch {
        let failure: FeatureClient.EventFailure = error
        print(failure == .invalidDuration)
      }
    }

    func fetch(_ client: FeatureClient) async {
      do {
        let problems: [FeatureClient.RecipeProblem] = try await client.fetchExperiments()
        print(problems.count)
      } catch let error as FeatureClient.FetchFailure {
        print(error.description)
      } catch let error as FileFailure {
        print(error.path, error.reason)
      } catch {
        print(error)
      }
    }

    func choose(_ flag: FeatureFlagID, _ flags: FeatureFlagManager) {
      do {
        try flags.set(feature: flag, to: true)
      } catch let error as FeatureFlagManager.FlagError {
        print(error.reason.rawValue, error.message, error.hint ?? "")
      } catch {
        print(error)
      }
    }

    func load(_ file: ClientFile) -> SavedClient? {
      do {
        return try file.load()
      } catch let error as SavedClient.Failure {
        print(error.description)
      } catch let error as FileFailure {
        print(error.path)
      } catch {
        print(error)
      }
      return nil
    }

    """

  /// An app that catches every error of the other products by its type.
  private static let otherCatchingApp = """
    import Foundation
    import VirgaFeatureFlags
    import VirgaLive

    func force(_ name: Feature.Name, in flags: FeatureFlags) {
      do {
        try flags.set(name, isEnabled: true)
        try flags.set(name, variation: .groupA)
      } catch {
        let failure: FlagError = error
        print(failure.message)
      }
      do {
        try flags.deleteCache()
      } catch let error as FileFailure {
        print(error.reason)
      } catch {
        print(error)
      }
    }

    func options() -> FeatureFlags.Options {
      let reading: FeatureFlags.Options.Reading = .urlSession(timeout: 5)
      return FeatureFlags.Options(reading: reading)
    }

    func store(_ value: JSONValue) {
      do {
        try UserDefaultsPreferences().setPreference(value, forKey: "menu")
      } catch let error as UnstorablePreference {
        print(error)
      } catch {
        print(error)
      }
    }

    func fetch(_ source: URLRecipeSource) async {
      do {
        _ = try await source.fetchRecipes()
      } catch let error as FileFailure {
        print(error.path)
      } catch {
        print(error)
      }
    }

    func open(_ path: String) -> LiveSession? {
      do {
        return try LiveSession(path)
      } catch {
        let failure: StoreFailure = error
        print(failure)
        return nil
      }
    }

    """

  /// An app that names what the signatures of the SDK contain.
  private static let namingApp = """
    import VirgaSDK

    func layer(_ details: FeatureClient.VariableDetails) -> FeatureClient.Layer? { details.layer }

    func status(_ slug: String, _ client: FeatureClient) -> FeatureClient.EnrollmentStatus? {
      let state: FeatureClient.EnrollmentState = client.enrollments
      return state.records[JSONObject.Name(slug)]
    }

    func attributes(_ client: FeatureClient.Client) -> Targeting.Attributes { client.attributes }

    func events(_ client: FeatureClient.Client) -> Targeting.Events { client.events }

    func branches(_ recipe: Recipe) -> [Recipe.Branch] { recipe.branches }

    func decider(_ answer: FeatureFlagManager.Answer) -> FeatureFlagManager.Answer.Decider {
      let result: FeatureFlagManager.Answer.Result = answer.buildOnly
      let value: FeatureFlagManager.Answer.Value? = result.value
      let variation: FeatureFlagManager.Answer.Variation? = answer.variation
      print(value as Any, variation as Any)
      return result.decider
    }

    func definition(_ path: FeaturePath) -> FlagDefinition {
      let kind: FlagDefinition.Kind = .bool
      let reading: FlagDefinition.Reading = .boolean(path)
      return FlagDefinition("newMenu", kind, reading: reading)
    }

    func flags(_ source: any FeatureFlagManager.ConfiguredFlagSource) -> FeatureFlagManager {
      FeatureFlagManager(catalogue: FlagCatalogue(), channel: nil, configured: source) { _ in nil }
    }

    func position(_ problem: SourceText.Problem) -> SourceText.Position? {
      let location: SourceText.Location? = problem.location
      let range: SourceText.Range? = location?.range
      return range?.start
    }

    func path(_ path: FeaturePath) -> JSONValue.Path { path.path }

    func number(_ value: JSONValue) -> JSONValue.Number? {
      if case .number(let number) = value { number } else { nil }
    }

    func operation(_ error: Targeting.EvaluationError) -> Targeting.Operator? {
      if case .invalidOperands(_, _, let operation) = error { operation } else { nil }
    }

    func resources(_ language: FolderResources.Language) -> FolderResources {
      FolderResources("/usr/share/app", language: language)
    }

    """

  @Test(
    "include every error that an app catches, and what signatures contain",
    arguments: [
      TestRow("errors", catchingApp), TestRow("errors of the other products", otherCatchingApp),
      TestRow("types in signatures", namingApp),
    ])
  func sufficientNames(_ row: TestRow<String>) async throws {
    let directory = try TemporaryDirectory()
    directory.write(row.values, to: "App.swift")
    let compilation = try await Compiler.check([directory.path("App.swift")])
    #expect(compilation.code == 0, "\(compilation.output)\(compilation.errors)")
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

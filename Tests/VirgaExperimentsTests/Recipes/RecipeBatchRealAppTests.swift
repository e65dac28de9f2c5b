import Testing
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaSource
import VirgaTargeting
import VirgaTestSupport

/// Recipes of public projects, which are not included here; see `Repository.realRecipes`.
@Suite(
  "Recipes of real apps",
  .enabled(if: Repository.realRecipes != nil, "VIRGA_RECIPES names no folder of recipes"))
struct RecipeBatchRealAppTests {
  private static let files = (Repository.realRecipes.map(FileTree.files) ?? []).filter {
    $0.hasSuffix(".json")
  }

  @Test("the folder is not empty")
  func thereAreSome() { #expect(!Self.files.isEmpty) }

  @Test("every recipe loads with its targeting", arguments: files)
  func loads(_ file: String) throws {
    let batch = try Self.batch(file)
    #expect(batch.isReadable)
    let refusals = batch.problems.filter { $0.severity == .error }
    #expect(refusals.filter { !Self.isForDesktop($0) }.isEmpty)
    #expect(
      batch.problems.filter { $0.location == nil || $0.code == "unreadable-targeting" }.isEmpty)
    #expect(!batch.recipes.isEmpty || refusals.count == 1)
  }

  @Test(
    "targeting is Boolean for a plausible client, without unjustified warnings", arguments: files
  )
  func targets(_ file: String) throws {
    let batch = try Self.batch(file)
    for recipe in batch.recipes {
      let expression = try recipe.targeting.map { try Expression($0) }
      for version in ["95.0", "150.1"] {
        let context = Self.client(of: recipe, version: version).context(evaluating: recipe.slug)
        if case .error(let error)? = expression?.outcome(in: context) {
          Issue.record("\(recipe.slug): \(error)")
        }
      }
    }
    let excused: Set<Problem.Code> = [
      "version-without-mark", "localizations-ignored", "unknown-attribute",
    ]
    #expect(batch.problems.filter { !excused.contains($0.code) && !Self.isForDesktop($0) } == [])
  }

  @Test("every recipe evolves for a plausible client", arguments: files)
  func evolves(_ file: String) throws {
    for recipe in try Self.batch(file).recipes {
      var state = EnrollmentState()
      let client = Self.client(of: recipe, version: "150.1")
      _ = state.apply([recipe], for: client)
      let reason = try #require(state.reasons(for: client).first)
      if case .error(let text)? = reason.status { Issue.record("\(recipe.slug): \(text)") }
      #expect(!reason.sentence.isEmpty)
    }
  }

  private static func batch(_ file: String) throws -> RecipeBatch {
    RecipeBatch(SourceText(name: file, bytes: try FileReading.disk().read(file)))
  }

  /// A client that a recipe is meant for: its application and channel, and typical attributes.
  private static func client(of recipe: Recipe, version: String) -> Client {
    var attributes = ClientAttributes(
      application: [
        "app_version": .string(version), "locale": .string("en-US"), "os": .string("iOS"),
        "android_sdk_version": .string("33"), "device_manufacturer": .string("Google"),
      ], daysSinceInstall: 3, clientID: "00000000-0000-4000-8000-000000000001")
    attributes.daysSinceUpdate = 1
    attributes.application["app_name"] = recipe.appName.map(ExpressionValue.string)
    attributes.application["channel"] = recipe.channel.map(ExpressionValue.string)
    for name in ["is_first_run", "is_phone", "is_default_browser", "is_review_checker_enabled"] {
      attributes.recorded[name] = .boolean(true)
    }
    attributes.recorded["isFirstRun"] = .string("true")
    return Client(attributes: attributes, now: Instant(seconds: 1_760_000_000))
  }

  /// Whether the recipe is for desktop, which uses an id that mobile clients lack; it is refused.
  private static func isForDesktop(_ problem: Problem) -> Bool {
    problem.path.hasSuffix("randomizationUnit")
  }
}

import Testing
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@Suite("Check of a set of recipes") struct RecipeSetCheckTests {
  /// A version of a manifest whose feature `home` has these variables.
  private func version(_ file: String, _ variables: String) throws -> CheckedManifest {
    let text = """
      channels: [beta, release]
      features:
        home:
          description: d
          variables:
            on: { description: d, type: Boolean, default: true }
      \(variables)
      """
    return CheckedManifest(try Sample.load(text), file: file)
  }

  private static let rows = "      rows: { description: d, type: Int, default: 1 }"

  /// The text of a recipe `r` whose branch `b` has these configs, with marked positions.
  private func text(_ configs: String, _ members: String = "") -> MarkedText {
    MarkedText(
      """
      {"slug": "r", "schemaVersion": "1", "userFacingName": "n", "userFacingDescription": "",
      "isEnrollmentPaused": false, "proposedEnrollment": 7, \(members)
      "bucketConfig": {"namespace": "n", "randomizationUnit": "nimbus_id", "start": 0, "count": 1},
      "branches": [{"slug": "a", "ratio": 1}, {"slug": "b", "ratio": 1, "features": [\(configs)]}]}
      """)
  }

  private func recipes(_ configs: String, _ members: String = "") throws -> [WrittenRecipe] {
    let source = SourceText(name: "r.json", text: text(configs, members).text)
    return RecipeBatch(try #require(LocatedText.json(source).written)).writtenRecipes
  }

  private func problems(
    _ configs: String, _ versions: [CheckedManifest], _ members: String = "",
    expressions: Set<Name> = []
  ) throws -> [Problem] {
    let check = RecipeSetCheck(versions, expressions: expressions)
    return check.problems(of: try recipes(configs, members)).map(\.problem)
  }

  @Test("a config that only newer versions support names the first of them")
  func unsupportedBefore() throws {
    let versions = try [
      version("v1.yaml", ""), version("v2.yaml", Self.rows), version("v3.yaml", Self.rows),
    ]
    let config = #"{"featureId": "home", "value": {"rows": 2}}"#
    let found = try problems(config, versions)
    #expect(found.map(\.code) == ["unsupported-before"])
    #expect(found.map(\.severity) == [.error])
    #expect(found.first?.message.hasSuffix("of `r`; unsupported before v2.yaml") == true)
    #expect(found.first?.location?.file == "r.json")
    #expect(try problems(config, Array(versions.dropFirst())) == [])
    let reversed = try problems(config, versions.reversed())
    #expect(reversed.map(\.code) == ["unsupported-since"])
    #expect(
      reversed.first?.message.hasSuffix("of `r`; no longer supported since v1.yaml") == true)
  }

  @Test("a config that no version supports is reported once")
  func unsupported() throws {
    let versions = try [version("v1.yaml", ""), version("v2.yaml", Self.rows)]
    let found = try problems(#"{"featureId": "home", "value": {"on": 3}}"#, versions)
    #expect(found.map(\.code) == ["wrong-type"])
    #expect(found.first?.message.hasSuffix("in branch `b` of `r`") == true)
  }

  @Test("a mistake in two branches without locations is reported for each, as one of all versions")
  func unsupportedInBranches() throws {
    let versions = try [version("v1.yaml", ""), version("v2.yaml", ""), version("v3.yaml", "")]
    let branches = ["a", "b"].map { Sample.branch($0, feature: "home", ["on": 3]) }
    let recipe = WrittenRecipe(Sample.recipe("r", branches: branches))
    let found = RecipeSetCheck(versions).problems(of: recipe).map(\.problem)
    #expect(found.map(\.code) == ["wrong-type", "wrong-type"])
    #expect(found.first?.message.hasSuffix("in branch `a` of `r`") == true)
    #expect(found.last?.message.hasSuffix("in branch `b` of `r`") == true)
  }

  @Test("a config that some versions in between do not support names them")
  func unsupportedInBetween() throws {
    let versions = try [
      version("v1.yaml", Self.rows), version("v2.yaml", ""), version("v3.yaml", Self.rows),
    ]
    let found = try problems(#"{"featureId": "home", "value": {"rows": 2}}"#, versions)
    #expect(found.map(\.code) == ["unknown-property"])
    #expect(found.first?.message.hasSuffix("of `r`, with v2.yaml") == true)
  }

  @Test("a feature that the manifest lacks is an error") func unknownFeature() throws {
    let versions = try [version("v1.yaml", "")]
    let found = try problems(#"{"featureId": "hoem", "value": {}}"#, versions)
    #expect(found.map(\.code) == ["unknown-feature"])
    #expect(found.map(\.severity) == [.error])
    #expect(found.map(\.hint) == ["did you mean `home`?"])
    #expect(found.first?.message == "`r` configures `hoem`, which is not a feature of app")
  }

  @Test("a feature for holdbacks that the manifest lacks is a hint") func holdbackFeature() throws {
    let versions = try [version("v1.yaml", "")]
    let found = try problems(#"{"featureId": "no-feature-ios", "value": {}}"#, versions)
    #expect(found.map(\.code) == ["unknown-feature"])
    #expect(found.map(\.severity) == [.hint])
    #expect(found.map(\.hint) == [nil])
  }

  @Test("only the channel of the recipe is checked, if the manifest has it")
  func channel() throws {
    let versions = try [version("v1.yaml", "")]
    func channels(_ members: String) throws -> [String] {
      let check = RecipeSetCheck(versions)
      let config = #"{"featureId": "home", "value": {"on": 3}}"#
      return check.problems(of: try recipes(config, members)).flatMap(\.channelProblem.channels)
    }
    #expect(try channels(#""channel": "beta","#) == ["beta"])
    #expect(try channels(#""channel": "nightly","#) == [])
    #expect(try channels("") == [])
  }

  @Test("the configs of another app's recipe are not checked, which is a hint")
  func otherApp() throws {
    let text = """
      about: { description: A, kotlin: { package: org.mozilla.fenix, class: .nimbus.FxNimbus } }
      channels: [release]
      features: { home: { description: d, variables: {} } }
      """
    let versions = [CheckedManifest(try Sample.load(text), file: "fenix.yaml")]
    let config = #"{"featureId": "search", "value": {}}"#
    let found = try problems(config, versions, #""appName": "firefox_ios","#)
    #expect(found.map(\.code) == ["other-app"])
    #expect(found.map(\.severity) == [.hint])
    #expect(
      try problems(config, versions, #""appName": "fenix","#).map(\.code) == ["unknown-feature"])
    #expect(try problems(config, [], #""appName": "firefox_ios","#) == [])
  }

  @Test("features co-enroll if they do in every version")
  func coenrolling() throws {
    func home(allowsCoenrollment: Bool) throws -> CheckedManifest {
      let text = """
        channels: [release]
        features:
          home:
            description: d
            allow-coenrollment: \(allowsCoenrollment)
            variables: {}
        """
      return CheckedManifest(try Sample.load(text), file: "app.yaml")
    }
    let branch = Sample.branch("control", feature: "home")
    let two = ["a", "b"].map { WrittenRecipe(Sample.recipe($0, branches: [branch])) }
    let (exclusive, shared) = try (
      home(allowsCoenrollment: false), home(allowsCoenrollment: true)
    )
    #expect(RecipeSetCheck([shared]).problems(of: two) == [])
    #expect(RecipeSetCheck([exclusive, shared]).problems(of: two).map(\.slug) == ["b"])
    #expect(RecipeSetCheck([]).problems(of: two).map(\.problem.code) == ["competing-recipes"])
  }

  /// A version with triggers, which are expressions, conditions, which are names of triggers, and
  /// texts without a word about them.
  private func messaging() throws -> CheckedManifest {
    let text = """
      channels: [release]
      features:
        messaging:
          description: d
          variables:
            triggers:
              description: Each entry maps to a valid JEXL expression.
              type: Map<String, String>
              default: {}
            conditions:
              description: The names of targeting expressions.
              type: List<String>
              default: []
            when: { description: When it is shown., type: String, default: "" }
            cards: { description: Cards., type: List<Card>, default: [] }
      objects:
        Card:
          description: d
          fields:
            title: { description: The title., type: String, default: "" }
            only: { description: "A JEXL expression, or none.", type: Option<String>, default: null }
      """
    return CheckedManifest(try Sample.load(text), file: "m.yaml")
  }

  @Test(
    "a text that must be an expression is checked as one, at its position",
    arguments: [
      TestRow(
        "a value of a map",
        (#"{"triggers": {"OLD": "count⟦(⟧daysOfUse) > 25"}}"#, ["unreadable-expression"])),
      TestRow(
        "a field whose own description says so",
        (
          #"{"cards": [{"title": "not x", "only": "⟦region|lower⟧ == 'us'"}]}"#,
          ["unknown-transform"]
        )),
      TestRow("names of expressions", (#"{"conditions": ["not an expression"]}"#, [])),
      TestRow("a text of another variable", (#"{"when": "not an expression"}"#, [])),
      TestRow(
        "attributes that the app adds", (#"{"triggers": {"A": "number_of_launches > 3"}}"#, [])),
      TestRow("a field that is left out", (#"{"cards": [{"title": "x"}]}"#, [])),
      TestRow("a value of the wrong type", (#"{"triggers": {"A": ⟦3⟧}}"#, ["wrong-type"])),
    ] as [TestRow<(String, [Problem.Code])>])
  func expressions(_ row: TestRow<(String, [Problem.Code])>) throws {
    let (config, codes) = row.values
    let configs = #"{"featureId": "messaging", "value": \#(config)}"#
    let found = try problems(configs, [messaging()])
    #expect(found.map(\.code) == codes)
    #expect(found.compactMap(\.location?.range) == text(configs).ranges)
  }

  @Test("the configuration names variables whose texts are expressions")
  func namedExpressions() throws {
    let config = #"{"featureId": "messaging", "value": {"when": "region =="}}"#
    #expect(try problems(config, [messaging()]) == [])
    let found = try problems(config, [messaging()], expressions: ["messaging.when"])
    #expect(found.map(\.code) == ["unreadable-expression"])
    #expect(found.map(\.path) == ["features/messaging.when"])
  }
}

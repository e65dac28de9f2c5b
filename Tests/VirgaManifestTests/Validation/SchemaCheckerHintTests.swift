import Testing
import VirgaManifest
import VirgaSource
import VirgaTestSupport

/// Hints are located at the words to change, and nowhere else.
@Suite("Manifest hints") struct SchemaCheckerHintTests {
  /// Hints of one code, in a manifest with their locations marked.
  struct Row: CustomTestStringConvertible, Sendable {
    let title: String
    let code: String
    let paths: [String]
    let text: String
    var testDescription: String { title }

    init(_ title: String, _ code: String, _ paths: [String], _ text: String) {
      self.title = title
      self.code = code
      self.paths = paths
      self.text = text
    }
  }

  static let names: [Row] = [
    Row(
      "names of features, variables and fields", "not-kebab-case",
      ["features/appMenu", "features/appMenu.rows_shown"],
      "channels: [dev]\nfeatures:\n  ⟦appMenu⟧:\n    variables: {⟦rows_shown⟧: {type: Int, default: 1}}"
    ),
    Row(
      "names of variants and fields", "not-kebab-case",
      ["enums/E.topSites", "objects/O.is-", "objects/O.two--words"],
      """
      channels: [dev]
      enums: {E: {variants: {⟦topSites⟧: d, pocket-2: d}}}
      objects: {O: {fields: {⟦is-⟧: {type: Int, default: 1}, ⟦two--words⟧: {type: Int, default: 1}}}}
      """),
    Row(
      "names of types", "not-kebab-case", ["enums/tab-place", "objects/Card_Row"],
      "channels: [dev]\nenums: {⟦tab-place⟧: {variants: {}}, TabPlace2: {variants: {}}}\n"
        + "objects: {⟦Card_Row⟧: {fields: {}}, URLBar: {fields: {}}}"),
    Row(
      "a hidden name", "not-kebab-case", [],
      "channels: [dev]\nfeatures: {a-1: {variables: {_b: {type: Int}}}}"),
  ]

  static let others: [Row] = [
    Row(
      "a map with options", "partial-enum-map", ["features/f.v"],
      Sample.feature(
        "variables: { v: { description: d, type: 'Map<E, Option<Int>>', default: ⟦{ a: null }⟧ } }",
        rest: "enums: {E: {description: d, variants: {a: d, b: d}}}")),
    Row(
      "a complete map with options", "partial-enum-map", [],
      Sample.feature(
        "variables: { v: { description: d, type: 'Map<E, Option<Int>>', default: { a: null, b: 1 } } }",
        rest: "enums: {E: {description: d, variants: {a: d, b: d}}}")),
    Row(
      "contacts that are not mail addresses", "no-mail-address", ["features/f"],
      """
      channels: [dev]
      features:
        ⟦f⟧:
          description: d
          contacts: [a@b.org, nobody]
          variables: {}
      """),
    Row(
      "keys that are numbers and booleans", "unquoted-text",
      ["features.f.variables.v.default.1", "features.f.defaults[0].value.v.true"],
      Sample.feature(
        """
        variables: { v: { description: d, type: 'Map<String, Int>', default: { ⟦1⟧: 1, '2': 2, yes: 3 } } }
        defaults: [{ value: { v: { ⟦true⟧: 2 } } }]
        """)),
  ]

  @Test("a hint marks the words to change", arguments: names + others)
  func positions(_ row: Row) {
    let marked = MarkedText(row.text)
    let found = Sample.problems(marked).filter { $0.code.description == row.code }
    let sorted = found.sorted {
      ($0.location?.range.start ?? .start) < ($1.location?.range.start ?? .start)
    }
    #expect(sorted.map(\.location?.range) == marked.ranges)
    #expect(sorted.map(\.path) == row.paths)
    #expect(sorted.allSatisfy { $0.severity == .hint })
  }

  @Test(
    "a name is suggested in kebab case",
    arguments: [
      TestRow("a name in camel case", ("appMenu", "app-menu")),
      TestRow("a name in snake case", ("rows_shown", "rows-shown")),
      TestRow("an abbreviation", ("URLBar", "url-bar")),
      TestRow("a hyphen at the end", ("is-", "is")),
      TestRow("no name outside of ASCII", ("größe", nil)),
      TestRow("an upper-case letter", ("A", "a")),
      TestRow("a blank and a digit", ("x 2Y", "x-2-y")),
      TestRow("no name of a hyphen alone", ("-", nil)),
    ] as [TestRow<(String, String?)>])
  func kebabCase(_ row: TestRow<(String, String?)>) throws {
    let (name, proposal) = row.values
    let manifest = try Sample.load("channels: [dev]\nfeatures:\n  '\(name)': {variables: {}}")
    let problem = try #require(manifest.problems.first { $0.code == "not-kebab-case" })
    #expect(problem.hint == proposal.map { "call it `\($0)`" })
  }

  @Test("a type name is suggested in upper camel case")
  func typeNames() throws {
    let manifest = try Sample.load(
      "channels: [dev]\nenums: {'tab-place': {variants: {}}, '2d': {variants: {}}}")
    let found = manifest.problems.filter { $0.code == "not-kebab-case" }
    #expect(found.map(\.hint) == [.some("call it `TabPlace`"), nil])
  }

  @Test("a partial enum map does not hide wrong alias values")
  func partialMap() throws {
    let text = Sample.feature(
      """
      variables:
        a: { description: d, type: List<N>, default: [x], string-alias: N }
        b: { description: d, type: N, default: y }
        v: { description: d, type: 'Map<E, Option<Int>>', default: {} }
      """, rest: "enums: {E: {description: d, variants: {a: d}}}")
    let codes = try Sample.load(text).problems(in: "dev").map(\.code)
    #expect(Set(codes) == ["partial-enum-map", "unknown-alias-value"])
  }
}

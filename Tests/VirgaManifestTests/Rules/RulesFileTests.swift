import Testing
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Rules of a project") struct RulesFileTests {
  private static let codes = ["missing-metadata", "not-kebab-case", "wrong-type"]

  private func file(_ text: String) -> RulesFile {
    RulesFile(SourceText(name: ".virga.yaml", bytes: Array(text.utf8)), knownCodes: Self.codes)
  }

  @Test("an empty file has no rules") func empty() {
    for text in ["", "# nothing\n", "{}"] {
      let file = file(text)
      #expect(file.problems == [])
      #expect(!file.rules.isStrict)
      #expect(file.rules.leastSeverity == .hint)
      #expect(file.rules.ignored == [])
    }
  }

  private static let text = """
    strict: true
    severity: warning
    ignore:
      - code: missing-metadata
        path: features/app-menu
        reason: The ticket is not public.
      - {code: not-kebab-case, reason: The server has these names.}
    """

  @Test("a file says what fails") func strict() {
    let file = file(Self.text)
    #expect(file.problems == [])
    #expect(file.rules.isStrict)
  }

  @Test("a file says what is printed") func severity() {
    #expect(file(Self.text).rules.leastSeverity == .warning)
  }

  @Test("a file says what is ignored") func ignored() {
    let ignored = file(Self.text).rules.ignored
    #expect(ignored.map(\.code) == ["missing-metadata", "not-kebab-case"])
    #expect(ignored.map(\.path) == ["features/app-menu", nil])
    #expect(ignored.first?.reason == "The ticket is not public.")
    #expect(ignored.compactMap { $0.location?.range.start.line } == [4, 7])
  }

  @Test(
    "a mistake is a problem with its position",
    arguments: [
      TestRow("not an object", "⟦[strict]⟧"),
      TestRow("an unknown rule", "⟦strickt⟧: true"),
      TestRow("a value of another kind", "strict: ⟦maybe⟧"),
      TestRow("an unknown severity", "severity: ⟦fatal⟧"),
      TestRow("a list that is not one", "ignore: ⟦wrong-type⟧"),
      TestRow("an entry that is not an object", "ignore: [⟦wrong-type⟧]"),
      TestRow("an unknown code", "ignore: [{code: ⟦wrong-typ⟧, reason: r}]"),
      TestRow("an entry without a code", "ignore: [⟦{reason: r}⟧]"),
      TestRow("an entry without a reason", "ignore: [⟦{code: wrong-type}⟧]"),
      TestRow("an empty reason", "ignore: [{code: wrong-type, reason: ⟦\" \"⟧}]"),
      TestRow("an unknown key of an entry", "ignore: [{code: wrong-type, reason: r, ⟦file⟧: a}]"),
    ])
  func mistakes(_ row: TestRow<String>) {
    let marked = MarkedText(row.values)
    let problems = file(marked.text).problems
    #expect(problems.map(\.severity) == [.error])
    #expect(problems.map(\.code) == ["bad-setting"])
    #expect(problems.compactMap { $0.location?.range.start } == marked.ranges.map(\.start))
  }

  @Test("a misspelled code suggests the nearest one") func nearCode() {
    let problem = file("ignore: [{code: wrong-typ, reason: r}]").problems.first
    #expect(problem?.hint == "did you mean `wrong-type`?")
  }

  @Test("the nearest file counts, up to the root of the repository") func nearestFile() {
    func path(_ existing: Set<String>) -> String? {
      RulesFile.path(for: "/home/repo/app/parts") { existing.contains($0) }
    }
    #expect(path(["/home/repo/.virga.yaml"]) == "/home/repo/.virga.yaml")
    #expect(
      path(["/home/repo/.virga.yaml", "/home/repo/app/.virga.yaml"])
        == "/home/repo/app/.virga.yaml")
    #expect(path(["/home/repo/.git", "/home/repo/.virga.yaml"]) == "/home/repo/.virga.yaml")
    #expect(path(["/home/repo/.git", "/home/.virga.yaml"]) == nil)
    #expect(path(["/.virga.yaml"]) == "/.virga.yaml")
    #expect(path([]) == nil)
  }
}

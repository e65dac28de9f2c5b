import Testing
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Baselines") struct ProblemBaselineTests {
  private static let standard = ProblemBaseline.Folders(baseline: "/repo/ci", working: "/repo")

  private func problem(
    _ message: String = "the feature has no meta-bug", line: Int = 3, file: String = "app.fml.yaml"
  ) -> Problem {
    let position = SourcePosition(line: line, column: 5)
    return Problem(
      .hint, "missing-metadata", path: "features/menu", message,
      at: SourceLocation(file: file, range: SourceRange(at: position)))
  }

  private func baseline(
    of problems: [Problem], _ folders: ProblemBaseline.Folders = Self.standard
  ) throws -> ProblemBaseline {
    let text = ProblemBaseline.text(of: problems, Self.standard)
    return try ProblemBaseline(
      SourceText(name: "baseline.json", bytes: Array(text.utf8)), folders)
  }

  @Test("a known problem is covered on another line, one with other words is not")
  func lines() throws {
    var known = try baseline(of: [problem()])
    let others = [problem("the feature has no contacts"), problem(file: "other.fml.yaml")]
    let covered = (others + [problem(line: 40)]).map { known.consumeEntry(of: $0) }
    #expect(covered == [false, false, true])
  }

  @Test("each entry covers one problem, so that a second one counts") func repeats() throws {
    var known = try baseline(of: [problem(), problem(line: 9)])
    let covered = [1, 2, 3].map { line in known.consumeEntry(of: problem(line: line)) }
    #expect(covered == [true, true, false])
  }

  @Test(
    "line numbers in messages do not count, other numbers do",
    arguments: [
      TestRow("a line", ("`a` is already on line 12", "`a` is already on line 7", true)),
      TestRow("a place", ("a.fml.yaml:3:5 also uses it", "a.fml.yaml:13:15 also uses it", true)),
      TestRow("a value", ("Invalid value 5", "Invalid value 6", false)),
      TestRow("a value in JSON", ("Invalid value {\"a\":5}", "Invalid value {\"a\":6}", false)),
    ])
  func numbers(_ row: TestRow<(String, String, Bool)>) throws {
    var known = try baseline(of: [problem(row.values.0)])
    let isCovered = known.consumeEntry(of: problem(row.values.1))
    #expect(isCovered == row.values.2)
  }

  @Test("files are named from the folder of the baseline, so any working folder will do")
  func folders() throws {
    let text = ProblemBaseline.text(of: [problem()], Self.standard)
    #expect(text.contains(#""file": "../app.fml.yaml""#), "\(text)")
    let elsewhere = ProblemBaseline.Folders(baseline: "/repo/ci", working: "/repo/app")
    var known = try baseline(of: [problem()], elsewhere)
    let isCovered = known.consumeEntry(of: problem(file: "../app.fml.yaml"))
    #expect(isCovered)
  }

  @Test(
    "a file that is not a baseline is refused",
    arguments: ["", "[]", "{}", "{\"problems\": 1}", "{\"problems\": [{\"file\": \"a\"}]}", "{"])
  func mistakes(_ text: String) {
    #expect(throws: Problems.self) {
      try ProblemBaseline(
        SourceText(name: "baseline.json", bytes: Array(text.utf8)), Self.standard)
    }
  }
}

import Testing
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Rules for problems") struct ProblemRulesTests {
  private func problem(
    _ severity: Problem.Severity = .warning, _ code: Problem.Code = "dropped-name",
    path: String = "features/menu.rows"
  ) -> Problem { Problem(severity, code, path: path, "something is wrong") }

  @Test("errors fail, warnings fail if the rules are strict, hints never do") func failing() {
    var rules = ProblemRules()
    #expect(Problem.Severity.allCases.map { rules.fails(problem($0)) } == [true, false, false])
    rules.isStrict = true
    #expect(Problem.Severity.allCases.map { rules.fails(problem($0)) } == [true, true, false])
  }

  @Test(
    "a path ignores the problems at it and inside it, however either is spelled",
    arguments: [
      TestRow("the same path", ("features/menu.rows", "features/menu.rows", true)),
      TestRow("another spelling", ("features/menu/rows", "features.menu.rows", true)),
      TestRow("a node of the file", ("features.menu.variables.rows", "features/menu.rows", true)),
      TestRow("something inside", ("features/menu.rows[1]#Row.title", "features/menu.rows", true)),
      TestRow("the whole feature", ("features/menu.rows", "features/menu", true)),
      TestRow("a field", ("objects.Row.fields.title.type", "objects/Row.title", true)),
      TestRow("a longer name", ("features/menu-two.rows", "features/menu", false)),
      TestRow("something above", ("features/menu", "features/menu.rows", false)),
      TestRow("a key with a slash", ("features/menu.m['a/b']", "features/menu.m['a.b']", false)),
    ])
  func paths(_ row: TestRow<(String, String, Bool)>) {
    let (path, ignored, isIgnored) = row.values
    var rules = ProblemRules()
    rules.ignored = [IgnoredProblems("dropped-name", path: ignored)]
    let ruled = rules.applied(to: [ChannelProblem(problem(path: path))])
    #expect(ruled.ignored.count == (isIgnored ? 1 : 0))
    #expect(ruled.counted.count == (isIgnored ? 0 : 1))
    #expect(ruled.usedEntries == (isIgnored ? Set(rules.ignored) : []))
  }

  @Test("a code without a path ignores its problems everywhere") func code() {
    var rules = ProblemRules()
    rules.ignored = [IgnoredProblems("dropped-name", path: nil)]
    let other = problem(.error, "wrong-type")
    let ruled = rules.applied(to: [ChannelProblem(problem()), ChannelProblem(other)])
    #expect(ruled.counted.map(\.problem) == [other])
  }

  @Test(
    "a problem of another feature does not belong to a feature",
    arguments: [
      TestRow("the feature itself", ("features/menu.rows", false)),
      TestRow("its node in the file", ("features.menu.variables.rows", false)),
      TestRow("another feature", ("features/tray.rows", true)),
      TestRow("a feature with a longer name", ("features/menu-two", true)),
      TestRow("additions to it", ("imports[0].features.menu[0].value", false)),
      TestRow("additions to another feature", ("imports[0].features.tray[0].value", true)),
      TestRow("a type", ("objects/Row.title", false)),
      TestRow("an include", ("includes[0]", false)),
      TestRow("the whole manifest", ("", false)),
    ])
  func otherFeatures(_ row: TestRow<(String, Bool)>) {
    let (path, isOther) = row.values
    #expect(problem(path: path).isOfOtherFeature(than: "menu") == isOther)
  }
}

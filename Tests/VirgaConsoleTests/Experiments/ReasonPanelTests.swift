import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Reason panel") struct ReasonPanelTests {
  private static let sticky = "is_already_enrolled || region == 'US'"

  private func console(_ recipes: Recipe...) throws -> ConsoleDriver {
    var console = try ConsoleDriver(yaml: EnrollmentFixTests.manifest)
    console.open(recipes)
    console.press("4")
    return console
  }

  private func sentence(_ console: ConsoleDriver) -> String {
    console.experiments.reason?.sentence ?? ""
  }

  @Test("F, undo and later changes leave the reason as it was at the enrollment") func fitted()
    throws
  {
    var console = try console(.test("icons", Self.sticky))
    #expect(sentence(console).hasPrefix("not enrolled: "))
    console.act("F") { $0.word(of: "icons") == "enrolled" }
    let first = sentence(console)
    #expect(first.contains(" because `region == 'US'` is true: region is US; bucket "))
    #expect(console.reason.contains("Stays enrolled: `is_already_enrolled` is true; bucket "))
    #expect(console.wholeReason.contains("When it was decided:"))
    console.act(":set-context region DE") { $0.word(of: "icons") == "enrolled" }
    #expect(sentence(console) == first)
    console.act("u", "u") { $0.word(of: "icons") == "targeting" }
    console.act("U") { $0.word(of: "icons") == "enrolled" }
    #expect(sentence(console) == first)
  }

  @Test("the gates under a forced branch and an opt-out ignore the choice itself") func chosen()
    throws
  {
    var console = try console(.test("icons", Self.sticky))
    console.act(":set-context region DE", ":force-branch icons control") {
      $0.word(of: "icons") == "enrolled"
    }
    let targeting = { (console: ConsoleDriver) in
      console.experiments.reason?.gates.first { $0.kind == .targeting }?.passes
    }
    #expect(sentence(console).contains(" because the branch was forced; "))
    #expect(targeting(console) == false)
    console.act("o") { $0.word(of: "icons") == "opted out" }
    #expect(
      sentence(console).hasPrefix(
        "was enrolled in `control` until the user opted out on 1970-01-01"))
    #expect(targeting(console) == false)
  }

  @Test("a recipe that changed its kind is listed as one that ended before") func changedKind()
    throws
  {
    var console = try console(.test("icons"))
    #expect(console.word(of: "icons") == "enrolled")
    var rollout = try Recipe.test("icons").json
    rollout["isRollout"] = true
    console.send(.opening(SessionOpening(recipes: [try #require(Recipe(entry: .object(rollout)))])))
    #expect(console.word(of: "icons") == "ended before")
    #expect(
      sentence(console).contains("until the recipe changed from an experiment to a rollout at "))
  }

  @Test("the gates are between what has to change and the targeting") func order() throws {
    var console = try console(.test("icons", "region == 'US'"))
    console.run("set-context region DE")
    let lines = console.reasonLines
    func row(_ start: String) throws -> Int {
      try #require(lines.firstIndex { $0.hasPrefix(start) }, "\(start): \(lines)")
    }
    let firstGate = try row("✓ features ")
    #expect(try row("F sets ") == firstGate - 2)
    #expect(try row("✓ branch ") < row("FALSE  region == 'US'"))
  }

  private func decidingAttributes(_ console: ConsoleDriver) -> [String] {
    console.experiments.contextList.items.filter(\.isDeciding).map(\.name)
  }

  @Test("the targeting and its attributes are marked if they decide") func deciding() throws {
    var console = try console(.test("icons", "region == 'US'"))
    console.run("set-context region DE")
    #expect(console.wholeReason.contains("FALSE  region == 'US'  region \"DE\"  ← decides"))
    #expect(decidingAttributes(console) == ["region"])
  }

  @Test("the targeting and its attributes are not marked if a gate before them decides")
  func decidedBefore() throws {
    var console = try console()
    console.run("take-part experiments off")
    console.open([try .test("icons", "region == 'US'")])
    console.act(":set-context region DE", ":recipe icons")
    #expect(console.wholeReason.contains("false  region == 'US'  region \"DE\""))
    #expect(!console.wholeReason.contains("← decides"))
    #expect(decidingAttributes(console) == [])
  }

  @Test("nothing is marked as deciding for a client that opted out") func optedOut() throws {
    var console = try console(.test("icons", "region == 'US'"))
    console.act(":set-context region DE", ":force-branch icons control")
    console.act("o") { $0.word(of: "icons") == "opted out" }
    #expect(console.wholeReason.contains("false  region == 'US'  region \"DE\""))
    #expect(!console.wholeReason.contains("← decides"))
    #expect(decidingAttributes(console) == [])
  }

  @Test("no width breaks the mark of the deciding part") func wholeMark() throws {
    var console = try console(.test("icons", "is_phone || (region == 'US' && locale == 'en-US')"))
    console.run("set-context is_phone false", "set-context region DE")
    for columns in 30...80 {
      let lines = ReasonPanel().text(of: console.model, columns: columns).map(\.text.plain)
      // Both sides of `||` decide that it is false.
      #expect(lines.count { $0.contains("← decides") } == 2, "\(columns): \(lines)")
    }
  }

  @Test("the targeting of a recipe for another app is not marked") func otherApp() throws {
    var console = try console(.test("theirs", app: "firefox_ios", "1 > 2"))
    console.run("recipe theirs")
    #expect(console.wholeReason.contains("stopped by other app"))
    #expect(!console.wholeReason.contains("← decides"))
  }

  @Test("problems of a recipe come after its gates, one line each if rows are few") func notes()
    throws
  {
    let recipe = try Recipe.test("odd", "region == 'US'", config: ["onn": true, "rows": 1])
    var console = try console(recipe)
    console.resize(80, 24)
    console.run("recipe odd")
    let lines = ReasonPanel().text(of: console.model, columns: 36).map(\.text.plain)
    let lastGate = try #require(
      lines.lastIndex { line in ["✓ ", "✗ ", "? "].contains { line.hasPrefix($0) } })
    let problem = try #require(lines.firstIndex { $0.hasPrefix("! ") })
    #expect(lastGate < problem)
    #expect(lines[problem].hasSuffix("…") && !lines[problem + 1].hasPrefix("  "))
  }
}

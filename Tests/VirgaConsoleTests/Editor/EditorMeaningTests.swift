import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSource

@testable import VirgaConsole

@Suite("Manifest knowledge in the config editor") struct EditorMeaningTests {
  @Test("a problem appears at its position while it is typed, and goes with undo") func problems()
    throws
  {
    var driver = try EditorDriver(
      "{\n  \"sections-enabled\": {\n    \"recent-savd\": true|\n  }\n}")
    #expect(driver.problems.count == 1 && driver.problems[0].hasPrefix("3:5 "))
    driver.type(",\n\"pocket\": 1")
    #expect(driver.problems.count == 2)
    while driver.editor.canUndo { driver.editor.undo() }
    driver.reconcile()
    #expect(driver.problems.count == 1)
  }

  @Test("F8 steps through the problems, even several at one place, and wraps around") func steps()
    throws
  {
    var driver = try EditorDriver("{|\n  \"delay\": \"x\",\n  \"greeting\": 1\n}")
    for (step, place) in [(1, "2:12"), (1, "3:15"), (1, "2:12"), (-1, "3:15")] {
      driver.editor.goToProblem(step: step)
      #expect(driver.editor.buffer.sourcePosition(of: driver.editor.cursor).description == place)
    }
    driver = try EditorDriver("{|\n  \"nothing\": 1,\n  \"delay\": \"x\"\n}")
    for index in [0, 1, 0] {
      driver.editor.goToProblem(step: 1)
      #expect(driver.editor.currentFinding == index)
    }
  }

  @Test(
    "typing lists what the manifest allows here",
    arguments: [
      (
        "{\n  \"delay\": 1,\n  |\n}", "\"",
        ["greeting", "section-order", "sections-enabled", "sponsored-tiles"]
      ),
      ("{\n  \"delay\": 1,\n  |\n}", "\"se", ["section-order", "sections-enabled"]),
      ("{ \"section-order\": [|] }", "\"", ["pocket", "recently-saved", "top-sites"]),
      ("{ \"delay\": | }", "2", ["250"]),
      // Text that may be YAML is not completed.
      ("|", "greeting:", []), ("|", "greeting: hello", []),
    ])
  func typed(start: String, text: String, labels: [String]) throws {
    var driver = try EditorDriver(start)
    driver.type(text)
    #expect(driver.labels == labels)
  }

  @Test(
    "on request, alternatives of a complete value are listed, and corrections of a problem come first",
    arguments: [
      ("{ \"sections-enabled\": { \"pocket\": true| } }", ["true", "false"], "true"),
      ("{ \"sections-enabled\": { \"pocket\": false| } }", ["true", "false"], "false"),
      (
        "{ \"sections-enabled\": { \"pockt|\": true } }",
        ["pocket", "recently-saved", "top-sites"], "pocket"
      ),
      ("{ \"sections-enabled\": { \"pocket\": \"no|\" } }", ["false", "true"], "false"),
      (
        "{\n  \"sections-enabled\": {}|\n}",
        ["delay", "greeting", "section-order", "sponsored-tiles"], "delay"
      ),
      ("{\n  \"delay\" |\n}", [], nil), ("|", ["{}"], "{}"),
    ])
  func asked(start: String, labels: [String], selected: String?) throws {
    var driver = try EditorDriver(start)
    driver.editor.askForCompletion(in: driver.subject)
    #expect(driver.labels == labels && driver.editor.completion?.list.selected?.label == selected)
    #expect(driver.editor.message == (labels.isEmpty ? .noCompletions : nil))
  }

  @Test(
    "an accepted completion inserts its formatted value, with a comma after another value",
    arguments: [
      (
        "{\n  |\n}", "\"spon",
        "{\n  \"sponsored-tiles\": {\n    \"count\": 2,\n    \"enabled\": true\n  }|\n}"
      ),
      ("{ \"section-order\": [|] }", "\"r", "{ \"section-order\": [\"recently-saved\"|] }"),
      (
        "{\n  \"delay\": 250|\n}", "\n\"gree", "{\n  \"delay\": 250,\n  \"greeting\": \"hello\"|\n}"
      ),
      (
        "{\n  \"sections-enabled\": {}|\n}", "",
        "{\n  \"sections-enabled\": {},\n  \"delay\": 250|\n}"
      ),
      (
        "{ \"sections-enabled\": { \"pockt|\": true } }", "",
        "{ \"sections-enabled\": { \"pocket\"|: true } }"
      ),
      (
        "{ \"sections-enabled\": { \"pocket\": \"no|\" } }", "",
        "{ \"sections-enabled\": { \"pocket\": false| } }"
      ),
    ])
  func accepted(start: String, text: String, end: String) throws {
    var driver = try EditorDriver(start)
    driver.type(text)
    if text.isEmpty { driver.editor.askForCompletion(in: driver.subject) }
    driver.editor.acceptCompletion()
    driver.reconcile()
    #expect(driver.marked == end && driver.problems == [] && driver.editor.completion == nil)
  }

  @Test("deleting keeps the list open, and Enter accepts only what was asked for or chosen")
  func enter() throws {
    var driver = try EditorDriver("{ \"delay\": | }")
    driver.type("2")
    #expect(!driver.editor.completionTakesEnter)
    driver.editor.moveInCompletion(by: 0)
    #expect(driver.editor.completionTakesEnter)
    driver = try EditorDriver("{\n  |\n}")
    driver.type("\"sec")
    #expect(driver.editor.completion?.list.selected?.detail.contains("In which order") == true)
    driver.press("Backspace", "Backspace")
    #expect(driver.labels.count == 3)
  }

  @Test(
    "without a completion, F8 is named if there is a problem; a fix is offered only where one is known"
  )
  func offersFixes() throws {
    var console = try ConsoleDriver(yaml: EditorDriver.yaml, channel: "nightly")
    func offer() -> String? { CommandTable.command(named: "complete")?.title(in: console.model) }
    console.run(
      "select menu", "edit", "select-text", "delete-back", #"type {"greting": "a", "delay": 1.5}"#)
    console.act(":break-line", "Ctrl-Space") {
      $0.status == "no completions here; F8 goes to the problem"
    }
    console.run("text-start")
    #expect(offer() == "complete")
    console.press("F8")
    #expect(offer() == "fix")
    console.act("Ctrl-Space") {
      $0.model.editor?.completion?.list.selected?.detail.hasPrefix("fixes: ") == true
    }
    console.press("Esc", "Left")
    #expect(offer() == "complete", "there is no fix beside the problem")
    console.press("F8", "F8")
    #expect(offer() == "complete", "no fix is known")
    console.press("F8", "F8", "Shift-Right")
    #expect(offer() == "complete", "a selection is not completed")
  }

  @Test(
    "the merged result shows changes with their old values, folds the rest and stays at the last valid text"
  )
  func merged() throws {
    var driver = try EditorDriver("{ \"sections-enabled\": { \"pocket\": false| } }")
    let rows = driver.editor.merged?.rows ?? []
    #expect(rows.filter { $0.change != nil }.map(\.key) == ["pocket"])
    #expect(rows.compactMap(\.change) == ["was true"] && driver.editor.merged?.changeCount == 1)
    #expect(rows.contains { $0.key == "sponsored-tiles" && $0.text == "{ … 2 }" })
    #expect(rows.contains { $0.key == "section-order" && $0.text == "[ … 2 ]" })
    driver.type("x")
    #expect(driver.editor.mergedView.isOutOfDate && driver.editor.merged?.changeCount == 1)
    driver.press("Backspace")
    #expect(!driver.editor.mergedView.isOutOfDate)
    #expect(
      try EditorDriver("{ \"delay\": 250 }|").editor.merged?.changeCount == 0,
      "the same value is not a change")
  }

  @Test(
    "pasted YAML becomes JSON where it fits, and a whole config replaces an empty one",
    arguments: [
      (
        "|", "section-order:\n- pocket\ngreeting: hi\n",
        "{\n  \"section-order\": [\n    \"pocket\"\n  ],\n  \"greeting\": \"hi\"\n}\n|"
      ),
      (
        "{\n  \"delay\": 1,\n  |\n}", "greeting: hi\nsponsored-tiles: {count: 3}",
        "{\n  \"delay\": 1,\n  \"greeting\": \"hi\",\n  \"sponsored-tiles\": {\n    \"count\": 3\n  }|\n}"
      ),
      ("{\n  |\"delay\": 1\n}", "greeting: hi", "{\n  \"greeting\": \"hi\",\n  |\"delay\": 1\n}"),
      (
        "{\n  |\n  \"delay\": 1\n}", "greeting: hi",
        "{\n  \"greeting\": \"hi\",|\n  \"delay\": 1\n}"
      ),
      ("{ \"section-order\": | }", "- pocket", "{ \"section-order\": [\n  \"pocket\"\n]| }"),
      ("{\n  |\n}\n", "{\"greeting\": \"hello\"}", "{\"greeting\": \"hello\"}|"),
      ("{\n  \"a\": |\n}\n", "{\"b\": 1}", "{\n  \"a\": {\"b\": 1}|\n}\n"),
      ("|", "{ \"a\": 1 }", "{ \"a\": 1 }|"),
      ("{ \"greeting\": \"|\" }", "a: b", "{ \"greeting\": \"a: b|\" }"),
      ("{ \"delay\": | }", "12", "{ \"delay\": 12| }"),
    ])
  func pasted(start: String, pasted: String, end: String) throws {
    var driver = try EditorDriver(start)
    driver.paste(pasted)
    #expect(driver.marked == end)
    let isConverted = pasted.contains("- ") || pasted.contains("greeting: hi")
    #expect(
      driver.editor.message
        == (isConverted ? .convertedYAML(isPasted: true, dropsComments: false) : nil))
    driver.editor.undo()
    #expect(driver.marked == start)
  }

  @Test(
    "formatting puts each value on its own line, scrolls back, and refuses text that does not parse"
  )
  func format() throws {
    let many = (1...40).map { "\"k\($0)\": \($0)" }
    var driver = try EditorDriver("{\(many.joined(separator: ","))|}", size: FrameCase.goldenSize)
    #expect(driver.editor.left > 0)
    driver.editor.format()
    driver.reconcile()
    #expect(
      driver.editor.buffer.text == "{\n  \(many.joined(separator: ",\n  "))\n}\n"
        && driver.editor.left == 0)
    driver = try EditorDriver("{\"delay\":|}")
    driver.editor.format()
    #expect(driver.editor.buffer.text == "{\"delay\":}")
    #expect(
      driver.editor.message?.text.plain == "fix this first: 1:10 expected a value after the `:`")
  }

  @Test("a large text is checked once it is saved, and one undo takes it back")
  func largeText() throws {
    let filler = (0..<4_000).map { "  \"x\($0)\": \"some text that makes it large\"," }.joined(
      separator: "\n")
    var driver = try EditorDriver("|")
    driver.paste("{\n\(filler)\n  \"delay\": \"x\"\n}")
    #expect(!driver.editor.isSmall && driver.editor.isUnchecked && driver.editor.findings.isEmpty)
    driver.editor.textBase.storedVersion = driver.editor.version
    driver.reconcile()
    #expect(!driver.editor.isUnchecked && !driver.editor.findings.isEmpty)
    driver.editor.go(to: .start)
    driver.type("\n")
    #expect(driver.editor.isUnchecked && driver.editor.findings.isEmpty)
    driver.editor.undo()
    driver.editor.undo()
    #expect(driver.marked == "|")
  }
}

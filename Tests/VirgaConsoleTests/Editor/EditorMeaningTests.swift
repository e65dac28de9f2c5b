import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSource

@testable import VirgaConsole

@Suite("Manifest knowledge in the config editor") struct EditorMeaningTests {
  @Test("a problem appears at its position while it is typed") func problems() throws {
    var driver = try EditorDriver("{\n  \"sections-enabled\": {\n    \"recent-savd\": true|\n  }\n}")
    #expect(driver.problems.count == 1 && driver.problems[0].hasPrefix("3:5 "))
    driver.type(",\n\"pocket\": 1")
    #expect(driver.problems.count == 2)
    while driver.editor.canUndo { driver.editor.undo() }
    driver.reconcile()
    #expect(driver.problems.count == 1)
  }

  @Test("F8 steps through the problems and wraps around") func steps() throws {
    var driver = try EditorDriver("{|\n  \"delay\": \"x\",\n  \"greeting\": 1\n}")
    for (step, place) in [(1, "2:12"), (1, "3:15"), (1, "2:12"), (-1, "3:15")] {
      let isFound = driver.editor.goToProblem(step: step)
      #expect(isFound && driver.editor.buffer.sourcePosition(of: driver.editor.cursor).description == place)
    }
  }

  @Test("F8 stops at every problem, even on the same line") func problemsAtOnePlace() throws {
    var driver = try EditorDriver("{|\n  \"nothing\": 1,\n  \"delay\": \"x\"\n}")
    var places: [Int?] = []
    for _ in 0..<3 {
      _ = driver.editor.goToProblem(step: 1)
      places.append(driver.editor.currentFinding)
    }
    #expect(places == [0, 1, 0])
  }

  @Test(
    "a number that apps cannot read as an Int is allowed, with a warning that says what they read",
    arguments: [
      ("2.5", "2.5 is not a whole number: apps take their default instead"),
      ("3.0", "3.0 is 3 on iOS but not an Int on Android, where apps take their default instead"),
      ("1e300", "1e300 is too large for an Int: apps take their default instead"), ("3", nil),
    ])
  func fractions(number: String, said: String?) throws {
    let editor = try EditorDriver("{ \"delay\": \(number)| }").editor
    #expect(editor.findings.map(\.problem.message) == [said].compactMap(\.self))
    #expect(editor.findings.allSatisfy { $0.problem.severity == .warning } && !editor.mergedView.isOutOfDate)
  }

  @Test("completion after a value proposes more names and adds the comma")
  func behindValue() throws {
    var driver = try EditorDriver("{\n  \"sections-enabled\": {}|\n}")
    driver.editor.askForCompletion(in: driver.subject)
    #expect(driver.labels == ["delay", "greeting", "section-order", "sponsored-tiles"])
    driver.editor.acceptCompletion()
    driver.reconcile()
    #expect(driver.editor.buffer.text == "{\n  \"sections-enabled\": {},\n  \"delay\": 250\n}")
    #expect(driver.problems == [])
    driver.type("\n\"gree")
    driver.editor.acceptCompletion()
    driver.reconcile()
    #expect(driver.editor.buffer.text.contains("250,\n  \"greeting\": \"hello\""))
    #expect(driver.problems == [])
  }

  @Test("nothing is proposed after a name without its colon") func behindName() throws {
    var driver = try EditorDriver("{\n  \"delay\" |\n}")
    driver.editor.askForCompletion(in: driver.subject)
    #expect(driver.editor.completion == nil)
  }

  @Test("without a completion, F8 is named if there is a problem")
  func nothingToPropose() throws {
    var console = try ConsoleDriver(yaml: EditorDriver.yaml, channel: "nightly")
    console.run("select menu", "edit", "select-text", "delete-back", #"type {"delay": 1}"#, "break-line")
    console.press("Ctrl-Space")
    #expect(console.message == .noCompletions)
    console.act(":go-to-line 1:11", ":delete-back", ":type x", ":go-to-line 2", "Ctrl-Space")
    #expect(console.status == "no completions here; F8 goes to the problem")
  }

  @Test("a quote for a name lists the names that are not used yet") func names() throws {
    var driver = try EditorDriver("{\n  \"delay\": 1,\n  |\n}")
    driver.type("\"")
    #expect(driver.labels == ["greeting", "section-order", "sections-enabled", "sponsored-tiles"])
    driver.type("se")
    #expect(driver.labels == ["section-order", "sections-enabled"])
    #expect(driver.editor.completion?.selected?.detail.contains("In which order") == true)
    driver.press("Backspace")
    #expect(driver.labels.count == 3)
  }

  @Test("a completed name inserts its formatted default value") func snippet() throws {
    var driver = try EditorDriver("{\n  |\n}")
    driver.type("\"spon")
    driver.editor.acceptCompletion()
    driver.reconcile()
    #expect(
      driver.marked == """
        {
          "sponsored-tiles": {
            "count": 2,
            "enabled": true
          }|
        }
        """)
    #expect(driver.problems.isEmpty)
    #expect(driver.editor.completion == nil)
  }

  @Test("an enum value lists its variants") func variants() throws {
    var driver = try EditorDriver("{ \"section-order\": [|] }")
    driver.type("\"")
    #expect(driver.labels == ["pocket", "recently-saved", "top-sites"])
    driver.editor.moveInCompletion(by: 1)
    driver.editor.acceptCompletion()
    #expect(driver.marked == "{ \"section-order\": [\"recently-saved\"|] }")
  }

  @Test("on request a complete value lists the alternatives, and a problem its corrections first") func asked() throws {
    var driver = try EditorDriver("{ \"sections-enabled\": { \"pocket\": true| } }")
    driver.editor.askForCompletion(in: driver.subject)
    #expect(driver.labels == ["true", "false"])
    driver = try EditorDriver("{ \"sections-enabled\": { \"pocket\": false| } }")
    driver.editor.askForCompletion(in: driver.subject)
    #expect(driver.editor.completion?.selected?.label == "false")
    driver = try EditorDriver("{ \"sections-enabled\": { \"pockt|\": true } }")
    driver.editor.askForCompletion(in: driver.subject)
    #expect(driver.labels.first == "pocket")
    driver.editor.acceptCompletion()
    #expect(driver.marked == "{ \"sections-enabled\": { \"pocket\"|: true } }")
  }

  @Test("fixing a wrong value replaces all of it, and each valid value is offered once", arguments: 0..<2)
  func fixesWrongValues(choice: Int) throws {
    var driver = try EditorDriver("{ \"sections-enabled\": { \"pocket\": \"no\" } }|")
    let isFound = driver.editor.goToProblem(step: 1)
    #expect(isFound)
    driver.editor.askForCompletion(in: driver.subject)
    let labels = driver.labels
    #expect(labels.sorted() == ["false", "true"])
    driver.editor.moveInCompletion(by: choice)
    driver.editor.acceptCompletion()
    #expect(driver.editor.buffer.text == "{ \"sections-enabled\": { \"pocket\": \(labels[choice]) } }")
  }

  @Test("a fix is offered only at a problem with a known correction") func offersFixes() throws {
    var console = try ConsoleDriver(yaml: EditorDriver.yaml, channel: "nightly")
    console.run("select menu", "edit", "select-text", "delete-back")
    func offer() -> String? {
      CommandTable.command(named: "complete")?.shownTitle?(console.state)
    }
    console.run(#"type {"greting": "a", "delay": 1.5}"#, "text-start")
    #expect(offer() == "complete")
    console.press("F8")
    #expect(offer() == "fix")
    console.press("Ctrl-Space")
    #expect(console.state.editor?.completion?.selected?.detail.hasPrefix("fixes: ") == true)
    console.press("Esc", "Left")
    #expect(offer() == "complete", "beside the problem nothing mends it")
    console.press("F8", "F8")
    #expect(console.state.editor?.findingAtCursor?.corrections.isEmpty == true)
    #expect(offer() == "complete", "nothing is known to mend it")
    console.press("F8", "F8", "Shift-Right")
    #expect(offer() == "complete", "what is selected is not completed")
  }

  @Test("YAML typed by hand gets no completions for a whole config") func handWritten() throws {
    var driver = try EditorDriver()
    driver.type("greeting:")
    #expect(driver.labels == [])
    driver.type(" hello")
    #expect(driver.labels == [])
    driver.editor = ConfigEditor("")
    driver.editor.askForCompletion(in: driver.subject)
    #expect(driver.labels == ["{}"])
  }

  @Test("Enter breaks the line after a complete value, even if longer completions are listed") func enter() throws {
    var driver = try EditorDriver("{ \"delay\": | }")
    driver.type("2")
    #expect(driver.labels == ["250"])
    #expect(!driver.editor.completionTakesEnter)
    driver.editor.moveInCompletion(by: 0)
    #expect(driver.editor.completionTakesEnter)
  }

  @Test("the merged result shows changes with their old values and folds the rest") func merged() throws {
    let driver = try EditorDriver("{ \"sections-enabled\": { \"pocket\": false } }|")
    let rows = driver.editor.merged?.rows ?? []
    let changed = rows.filter { $0.change != nil }
    #expect(changed.map(\.key) == ["pocket"] && changed.map(\.change) == [.was(true)])
    #expect(rows.contains { $0.key == "sponsored-tiles" && $0.text == "{ … 2 }" })
    #expect(rows.contains { $0.key == "section-order" && $0.text == "[ … 2 ]" })
    #expect(driver.editor.merged?.changeCount == 1)
    let same = try EditorDriver("{ \"delay\": 250 }|")
    #expect(same.editor.merged?.changeCount == 0, "a value that is typed again is no change")
  }

  @Test("the merged result stays at the last valid text") func lastValid() throws {
    var driver = try EditorDriver("{ \"delay\": 1| }")
    driver.type("x")
    #expect(driver.editor.mergedView.isOutOfDate)
    #expect(driver.editor.merged?.changeCount == 1)
    driver.press("Backspace")
    #expect(!driver.editor.mergedView.isOutOfDate)
  }

  @Test("pasted YAML becomes JSON, and a message says so") func yaml() throws {
    var driver = try EditorDriver("|")
    driver.paste("sections-enabled:\n  pocket: false\ngreeting: hi\n")
    #expect(
      driver.editor.buffer.text == """
        {
          "sections-enabled": {
            "pocket": false
          },
          "greeting": "hi"
        }

        """)
    #expect(driver.editor.message == .pastedYAML(dropsComments: false))
    driver.editor.undo()
    #expect(driver.marked == "|")
  }

  @Test("YAML pasted among members becomes members") func yamlMembers() throws {
    var driver = try EditorDriver("{\n  |\n}")
    driver.editor.replace(driver.editor.cursor..<driver.editor.cursor, with: "\"delay\": 1,\n  ")
    driver.paste("greeting: hi\nsponsored-tiles: {count: 3}")
    #expect(
      driver.marked == """
        {
          "delay": 1,
          "greeting": "hi",
          "sponsored-tiles": {
            "count": 3
          }|
        }
        """)
  }

  @Test(
    "JSON, plain words and text inside a string are pasted as they are",
    arguments: [
      ("|", "{ \"a\": 1 }", "{ \"a\": 1 }|"), ("{ \"greeting\": \"|\" }", "a: b", "{ \"greeting\": \"a: b|\" }"),
      ("{ \"delay\": | }", "12", "{ \"delay\": 12| }"),
    ])
  func plainPastes(start: String, pasted: String, end: String) throws {
    var driver = try EditorDriver(start)
    driver.paste(pasted)
    #expect(driver.marked == end)
  }

  @Test("formatting a long line scrolls back to its first column") func formatScrolls() throws {
    let many = (1...40).map { "\"k\($0)\": \($0)" }.joined(separator: ", ")
    var driver = try EditorDriver("{\(many)|}", size: FrameCase.goldenSize)
    #expect(driver.editor.left > 0)
    _ = driver.editor.format()
    driver.reconcile()
    #expect(driver.editor.left == 0)
  }

  @Test("formatting puts each value on its own line and refuses text that does not parse") func format() throws {
    var driver = try EditorDriver("{\"delay\":1,|\"greeting\":\"x\"}")
    let isLaidOut = driver.editor.format()
    #expect(isLaidOut)
    #expect(driver.editor.buffer.text == "{\n  \"delay\": 1,\n  \"greeting\": \"x\"\n}\n")
    driver = try EditorDriver("{\"delay\":|}")
    let isRefused = !driver.editor.format()
    #expect(isRefused && driver.editor.buffer.text == "{\"delay\":}")
    #expect(driver.editor.message?.text.plain == "fix this first: 1:10 expected a value after the `:`")
  }

  @Test("a large text is checked in the background, and its problems move with it meanwhile") func largeText() throws {
    let filler = (0..<4_000).map { "  \"x\($0)\": \"some text that makes it large\"," }.joined(separator: "\n")
    var driver = try EditorDriver("|{\n\(filler)\n  \"delay\": \"x\"\n}")
    #expect(!driver.editor.isSmall && driver.editor.isUnchecked)
    let check = driver.editor.pendingCheck(in: driver.subject)!
    driver.editor.record(check.run(), of: check)
    #expect(!driver.editor.isUnchecked)
    let last = driver.editor.findings.last!.range.lowerBound
    driver.type("\n")
    #expect(driver.editor.isUnchecked)
    #expect(driver.editor.findings.last?.range.lowerBound == TextPosition(line: last.line + 1, offset: last.offset))
    driver.editor.record(check.run(), of: check)
    #expect(driver.editor.isUnchecked)
  }

  @Test("a megabyte is pasted whole and undone in one step") func megabyte() throws {
    let line = "  \"x\": \"some text that makes it large, some text that makes it large\",\n"
    let text = "{\n" + String(repeating: line, count: (1 << 20) / line.utf8.count) + "  \"y\": 1\n}\n"
    var driver = try EditorDriver("|")
    driver.paste(text)
    #expect(driver.editor.buffer.text == text)
    driver.type("x")
    driver.editor.undo()
    driver.editor.undo()
    #expect(driver.marked == "|")
  }
}

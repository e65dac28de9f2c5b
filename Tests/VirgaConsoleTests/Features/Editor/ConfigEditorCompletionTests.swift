import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSource

@testable import VirgaConsole

@Suite("Completion in the config editor") struct ConfigEditorCompletionTests {
  @Test(
    "typing lists what the manifest allows here",
    arguments: [
      .init(
        "a quote lists the variables that the object lacks",
        (
          "{\n  \"delay\": 1,\n  |\n}", "\"",
          [
            "greeting", "section-order", "sections-enabled", "sections-enabled, whole default",
            "sponsored-tiles", "sponsored-tiles, whole default",
          ]
        )),
      .init(
        "a beginning lists the variables that begin so",
        (
          "{\n  \"delay\": 1,\n  |\n}", "\"se",
          ["section-order", "sections-enabled", "sections-enabled, whole default"]
        )),
      .init(
        "a quote in a list of an enum lists its variants",
        ("{ \"section-order\": [|] }", "\"", ["pocket", "recently-saved", "top-sites"])),
      .init("a digit lists the default", ("{ \"delay\": | }", "2", ["250"])),
      .init("a name without quotes, which may be YAML, is not completed", ("|", "greeting:", [])),
      .init("a line of YAML is not completed", ("|", "greeting: hello", [])),
    ] as [Behavior<(start: String, text: String, labels: [String])>])
  func typed(_ behavior: Behavior<(start: String, text: String, labels: [String])>) throws {
    let (start, text, labels) = behavior.example
    var driver = try EditorDriver(start)
    driver.type(text)
    #expect(driver.labels == labels)
  }

  @Test(
    "on request, completions are listed for what is at the cursor",
    arguments: [
      .init(
        "a complete Boolean lists both values",
        ("{ \"sections-enabled\": { \"pocket\": true| } }", ["true", "false"], "true")),
      .init(
        "a complete Boolean starts at its own value",
        ("{ \"sections-enabled\": { \"pocket\": false| } }", ["true", "false"], "false")),
      .init(
        "a misspelled key starts at its correction",
        (
          "{ \"sections-enabled\": { \"pockt|\": true } }",
          ["pocket", "recently-saved", "top-sites"], "pocket"
        )),
      .init(
        "the beginning of one name starts at that name",
        (
          "{ \"gre|\" }",
          [
            "greeting", "delay", "section-order", "sections-enabled",
            "sections-enabled, whole default", "sponsored-tiles", "sponsored-tiles, whole default",
          ], "greeting"
        )),
      .init(
        "an unknown key that is a part of one name starts at that name",
        (
          "{ \"order|\": [] }",
          ["section-order", "delay", "greeting", "sections-enabled", "sponsored-tiles"],
          "section-order"
        )),
      .init(
        "a string for a Boolean starts at its correction",
        ("{ \"sections-enabled\": { \"pocket\": \"no|\" } }", ["false", "true"], "false")),
      .init(
        "after a value the missing variables are listed",
        (
          "{\n  \"sections-enabled\": {}|\n}",
          [
            "delay", "greeting", "section-order", "sponsored-tiles",
            "sponsored-tiles, whole default",
          ], "delay"
        )),
      .init(
        "an object is listed empty before its default",
        ("{ \"sponsored-tiles\": | }", ["{}", "whole default"], "{}")),
      .init(
        "a Boolean in quotes starts without them",
        ("{ \"sections-enabled\": { \"pocket\": \"true|\" } }", ["true", "false"], "true")),
      .init(
        "a number in quotes starts without them",
        ("{ \"delay\": \"14|\" }", ["14", "0", "250"], "14")),
      .init(
        "a number in quotes starts without them also at its end",
        ("{ \"delay\": \"14\"| }", ["14", "0", "250"], "14")),
      .init(
        "a key in single quotes starts at its correction, and others replace it",
        (
          "{ |'delay': 1 }",
          ["\"delay\"", "greeting", "section-order", "sections-enabled", "sponsored-tiles"],
          "\"delay\""
        )),
      .init(
        "a word starts at the value that was meant",
        ("{ \"sections-enabled\": { \"pocket\": |True } }", ["true", "false"], "true")),
      .init(
        "before a bracket without its partner nothing completes",
        ("{ \"section-order\": |[\"pocket\" }", [], nil)),
      .init(
        "directly behind a name without a colon, the name starts at itself",
        (
          "{\n  \"greeting\"|\n}",
          [
            "greeting", "delay", "section-order", "sections-enabled",
            "sections-enabled, whole default", "sponsored-tiles", "sponsored-tiles, whole default",
          ], "greeting"
        )),
      .init(
        "directly behind a name with a colon, other names can replace it",
        (
          "{ \"delay\"|: 1 }",
          ["delay", "greeting", "section-order", "sections-enabled", "sponsored-tiles"], "delay"
        )),
      .init(
        "a blank behind a name without a colon, nothing completes", ("{\n  \"delay\" |\n}", [], nil)
      ),
      .init("an empty text completes to an object", ("|", ["{}"], "{}")),
    ] as [Behavior<(start: String, labels: [String], selected: String?)>])
  func asked(_ behavior: Behavior<(start: String, labels: [String], selected: String?)>) throws {
    let (start, labels, selected) = behavior.example
    var driver = try EditorDriver(start)
    driver.editor.askForCompletion(in: driver.subject)
    #expect(driver.labels == labels && driver.editor.completion?.list.selected?.label == selected)
    #expect(driver.editor.message == (labels.isEmpty ? .noCompletions : nil))
  }

  @Test(
    "an accepted completion leaves a text without problems",
    arguments: [
      .init(
        "a variable with an object is inserted with an empty one, and the cursor in it",
        ("{\n  |\n}", "\"spon", "{\n  \"sponsored-tiles\": {|}\n}")),
      .init(
        "an object is inserted empty, with the cursor in it",
        ("{ \"sponsored-tiles\": | }", "", "{ \"sponsored-tiles\": {|} }")),
      .init(
        "a variant is inserted in a list",
        ("{ \"section-order\": [|] }", "\"r", "{ \"section-order\": [\"recently-saved\"|] }")),
      .init(
        "a name after another value gets a comma before it",
        (
          "{\n  \"delay\": 250|\n}", "\n\"gree",
          "{\n  \"delay\": 250,\n  \"greeting\": \"hello\"|\n}"
        )),
      .init(
        "a variable asked for after a value gets a comma before it",
        (
          "{\n  \"sections-enabled\": {}|\n}", "",
          "{\n  \"sections-enabled\": {},\n  \"delay\": 250|\n}"
        )),
      .init(
        "a correction replaces a misspelled key",
        (
          "{ \"sections-enabled\": { \"pockt|\": true } }", "",
          "{ \"sections-enabled\": { \"pocket\"|: true } }"
        )),
      .init(
        "directly behind a name without a colon, its value is added",
        ("{ \"delay\"| }", "", "{ \"delay\": 250| }")),
      .init(
        "a correction replaces a value of the wrong type",
        (
          "{ \"sections-enabled\": { \"pocket\": \"no|\" } }", "",
          "{ \"sections-enabled\": { \"pocket\": false| } }"
        )),
    ] as [Behavior<(start: String, text: String, end: String)>])
  func accepted(_ behavior: Behavior<(start: String, text: String, end: String)>) throws {
    let (start, text, end) = behavior.example
    var driver = try EditorDriver(start)
    driver.type(text)
    if text.isEmpty { driver.editor.askForCompletion(in: driver.subject) }
    driver.editor.acceptCompletion()
    driver.reconcile()
    #expect(driver.marked == end && driver.problems == [] && driver.editor.completion == nil)
  }

  @Test(
    "a completion at either end of a wrong name or string replaces it",
    arguments: [
      .init(
        "before a name",
        ("{ |\"greting\": \"a\" }", "sections-enabled", "{ \"sections-enabled\"|: \"a\" }")),
      .init("after a name", ("{ \"dely\"|: 1 }", "delay", "{ \"delay\"|: 1 }")),
      .init("before a number in quotes", ("{ \"delay\": |\"14\" }", "250", "{ \"delay\": 250| }")),
      .init("after a number in quotes", ("{ \"delay\": \"14\"| }", "250", "{ \"delay\": 250| }")),
      .init(
        "before a variant",
        (
          "{ \"section-order\": [|\"pockt\"] }", "top-sites",
          "{ \"section-order\": [\"top-sites\"|] }"
        )),
      .init(
        "after a variant",
        (
          "{ \"section-order\": [\"pockt\"|] }", "top-sites",
          "{ \"section-order\": [\"top-sites\"|] }"
        )),
    ] as [Behavior<(start: String, label: String, end: String)>])
  func replacing(_ behavior: Behavior<(start: String, label: String, end: String)>) throws {
    let (start, label, end) = behavior.example
    var driver = try EditorDriver(start)
    driver.editor.askForCompletion(in: driver.subject)
    let ranges = Set(driver.editor.completion?.list.items.map(\.range) ?? [])
    #expect(ranges.count == 1, "each completion replaces the same text")
    let index = try #require(driver.labels.firstIndex(of: label))
    driver.editor.completion?.list.scroll.cursor = index
    driver.editor.acceptCompletion()
    #expect(driver.marked == end)
  }

  @Test("the second choice of an object is its whole default, formatted")
  func wholeDefault() throws {
    var driver = try EditorDriver("{\n  |\n}")
    driver.type("\"spon")
    driver.editor.moveInCompletion(by: 1)
    #expect(driver.editor.completion?.list.selected?.detail.contains("whole default") == true)
    driver.editor.acceptCompletion()
    let inserted =
      "{\n  \"sponsored-tiles\": {\n    \"count\": 2,\n    \"enabled\": true\n  }|\n}"
    #expect(driver.marked == inserted)
  }

  @Test(
    "the first fix of a syntax problem repairs it",
    arguments: [
      .init("a key in single quotes", ("{ 'delay': 1 }", "{ \"delay\"|: 1 }")),
      .init("a key without quotes", ("{ delay: 1 }", "{ \"delay\"|: 1 }")),
      .init("a string that is not closed", ("{ \"greeting\": \"hi }", "{ \"greeting\": \"hi\"| }")),
      .init("a wrong number", ("{ \"delay\": +1 }", "{ \"delay\": 1| }")),
      .init(
        "a semicolon",
        (
          "{ \"delay\": 1; \"greeting\": \"a\" }", "{ \"delay\": 1,| \"greeting\": \"a\" }"
        )),
      .init("a comma too many", ("{ \"delay\": 1, }", "{ \"delay\": 1| }")),
      .init(
        "a missing comma",
        ("{ \"delay\": 1 \"greeting\": \"a\" }", "{ \"delay\": 1,| \"greeting\": \"a\" }")),
      .init("a missing colon", ("{ \"delay\" 1 }", "{ \"delay\":| 1 }")),
    ] as [Behavior<(start: String, end: String)>])
  func syntaxFix(_ behavior: Behavior<(start: String, end: String)>) throws {
    let (start, end) = behavior.example
    var driver = try EditorDriver(start)
    driver.editor.goToProblem(step: 1)
    driver.editor.askForCompletion(in: driver.subject)
    driver.editor.acceptCompletion()
    driver.reconcile()
    #expect(driver.marked == end && driver.problems == [])
  }

  @Test("Enter accepts only a completion that was chosen")
  func enter() throws {
    var driver = try EditorDriver("{ \"delay\": | }")
    driver.type("2")
    #expect(!driver.editor.completionTakesEnter)
    driver.editor.moveInCompletion(by: 0)
    #expect(driver.editor.completionTakesEnter)
  }

  @Test("deleting keeps the list of completions open") func deleting() throws {
    var driver = try EditorDriver("{\n  |\n}")
    driver.type("\"sec")
    #expect(driver.editor.completion?.list.selected?.detail.contains("In which order") == true)
    driver.press("Backspace", "Backspace")
    #expect(driver.labels.count == 5)
  }

  @Test("a fix is offered only where one is known")
  func offersFixes() throws {
    var console = try ConsoleDriver(yaml: EditorDriver.yaml, channel: "nightly")
    func offer() -> String? { console.title(ofCommand: "complete") }
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
      $0.editor?.completion?.list.selected?.detail.hasPrefix("fixes: ") == true
    }
    console.press("Esc", "Left")
    #expect(offer() == "complete", "there is no fix beside the problem")
    console.press("F8", "F8")
    #expect(offer() == "complete", "no fix is known")
    console.press("F8", "F8", "Shift-Right")
    #expect(offer() == "complete", "a selection is not completed")
  }
}

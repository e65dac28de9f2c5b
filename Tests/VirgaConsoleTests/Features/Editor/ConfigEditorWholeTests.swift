import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSource

@testable import VirgaConsole

@Suite("Whole text of the config editor") struct ConfigEditorWholeTests {

  @Test(
    "a pasted text is fitted to the text around it",
    arguments: [
      .init(
        "YAML replaces an empty text as JSON",
        (
          "|", "section-order:\n- pocket\ngreeting: hi\n",
          "{\n  \"section-order\": [\n    \"pocket\"\n  ],\n  \"greeting\": \"hi\"\n}\n|"
        )),
      .init(
        "members in YAML are added after others",
        (
          "{\n  \"delay\": 1,\n  |\n}", "greeting: hi\nsponsored-tiles: {count: 3}",
          "{\n  \"delay\": 1,\n  \"greeting\": \"hi\",\n  \"sponsored-tiles\": {\n    \"count\": 3\n  }|\n}"
        )),
      .init(
        "a member in YAML is added before others",
        ("{\n  |\"delay\": 1\n}", "greeting: hi", "{\n  \"greeting\": \"hi\",\n  |\"delay\": 1\n}")),
      .init(
        "a member in YAML on an empty line gets its comma",
        (
          "{\n  |\n  \"delay\": 1\n}", "greeting: hi",
          "{\n  \"greeting\": \"hi\",|\n  \"delay\": 1\n}"
        )),
      .init(
        "a list in YAML becomes a value",
        ("{ \"section-order\": | }", "- pocket", "{ \"section-order\": [\n  \"pocket\"\n]| }")),
      .init(
        "a config replaces an empty one",
        ("{\n  |\n}\n", "{\"greeting\": \"hello\"}", "{\"greeting\": \"hello\"}|")),
      .init(
        "an object becomes a value",
        ("{\n  \"a\": |\n}\n", "{\"b\": 1}", "{\n  \"a\": {\"b\": 1}|\n}\n")),
      .init("JSON is inserted as it is", ("|", "{ \"a\": 1 }", "{ \"a\": 1 }|")),
      .init(
        "YAML inside a string is text",
        ("{ \"greeting\": \"|\" }", "a: b", "{ \"greeting\": \"a: b|\" }")),
      .init("a number is inserted as it is", ("{ \"delay\": | }", "12", "{ \"delay\": 12| }")),
    ] as [Behavior<(start: String, pasted: String, end: String)>])
  func pasted(_ behavior: Behavior<(start: String, pasted: String, end: String)>) throws {
    let (start, pasted, end) = behavior.example
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

  @Test("formatting puts each value on its own line")
  func format() throws {
    let many = (1...40).map { "\"k\($0)\": \($0)" }
    var driver = try EditorDriver("{\(many.joined(separator: ","))|}", size: FrameCase.goldenSize)
    #expect(driver.editor.firstVisibleColumn > 0)
    driver.editor.format()
    driver.reconcile()
    #expect(
      driver.editor.buffer.text == "{\n  \(many.joined(separator: ",\n  "))\n}\n"
        && driver.editor.firstVisibleColumn == 0)
  }

  @Test("formatting refuses text that does not parse") func refusedFormat() throws {
    var driver = try EditorDriver("{\"delay\":|}")
    driver.editor.format()
    #expect(driver.editor.buffer.text == "{\"delay\":}")
    #expect(
      driver.editor.message?.text.plain == "fix this first: 1:10 expected a value after the `:`")
  }
}

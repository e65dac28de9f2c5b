import Testing

@testable import VirgaConsole

@Suite("Lines and brackets in the config editor") struct EditorLineTests {
  private func marked(_ start: String, _ change: (inout ConfigEditor) -> Void) throws -> String {
    var driver = try EditorDriver(start)
    change(&driver.editor)
    return driver.marked
  }

  @Test("a line moves, and the comma stays between the values") func moving() throws {
    #expect(try marked("{\n  \"a\": 1,\n  \"b|\": 2\n}") { $0.moveLines(by: -1) } == "{\n  \"b|\": 2,\n  \"a\": 1\n}")
    #expect(try marked("{\n  \"a|\": 1,\n  \"b\": 2\n}") { $0.moveLines(by: 1) } == "{\n  \"b\": 2,\n  \"a|\": 1\n}")
    #expect(try marked("a|\nb") { $0.moveLines(by: -1) } == "a|\nb")
  }

  @Test("a line is written twice, with a comma where it lacked one") func duplicating() throws {
    #expect(try marked("[\n  1|\n]") { $0.duplicateLines() } == "[\n  1,\n  1|\n]")
    #expect(try marked("[\n  1,|\n  2\n]") { $0.duplicateLines() } == "[\n  1,\n  1,|\n  2\n]")
  }

  @Test("from a bracket to its other one, and from within to the one around") func brackets() throws {
    func jump(_ start: String) throws -> String { try marked(start) { _ = $0.goToBracket() } }
    #expect(try jump("|{\n  [1]\n}") == "{\n  [1]\n|}")
    #expect(try jump("{\n  [1]\n|}") == "|{\n  [1]\n}")
    #expect(try jump("{ \"a|\": \"}\" }") == "|{ \"a\": \"}\" }")
  }

  @Test("what is selected grows from the word to the whole text") func growing() throws {
    var driver = try EditorDriver("{ \"a\": [1, \"two wo|rds\"] }\n")
    var selected: [String] = []
    while driver.editor.selectAround() { selected.append(driver.editor.selectedText) }
    #expect(
      selected == [
        "words", "\"two words\"", "1, \"two words\"", "[1, \"two words\"]", " \"a\": [1, \"two words\"] ",
        "{ \"a\": [1, \"two words\"] }", "{ \"a\": [1, \"two words\"] }\n",
      ])
  }
}

import Testing

@testable import VirgaConsole

@Suite("Lines in the config editor") struct EditorLineTests {
  private func marked(_ start: String, _ change: (inout ConfigEditor) -> Void) throws -> String {
    var driver = try EditorDriver(start)
    change(&driver.editor)
    return driver.marked
  }

  @Test("moving a line keeps the comma between the values") func moving() throws {
    #expect(try marked("{\n  \"a\": 1,\n  \"b|\": 2\n}") { $0.moveLines(by: -1) } == "{\n  \"b|\": 2,\n  \"a\": 1\n}")
    #expect(try marked("{\n  \"a|\": 1,\n  \"b\": 2\n}") { $0.moveLines(by: 1) } == "{\n  \"b\": 2,\n  \"a|\": 1\n}")
    #expect(try marked("a|\nb") { $0.moveLines(by: -1) } == "a|\nb")
  }

  @Test("duplicating a line adds the missing comma") func duplicating() throws {
    #expect(try marked("[\n  1|\n]") { $0.duplicateLines() } == "[\n  1,\n  1|\n]")
    #expect(try marked("[\n  1,|\n  2\n]") { $0.duplicateLines() } == "[\n  1,\n  1,|\n  2\n]")
  }

  @Test("the selection grows from the word to the whole text") func growing() throws {
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

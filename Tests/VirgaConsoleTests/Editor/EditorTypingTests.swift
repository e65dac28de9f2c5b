import Testing
import VirgaCanvas
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Typing in the config editor") struct EditorTypingTests {
  private func typed(_ start: String, _ text: String) throws -> String {
    var driver = try EditorDriver(start)
    driver.type(text)
    return driver.marked
  }

  @Test("brackets and quotes close themselves") func pairs() throws {
    #expect(try typed("|", "{") == "{|}")
    #expect(try typed("{ \"a\": |}", "[") == "{ \"a\": [|]}")
    #expect(try typed("{|}", "\"") == "{\"|\"}")
  }

  @Test("nothing closes itself before a word") func noPairBeforeWords() throws {
    #expect(try typed("|true", "[") == "[|true")
    #expect(try typed("{|a\"}", "\"") == "{\"|a\"}")
  }

  @Test("a quote before a string begins one of its own, and never takes that one's") func quoteBeforeString() throws {
    #expect(try typed("{|\"a\": 1}", "\"") == "{\"|\"\"a\": 1}")
    #expect(try typed("{|\"a\": 1}", "\"b\": 2, ") == "{\"b\": 2, |\"a\": 1}")
    #expect(try typed("|", "\"a\\\\\"") == "\"a\\\\\"|")
    #expect(try typed("|", "\"a\\\"b") == "\"a\\\"b|\"")
  }

  @Test("a config that is pasted takes the place of an empty one") func pastedConfig() throws {
    var driver = try EditorDriver("{\n  |\n}\n")
    driver.paste("{\"greeting\": \"hello\"}")
    #expect(driver.marked == "{\"greeting\": \"hello\"}|")
    driver = try EditorDriver("{\n  \"a\": |\n}\n")
    driver.paste("{\"b\": 1}")
    #expect(driver.marked == "{\n  \"a\": {\"b\": 1}|\n}\n")
  }

  @Test("a closing bracket or quote that is there is stepped over") func steppingOver() throws {
    #expect(try typed("|", "{}") == "{}|")
    #expect(try typed("{|}", "\"a\"") == "{\"a\"|}")
  }

  @Test("a brace that the text of nothing yet has already is not typed once more") func startText() throws {
    #expect(try typed("{\n  |\n}\n", "{") == "{\n  |\n}\n")
    #expect(try typed("{\n  |\n}\n", "{\"delay\": 1}") == "{\n  \"delay\": 1\n}|\n")
    #expect(try typed("{\n  \"a\": |\n}\n", "{}") == "{\n  \"a\": {}|\n}\n")
    #expect(try typed("[\n  |\n]\n", "{") == "[\n  {|}\n]\n")
    #expect(try typed("{\n  \"a\": {\n    |\n}\n", "}") == "{\n  \"a\": {\n  }|\n}\n")
  }

  @Test("an escaped quote stays in its string") func escapedQuote() throws {
    #expect(try typed("{\"a\": \"\\|\"}", "\"") == "{\"a\": \"\\\"|\"}")
  }

  @Test("a line break between brackets puts the closing one on its own line") func breakingBetween() throws {
    #expect(try typed("|", "{\n") == "{\n  |\n}")
    #expect(try typed("  [|]", "\n") == "  [\n    |\n  ]")
  }

  @Test("a line break keeps the indentation") func breakingElsewhere() throws {
    #expect(try typed("    1,|", "\n") == "    1,\n    |")
    #expect(try typed("  |  1", "\n") == "  \n  |  1")
  }

  @Test("a closing bracket alone in its line goes below its opening one") func closingAlone() throws {
    #expect(try typed("{\n  \"a\": {\n    |", "}") == "{\n  \"a\": {\n  }|")
  }

  @Test("a name on a new line gives the value before it its comma") func comma() throws {
    #expect(try typed("{\n  \"delay\": 1\n  |\n}", "\"") == "{\n  \"delay\": 1,\n  \"|\"\n}")
    #expect(try typed("{\n  |\n}", "\"") == "{\n  \"|\"\n}")
    #expect(try typed("{\n  \"delay\": 1,\n  |\n}", "\"") == "{\n  \"delay\": 1,\n  \"|\"\n}")
  }

  @Test("the comma and the name are one step back") func commaIsOneStep() throws {
    var driver = try EditorDriver("{\n  \"delay\": 1\n  |\n}")
    driver.type("\"g")
    driver.editor.undo()
    driver.editor.undo()
    #expect(driver.marked == "{\n  \"delay\": 1\n  |\n}")
  }

  @Test("deleting back takes an empty pair as a whole") func deletingPairs() throws {
    var driver = try EditorDriver("{[|]}")
    driver.press("Backspace")
    #expect(driver.marked == "{|}")
    driver.press("Backspace")
    #expect(driver.marked == "|")
  }

  @Test("deleting back in front of a line takes two blanks") func deletingIndentation() throws {
    var driver = try EditorDriver("    |x")
    driver.press("Backspace")
    #expect(driver.marked == "  |x")
  }

  @Test("deleting back at a line's start joins two lines") func joiningLines() throws {
    var driver = try EditorDriver("a\n|b")
    driver.press("Backspace")
    #expect(driver.marked == "a|b")
  }

  @Test("Ctrl-K cuts to the line's end, then the line's end itself") func killing() throws {
    var driver = try EditorDriver("a|bc\nd")
    driver.press("Ctrl-K")
    #expect(driver.marked == "a|\nd")
    driver.press("Ctrl-K")
    #expect(driver.marked == "a|d")
  }

  @Test("typing replaces what is selected") func replacing() throws {
    var driver = try EditorDriver("|abc")
    driver.press("Shift-Right", "Shift-Right")
    #expect(driver.editor.selectedText == "ab")
    driver.type("x")
    #expect(driver.marked == "x|c")
  }

  @Test(
    "brackets and quotes go around what is selected, which stays so; a closing one takes its place",
    arguments: [
      ("{", "{1, 2}, 3"), ("[", "[1, 2], 3"), ("\"", "\"1, 2\", 3"), ("}", "}, 3"), ("]", "], 3"),
    ])
  func enclosing(character: Character, text: String) throws {
    for (keys, start) in [("Shift-Right", "|1, 2, 3"), ("Shift-Left", "1, 2|, 3")] as [(KeyPress, String)] {
      var driver = try EditorDriver(start)
      for _ in 0..<4 { driver.press(keys) }
      driver.editor.type(character)
      #expect(driver.editor.buffer.text == text)
      let isAround = "{[\"".contains(character)
      #expect(driver.editor.selectedText == (isAround ? "1, 2" : ""))
      if isAround { #expect(driver.editor.cursor.offset == (keys == "Shift-Right" ? 5 : 1)) }
      driver.editor.undo()
      #expect(driver.editor.buffer.text == "1, 2, 3" && driver.editor.selectedText == "1, 2")
    }
  }

  @Test("what is enclosed may go over several lines") func enclosingLines() throws {
    var driver = try EditorDriver("|\"a\": 1,\n\"b\": 2")
    driver.editor.selectAll()
    driver.editor.type("{")
    #expect(driver.editor.buffer.text == "{\"a\": 1,\n\"b\": 2}")
    #expect(driver.editor.selectedText == "\"a\": 1,\n\"b\": 2")
  }

  @Test("Tab moves selected lines to the right and Shift-Tab back") func indenting() throws {
    var driver = try EditorDriver("|a\nb\nc")
    driver.press("Shift-Down", "Shift-Down", "Tab")
    #expect(driver.editor.buffer.text == "  a\n  b\nc")
    driver.press("Shift-Tab")
    #expect(driver.editor.buffer.text == "a\nb\nc")
    driver.editor.undo()
    #expect(driver.editor.buffer.text == "  a\n  b\nc")
  }

  @Test("Home goes to the text of a line, then before its blanks") func home() throws {
    var driver = try EditorDriver("  ab|c")
    driver.press("Home")
    #expect(driver.marked == "  |abc")
    driver.press("Home")
    #expect(driver.marked == "|  abc")
  }

  @Test("up and down keep the column, also over short lines and wide characters") func goal() throws {
    var driver = try EditorDriver("日本語x|\na\n日本語xyz")
    driver.press("Down", "Down")
    #expect(driver.marked == "日本語x\na\n日本語x|yz")
    driver.press("Up", "Up", "Up")
    #expect(driver.editor.cursor == .start)
  }

  @Test("a run of letters is one step back, the next word another") func undoOfRuns() throws {
    var driver = try EditorDriver("|")
    driver.type("one two")
    driver.editor.undo()
    #expect(driver.marked == "one |")
    driver.editor.undo()
    #expect(driver.marked == "|")
    driver.editor.redo()
    driver.editor.redo()
    #expect(driver.marked == "one two|")
  }

  @Test("moving the cursor ends a run") func undoAfterMoving() throws {
    var driver = try EditorDriver("|")
    driver.type("ab")
    driver.press("Left", "Right")
    driver.type("c")
    driver.editor.undo()
    #expect(driver.marked == "ab|")
  }

  @Test("random editing is taken back to the beginning and done again", arguments: [1, 2, 3, 4] as [UInt64])
  func undoOfEverything(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var driver = try EditorDriver("{\n  \"delay\": 1\n}")
    let start = driver.editor.buffer.text
    let keys: [KeyPress] = [
      "a", "1", "\"", "{", "}", "[", "]", ",", ":", " ", "é", "日", "Enter", "Tab", "Shift-Tab", "Backspace", "Delete",
      "Left", "Right", "Up", "Down", "Home", "End", "Ctrl-Home", "Ctrl-End", "Shift-Left", "Shift-Down", "Shift-End",
      "Ctrl-Left", "Ctrl-Right", "Ctrl-W", "Ctrl-K", "PgUp", "PgDn",
    ]
    for step in 0..<400 {
      let key = keys.randomElement(using: &random)!
      driver.take(key, page: 4)
      if step.isMultiple(of: 37) { driver.editor.paste("x\n\"y\": [\n1]") }
      if step.isMultiple(of: 53) { _ = driver.editor.toggleFold() }
      if step.isMultiple(of: 10) { driver.settle() }
      let text = driver.editor.buffer
      #expect(text.nearest(driver.editor.cursor) == driver.editor.cursor, "step \(step), \(key)")
      #expect(!driver.editor.folds.hides(driver.editor.cursor.line), "step \(step), \(key)")
    }
    let end = driver.editor.buffer.text
    while driver.editor.canUndo { driver.editor.undo() }
    #expect(driver.editor.buffer.text == start)
    while driver.editor.canRedo { driver.editor.redo() }
    #expect(driver.editor.buffer.text == end)
  }
}

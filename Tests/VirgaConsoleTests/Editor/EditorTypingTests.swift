import Testing
import VirgaCanvas
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Typing in the config editor") struct EditorTypingTests {
  @Test(
    "what is typed closes, steps over, moves and separates as it should",
    arguments: [
      // Brackets and quotes close themselves, but not before a word.
      ("|", "{", "{|}"), ("{ \"a\": |}", "[", "{ \"a\": [|]}"), ("{|}", "\"", "{\"|\"}"), ("|true", "[", "[|true"),
      ("{|a\"}", "\"", "{\"|a\"}"),
      // A quote before a string begins one of its own, and never takes that one's; an escaped one stays in its string.
      ("{|\"a\": 1}", "\"", "{\"|\"\"a\": 1}"), ("{|\"a\": 1}", "\"b\": 2, ", "{\"b\": 2, |\"a\": 1}"),
      ("|", "\"a\\\\\"", "\"a\\\\\"|"), ("|", "\"a\\\"b", "\"a\\\"b|\""),
      ("{\"a\": \"\\|\"}", "\"", "{\"a\": \"\\\"|\"}"),
      // A closing bracket or quote that is there is stepped over.
      ("|", "{}", "{}|"), ("{|}", "\"a\"", "{\"a\"|}"),
      // A brace that the text of nothing yet has already is not typed once more.
      ("{\n  |\n}\n", "{", "{\n  |\n}\n"), ("{\n  |\n}\n", "{\"delay\": 1}", "{\n  \"delay\": 1\n}|\n"),
      ("{\n  \"a\": |\n}\n", "{}", "{\n  \"a\": {}|\n}\n"), ("[\n  |\n]\n", "{", "[\n  {|}\n]\n"),
      // A closing bracket alone in its line goes below its opening one.
      ("{\n  \"a\": {\n    |\n}\n", "}", "{\n  \"a\": {\n  }|\n}\n"),
      ("{\n  \"a\": {\n    |", "}", "{\n  \"a\": {\n  }|"),
      // A line break between brackets puts the closing one on its own line, and any keeps the indentation.
      ("|", "{\n", "{\n  |\n}"), ("  [|]", "\n", "  [\n    |\n  ]"), ("    1,|", "\n", "    1,\n    |"),
      ("  |  1", "\n", "  \n  |  1"),
      // A name on a new line gives the value before it its comma.
      ("{\n  \"delay\": 1\n  |\n}", "\"", "{\n  \"delay\": 1,\n  \"|\"\n}"),
      ("{\n  |\n}", "\"", "{\n  \"|\"\n}"),
      ("{\n  \"delay\": 1,\n  |\n}", "\"", "{\n  \"delay\": 1,\n  \"|\"\n}"),
    ])
  func typing(start: String, text: String, end: String) throws {
    var driver = try EditorDriver(start)
    driver.type(text)
    #expect(driver.marked == end)
  }

  @Test(
    "a config that is pasted takes the place of an empty one",
    arguments: [
      ("{\n  |\n}\n", "{\"greeting\": \"hello\"}", "{\"greeting\": \"hello\"}|"),
      ("{\n  \"a\": |\n}\n", "{\"b\": 1}", "{\n  \"a\": {\"b\": 1}|\n}\n"),
    ])
  func pastedConfig(start: String, text: String, end: String) throws {
    var driver = try EditorDriver(start)
    driver.paste(text)
    #expect(driver.marked == end)
  }

  @Test(
    "keys delete and move as far as they should",
    arguments: [
      // Backspace takes an empty pair as a whole, two blanks in front of a line, and joins two lines.
      ("{[|]}", ["Backspace"], "{|}"), ("{[|]}", ["Backspace", "Backspace"], "|"),
      ("    |x", ["Backspace"], "  |x"), ("a\n|b", ["Backspace"], "a|b"),
      // Ctrl-K cuts to the line's end, then the line's end itself.
      ("a|bc\nd", ["Ctrl-K"], "a|\nd"), ("a|bc\nd", ["Ctrl-K", "Ctrl-K"], "a|d"),
      // Home goes to the text of a line, then before its blanks.
      ("  ab|c", ["Home"], "  |abc"), ("  ab|c", ["Home", "Home"], "|  abc"),
      // Up and down keep the column, also over short lines and wide characters.
      ("日本語x|\na\n日本語xyz", ["Down", "Down"], "日本語x\na\n日本語x|yz"),
      ("日本語x\na\n日本語x|yz", ["Up", "Up", "Up"], "|日本語x\na\n日本語xyz"),
    ] as [(String, [KeyPress], String)])
  func keys(start: String, keys: [KeyPress], end: String) throws {
    var driver = try EditorDriver(start)
    for key in keys { driver.press(key) }
    #expect(driver.marked == end)
  }

  @Test("the comma and the name are one step back") func commaIsOneStep() throws {
    var driver = try EditorDriver("{\n  \"delay\": 1\n  |\n}")
    driver.type("\"g")
    driver.editor.undo()
    driver.editor.undo()
    #expect(driver.marked == "{\n  \"delay\": 1\n  |\n}")
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

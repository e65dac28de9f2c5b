import Testing
import VirgaCanvas
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Typing in the config editor") struct EditorTypingTests {
  @Test(
    "typing closes brackets, steps over them, indents and adds commas",
    arguments: [
      // Brackets and quotes are closed automatically, but not before a word.
      ("|", "{", "{|}"), ("{ \"a\": |}", "[", "{ \"a\": [|]}"), ("{|}", "\"", "{\"|\"}"),
      ("|true", "[", "[|true"),
      ("{|a\"}", "\"", "{\"|a\"}"),
      // A quote before a string begins a new string; an escaped quote stays in its string.
      ("{|\"a\": 1}", "\"", "{\"|\"\"a\": 1}"),
      ("{|\"a\": 1}", "\"b\": 2, ", "{\"b\": 2, |\"a\": 1}"),
      ("|", "\"a\\\\\"", "\"a\\\\\"|"), ("|", "\"a\\\"b", "\"a\\\"b|\""),
      ("{\"a\": \"\\|\"}", "\"", "{\"a\": \"\\\"|\"}"),
      // Typing an existing closing bracket or quote steps over it.
      ("|", "{}", "{}|"), ("{|}", "\"a\"", "{\"a\"|}"),
      // The braces of an empty config are not doubled.
      ("{\n  |\n}\n", "{", "{\n  |\n}\n"),
      ("{\n  |\n}\n", "{\"delay\": 1}", "{\n  \"delay\": 1\n}|\n"),
      ("{\n  \"a\": |\n}\n", "{}", "{\n  \"a\": {}|\n}\n"), ("[\n  |\n]\n", "{", "[\n  {|}\n]\n"),
      // A closing bracket alone on its line is indented like its opening one.
      ("{\n  \"a\": {\n    |\n}\n", "}", "{\n  \"a\": {\n  }|\n}\n"),
      ("{\n  \"a\": {\n    |", "}", "{\n  \"a\": {\n  }|"),
      // A line break between brackets puts the closing one on its own line; every line break keeps
      // the indentation.
      ("|", "{\n", "{\n  |\n}"), ("  [|]", "\n", "  [\n    |\n  ]"),
      ("    1,|", "\n", "    1,\n    |"),
      ("  |  1", "\n", "  \n  |  1"),
      // A name on a new line adds a comma to the value before it.
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
    "editing keys delete and move across pairs, blanks and lines",
    arguments: [
      // Backspace deletes an empty pair or two blanks of indentation, and joins lines.
      ("{[|]}", ["Backspace"], "{|}"), ("{[|]}", ["Backspace", "Backspace"], "|"),
      ("    |x", ["Backspace"], "  |x"), ("a\n|b", ["Backspace"], "a|b"),
      // Ctrl-K deletes to the end of the line, then the line break.
      ("a|bc\nd", ["Ctrl-K"], "a|\nd"), ("a|bc\nd", ["Ctrl-K", "Ctrl-K"], "a|d"),
      // Home goes to the first character after the indentation, then to the start of the line.
      ("  ab|c", ["Home"], "  |abc"), ("  ab|c", ["Home", "Home"], "|  abc"),
      // Up and Down keep the column across short lines and wide characters.
      ("日本語x|\na\n日本語xyz", ["Down", "Down"], "日本語x\na\n日本語x|yz"),
      ("日本語x\na\n日本語x|yz", ["Up", "Up", "Up"], "|日本語x\na\n日本語xyz"),
      // Typing replaces the selection; Tab and Shift-Tab move its lines.
      ("|abc", ["Shift-Right", "Shift-Right", "x"], "x|c"),
      ("|a\nb\nc", ["Shift-Down", "Shift-Down", "Tab", "Left"], "  |a\n  b\nc"),
      ("|a\nb\nc", ["Shift-Down", "Shift-Down", "Tab", "Shift-Tab", "Left"], "|a\nb\nc"),
    ] as [(String, [KeyPress], String)])
  func keys(start: String, keys: [KeyPress], end: String) throws {
    var driver = try EditorDriver(start)
    for key in keys { driver.press(key) }
    #expect(driver.marked == end)
  }

  @Test(
    "brackets and quotes enclose the selection, and closing brackets replace it",
    arguments: [
      ("{", "{1,\n2}, 3"), ("[", "[1,\n2], 3"), ("\"", "\"1,\n2\", 3"), ("}", "}, 3"),
      ("]", "], 3"),
    ])
  func enclosing(character: Character, text: String) throws {
    for (key, start) in [("Shift-Right", "|1,\n2, 3"), ("Shift-Left", "1,\n2|, 3")]
      as [(KeyPress, String)]
    {
      var driver = try EditorDriver(start)
      for _ in 0..<4 { driver.press(key) }
      driver.editor.type(character)
      #expect(driver.editor.buffer.text == text)
      let isAround = "{[\"".contains(character)
      #expect(driver.editor.selectedText == (isAround ? "1,\n2" : ""))
      if isAround { #expect(driver.editor.cursor.line == (key == "Shift-Right" ? 1 : 0)) }
      driver.editor.undo()
      #expect(driver.editor.buffer.text == "1,\n2, 3" && driver.editor.selectedText == "1,\n2")
    }
  }

  @Test("undo removes one word at a time, or what was typed since the cursor moved")
  func undoOfRuns() throws {
    var driver = try EditorDriver("|")
    driver.type("one two")
    driver.editor.undo()
    #expect(driver.marked == "one |")
    driver.editor.undo()
    #expect(driver.marked == "|")
    driver.editor.redo()
    driver.editor.redo()
    #expect(driver.marked == "one two|")
    driver.press("Left", "Right")
    driver.type("c")
    driver.editor.undo()
    #expect(driver.marked == "one two|")
  }

  @Test("undo removes the automatic comma together with the name") func commaIsOneStep() throws {
    var driver = try EditorDriver("{\n  \"delay\": 1\n  |\n}")
    driver.type("\"g")
    driver.editor.undo()
    #expect(driver.marked == "{\n  \"delay\": 1\n  |\n}")
  }

  @Test(
    "random editing is undone to the start and redone to the end",
    arguments: [1, 2, 3, 4] as [UInt64])
  func undoOfEverything(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var driver = try EditorDriver("{\n  \"delay\": 1\n}")
    let start = driver.editor.buffer.text
    let keys: [KeyPress] = [
      "a", "1", "\"", "{", "}", "[", "]", ",", ":", " ", "é", "日", "Enter", "Tab", "Shift-Tab",
      "Backspace", "Delete",
      "Left", "Right", "Up", "Down", "Home", "End", "Ctrl-Home", "Ctrl-End", "Shift-Left",
      "Shift-Down", "Shift-End",
      "Ctrl-Left", "Ctrl-Right", "Ctrl-W", "Ctrl-K", "PgUp", "PgDn",
    ]
    for step in 0..<400 {
      driver.press(keys.randomElement(using: &random)!, page: 4)
      if step.isMultiple(of: 37) { driver.editor.paste("x\n\"y\": [\n1]") }
      if step.isMultiple(of: 10) { driver.reconcile() }
      let cursor = driver.editor.cursor
      #expect(driver.editor.buffer.nearest(cursor) == cursor)
    }
    let end = driver.editor.buffer.text
    while driver.editor.canUndo { driver.editor.undo() }
    #expect(driver.editor.buffer.text == start)
    while driver.editor.canRedo { driver.editor.redo() }
    #expect(driver.editor.buffer.text == end)
  }
}

@Suite("Config editor frames") struct EditorFrameTests {
  private func expect(_ driver: EditorDriver, equals name: String, atEverySize: Bool = false) {
    FrameCase.expect(
      driver.lines, size: driver.size, equals: "editor-\(name)", atEverySize: atEverySize)
  }

  @Test(
    "problems, completions and the merged result are shown at every size",
    arguments: FrameCase.sizes)
  func frames(size: Size) throws {
    let text = """
      {
        "sections-enabled": {
          "pocket": false,
          "recent-savd": true|
        },
        "delay": "soon"
      }
      """
    expect(try EditorDriver(text, size: size), equals: "problems")
    var driver = try EditorDriver("{\n  \"delay\": 1,\n  |\n}", size: size)
    driver.type("\"se")
    expect(driver, equals: "completion")
    let valid =
      "{\n  \"sections-enabled\": {\n    \"pocket\": false\n  },\n  \"greeting\": \"日本 e\u{301}|\"\n}"
    expect(try EditorDriver(valid, size: size), equals: "valid")
  }

  @Test("a long list of problems says how many are out of sight") func manyProblems() throws {
    let wrong = (1...9).map { "  \"wrong-\($0)\": \($0)" }.joined(separator: ",\n")
    var driver = try EditorDriver("|{\n\(wrong)\n}", size: FrameCase.goldenSize)
    driver.editor.goToProblem(step: 1)
    driver.editor.goToProblem(step: 1)
    driver.reconcile()
    expect(driver, equals: "many-problems")
    driver.editor.problemShift += 100
    driver.reconcile()
    #expect(driver.lines.contains { $0.contains("problem 2 of 9 ") && $0.contains(" above ") })
    driver.editor.go(to: driver.editor.cursor)
    driver.reconcile()
    #expect(driver.lines.contains { $0.contains(" 1 above, ") })
  }

  @Test("tabs and control characters are shown as signs") func characters() throws {
    let driver = try EditorDriver("{\n  \"delay\":\t1|,\t\"greeting\": \"\u{1B}\"\n}")
    expect(driver, equals: "characters", atEverySize: true)
  }
}

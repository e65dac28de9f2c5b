import Testing
import VirgaCanvas
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Typing in the config editor") struct ConfigEditorTypingTests {
  @Test(
    "typing in the text also completes, steps over or indents",
    arguments: [
      .init("an opening brace is closed", ("|", "{", "{|}")),
      .init("an opening bracket after a name is closed", ("{ \"a\": |}", "[", "{ \"a\": [|]}")),
      .init("a quote in an object is closed", ("{|}", "\"", "{\"|\"}")),
      .init("an opening bracket before a word is not closed", ("|true", "[", "[|true")),
      .init("a quote before a word is not closed", ("{|a\"}", "\"", "{\"|a\"}")),
      .init(
        "a quote before a string begins a new string", ("{|\"a\": 1}", "\"", "{\"|\"\"a\": 1}")),
      .init(
        "a name and value typed before a string stay apart from it",
        ("{|\"a\": 1}", "\"b\": 2, ", "{\"b\": 2, |\"a\": 1}")),
      .init("a quote after an escaped backslash ends its string", ("|", "\"a\\\\\"", "\"a\\\\\"|")),
      .init("an escaped quote stays in its string", ("|", "\"a\\\"b", "\"a\\\"b|\"")),
      .init(
        "a quote after a backslash stays in its string",
        ("{\"a\": \"\\|\"}", "\"", "{\"a\": \"\\\"|\"}")),
      .init("a typed closing brace steps over the automatic one", ("|", "{}", "{}|")),
      .init("a typed closing quote steps over the automatic one", ("{|}", "\"a\"", "{\"a\"|}")),
      .init("a brace in an empty config is not doubled", ("{\n  |\n}\n", "{", "{\n  |\n}\n")),
      .init(
        "a whole config typed into an empty one is not doubled",
        ("{\n  |\n}\n", "{\"delay\": 1}", "{\n  \"delay\": 1\n}|\n")),
      .init(
        "braces typed as a value are a new object",
        ("{\n  \"a\": |\n}\n", "{}", "{\n  \"a\": {}|\n}\n")),
      .init("a brace in an empty list opens an object", ("[\n  |\n]\n", "{", "[\n  {|}\n]\n")),
      .init(
        "a closing brace alone on its line is indented like its opening one",
        ("{\n  \"a\": {\n    |\n}\n", "}", "{\n  \"a\": {\n  }|\n}\n")),
      .init(
        "a closing brace at the end of the text is indented like its opening one",
        ("{\n  \"a\": {\n    |", "}", "{\n  \"a\": {\n  }|")),
      .init(
        "a line break between braces puts the closing one on its own line",
        ("|", "{\n", "{\n  |\n}")),
      .init(
        "a line break between indented brackets keeps their indentation",
        ("  [|]", "\n", "  [\n    |\n  ]")),
      .init("a line break keeps the indentation", ("    1,|", "\n", "    1,\n    |")),
      .init(
        "a line break inside the indentation keeps it on both lines", ("  |  1", "\n", "  \n  |  1")
      ),
      .init(
        "a name on a new line adds a comma to the value before it",
        ("{\n  \"delay\": 1\n  |\n}", "\"", "{\n  \"delay\": 1,\n  \"|\"\n}")),
      .init("a first name adds no comma", ("{\n  |\n}", "\"", "{\n  \"|\"\n}")),
      .init(
        "a name after a comma adds no second comma",
        ("{\n  \"delay\": 1,\n  |\n}", "\"", "{\n  \"delay\": 1,\n  \"|\"\n}")),
    ] as [Behavior<(start: String, text: String, end: String)>])
  func typing(_ behavior: Behavior<(start: String, text: String, end: String)>) throws {
    let (start, text, end) = behavior.example
    var driver = try EditorDriver(start)
    driver.type(text)
    #expect(driver.marked == end)
  }

  @Test(
    "editing keys know pairs, indentation, lines and the selection",
    arguments: [
      .init("Backspace deletes an empty pair", ("{[|]}", ["Backspace"], "{|}")),
      .init(
        "Backspace twice deletes a pair and the pair around it",
        ("{[|]}", ["Backspace", "Backspace"], "|")),
      .init("Backspace deletes two blanks of indentation", ("    |x", ["Backspace"], "  |x")),
      .init("Backspace joins lines", ("a\n|b", ["Backspace"], "a|b")),
      .init("Ctrl-K deletes to the end of the line", ("a|bc\nd", ["Ctrl-K"], "a|\nd")),
      .init(
        "Ctrl-K at the end of a line deletes the line break",
        ("a|bc\nd", ["Ctrl-K", "Ctrl-K"], "a|d")),
      .init(
        "Home goes to the first character after the indentation", ("  ab|c", ["Home"], "  |abc")),
      .init("Home again goes to the start of the line", ("  ab|c", ["Home", "Home"], "|  abc")),
      .init(
        "Down keeps the column across a short line and wide characters",
        ("日本語x|\na\n日本語xyz", ["Down", "Down"], "日本語x\na\n日本語x|yz")),
      .init(
        "Up in the first line goes to its start",
        ("日本語x\na\n日本語x|yz", ["Up", "Up", "Up"], "|日本語x\na\n日本語xyz")),
      .init("typing replaces the selection", ("|abc", ["Shift-Right", "Shift-Right", "x"], "x|c")),
      .init(
        "Tab indents the selected lines",
        ("|a\nb\nc", ["Shift-Down", "Shift-Down", "Tab", "Left"], "  |a\n  b\nc")),
      .init(
        "Shift-Tab takes the indentation of the selected lines back",
        ("|a\nb\nc", ["Shift-Down", "Shift-Down", "Tab", "Shift-Tab", "Left"], "|a\nb\nc")),
    ] as [Behavior<(start: String, keys: [KeyPress], end: String)>])
  func keys(_ behavior: Behavior<(start: String, keys: [KeyPress], end: String)>) throws {
    let (start, keys, end) = behavior.example
    var driver = try EditorDriver(start)
    for key in keys { driver.press(key) }
    #expect(driver.marked == end)
  }

  /// The keys that select `1,\n2`, each with the text and the cursor before them.
  private static let selections: [(key: KeyPress, start: String)] = [
    ("Shift-Right", "|1,\n2, 3"), ("Shift-Left", "1,\n2|, 3"),
  ]

  /// An editor in which `1,\n2` was selected by pressing a key four times.
  private func selecting(by key: KeyPress, from start: String) throws -> EditorDriver {
    var driver = try EditorDriver(start)
    for _ in 0..<4 { driver.press(key) }
    return driver
  }

  @Test(
    "opening brackets and quotes enclose the selection",
    arguments: [("{", "{1,\n2}, 3"), ("[", "[1,\n2], 3"), ("\"", "\"1,\n2\", 3")]
      as [(Character, String)])
  func enclosing(character: Character, text: String) throws {
    for (key, start) in Self.selections {
      var driver = try selecting(by: key, from: start)
      driver.editor.type(character)
      #expect(driver.editor.buffer.text == text)
      #expect(driver.editor.selectedText == "1,\n2")
      #expect(driver.editor.cursor.line == (key == "Shift-Right" ? 1 : 0))
    }
  }

  @Test(
    "closing brackets replace the selection",
    arguments: [("}", "}, 3"), ("]", "], 3")] as [(Character, String)])
  func replacing(character: Character, text: String) throws {
    for (key, start) in Self.selections {
      var driver = try selecting(by: key, from: start)
      driver.editor.type(character)
      #expect(driver.editor.buffer.text == text && driver.editor.selectedText == "")
    }
  }

  @Test(
    "undo selects again what a bracket or quote changed",
    arguments: ["{", "[", "\"", "}", "]"] as [Character])
  func undoing(character: Character) throws {
    for (key, start) in Self.selections {
      var driver = try selecting(by: key, from: start)
      driver.editor.type(character)
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

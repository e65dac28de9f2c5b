import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSource

@testable import VirgaConsole

@Suite("Config editor text") struct EditorTextTests {
  @Test("formatting keeps the cursor on its value") func layingOut() {
    let area = Rectangle(column: 0, row: 0, columns: 80, rows: 24)
    var editor = ConfigEditor("{\"a\": [\n1, 2,\n3], \"b\": \"x\"}\n")
    editor.go(to: TextPosition(line: 2, offset: 10))
    editor.reconcile(in: nil, area: area)
    #expect(editor.path == JSONPath.root.appending(key: "b"))
    let isLaidOut = editor.format()
    editor.reconcile(in: nil, area: area)
    #expect(isLaidOut && editor.path == JSONPath.root.appending(key: "b"))
  }

  @Test(
    "the path at a closing bracket is that of its value, and after the comma that of the parent",
    arguments: [
      ("{\n  \"a\": {\n    \"b\": 1\n  |},\n  \"c\": 2\n}", "a"),
      ("{\n  \"a\": {\n    \"b\": 1\n|  },\n  \"c\": 2\n}", "a"),
      ("{\n  \"a\": {\n    \"b\": 1\n  }|,\n  \"c\": 2\n}", "a"),
      ("{\n  \"a\": {\n    \"b\": 1\n  },|\n  \"c\": 2\n}", ""),
      ("{\n  \"a\": {\n    \"b\": 1\n  }\n|}", ""), ("{\n  \"a\": [\n    1,\n    2\n  |]\n}", "a"),
      ("{\n  \"a\": [\n    [\n      1\n    |]]\n}", "a[0]"), ("{\n  \"a\": {\n    \"b\": 1|}\n}", "a.b"),
    ])
  func closingBrackets(marked: String, path: String) {
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    var editor = ConfigEditor(parts.joined())
    let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    editor.go(to: TextPosition(line: lines.count - 1, offset: lines[lines.count - 1].utf8.count))
    editor.reconcile(in: nil, area: Rectangle(column: 0, row: 0, columns: 80, rows: 24))
    #expect(editor.path?.description == path)
  }

  @Test("the path inside very deep nesting is cut off, and complete again after it") func deepPaths() throws {
    let area = Rectangle(column: 0, row: 0, columns: 80, rows: 24)
    var editor = ConfigEditor(
      "[1,\n" + String(repeating: "[\n", count: 600) + String(repeating: "]\n", count: 600) + ", 2]")
    editor.go(to: TextPosition(line: 600, offset: 1))
    editor.reconcile(in: nil, area: area)
    #expect(editor.path?.components.count == 100)
    editor.go(to: TextPosition(line: 1_201, offset: 3))
    editor.reconcile(in: nil, area: area)
    #expect(editor.path == JSONPath.root.appending(index: 2))
  }

  @Test("the path at the cursor agrees with a parse of the whole text after moves, edits and undo")
  func paths() throws {
    let area = Rectangle(column: 0, row: 0, columns: 80, rows: 24)
    var members: [String] = []
    for place in 0..<700 {
      members.append("  \"m\\\"{\(place)\": {\"list\": [1, \"a,]\",\n {\"deep\": [[], [true]]}],\n\n\"é\": null}")
    }
    var editor = ConfigEditor("{\n" + members.joined(separator: ",\n") + "\n}\n")
    func check(_ editor: inout ConfigEditor, every step: Int) throws {
      let document = JSONDocument.parse(SourceText(name: "edit", text: editor.buffer.text))
      let leaves = try #require(document.value).leafPaths
      #expect(leaves.count > 2_000)
      for number in 0..<60 {
        let path = leaves[number * step % leaves.count]
        let range = try #require(document.range(at: path))
        editor.go(to: editor.buffer.textPosition(of: range.start))
        editor.reconcile(in: nil, area: area)
        #expect(editor.path == path)
      }
    }
    try check(&editor, every: 331)
    editor.go(to: TextPosition(line: 800, offset: 0))
    editor.replace(editor.selection.range, with: "\n\n")
    try check(&editor, every: 97)
    editor.undo()
    try check(&editor, every: 101)
    editor.go(to: .start)
    editor.reconcile(in: nil, area: area)
    #expect(editor.path == .root)
  }

  @Test("a line is split into keys, values, separators and invalid text") func tokens() {
    let line = #"  "a\"b" : [true, -1.5e3, "x", nul]"#
    let tokens = JSONToken.tokens(of: line).map { token in
      "\(token.kind) \(String(Substring(line.utf8.dropFirst(token.range.lowerBound).prefix(token.range.count))))"
    }
    #expect(
      tokens == [
        #"key "a\"b""#, "separator :", "bracket [", "word true", "separator ,", "number -1.5e3", "separator ,",
        #"string "x""#, "separator ,", "other nul", "bracket ]",
      ])
  }

  @Test("an open string reaches to the end of the line, and only the visible range is colored") func partly() {
    #expect(JSONToken.tokens(of: #"{ "a\"#).map(\.range) == [0..<1, 2..<5])
    let line = String(repeating: "1,", count: 500)
    #expect(JSONToken.tokens(of: line, in: 100..<104).map(\.range) == [100..<101, 101..<102, 102..<103, 103..<104])
  }

  @Test("wide characters take two cells, combining marks belong to their letter and tabs are an arrow") func cells() {
    let cells = LineCells("a日e\u{301}\tb")
    #expect(cells.columns == 1 + 2 + 1 + 2 + 1)
    #expect([0, 1, 4, 7, 8].map(cells.column) == [0, 1, 3, 4, 6])
    #expect([0, 1, 2, 3, 4, 5, 6, 99].map(cells.offset) == [0, 1, 1, 4, 7, 7, 8, 9])
    let marked = LineCells("xe\u{301}y")
    #expect(marked.columns == 3 && marked.column(of: 4) == 2)
  }

  @Test("go-to-bracket jumps to the matching bracket, or from inside to the enclosing one") func bracketJumps() throws {
    func jump(_ start: String) throws -> String {
      var driver = try EditorDriver(start)
      _ = driver.editor.goToBracket()
      return driver.marked
    }
    #expect(try jump("|{\n  [1]\n}") == "{\n  [1]\n|}")
    #expect(try jump("{\n  [1]\n|}") == "|{\n  [1]\n}")
    #expect(try jump("{ \"a|\": \"}\" }") == "|{ \"a\": \"}\" }")
  }

  @Test("a fold hides the lines up to the closing bracket") func folding() throws {
    var driver = try EditorDriver("{\n  \"a\": {|\n    \"b\": 1\n  },\n  \"c\": 2\n}")
    let isFolded = driver.editor.toggleFold()
    #expect(isFolded)
    #expect((0..<6).map(driver.editor.folds.shown) == [0, 1, 1, 1, 4, 5])
    driver.press("Down")
    #expect(driver.editor.cursor.line == 4)
    driver.press("Up")
    let isUnfolded = driver.editor.toggleFold()
    #expect(isUnfolded && driver.editor.folds.all.isEmpty)
  }

  @Test("a fold moves with text typed above it and opens when its own text changes") func foldsFollow() throws {
    var driver = try EditorDriver("{|\n  \"a\": {\n    \"b\": 1\n  }\n}")
    let isFolded = driver.editor.toggleFold(at: 1)
    #expect(isFolded)
    driver.type("\n")
    #expect(driver.editor.folds.all.map(\.first) == [2])
    driver.editor.replace(
      TextPosition(line: 3, offset: 0)..<TextPosition(line: 3, offset: 0), with: " ")
    #expect(driver.editor.folds.all.isEmpty)
  }

  @Test("fold-all folds everything inside the outermost bracket") func foldingAll() throws {
    var driver = try EditorDriver("|{\n  \"a\": {\n    \"b\": [\n      1\n    ]\n  },\n  \"c\": [\n  ]\n}")
    driver.editor.toggleAllFolds()
    #expect((0..<9).filter { driver.editor.folds.shown($0) == $0 } == [0, 1, 6, 8])
    let rows = (0..<4).map(driver.editor.folds.line)
    #expect(rows == [0, 1, 6, 8])
    #expect(rows.map(driver.editor.folds.row) == [0, 1, 2, 3])
    driver.editor.toggleAllFolds()
    #expect(driver.editor.folds.rowCount(of: 9) == 9)
  }

  @Test("a search wraps around, finds folded text, and is case-sensitive only if a capital is typed") func search()
    throws
  {
    var driver = try EditorDriver("|{\n  \"a\": {\n    \"Needle\": 1\n  },\n  \"needle\": 2\n}")
    let isFolded = driver.editor.toggleFold(at: 1)
    #expect(isFolded)
    driver.search(for: "needle")
    #expect(driver.editor.cursor.line == 2 && driver.editor.cursor.offset == 5)
    #expect(driver.editor.selection.isEmpty)
    for (step, line) in [(1, 4), (1, 2), (-1, 4)] {
      driver.editor.find(step: step)
      #expect(driver.editor.cursor.line == line)
    }
    driver.search(for: "Needle")
    #expect(driver.editor.search.count?.all == 1)
  }

  @Test("brackets inside strings are not matched") func brackets() {
    let buffer = TextBuffer("{\n  \"}{\": [\"]\"]\n}")
    #expect(buffer.partner(of: .start, in: 0..<3) == TextPosition(line: 2, offset: 0))
    #expect(buffer.partner(of: TextPosition(line: 2, offset: 0), in: 0..<3) == .start)
    #expect(buffer.partner(of: TextPosition(line: 1, offset: 8), in: 0..<3) == TextPosition(line: 1, offset: 12))
    #expect(buffer.partner(of: TextPosition(line: 1, offset: 3), in: 0..<3) == nil)
  }
}

extension JSONValue {
  /// The paths of its leaf values.
  fileprivate var leafPaths: [JSONPath] {
    func paths(of value: JSONValue, at path: JSONPath) -> [JSONPath] {
      let members = value.objectValue?.flatMap { paths(of: $0.value, at: path.appending(key: $0.key)) }
      let elements = value.arrayValue?.enumerated().flatMap {
        paths(of: $0.element, at: path.appending(index: $0.offset))
      }
      let inside = members ?? elements ?? []
      return inside.isEmpty ? [path] : inside
    }
    return paths(of: self, at: .root)
  }
}

import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@testable import VirgaConsole

/// The text of the config editor without its feature.
@Suite("Config editor text") struct ConfigEditorTests {
  @Test(
    "the path at the cursor is that of the value there",
    arguments: [
      .init(
        "before a closing brace it is that of the object",
        ("{\n  \"a\": {\n    \"b\": 1\n  |},\n  \"c\": 2\n}", "a")),
      .init(
        "in the indentation of a closing brace it is that of the object",
        ("{\n  \"a\": {\n    \"b\": 1\n|  },\n  \"c\": 2\n}", "a")),
      .init(
        "after a closing brace it is that of the object",
        ("{\n  \"a\": {\n    \"b\": 1\n  }|,\n  \"c\": 2\n}", "a")),
      .init(
        "after the comma it is that of the parent",
        ("{\n  \"a\": {\n    \"b\": 1\n  },|\n  \"c\": 2\n}", "")),
      .init(
        "before the last closing brace it is the root", ("{\n  \"a\": {\n    \"b\": 1\n  }\n|}", "")
      ),
      .init(
        "before a closing bracket it is that of the list",
        ("{\n  \"a\": [\n    1,\n    2\n  |]\n}", "a")),
      .init(
        "before a closing bracket of a list in a list it is that of the inner list",
        ("{\n  \"a\": [\n    [\n      1\n    |]]\n}", "a[0]")),
      .init("after a member it is that of the member", ("{\n  \"a\": {\n    \"b\": 1|}\n}", "a.b")),
      .init("before a name it is that of the member", ("{\n  |\"a\": \"b\"\n}", "a")),
      .init("inside a string it is that of the member", ("{\n  \"a\": \"b|\"\n}", "a")),
      .init("after a string it is that of the member", ("{\n  \"a\": \"b\"|\n}", "a")),
      .init("after a colon without a value it is that of the member", ("{\n  \"a\": |", "a")),
      .init("after a comma in an open list it is that of the next item", ("[1, |", "[1]")),
    ] as [Behavior<(marked: String, path: String)>])
  func path(_ behavior: Behavior<(marked: String, path: String)>) throws {
    let (marked, path) = behavior.example
    #expect(try EditorDriver(marked).editor.pathAtCursor?.description == path)
  }

  @Test("going to a path puts the cursor on its value")
  func goesToPaths() {
    var editor = ConfigEditor("{\"a\": [\n1, \"a,]\",\n{\"é\": [[], [true]]}], \"m\\\"{\": null}\n")
    let paths: [[JSONPath.Component]] = [
      [.key("a"), .index(0)], [.key("a"), .index(1)], [.key("a"), .index(2), .key("é"), .index(0)],
      [.key("a"), .index(2), .key("é"), .index(1), .index(0)], [.key("m\"{")],
    ]
    for path in paths {
      editor.go(to: JSONPath(path))
      #expect(editor.pathAtCursor == JSONPath(path))
    }
  }

  @Test("formatting keeps the cursor on its value") func formatted() {
    var editor = ConfigEditor("{\"a\": [\n1, \"a,]\",\n{\"é\": [[], [true]]}], \"m\\\"{\": null}\n")
    editor.go(to: JSONPath([.key("m\"{")]))
    editor.format()
    #expect(editor.pathAtCursor == JSONPath([.key("m\"{")]) && editor.message == .formatted)
  }

  @Test("a text is unchanged again after undo")
  func undone() {
    var editor = ConfigEditor("{}")
    editor.type("x")
    #expect(editor.isChanged)
    editor.undo()
    #expect(!editor.isChanged)
  }

  @Test("a text is unchanged again after what was typed is deleted")
  func deleted() {
    var editor = ConfigEditor("{}")
    editor.type("x")
    editor.perform(.delete(.left), rowsOfPage: 1)
    #expect(!editor.isChanged)
  }

  @Test("another text of the same length is changed")
  func sameLength() {
    var editor = ConfigEditor("{}")
    editor.replaceAll(with: "[]")
    #expect(editor.isChanged)
  }

  @Test("a text is changed if it differs from the last one that was applied")
  func rebased() {
    var editor = ConfigEditor("{}")
    editor.replaceAll(with: "[]")
    editor.recordStored(appliedText: "[]", edit: nil)
    #expect(!editor.isChanged)
    editor.undo()
    #expect(editor.isChanged)
  }
}

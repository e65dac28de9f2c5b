import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite("Rename") struct RenameTests {
  private func editor() -> TestEditor {
    var editor = TestEditor()
    for name in ["app.fml.yaml", "types.fml.yaml", "menus/messages.fml.yaml"] { editor.open(name) }
    return editor
  }

  /// The texts of all files after a rename; nil and the reason if it is refused.
  private func renamed(
    _ text: String, after prefix: String = "", in name: String = "app.fml.yaml", to new: String
  ) -> (files: [String: String]?, reason: String) {
    var editor = editor()
    let answer = editor.request(
      "textDocument/rename", name, at: text, after: prefix, adding: ["newName": .string(new)])
    guard let changes = answer["changes"]?.objectValue else {
      return (nil, answer["message"]?.stringValue ?? "")
    }
    var files = SampleManifest.files
    for (uri, edits) in changes {
      let name = uri.replacing("file://\(TestEditor.folder)/", with: "")
      files[name] = files[name].map { Self.applying(edits.arrayValue ?? [], to: $0) }
    }
    return (files, "")
  }

  /// A text with edits, of which later ones are applied first.
  private static func applying(_ edits: [JSONValue], to text: String) -> String {
    let source = SourceText(name: "a", text: text)
    let positions = TextPositions(source, .utf16)
    var bytes = source.bytes
    let ranges = edits.compactMap { edit -> (Range<Int>, String)? in
      guard let range = positions.range(edit["range"]) else { return nil }
      let offsets = source.offset(of: range.start)..<source.offset(of: range.end)
      return (offsets, edit["newText"]?.stringValue ?? "")
    }
    for (range, new) in ranges.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      bytes.replaceSubrange(range, with: new.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The problems of the manifest with these files.
  private func problems(_ files: [String: String]?) -> [String] {
    var editor = TestEditor(files ?? [:])
    editor.open("app.fml.yaml")
    return editor.diagnostics.values.flatMap { $0 }.compactMap { $0["message"]?.stringValue }
  }

  @Test("a type gets its new name everywhere") func type() {
    let files = renamed("Side", after: "Map<", to: "Place").files
    #expect(files?["types.fml.yaml"]?.contains("Option<Place>") == true)
    #expect(files?["app.fml.yaml"]?.contains("Map<Place, Boolean>") == true)
    #expect(files?.values.contains { $0.contains("Side") } == false)
    #expect(problems(files) == [])
  }

  @Test("a type gets its new name in other manifests that include its file") func sharedType() {
    var files = SampleManifest.files
    files["other.fml.yaml"] = SampleManifest.other
    var editor = TestEditor(files)
    editor.open("app.fml.yaml")
    let answer = editor.request(
      "textDocument/rename", "app.fml.yaml", at: "Side", after: "Map<",
      adding: ["newName": "Place"])
    let edit = answer["changes"]?["file:///apps/other.fml.yaml"]?[0]
    #expect(edit?["newText"] == "Place")
    #expect(editor.text("other.fml.yaml", in: edit?["range"]) == "Side")
    #expect(editor.diagnostics["other.fml.yaml"] == nil)
  }

  @Test("a variant gets its new name in values and keys") func variant() {
    let files = renamed("left", in: "types.fml.yaml", to: "start").files
    #expect(files?["app.fml.yaml"]?.contains("default: start") == true)
    #expect(files?["app.fml.yaml"]?.contains("{ start: true, right: false }") == true)
    #expect(files?["types.fml.yaml"]?.contains("start: { description: On the left }") == true)
    #expect(problems(files) == [])
  }

  @Test("a variable gets its new name in blocks") func variable() {
    let files = renamed("rows", to: "row-count").files
    #expect(files?["app.fml.yaml"]?.contains("          row-count: 5") == true)
    #expect(problems(files) == [])
  }

  @Test("a feature gets its new name") func feature() {
    let files = renamed("app-menu", to: "main-menu").files
    #expect(files?["app.fml.yaml"]?.contains("  main-menu:\n    description") == true)
    #expect(problems(files) == [])
  }

  @Test("a name that needs quotes gets them") func quotes() {
    let files = renamed("left", in: "types.fml.yaml", to: "yes").files
    #expect(files?["app.fml.yaml"]?.contains("default: \"yes\"") == true)
  }

  @Test(
    "is refused with the reason",
    arguments: [
      TestRow("a type that exists", (["Side", "type: ", "Card"], "is already an object")),
      TestRow("a type of the language", (["Side", "type: ", "Int"], "a type of the language")),
      TestRow("a type in quotes", (["Side", "Map<", "Größe"], "would need quotes")),
      TestRow("a type with parts", (["Side", "Map<", "List<Side>"], "would need quotes")),
      TestRow("a variable that exists", (["rows", "", "side"], "is already a variable")),
      TestRow("an imported feature", (["messaging", "", "alerts"], "would change the import")),
      TestRow("an empty name", (["rows", "", ""], "a name is one line")),
      TestRow("something without a name", (["nightly", "channel: ", "beta"], "can be renamed")),
    ])
  func refused(_ row: TestRow<([String], String)>) {
    let words = row.values.0
    let answer = renamed(words[0], after: words[1], to: words[2])
    #expect(answer.files == nil)
    #expect(answer.reason.contains(row.values.1))
  }

  @Test(
    "is refused if a manifest in another folder, which is not open, imports the name",
    arguments: ["messaging", "tone", "loud"])
  func importedElsewhere(_ name: String) {
    var editor = TestEditor(SampleManifest.siblings())
    editor.open("menus/messages.fml.yaml")
    let answer = editor.request(
      "textDocument/rename", "menus/messages.fml.yaml", at: "\(name):",
      adding: ["newName": "other"])
    let reason = answer["message"]?.stringValue ?? ""
    #expect(reason.contains("would change the import at app/app.fml.yaml"))
  }

  @Test("a variable of an imported module gets its new name in an example in a file of its own")
  func exampleFile() {
    var files = SampleManifest.siblings()
    let addition = "    features:\n      messaging:\n        - value:\n            tone: loud\n"
    files["app/app.fml.yaml"] = files["app/app.fml.yaml"]?.replacing(addition, with: "")
    files["menus/messages.fml.yaml"] = SampleManifest.messages.replacing(
      "    variables:\n", with: "    examples: [{ path: loud.yaml }]\n    variables:\n")
    files["menus/loud.yaml"] = "name: Loud\nvalue: { tone: loud }\n"
    var editor = TestEditor(files)
    editor.open("menus/messages.fml.yaml")
    let answer = editor.request(
      "textDocument/rename", "menus/messages.fml.yaml", at: "tone:", adding: ["newName": "sound"])
    let edit = answer["changes"]?["file:///apps/menus/loud.yaml"]?[0]
    #expect(edit?["newText"] == "sound")
    #expect(editor.text("menus/loud.yaml", in: edit?["range"]) == "tone")
  }

  @Test("is refused while a file cannot be read") func broken() {
    var editor = editor()
    editor.change("types.fml.yaml", to: "enums: [")
    let answer = editor.request(
      "textDocument/rename", "app.fml.yaml", at: "rows", adding: ["newName": "count"])
    #expect(answer["message"]?.stringValue?.contains("cannot be read") == true)
  }

  @Test("offers the name at the place") func preparing() {
    var editor = editor()
    let answer = editor.request(
      "textDocument/prepareRename", "app.fml.yaml", at: "Side", after: "Map<")
    #expect(answer["placeholder"] == "Side")
    #expect(editor.text("app.fml.yaml", in: answer["range"]) == "Side")
  }
}

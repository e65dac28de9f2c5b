import Testing
import VirgaJSON
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite("Going to definitions, references and symbols") struct NavigationTests {
  private func editor() -> TestEditor {
    var editor = TestEditor()
    for name in ["app.fml.yaml", "types.fml.yaml", "menus/messages.fml.yaml"] { editor.open(name) }
    return editor
  }

  /// The file and the text of a location.
  private func place(_ location: JSONValue?, _ editor: TestEditor) -> String {
    let uri = location?["uri"]?.stringValue ?? ""
    let name = uri.replacing("file://\(TestEditor.folder)/", with: "")
    return "\(name): \(editor.text(name, in: location?["range"]))"
  }

  private func definition(_ text: String, after prefix: String = "") -> String {
    var editor = editor()
    let answer = editor.request("textDocument/definition", "app.fml.yaml", at: text, after: prefix)
    return place(answer, editor)
  }

  @Test("a type leads to its definition, in another file") func type() {
    #expect(definition("Side", after: "type: ") == "types.fml.yaml: Side")
    #expect(definition("Card", after: "type: ") == "types.fml.yaml: Card")
  }

  @Test("a value leads to its variant, and a name to its declaration") func values() {
    #expect(definition("left", after: "default: ") == "types.fml.yaml: left")
    #expect(definition("left", after: "{ ") == "types.fml.yaml: left")
    #expect(definition("messaging:") == "menus/messages.fml.yaml: messaging")
  }

  @Test("a value in a block leads to the default that it overrides") func overridden() {
    #expect(definition("rows", after: "          ") == "app.fml.yaml: 3")
  }

  @Test("a path leads to its file") func files() {
    #expect(definition("types.fml.yaml", after: "- ") == "types.fml.yaml: ")
    #expect(definition("menus/messages.fml.yaml", after: "path: ") == "menus/messages.fml.yaml: ")
  }

  @Test("references are all places that name a type") func references() {
    var editor = editor()
    let found = editor.request(
      "textDocument/references", "types.fml.yaml", at: "Side:",
      adding: ["context": ["includeDeclaration": true]])
    let places = (found.arrayValue ?? []).map { place($0, editor) }
    #expect(places.count == 4)
    #expect(Set(places) == ["types.fml.yaml: Side", "app.fml.yaml: Side"])
    let others = editor.request(
      "textDocument/references", "types.fml.yaml", at: "Side:",
      adding: ["context": ["includeDeclaration": false]])
    #expect(others.arrayValue?.count == 3)
  }

  @Test("references are found in manifests that import the file, and that are not open")
  func referencesElsewhere() {
    var editor = TestEditor(SampleManifest.siblings())
    editor.open("menus/messages.fml.yaml")
    let found = editor.request("textDocument/references", "menus/messages.fml.yaml", at: "loud")
    let places = (found.arrayValue ?? []).map { place($0, editor) }
    #expect(Set(places) == ["menus/messages.fml.yaml: loud", "app/app.fml.yaml: loud"])
  }

  @Test("references of a type are found from each of the manifests that include it")
  func sharedReferences() {
    var files = SampleManifest.files
    files["other.fml.yaml"] = SampleManifest.other
    var editor = TestEditor(files)
    editor.open("app.fml.yaml")
    let found = editor.request(
      "textDocument/references", "app.fml.yaml", at: "Side", after: "Map<")
    let places = (found.arrayValue ?? []).map { place($0, editor) }
    #expect(places.contains("other.fml.yaml: Side"))
    #expect(places.count == 5)
  }

  @Test(
    "references of a string alias are its declaration and the types that name it",
    arguments: ["List<", "string-alias: ", "Option<"])
  func alias(_ prefix: String) {
    let variables = """
            names: { description: d, type: List<Person>, string-alias: Person, default: [] }
            best: { description: d, type: Option<Person>, default: null }
            card:

      """
    var editor = TestEditor()
    editor.open("app.fml.yaml", SampleManifest.app.replacing("      card:\n", with: variables))
    let found = editor.request(
      "textDocument/references", "app.fml.yaml", at: "Person", after: prefix)
    let places = (found.arrayValue ?? []).map { place($0, editor) }
    #expect(places == Array(repeating: "app.fml.yaml: Person", count: 3))
  }

  @Test("symbols of a document are a tree") func documentSymbols() {
    var editor = editor()
    let symbols = editor.request(
      "textDocument/documentSymbol",
      ["textDocument": ["uri": TestEditor.uri("types.fml.yaml")]])
    let names = (symbols.arrayValue ?? []).map { symbol in
      let children = (symbol["children"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
      return "\(symbol["name"]?.stringValue ?? ""): \(children.joined(separator: " "))"
    }
    #expect(names == ["Card: title place", "Side: left right"])
  }

  @Test("a document that belongs to no manifest has no symbols", arguments: ["json", "yaml"])
  func otherDocument(_ ending: String) {
    var editor = TestEditor()
    let name = "container.\(ending)"
    editor.open(name, "{\"features\": {\"node\": {\"variables\": {\"version\": {}}}}}")
    let symbols = editor.request(
      "textDocument/documentSymbol", ["textDocument": ["uri": TestEditor.uri(name)]])
    #expect(symbols == [])
  }

  @Test("symbols of all manifests are found by a part of their names") func workspaceSymbols() {
    var editor = editor()
    let found = editor.request("workspace/symbol", ["query": "M"])
    let names = (found.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
    #expect(Set(names) == ["app-menu", "messaging"])
  }

  @Test("symbols of manifests that are not open are found, too, as they are on disk")
  func symbolsElsewhere() {
    var files = SampleManifest.files
    let text = "channels: [beta]\nfeatures: { toolbar: { description: d, variables: {} } }\n"
    files["deep/other.fml.yaml"] = text
    var editor = TestEditor(files)
    editor.open("app.fml.yaml")
    func names(_ query: String) -> [String] {
      let found = editor.request("workspace/symbol", ["query": .string(query)])
      return (found.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
    }
    #expect(names("tool") == ["toolbar"])
    editor.write("deep/other.fml.yaml", text.replacing("toolbar", with: "tools"))
    #expect(names("tool") == ["tools"])
    #expect(names("Side") == ["Side"])
  }

  @Test("symbols of an included file that is not open are those on disk", arguments: [true, false])
  func symbolsOfIncluded(_ isReported: Bool) {
    var files = SampleManifest.files
    files["deep/other.fml.yaml"] = "channels: [beta]\nincludes: [part.json]\nfeatures: {}\n"
    let part = "{\"features\": {\"toolbar\": {\"description\": \"d\", \"variables\": {}}}}"
    files["deep/part.json"] = part
    var editor = TestEditor(files)
    editor.open("notes.md", "")
    func names() -> [String] {
      let found = editor.request("workspace/symbol", ["query": "tool"])
      return (found.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
    }
    #expect(names() == ["toolbar"])
    editor.write("deep/part.json", part.replacing("toolbar", with: "tools"), isReported: isReported)
    // An editor that does not say what changes has the files compared when it saves one.
    if !isReported { editor.save("notes.md") }
    #expect(names() == ["tools"])
  }

  @Test("symbols of a manifest are those of its text while it is open, and then those on disk")
  func symbolsOfOpened() {
    var files = SampleManifest.files
    let text = "channels: [beta]\nfeatures: { toolbar: { description: d, variables: {} } }\n"
    files["deep/other.fml.yaml"] = text
    var editor = TestEditor(files)
    editor.open("app.fml.yaml")
    func names() -> [String] {
      let found = editor.request("workspace/symbol", ["query": "tool"])
      return (found.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
    }
    #expect(names() == ["toolbar"])
    editor.open("deep/other.fml.yaml", "# A comment\n" + text.replacing("toolbar", with: "tools"))
    #expect(names() == ["tools"])
    editor.close("deep/other.fml.yaml")
    #expect(names() == ["toolbar"])
  }
}

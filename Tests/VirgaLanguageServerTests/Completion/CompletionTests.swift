import Testing
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite("Completion in manifests") struct CompletionTests {
  /// An editor that has had the whole manifest open once, so that its names are known.
  private func editor(_ capabilities: JSONValue = [:]) -> TestEditor {
    var editor = TestEditor(capabilities: capabilities)
    editor.open("app.fml.yaml")
    return editor
  }

  /// The beginning of the manifest's own features.
  private let features = "features:\n  app-menu:"

  /// The manifest with a text in place of another one; `‸` in the text is the cursor.
  private func app(_ old: String, _ new: String) -> String {
    SampleManifest.app.replacing(old, with: new)
  }

  @Test("offers the keys that an object lacks, required ones first") func keys() {
    var editor = editor()
    let labels = editor.labels(
      "app.fml.yaml", app("        type: Int\n", "        ‸\n"))
    #expect(labels.first == "type")
    #expect(labels.contains("pref-key"))
    #expect(!labels.contains("description"))
    #expect(!labels.contains("value"))
  }

  @Test("describes a key, and begins its value") func keyDetails() throws {
    var editor = editor()
    let items = editor.completions("app.fml.yaml", app(features, "‸\n" + features))
    let enums = try #require(items.first { $0["label"] == "enums" })
    #expect(enums["documentation"] == "The enums by name.")
    #expect(enums["textEdit"]?["newText"] == "enums:\n  ")
    #expect(!items.contains { $0["label"] == "features" })
  }

  @Test("offers types, also inside of others") func types() {
    var editor = editor()
    let whole = editor.labels("app.fml.yaml", app("type: Int", "type: ‸"))
    #expect(whole.contains("Side"))
    #expect(whole.contains("Card"))
    #expect(whole.contains("Boolean"))
    #expect(whole.contains("Map"))
    let items = editor.completions("app.fml.yaml", app("Map<Side, Boolean>", "Map<Side, Bo‸"))
    let boolean = items.first { $0["label"] == "Boolean" }
    #expect(editor.text("app.fml.yaml", in: boolean?["textEdit"]?["range"]) == "Bo")
    #expect(boolean?["documentation"] == "`true` or `false`")
    let list = items.first { $0["label"] == "List" }
    #expect(list?["documentation"] == "an array")
  }

  @Test("offers names and values of a config") func configs() {
    var editor = editor()
    let names = editor.labels(
      "app.fml.yaml", app("          rows: 5\n", "          ‸\n"))
    #expect(names.contains("rows"))
    #expect(names.contains("card"))
    #expect(!names.contains("side"))
    let variants = editor.completions("app.fml.yaml", app("side: right", "side: ‸"))
    #expect(variants.compactMap { $0["label"]?.stringValue }.sorted() == ["left", "right"])
    #expect(variants.first?["textEdit"]?["newText"] == "left")
    let defaults = editor.labels("app.fml.yaml", app("default: left", "default: ‸"))
    #expect(Set(defaults).isSuperset(of: ["left", "right"]))
    let fields = editor.labels("app.fml.yaml", app("{ title: Hello }", "{ ‸ }"))
    #expect(fields.contains("place"))
  }

  @Test("offers names of an example and of an import") func others() {
    var editor = editor()
    let block = "    defaults:\n"
    let example = editor.labels(
      "app.fml.yaml", app(block, "    examples:\n      - value: { ‸ }\n" + block))
    #expect(example.contains("rows"))
    let imported = editor.labels("app.fml.yaml", app("            tone: loud", "            ‸"))
    #expect(imported == ["tone"])
    let feature = editor.labels("app.fml.yaml", app("      messaging:\n", "      mes‸\n"))
    #expect(feature.contains("messaging"))
  }

  @Test("offers the names of an example in a file of its own") func exampleFiles() {
    var editor = TestEditor(SampleManifest.filesWithExamples)
    editor.open("app.fml.yaml")
    let names = editor.labels("examples/rows.yaml", "name: Rows\nvalue:\n  rows: 9\n  ‸\n")
    #expect(Set(names).isSuperset(of: ["side", "card"]))
    let keys = editor.labels("examples/rows.yaml", "name: Rows\nvalue: { rows: 9 }\n‸\n")
    #expect(keys.contains("description"))
    #expect(!keys.contains("features"))
    let values = editor.labels("examples/plain.yaml", "rows: 8\nside: ‸\n")
    #expect(Set(values).isSuperset(of: ["left", "right"]))
  }

  @Test("offers channels and files") func channelsAndFiles() {
    var editor = editor()
    let channels = editor.labels("app.fml.yaml", app("channel: nightly", "channel: ‸"))
    #expect(channels == ["nightly", "release"])
    let files = editor.labels("app.fml.yaml", app("  - types.fml.yaml", "  - ‸"))
    #expect(files.contains("types.fml.yaml"))
    #expect(files.contains("menus/"))
    let inner = editor.labels("app.fml.yaml", app("path: menus/messages.fml.yaml", "path: menus/‸"))
    #expect(inner == ["menus/messages.fml.yaml"])
    let block = "    defaults:\n"
    let example = editor.labels("app.fml.yaml", app(block, "    examples:\n      - ‸\n" + block))
    #expect(Set(example).isSuperset(of: ["name", "path", "types.fml.yaml"]))
  }

  @Test("offers the other channels of a list with commas, and replaces one of it")
  func channelList() {
    var editor = editor()
    let items = editor.completions(
      "app.fml.yaml", app("channel: nightly", "channel: nightly, re‸l"))
    #expect(items.compactMap { $0["textEdit"]?["newText"]?.stringValue } == ["release"])
    #expect(editor.text("app.fml.yaml", in: items.first?["textEdit"]?["range"]) == "rel")
    let first = editor.completions(
      "app.fml.yaml", app("channel: nightly", "channel: \"ni‸, release\""))
    #expect(editor.text("app.fml.yaml", in: first.first?["textEdit"]?["range"]) == "ni")
  }

  @Test(
    "offers the channels that a list lacks",
    arguments: [
      TestRow("in brackets, after another", "channels: [nightly, ‸]"),
      TestRow("in brackets, before another", "channels: [‸, nightly ]"),
      TestRow("in brackets, in quotes", "channels: ['nightly', \"re‸\"]"),
      TestRow("on lines", "channels:\n          - nightly # at night\n          - ‸"),
      TestRow("on lines, before another", "channels:\n        - re‸\n        - \"nightly\""),
    ])
  func channelsOfList(_ row: TestRow<String>) {
    var editor = editor()
    let labels = editor.labels("app.fml.yaml", app("channel: nightly", row.values))
    #expect(labels == ["release"])
  }

  @Test("offers the repositories that have a location, in the quotes that YAML needs")
  func repositories() throws {
    var files = SampleManifest.files
    files["repos.yaml"] = "owner/repo: https://example.org/\n"
    let options = LoadingOptions(repositoryFiles: ["/apps/repos.yaml"])
    var editor = TestEditor(files, options: options)
    let items = editor.completions("app.fml.yaml", app("  - types.fml.yaml", "  - @own‸"))
    let item = try #require(items.first { $0["label"] == "@owner/repo/" })
    #expect(item["textEdit"]?["newText"] == "\"@owner/repo/\"")
    #expect(item["filterText"] == "@owner/repo/")
    #expect(editor.text("app.fml.yaml", in: item["textEdit"]?["range"]) == "@own")
  }

  @Test("offers snippets to a client that takes them") func snippets() throws {
    var editor = editor(TestEditor.fullCapabilities)
    let text = app("      card:\n", "      ‸\n      card:\n")
    let items = editor.completions("app.fml.yaml", text)
    let variable = try #require(items.first { $0["label"] == "variable" })
    #expect(variable["insertTextFormat"] == 2)
    #expect(variable["textEdit"]?["newText"]?.stringValue?.hasPrefix("${1:enabled}:") == true)
    var plain = self.editor()
    let labels = plain.labels("app.fml.yaml", text)
    #expect(!labels.contains("variable"))
  }

  @Test(
    "replaces what follows an open quote, without a second one",
    arguments: [
      TestRow("a value", ("side: right", "side: \"le‸\"", ["left", "left", "le"])),
      TestRow("a value in single quotes", ("side: right", "side: 'le‸", ["left", "left", "le"])),
      TestRow("a closed value", ("side: right", "side: \"le\"‸", ["left", "left", "\"le\""])),
      TestRow("a key", ("type: Int", "\"pre‸\"", ["pref-key", "pref-key", "pre"])),
      TestRow(
        "a path",
        (
          "path: menus/messages.fml.yaml", "path: \"menus/m‸\"",
          ["menus/messages.fml.yaml", "menus/messages.fml.yaml", "menus/m"]
        )),
    ])
  func quotes(_ row: TestRow<(String, String, [String])>) throws {
    var editor = editor()
    let (old, new, expected) = row.values
    let items = editor.completions("app.fml.yaml", app(old, new))
    let item = try #require(items.first { $0["label"]?.stringValue == expected[0] })
    #expect(item["filterText"]?.stringValue == expected[0])
    #expect(item["textEdit"]?["newText"]?.stringValue == expected[1])
    #expect(editor.text("app.fml.yaml", in: item["textEdit"]?["range"]) == expected[2])
  }

  @Test("a text with quotes of its own keeps them inside open quotes") func ownQuotes() {
    var editor = editor()
    let block = "      - channel: release\n        value: { card: { title: \"‸\" } }\n"
    let text = app("title: Hello", "title: \"'a'\"").replacing(
      "    defaults:\n", with: "    defaults:\n" + block)
    let items = editor.completions("app.fml.yaml", text)
    #expect(items.contains { $0["textEdit"]?["newText"] == "'a'" })
  }

  static let wholeWords: [CompletionRow] = [
    CompletionRow(
      testDescription: "a type", old: "type: Int", new: "type: In‸t",
      label: "Int", inserted: "Int", replaced: "Int"),
    CompletionRow(
      testDescription: "a type inside another", old: "Map<Side, Boolean>",
      new: "Map<Si‸de, Boolean>",
      label: "Side", inserted: "Side", replaced: "Side"),
    CompletionRow(
      testDescription: "a generic type with parameters", old: "Map<Side, Boolean>",
      new: "M‸ap<Side, Boolean>",
      label: "Map", inserted: "Map", replaced: "Map"),
    CompletionRow(
      testDescription: "a type after the cursor", old: "type: Int", new: #"type: ‸"Int""#,
      label: "String", inserted: #""String""#, replaced: #""Int""#),
    CompletionRow(
      testDescription: "a key with its colon", old: "type: Int", new: "ty‸pe: Int",
      label: "type", inserted: "type", replaced: "type"),
    CompletionRow(
      testDescription: "a value", old: "side: right", new: "side: ri‸ght",
      label: "left", inserted: "left", replaced: "right"),
    CompletionRow(
      testDescription: "a value in quotes", old: "side: right", new: #"side: "ri‸ght""#,
      label: "left", inserted: "left", replaced: "right"),
    CompletionRow(
      testDescription: "a field in brackets", old: "{ title:", new: "{ ti‸tle:",
      label: "title", inserted: "title", replaced: "title"),
    CompletionRow(
      testDescription: "a path", old: "  - types.fml.yaml", new: "  - ty‸pes.fml.yaml",
      label: "types.fml.yaml", inserted: "types.fml.yaml", replaced: "types.fml.yaml"),
  ]

  @Test("replaces the whole word around the cursor", arguments: wholeWords)
  func wholeWord(_ row: CompletionRow) throws {
    var editor = editor()
    let items = editor.completions("app.fml.yaml", app(row.old, row.new))
    let item = try #require(items.first { $0["label"]?.stringValue == row.label })
    #expect(item["textEdit"]?["newText"]?.stringValue == row.inserted)
    #expect(editor.text("app.fml.yaml", in: item["textEdit"]?["range"]) == row.replaced)
  }

  @Test("leaves out the keys of brackets that follow the cursor") func keysAfter() {
    var editor = editor()
    let shown = "{ left: true, right: false }"
    let labels = editor.labels("app.fml.yaml", app(shown, "{ ‸, right: false }"))
    #expect(labels == ["left"])
  }

  @Test("a name of a config says which default it has, and where that is from") func defaultNotes()
    throws
  {
    var editor = editor()
    let items = editor.completions("app.fml.yaml", app("          rows: 5\n", "          ‸\n"))
    let rows = try #require(items.first { $0["label"] == "rows" })
    #expect(rows["detail"] == "Int – How many rows")
    let note = rows["documentation"]?.stringValue ?? ""
    #expect(note.hasPrefix("Default: 3 (variable default, app.fml.yaml:"))
  }

  /// The types with an object whose fields have defaults; `‸` in one of these is the cursor.
  private func types(topDefault: String, sidesDefault: String) -> String {
    SampleManifest.types + """
        Deck:
          description: Cards
          fields:
            top: { description: The first, type: Card, default: \(topDefault) }
            sides:
              description: What it shows
              type: Map<Side, Boolean>
              default: \(sidesDefault)

      """
  }

  @Test("offers the fields of an object inside the default of a field, with their defaults")
  func fieldsOfDefaults() {
    var editor = editor()
    let text = types(topDefault: "{ ‸ }", sidesDefault: "{}")
    let items = editor.completions("types.fml.yaml", text)
    let texts = items.compactMap { $0["textEdit"]?["newText"]?.stringValue }
    #expect(texts == ["place: null", "title: none"])
    #expect(items.last?["documentation"] == "Its title\nDefault: \"none\"")
  }

  @Test("offers the variants that are keys of a map inside the default of a field")
  func keysOfDefaults() {
    var editor = editor()
    let text = types(topDefault: "{}", sidesDefault: "{ ‸ }")
    let items = editor.completions("types.fml.yaml", text)
    let texts = items.compactMap { $0["textEdit"]?["newText"]?.stringValue }
    #expect(texts == ["left: false", "right: false"])
  }

  @Test("works in a text that is not valid YAML") func invalid() {
    var editor = editor()
    let labels = editor.labels("app.fml.yaml", app("type: Int", "type: \"‸"))
    #expect(labels.contains("Side"))
    #expect(editor.codes("app.fml.yaml") == ["malformed-yaml"])
  }

  @Test(
    "knows the names of a text that was opened and broken at once",
    arguments: [
      TestRow("in the top file", ("app.fml.yaml", SampleManifest.app, "type: Int")),
      TestRow("in an included file", ("types.fml.yaml", SampleManifest.types, "type: String")),
    ])
  func brokenAtOnce(_ row: TestRow<(String, String, String)>) {
    let (name, opened, type) = row.values
    let broken = MarkedText(opened.replacing(type, with: "type: \"‸"))
    let uri = TestEditor.uri(name)
    let cursor = broken.ranges.first?.start ?? .start
    let position: JSONValue = [
      "line": .integer(Int64(cursor.line - 1)), "character": .integer(Int64(cursor.column - 1)),
    ]
    let change: JSONValue = ["text": .string(broken.text)]
    var server = TestEditor().server
    server.receive(
      .notification(
        method: "textDocument/didOpen",
        params: ["textDocument": ["uri": uri, "version": 1, "text": .string(opened)]]))
    server.receive(
      .notification(
        method: "textDocument/didChange",
        params: ["textDocument": ["uri": uri, "version": 2], "contentChanges": [change]]))
    server.receive(
      .request(
        id: 1, method: "textDocument/completion",
        params: ["textDocument": ["uri": uri], "position": position]))
    let sent = server.step() + server.step() + server.step()
    let labels = sent.flatMap { message -> [String] in
      guard case .response(1, let result) = message else { return [] }
      return (result["items"]?.arrayValue ?? []).compactMap { $0["label"]?.stringValue }
    }
    #expect(Set(labels).isSuperset(of: ["Side", "Card"]))
  }

  @Test("is empty in a comment") func comment() {
    var editor = editor()
    #expect(editor.labels("app.fml.yaml", app(features, "# f‸\n" + features)) == [])
  }
}

import Testing
import VirgaJSON
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite("Completion in manifests that are JSON") struct JSONCompletionTests {
  private static let name = "app.fml.json"

  private static let manifest = """
    {
      "about": { "description": "An app" },
      "channels": ["nightly"],
      "features": {
        "menu": {
          "description": "The menu",
          "variables": {
            "rows": { "description": "How many", "type": "Int", "default": 3 },
            "shown": { "description": "Whether", "type": "Boolean", "default": true }
          },
          "defaults": [{ "channel": "nightly", "value": { "rows": 5 } }]
        }
      }
    }

    """

  /// An editor that has had the whole manifest open once, so that its names are known.
  private func editor() -> TestEditor {
    var editor = TestEditor([Self.name: Self.manifest], capabilities: TestEditor.fullCapabilities)
    editor.open(Self.name)
    return editor
  }

  static let rows: [CompletionRow] = [
    CompletionRow(
      testDescription: "a key with a text", old: #""type": "Int""#, new: #""‸", "type": "Int""#,
      label: "pref-key", inserted: #""pref-key": """#, replaced: "\"\""),
    CompletionRow(
      testDescription: "a key with an object", old: #""channels""#, new: #""en‸", "channels""#,
      label: "enums", inserted: #""enums": {}"#, replaced: #""en""#),
    CompletionRow(
      testDescription: "a key with a list", old: #""channels""#, new: #"im‸, "channels""#,
      label: "imports", inserted: #""imports": []"#, replaced: "im"),
    CompletionRow(
      testDescription: "a key with a Boolean", old: #""variables""#, new: #""‸", "variables""#,
      label: "allow-coenrollment", inserted: #""allow-coenrollment": false"#, replaced: "\"\""),
    CompletionRow(
      testDescription: "a key with its colon", old: #""type": "Int""#, new: #""ty‸pe": "Int""#,
      label: "type", inserted: #""type""#, replaced: #""type""#),
    CompletionRow(
      testDescription: "a type", old: #""type": "Int""#, new: #""type": "I‸nt""#,
      label: "String", inserted: "String", replaced: "Int"),
    CompletionRow(
      testDescription: "a type without quotes", old: #""type": "Int""#, new: #""type": ‸"#,
      label: "String", inserted: #""String""#, replaced: ""),
    CompletionRow(
      testDescription: "a channel", old: #""channel": "nightly""#, new: #""channel": "‸""#,
      label: "nightly", inserted: #""nightly""#, replaced: "\"\""),
    CompletionRow(
      testDescription: "a channel before an escaped quote", old: #""channel": "nightly""#,
      new: #""channel": "nigh‸tly", "x": "5\"""#,
      label: "nightly", inserted: #""nightly""#, replaced: #""nightly""#),
    CompletionRow(
      testDescription: "a variable", old: #"{ "rows": 5 }"#, new: #"{ "‸" }"#,
      label: "shown", inserted: #""shown": true"#, replaced: "\"\""),
  ]

  @Test("inserts JSON, in place of the typed quotes", arguments: rows)
  func json(_ row: CompletionRow) throws {
    var editor = editor()
    let text = Self.manifest.replacing(row.old, with: row.new)
    let items = editor.completions(Self.name, text)
    let item = try #require(items.first { $0["label"]?.stringValue == row.label })
    #expect(item["textEdit"]?["newText"]?.stringValue == row.inserted)
    #expect(editor.text(Self.name, in: item["textEdit"]?["range"]) == row.replaced)
  }

  @Test("a name after a quote is found by clients that compare the quote, too") func filter() throws
  {
    var editor = editor()
    let text = Self.manifest.replacing("\"channels\"", with: "\"en‸\", \"channels\"")
    let items = editor.completions(Self.name, text)
    let enums = try #require(items.first { $0["label"] == "enums" })
    #expect(enums["filterText"] == "\"enums")
  }

  @Test("leaves out the keys of the object that follow the cursor") func keysAfter() {
    var editor = editor()
    let text = Self.manifest.replacing("\"channels\"", with: "\"‸\", \"channels\"")
    let labels = editor.labels(Self.name, text)
    #expect(labels.contains("includes"))
    for used in ["about", "channels", "features"] { #expect(!labels.contains(used)) }
  }

  @Test("snippets are JSON, too") func snippets() throws {
    var editor = editor()
    let variables = Self.manifest.replacing("\"rows\": {", with: "‸, \"rows\": {")
    let items = editor.completions(Self.name, variables)
    let variable = try #require(items.first { $0["label"] == "variable" })
    let written = """
      "${1:enabled}": {
        "description": "${2:What it does}",
        "type": "${3:Boolean}",
        "default": ${4:false}
      }
      """
    #expect(variable["textEdit"]?["newText"]?.stringValue == written)
    let blocks = Self.manifest.replacing("\"defaults\": [", with: "\"defaults\": [‸, ")
    let elements = editor.completions(Self.name, blocks)
    let block = try #require(elements.first { $0["label"] == "default block" })
    let start = "{\n  \"channel\": \"${1:nightly}\",\n  \"value\": {"
    #expect(block["textEdit"]?["newText"]?.stringValue?.hasPrefix(start) == true)
  }

  @Test("YAML in brackets gets braces instead of lines") func flow() throws {
    var editor = TestEditor()
    editor.open("app.fml.yaml")
    let text = "channels: [release]\nfeatures: { menu: { ‸ } }\n"
    let items = editor.completions("app.fml.yaml", text)
    let variables = try #require(items.first { $0["label"] == "variables" })
    #expect(variables["textEdit"]?["newText"] == "variables: {}")
    let owners = try #require(items.first { $0["label"] == "contacts" })
    #expect(owners["textEdit"]?["newText"] == "contacts: []")
  }
}

import Testing
import VirgaJSON
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite("Hover in manifests") struct HoverTests {
  /// The text of a hover at the first place of a text.
  private func hover(
    _ text: String, after prefix: String = "", in name: String = "app.fml.yaml"
  ) -> String {
    var editor = TestEditor()
    editor.open("app.fml.yaml")
    if name != "app.fml.yaml" { editor.open(name) }
    let answer = editor.request("textDocument/hover", name, at: text, after: prefix)
    return answer["contents"]?["value"]?.stringValue ?? ""
  }

  @Test("a variable has its type, its description, and the value in each channel") func variable() {
    let text = hover("rows:")
    #expect(text.hasPrefix("`rows`: `Int`\n\nHow many rows"))
    #expect(text.contains("| nightly | `5` | manifest default nightly, app.fml.yaml:"))
    #expect(text.contains("| release | `3` | variable default, app.fml.yaml:"))
  }

  @Test("a value in a block has the same, and the variants of an enum") func value() {
    let text = hover("right", after: "side: ")
    #expect(text.contains("`Side`"))
    #expect(text.contains("One of `left`, `right`."))
    #expect(text.contains("| nightly | `\"right\"` |"))
  }

  @Test("a value inside an object has its own type and value") func field() {
    let text = hover("title", after: "{ ")
    #expect(text.hasPrefix("`title`: `String`\n\nIts title"))
    #expect(text.contains("`\"Hello\"`"))
  }

  @Test("the variant that a value is, or that names an entry of a map, is explained")
  func variants() {
    #expect(hover("right", after: "side: ").contains("`right`: On the right"))
    let key = hover("left", after: "default: { ")
    #expect(key.hasPrefix("`Boolean` in `shown`\n\nWhat it shows\n\n`left`: On the left"))
    #expect(key.contains("| nightly, release | `true` | variable default, app.fml.yaml:"))
  }

  @Test("a field of an object has its choices and its default") func fieldDefaults() {
    let text = hover("place:", in: "types.fml.yaml")
    #expect(text.contains("One of `left`, `right`."))
    #expect(text.hasSuffix("The default of the object is `null`."))
    let value = hover("none", after: "default: ", in: "types.fml.yaml")
    #expect(value.hasPrefix("`title`: `String`\n\nIts title"))
    #expect(value.hasSuffix("The default of the object is `\"none\"`."))
  }

  @Test("a value inside a list is the one that an app reads there") func elements() {
    let cards = """
            cards:
              description: More cards
              type: List<Card>
              default: [{ title: First }, { title: Second }]
            card:
      """
    var editor = TestEditor()
    editor.open("app.fml.yaml", SampleManifest.app.replacing("      card:", with: cards))
    let text = editor.hover("app.fml.yaml", at: "Second")
    #expect(text.hasPrefix("`title`: `String`\n\nIts title"))
    #expect(text.contains("| nightly, release | `\"Second\"` | variable default, app.fml.yaml:"))
  }

  @Test("a default in an included file has its file and line") func includedFile() {
    var files = SampleManifest.files
    files["types.fml.yaml"] =
      SampleManifest.types + """
        features:
          tabs:
            description: Tabs
            variables:
              count: { description: How many tabs, type: Int, default: 2 }
            defaults:
              - channel: nightly
                value: { count: 7 }

        """
    var editor = TestEditor(files)
    editor.open("types.fml.yaml")
    let text = editor.hover("types.fml.yaml", at: "7")
    #expect(text.hasPrefix("`count`: `Int`\n\nHow many tabs"))
    #expect(text.contains("| nightly | `7` | manifest default nightly, types.fml.yaml:20 |"))
    #expect(text.contains("| release | `2` | variable default, types.fml.yaml:17 |"))
  }

  @Test("a value of an imported feature has the variant of its own module") func importedVariant() {
    let text = hover("loud", after: "tone: ")
    #expect(text.contains("`loud`: High"))
    #expect(text.contains("| nightly, release | `\"loud\"` | import default, app.fml.yaml:"))
  }

  @Test("a value of an example in a file of its own is one of the feature") func exampleFiles() {
    var editor = TestEditor(SampleManifest.filesWithExamples)
    for (name, value) in [("examples/rows.yaml", "9"), ("examples/plain.yaml", "8")] {
      editor.open(name)
      let text = editor.hover(name, at: value)
      #expect(text.hasPrefix("`rows`: `Int`\n\nHow many rows"), "\(name)")
      #expect(text.contains("| release | `3` |"), "\(name)")
    }
    #expect(editor.hover("examples/rows.yaml", at: "value:").hasPrefix("`value`"))
  }

  @Test("channels with the same value are in one row") func sameValue() {
    #expect(hover("card:").contains("| nightly, release | "))
  }

  @Test("a type has its description and its parts") func types() {
    #expect(hover("Side", after: "Map<").hasPrefix("enum `Side`\n\nA side\n\n- `left` On the left"))
    #expect(hover("Card", after: "type: ").contains("- `title`: `String` Its title"))
    #expect(hover("Int", after: "type: ") == "any integer")
  }

  @Test("definitions in other files are explained, too") func definitions() {
    #expect(hover("left", in: "types.fml.yaml").contains("a variant of `Side`"))
    #expect(hover("Card:", in: "types.fml.yaml").hasPrefix("object `Card`"))
    #expect(hover("place:", in: "types.fml.yaml").contains("a field of `Card`"))
    #expect(hover("messaging:").hasPrefix("feature `messaging`"))
  }

  @Test("a key of the language is explained") func keys() {
    #expect(hover("includes:").hasPrefix("`includes`\n\nFiles that belong to this module"))
    #expect(hover("type:").contains("(required)"))
  }

  @Test("nothing is known about an empty place") func nothing() {
    var editor = TestEditor()
    editor.open("app.fml.yaml")
    let answer = editor.request(
      "textDocument/hover",
      [
        "textDocument": ["uri": TestEditor.uri("app.fml.yaml")],
        "position": ["line": 999, "character": 0],
      ])
    #expect(answer == .null)
  }

  @Test("a long value is cut, and a table keeps its form") func markdown() {
    #expect(MarkdownCode.cell("a|b") == "`a\\|b`")
    #expect(MarkdownCode.span("a`b") == "`` a`b ``")
    #expect(MarkdownCode.span(String(repeating: "x", count: 200)).count < 130)
  }
}

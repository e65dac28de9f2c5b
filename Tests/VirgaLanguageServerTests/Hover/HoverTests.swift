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

import Testing
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Completion") struct CompletionFinderTests {
  @Test(
    "offers what is valid at the cursor",
    arguments: [
      TestRow(
        "every variable, one with an object also with its whole default",
        (
          #"{ ‸ }"#,
          [
            "card", "card, whole default", "colors", "colors, whole default", "line", "lines",
            "note", "rows", "shown",
          ]
        )),
      TestRow(
        "variables that the config lacks",
        (
          #"{ "rows": 3, "card": {}, "colors": {}, "‸" }"#, ["line", "lines", "note", "shown"]
        )),
      TestRow("variables that begin as typed", (#"{ "li‸": 1 }"#, ["line", "lines"])),
      TestRow("both Booleans", (#"{ "shown": ‸ }"#, ["true", "false"])),
      TestRow("the variants of an enum", (#"{ "line": "‸" }"#, ["red", "blue", "green"].sorted())),
      TestRow("variants that begin as typed", (#"{ "line": "bl‸" }"#, ["blue"])),
      TestRow("the variants of a list", (#"{ "lines": ["red", ‸] }"#, ["blue", "green", "red"])),
      TestRow("null for an option", (#"{ "note": ‸ }"#, ["null"])),
      TestRow("the default of a number", (#"{ "rows": ‸ }"#, ["4"])),
      TestRow("an empty object before its default", (#"{ "card": ‸ }"#, ["{}", "whole default"])),
      TestRow("an empty map before its default", (#"{ "colors": ‸ }"#, ["{}", "whole default"])),
      TestRow("the fields of an object", (#"{ "card": {‸} }"#, ["title", "wide"])),
      TestRow(
        "the variants that a map lacks", (#"{ "colors": {"red": "f00", ‸} }"#, ["blue", "green"])),
      TestRow("nothing for an object without fields", (#"{ "stop": {‸} }"#, [])),
      TestRow("nothing right after a key", (#"{ "rows"‸ }"#, [])),
      TestRow("an object for an empty config", (#"‸"#, ["{}"])),
    ])
  func offers(_ row: TestRow<(String, [String])>) throws {
    let (marked, labels) = row.values
    #expect(try completions(marked).map(\.label) == labels)
  }

  @Test("inserts a key with its current value")
  func keyWithValue() throws {
    let found = try completions("{ \"ro‸\" }")
    #expect(found.map(\.insert) == [#""rows": 4"#])
    #expect(found.map(\.detail) == ["Int – Rows"])
    #expect(try completions(#"{ "ca‸": {} }"#).map(\.insert) == [#""card""#])
    let replacing = try completions("{ ‸'rows': 1, \"card\": {}, \"colors\": {} }")
    #expect(
      replacing.map(\.insert) == ["\"line\"", "\"lines\"", "\"note\"", "\"rows\"", "\"shown\""])
  }

  @Test("inserts an object empty or with its whole default") func keyWithObject() throws {
    let found = try completions("{ \"ca‸\" }")
    #expect(found.map(\.insert) == [#""card": {}"#, #""card": {"title":"Hello","wide":false}"#])
    #expect(found.map(\.detail) == ["Card – A card", "Card – whole default; A card"])
    let values = try completions(#"{ "card": ‸ }"#)
    #expect(values.map(\.insert) == ["{}", #"{"title":"Hello","wide":false}"#])
  }

  @Test("offers alias strings, including those that the config adds")
  func aliasStrings() throws {
    let manifest = try Sample.load(
      """
      channels: [a]
      features:
        team:
          description: d
          variables:
            players: {description: d, type: List<Player>, default: [ann, bob], string-alias: Player}
            captain: {description: d, type: Player, default: ann}
      """)
    let text = MarkedText(#"{ "players": ["bob", "eve"], "captain": ‸ }"#)
    let found = manifest.completions(
      in: SourceText(name: "-", text: text.text), at: text.ranges[0].start,
      feature: try #require(manifest.feature("team")), channel: "a")
    #expect(found.map(\.label) == ["ann", "bob", "eve"])
  }

  private func completions(_ marked: String) throws -> [Completion] {
    let text = MarkedText(marked)
    let manifest = try Sample.load(Self.text)
    return manifest.completions(
      in: SourceText(name: "-", text: text.text), at: text.ranges[0].start,
      feature: try #require(manifest.feature("stop")), channel: "a")
  }

  private static let text = """
    channels: [a]
    features:
      stop:
        description: d
        variables:
          rows: {description: Rows, type: Int, default: 4}
          shown: {description: d, type: Boolean, default: true}
          note: {description: d, type: Option<String>, default: null}
          line: {description: d, type: Line, default: red}
          lines: {description: d, type: List<Line>, default: []}
          card: {description: A card, type: Card, default: {title: Hello}}
          colors: {description: d, type: "Map<Line, String>", default: {red: a, blue: b, green: c}}
          _hidden: {description: d, type: Int, default: 1}
    enums:
      Line: {description: d, variants: {red: {description: d}, blue: {description: d}, green: {description: d}}}
    objects:
      Card:
        description: d
        fields:
          title: {description: d, type: String, default: x}
          wide: {description: d, type: Boolean, default: false}
    """
}

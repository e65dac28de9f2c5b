import Testing
import VirgaSource
import VirgaTestSupport

@testable import VirgaCLI
@testable import VirgaManifest

@Suite("virga compare --format markdown") struct ComparisonMarkdownTests {
  @Test("two versions are a table for each feature, with the channels of each change")
  func versions() throws {
    let place = try Workplace()
    let newer = Workplace.good
      .replacing("default: hello", with: "default: hi")
      .replacing("Boolean, default: true", with: "Boolean, default: false")
    place.directory.write(newer, to: "new.yaml")
    let answer = try place.virga("compare", "good.yaml", "new.yaml", "--format", "markdown")
    #expect(
      answer.output == """
        ### <code>good.yaml</code> → <code>new.yaml</code>

        2 features changed, in <code>beta</code>, <code>release</code>.

        #### Changed: <code>alpha</code>

        | Change | Value | Channels | Before | After |
        | --- | --- | --- | --- | --- |
        | changed | <code>enabled</code> | all | <code>true</code> | <code>false</code> |

        #### Changed: <code>omega</code>

        | Change | Value | Channels | Before | After |
        | --- | --- | --- | --- | --- |
        | changed | <code>greeting</code> | <code>beta</code> | <code>"hello"</code> | <code>"hi"</code> |

        """)
    #expect((answer.errors, answer.code) == ("", 0))
  }

  @Test("channels are a table for each feature too") func channels() throws {
    let place = try Workplace()
    let answer = try place.virga("compare", "good.yaml", "--format", "markdown")
    #expect(
      answer.output == """
        ### <code>beta</code>, <code>release</code>

        1 feature with differences.

        #### <code>omega</code>

        | Value | <code>beta</code> | <code>release</code> |
        | --- | --- | --- |
        | <code>greeting</code> | <code>"hello"</code> | <code>"good day"</code> |

        """)
  }

  @Test("versions that agree have no table") func noDifferences() throws {
    let place = try Workplace()
    let answer = try place.virga("compare", "good.yaml", "good.yaml", "--format", "markdown")
    #expect(answer.output.hasSuffix("\n\nNo differences.\n"))
  }

  @Test("a long value is folded in its line") func folding() {
    let value = String(repeating: "word ", count: 40)
    let lines = Self.lines(of: value)
    #expect(lines.count == 1)
    #expect(lines[0].contains("<details><summary><code>word word "))
    #expect(lines[0].contains("…</code></summary><code>\(value)</code></details> |"))
  }

  @Test("a very long value is cut, with the number of characters that are left out")
  func cutting() {
    let lines = Self.lines(of: String(repeating: "x", count: 5_000))
    #expect(lines[0].contains(" (2,000 more characters)</details> |"))
  }

  private static let hostileTexts =
    HostileText.all + ["</code></details>", "<!--", "**bold**", "@somebody", "[a](b)", "$x$"]

  @Test("no name or value ends its cell", arguments: hostileTexts) func cells(_ text: String) {
    let lines = Self.lines(of: text, feature: text, path: text)
    #expect(lines.count == 1)
    #expect(lines.first?.unicodeScalars.split(separator: "|").count == 5)
  }

  @Test("no name or value has a meaning in Markdown", arguments: hostileTexts)
  func plainText(_ text: String) {
    let lines = Self.lines(of: text, feature: text, path: text)
    // The tags of the cells themselves; a long value is folded.
    let tags = ["code", "details", "summary"].flatMap { ["<\($0)>", "</\($0)>"] }
    let code = tags.reduce(String(lines.first ?? "")) { text, tag in
      text.replacing(bytesOf: tag, with: "")
    }
    let special = code.unicodeScalars.filter { "<>`*@[]$\\_~\n\r".unicodeScalars.contains($0) }
    #expect(special.isEmpty)
  }

  private static let longComparison = markdown(
    (0..<3_000).map { number in
      ComparisonRow(
        feature: "feature-\(number / 10)", path: "value-\(number)",
        cells: [.type("Int"), .type("String")])
    })

  /// How many values of the long comparison are shown.
  private static var shown: Int {
    longComparison.split(separator: "\n").count { $0.hasPrefix("| retyped ") }
  }

  @Test("a long comparison fits into a comment") func limit() {
    #expect(Self.longComparison.unicodeScalars.count <= 60_000)
    #expect(Self.shown > 300)
  }

  @Test("values that do not fit into a comment are counted") func countOfOthers() throws {
    let note = try #require(Self.longComparison.split(separator: "\n").last)
    #expect(note.hasPrefix("\(3_000 - Self.shown) more values of "), "\(note)")
  }

  @Test("invisible characters and character references do not exceed the limit either")
  func hostileLength() {
    for filler in ["|", "\u{202E}", "😀"] {
      let long = String(repeating: filler, count: 9_000)
      let rows = (0..<50).map { _ in
        ComparisonRow(feature: long, path: long, cells: [.type(long), .type("a" + long)])
      }
      #expect(Self.markdown(rows).unicodeScalars.count <= 60_000)
    }
  }

  /// The lines of a row with a value before and after a change.
  private static func lines(
    of value: String, feature: String = "f", path: String = "p"
  ) -> [Substring] {
    let row = ComparisonRow(feature: feature, path: path, cells: [.type("a"), .type(value)])
    // The title, the summary, the heading, and the two lines of the table's head.
    let linesBefore = 5
    return Array(markdown([row]).split(separator: "\n").dropFirst(linesBefore))
  }

  private static func markdown(_ rows: [ComparisonRow]) -> String {
    guard let manifest = try? Sample.load("channels: [beta]\nfeatures: {}\n") else { return "" }
    let columns = ComparedManifest.columns(of: [
      ComparedManifest(path: "old.yaml", manifest: manifest),
      ComparedManifest(path: "new.yaml", manifest: manifest),
    ])
    return ComparisonMarkdown(nil, columns, ComparedPair.all(in: columns)).text(rows)
  }
}

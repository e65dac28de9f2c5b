import Testing
import VirgaTestSupport

extension EndToEnd {
  @Suite("Untrusted text in a terminal") struct UntrustedTextTests {
    private static let hostile = #"""
      about: {description: test}
      channels: [beta]
      features:
        "al\e[31mpha\u202E":
          description: "title \e]0;owned\a clear \e[2J\e[H c1 \x9B2J line\r\nnext\ttab \u202Eevil\u200B end"
          variables:
            "wide漢字":
              description: "emoji 👍🏽 👨‍👩‍👧 ❤️ 🇫🇷 e\u0301 ｆｕｌｌ 日本語テキスト"
              type: String
              default: "한국어 \e[?1049l \e[?25l 🫨 ⚠️ 1️⃣ مرحبا שלום"
            plain: {type: String, default: "\u0007\u0000\u007F\u0085\uFEFF", description: "b"}
      """#

    private func session(columns: Int = 120, rows: Int = 40) throws -> TmuxSession {
      let directory = try TemporaryDirectory()
      directory.write(Self.hostile, to: "test.fml.yaml")
      return try TmuxSession("virga test.fml.yaml", columns: columns, rows: rows, in: directory)
    }

    @Test("escape sequences in a manifest are shown, not executed") func sequences() throws {
      let session = try session()
      try session.wait(for: "━ Features 1 ━", "␛[31m")
      try session.press("Enter")
      try session.wait(for: "␛[?1049l")
      #expect(try session.flags().hasPrefix("1 1"))
      #expect(try !session.command(["display", "-p", "#{pane_title}"]).contains("owned"))
      let screen = try session.command(["capture-pane", "-p"])
      let forbidden = screen.unicodeScalars.filter { scalar in
        scalar != "\n"
          && (scalar.value < 0x20 || (0x7F...0x9F) ~= scalar.value
            || "\u{202E}\u{200B}\u{FEFF}".unicodeScalars.contains(scalar))
      }
      #expect(forbidden.isEmpty)
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    @Test("wide text keeps the borders aligned", arguments: [(120, 40), (80, 24), (61, 19)])
    func wideText(columns: Int, rows: Int) throws {
      let session = try session(columns: columns, rows: rows)
      let file = session.directory.path("test.fml.yaml")
      let dumped = try VirgaProgram.run(["open", file, "--dump", "--size", "\(columns)x\(rows)"])
      let frame = dumped.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      try session.wait(for: "frame of the hostile manifest") {
        $0 == frame.map(TmuxSession.trimmed)
      }
    }

    @Test(
      "features with wide text look as in --dump",
      arguments: ["translations", "microsurvey", "reader-view"])
    func wideFeatures(feature: String) throws {
      let dumped = try VirgaProgram.run(["--feature", feature, "--dump", "--size", "100x30"])
      let frame = dumped.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      let session = try TmuxSession("virga --feature \(feature)", columns: 100, rows: 30)
      try session.wait(for: "frame of \(feature)") { $0 == frame.map(TmuxSession.trimmed) }
    }

    @Test(
      "JSON escapes invisible characters only on a terminal")
    func answers() throws {
      let directory = try TemporaryDirectory()
      directory.write(Self.hostile, to: "test.fml.yaml")
      let values = "virga values test.fml.yaml --format json"
      let single = "virga fml single-file test.fml.yaml - --channel beta"
      let set =
        "virga context set --manifest test.fml.yaml --session s.virga -- 're\u{202E}gion' '\"\u{2066}\"'"
      let show = "virga session show --session s.virga --format shell"
      let session = try TmuxSession(
        "\(values); \(single); \(set); \(show); \(values) | grep -c $(printf '\\357\\273\\277')",
        columns: 200, rows: 100, in: directory)
      let screen = try session.wait(for: "left 0") { $0.contains { $0.hasPrefix("left 0") } }
        .joined(separator: "\n")
      #expect(screen.contains(#"al\u001b[31mpha\u202e"#))
      #expect(screen.contains("<U+202E right-to-left override>"))
      #expect(screen.contains(#"re\342\200\256gion"#))
      #expect(screen.contains(#""\u2066""#))
      #expect(screen.contains("# \\342\\200\\256 is U+202E right-to-left override."))
      #expect(
        !screen.unicodeScalars.contains {
          ["\u{202E}", "\u{200B}", "\u{FEFF}", "\u{2066}"].contains($0)
        })
    }

    @Test("messages on standard error are safe too") func messages() throws {
      let directory = try TemporaryDirectory()
      directory.write(
        "channels: [beta]\nfeatures: {\"a\\e[2Jb\": {variables: {x: {type: \"No\\e]0;x\\aSuch\", default: 1, description: d}}}}",
        to: "bad.yaml")
      let answer = try VirgaProgram.run(["validate", "bad.yaml"], in: directory.root)
      #expect(answer.code == 1)
      #expect(
        !(answer.output + answer.errors).unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" }
      )
    }
  }
}

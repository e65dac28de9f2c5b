import Testing
import VirgaGenerate
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Warnings for backslashes in defaults") struct BackslashWarningsTests {
  @Test(
    "the warning says what nimbus-fml would produce",
    arguments: [
      TestRow(
        "an escaped backslash",
        (#"'^q\\s+'"#, #"Swift code would hold `^q\s+`"#, #"Kotlin code would hold `^q\s+`"#)),
      TestRow(
        "an unknown escape",
        (#"'^q\s+'"#, "Swift code would not compile", "Kotlin code would not compile")),
      TestRow(
        "escapes that only Swift has",
        (
          #"'\r\t\u{5A}'"#, "Swift code would hold `<U+000D><U+0009>Z`",
          "Kotlin code would not compile"
        )),
      TestRow(
        "an escape that only Kotlin has",
        (#"'\u005A'"#, "Swift code would not compile", "Kotlin code would hold `Z`")),
      TestRow(
        "escapes of Kotlin",
        (#"'\$\b'"#, "Swift code would not compile", "Kotlin code would hold `$<U+0008>`")),
      TestRow(
        "an interpolation",
        (#"'\0 \(name)'"#, "Swift code would not compile", "Kotlin code would not compile")),
      TestRow(
        "a backslash at the end",
        (#"'C:\'"#, "Swift code would not compile", "Kotlin code would not compile")),
      // nimbus-fml writes these as Kotlin raw strings, which keep backslashes.
      TestRow(
        "a quote and a backslash, which nimbus-fml writes as a Kotlin raw string",
        (#"'"\\"'"#, "Swift code would not compile", "")),
      TestRow("no warning for a slash", ("'a/b'", "", "")),
    ])
  func production(_ row: TestRow<(String, String, String)>) throws {
    let (text, swift, kotlin) = row.values
    let manifest = try load("v: {description: d, type: String, default: \(text)}")
    let value = text.dropFirst().dropLast()
    func messages(_ code: String) -> [String] {
      if code.isEmpty { return [] }
      return [
        "nimbus-fml does not escape backslashes: its \(code), that of virga holds `\(value)` as the "
          + "manifest does"
      ]
    }
    #expect(SwiftCode.warnings(for: manifest, channel: "a").map(\.message) == messages(swift))
    #expect(KotlinCode.warnings(for: manifest, channel: "a").map(\.message) == messages(kotlin))
  }

  @Test("every text in a default is checked once, at its own position")
  func positions() throws {
    let manifest = try load(
      #"""
      list: {description: d, type: List<String>, default: [a, '\d']}
      map: {description: d, type: 'Map<String, Text>', default: {'\k': '\v'}}
      object: {description: d, type: Option<O>, default: {inner: {t: '\w'}}}
      objects: {description: d, type: List<O>, default: [{inner: {t: '\x'}}]}
      filled: {description: d, type: O, default: {}}
      number: {description: d, type: Int, default: 1}
      """#,
      rest: #"""
        objects:
          O: {description: d, fields: {inner: {description: d, type: P, default: {}}}}
          P: {description: d, fields: {t: {description: d, type: String, default: '\p'}}}
        """#)
    let found = SwiftCode.warnings(for: manifest, channel: "a")
    #expect(
      found.map { "\($0.path) \($0.location?.range.start.line ?? 0)" } == [
        "objects/P.t 16", "features/f.list[1] 7", "features/f.map 8", "features/f.map['\\k'] 8",
        "features/f.object.inner.t 9", "features/f.objects[0].inner.t 10",
      ])
    #expect(found.allSatisfy { $0.severity == .warning && $0.code == "unescaped-backslash" })
  }

  @Test("the default of the channel counts")
  func channels() throws {
    let manifest = try load(
      #"v: {description: d, type: String, default: plain}"#,
      defaults: #"[{channel: b, value: {v: '\d'}}]"#)
    #expect(SwiftCode.warnings(for: manifest, channel: "a").isEmpty)
    #expect(SwiftCode.warnings(for: manifest, channel: "b").map(\.path) == ["features/f.v"])
  }

  @Test("a long text is shown around its first backslash")
  func longText() throws {
    let text = String(repeating: "x", count: 50) + #"\\y"# + String(repeating: "z", count: 90)
    let manifest = try load("v: {description: d, type: String, default: '\(text)'}")
    let message = SwiftCode.warnings(for: manifest, channel: "a").map(\.message).joined()
    let start = "…" + String(repeating: "x", count: 20)
    #expect(message.contains("would hold `\(start)\\y\(String(repeating: "z", count: 38))…`"))
    #expect(message.contains("holds `\(start)\\\\y\(String(repeating: "z", count: 37))…`"))
  }

  private func load(
    _ variables: String, defaults: String = "[]", rest: String = ""
  ) throws -> Manifest {
    let lines = variables.split(separator: "\n").map { "      \($0)\n" }.joined()
    let text = """
      about: {description: d, swift: {module: M, class: C}, kotlin: {package: p, class: .C}}
      channels: [a, b]
      features:
        f:
          description: d
          variables:

      """
    return try Sample.load(text + lines + "    defaults: \(defaults)\n" + rest)
  }
}

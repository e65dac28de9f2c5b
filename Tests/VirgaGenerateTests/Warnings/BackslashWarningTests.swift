import Testing
import VirgaGenerate
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Warnings for backslashes in defaults") struct BackslashWarningTests {
  @Test(
    "the warning says what nimbus-fml would produce",
    arguments: [
      (#"'a\\d'"#, #"Swift code would hold `a\d`"#, #"Kotlin code would hold `a\d`"#),
      (#"'a\d'"#, "Swift code would not compile", "Kotlin code would not compile"),
      (#"'\t\n\u{41}'"#, "Swift code would hold `<U+0009><U+000A>A`", "Kotlin code would not compile"),
      (#"'\u0041'"#, "Swift code would not compile", "Kotlin code would hold `A`"),
      (#"'\$ \b'"#, "Swift code would not compile", "Kotlin code would hold `$ <U+0008>`"),
      (#"'\0 \(x)'"#, "Swift code would not compile", "Kotlin code would not compile"),
      (#"'ends in \'"#, "Swift code would not compile", "Kotlin code would not compile"),
      // nimbus-fml writes these as Kotlin raw strings, which keep backslashes.
      (#"'\\ "quoted"'"#, "Swift code would not compile", ""),
      ("'plain'", "", ""),
    ])
  func production(_ text: String, _ swift: String, _ kotlin: String) throws {
    let manifest = try load("    v: {description: d, type: String, default: \(text)}")
    let value = text.dropFirst().dropLast()
    for (found, wanted) in [
      (SwiftCode.warnings(for: manifest, channel: "a"), swift),
      (KotlinCode.warnings(for: manifest, channel: "a"), kotlin),
    ] {
      #expect(
        found.map(\.message)
          == (wanted.isEmpty
            ? []
            : [
              "nimbus-fml does not escape backslashes: its \(wanted), that of virga holds `\(value)` as the manifest does"
            ]))
    }
  }

  @Test("every text in a default is checked once, at its own position")
  func positions() throws {
    let manifest = try load(
      #"""
          list: {description: d, type: List<String>, default: [a, '\d']}
          map: {description: d, type: 'Map<String, Text>', default: {'\k': '\v'}}
          object: {description: d, type: Option<O>, default: {inner: {t: '\w'}}}
          objects: {description: d, type: List<O>, default: [{}]}
      objects:
        O: {description: d, fields: {inner: {description: d, type: P, default: {}}}}
        P: {description: d, fields: {t: {description: d, type: String, default: '\p'}}}
      """#)
    let found = SwiftCode.warnings(for: manifest, channel: "a")
    #expect(
      found.map { "\($0.location.map { "\($0)" } ?? "") \($0.path)" } == [
        "app.fml.yaml:13:75 objects/P.t", "app.fml.yaml:7:63 features/f.list[1]", "app.fml.yaml:8:72 features/f.map",
        "app.fml.yaml:8:72 features/f.map['\\k']", "app.fml.yaml:9:70 features/f.object.inner.t",
      ])
    #expect(found.allSatisfy { $0.severity == .warning && $0.code == "unescaped-backslash" })
  }

  @Test("a text with several lines is shown on one line")
  func lineFeeds() throws {
    let manifest = try load(#"    v: {description: d, type: String, default: "a\n\\\\\u2028b"}"#)
    let message = SwiftCode.warnings(for: manifest, channel: "a").map(\.message).joined()
    #expect(message.contains(#"would not compile, that of virga holds `a<U+000A>\\<U+2028>b` as"#), "\(message)")
  }

  @Test("a long text is shown around its first backslash")
  func longText() throws {
    let text = String(repeating: "x", count: 50) + #"\\y"# + String(repeating: "z", count: 90)
    let manifest = try load("    v: {description: d, type: String, default: '\(text)'}")
    let message = SwiftCode.warnings(for: manifest, channel: "a").map(\.message).joined()
    let start = "…" + String(repeating: "x", count: 20)
    #expect(message.contains("would hold `\(start)\\y\(String(repeating: "z", count: 38))…`"))
    #expect(message.contains("holds `\(start)\\\\y\(String(repeating: "z", count: 37))…`"))
  }

  private func load(_ variables: String) throws -> Manifest {
    let text = """
      about: {description: d, swift: {module: M, class: C}, kotlin: {package: p, class: .C}}
      channels: [a]
      features:
        f:
          description: d
          variables:

      """
    return try Sample.load(text + indented(variables))
  }

  private func indented(_ lines: String) -> String {
    lines.split(separator: "\n").map { $0.hasPrefix("    ") ? "  " + $0 : $0 }.joined(separator: "\n") + "\n"
  }
}

import Testing
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@testable import VirgaGenerate

@Suite("Hostile texts in generated code") struct CodeLiteralTests {
  @Test("a Kotlin literal reads as the original text", arguments: HostileText.all)
  func kotlinStrings(_ text: String) {
    let literal = KotlinLiteral.string(text)
    #expect(Array((Self.read(literal) ?? "").unicodeScalars) == Array(text.unicodeScalars))
    // A dollar sign would begin a variable.
    #expect(
      !literal.utf8.elementsEqual(literal.replacing(bytesOf: "\\$", with: "").utf8)
        || !literal.utf8.contains(0x24))
  }

  @Test("a Swift literal reads as the original text", arguments: HostileText.all)
  func swiftStrings(_ text: String) {
    #expect(
      Array((Self.read(SwiftLiteral.string(text)) ?? "").unicodeScalars)
        == Array(text.unicodeScalars))
  }

  @Test("a description cannot end a Kotlin comment", arguments: HostileText.all)
  func kotlinComments(_ text: String) {
    var writer = CodeWriter(step: 4)
    writer.kotlinComment("before \(text) between\(text)after */ /* fun evil() {}")
    writer.line("end")
    #expect(Self.outsideOfComments(writer.text).filter { $0 != "\n" } == "end")
  }

  @Test("a description cannot end a Swift comment", arguments: HostileText.all)
  func swiftComments(_ text: String) {
    var writer = CodeWriter()
    writer.swiftComment("before \(text) between\(text)after */ func evil() {}")
    let lines = writer.text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }
    #expect(lines.allSatisfy { $0.starts(with: "///".unicodeScalars) })
  }

  @Test(
    "bidirectional marks are dropped from comments and escaped in strings",
    arguments: ["\u{202E}", "\u{2066}", "\u{61C}", "\u{200F}", "\u{2067}"])
  func directions(_ mark: String) {
    var writer = CodeWriter()
    writer.swiftComment("a\(mark)b")
    writer.kotlinComment("a\(mark)b")
    #expect(writer.text == "/// ab\n/**\n * ab\n */\n")
    let scalar = mark.unicodeScalars.first?.value ?? 0
    #expect(SwiftLiteral.string(mark) == "\"\\u{\(String(scalar, radix: 16, uppercase: true))}\"")
  }

  @Test("an emoji sequence stays whole in a comment")
  func families() {
    var writer = CodeWriter()
    writer.swiftComment("a 👨‍👩‍👧")
    #expect(writer.text == "/// a 👨‍👩‍👧\n")
  }

  @Test(
    "names that go into code verbatim must be identifiers",
    arguments: [
      TestRow(
        "a class with a body",
        ("swift: {module: M, class: 'A { static let x = 1 } ; class B'}", ["about.swift.class"])),
      TestRow(
        "a class with a path", ("swift: {module: M, class: ../../escaped}", ["about.swift.class"])),
      TestRow("a class within another", ("swift: {module: M, class: A.B}", ["about.swift.class"])),
      TestRow(
        "a class that is a keyword", ("swift: {module: M, class: class}", ["about.swift.class"])),
      TestRow(
        "a module with a line end",
        ("swift: {module: \"M\\nimport Evil\", class: A1_é}", ["about.swift.module"])),
      TestRow(
        "empty names",
        ("swift: {module: '', class: ''}", ["about.swift.module", "about.swift.class"])),
      TestRow("a module within another", ("swift: {module: Client.Nimbus, class: _A}", [])),
      TestRow(
        "a class in a package of its own",
        ("kotlin: {package: org.mozilla.fenix, class: .nimbus.FxNimbus}", [])),
      TestRow(
        "a class with its whole package",
        ("kotlin: {package: org.mozilla.fenix, class: org.mozilla.FxNimbus}", [])),
      TestRow(
        "a package with code",
        ("kotlin: {package: 'org; fun evil() {}', class: .FxNimbus}", ["about.kotlin.package"])),
      TestRow(
        "a package with two dots",
        (
          "kotlin: {package: org..mozilla, class: ..FxNimbus}",
          ["about.kotlin.package", "about.kotlin.class"]
        )),
      TestRow(
        "a class with a path, and a package with a keyword",
        (
          "kotlin: {package: org.in.app, class: '../FxNimbus'}",
          ["about.kotlin.package", "about.kotlin.class"]
        )),
    ])
  func names(_ row: TestRow<(String, [String])>) throws {
    let (about, paths) = row.values
    let manifest = try manifest("about: {description: d, \(about)}")
    #expect(manifest.identifierProblems.map(\.path) == paths)
    let located = manifest.identifierProblems.allSatisfy {
      $0.code == "no-identifier" && $0.location?.range.start.line == 1
    }
    #expect(located)
    do throws(Problems) {
      _ =
        try about.hasPrefix("swift")
        ? SwiftCode.file(for: manifest, channel: "a") : KotlinCode.file(for: manifest, channel: "a")
      #expect(paths == [])
    } catch {
      #expect(error.all.map(\.path) == paths)
    }
  }

  @Test("invalid names of an imported manifest are refused", arguments: ["swift", "kotlin"])
  func importedNames(_ language: String) throws {
    func about(_ name: String) -> String {
      "about: {description: d, swift: {module: M, class: \(name)}, kotlin: {package: p, class: .\(name)}}"
    }
    let manifest = try Sample.load(
      "\(about("A"))\nchannels: [a]\nimports: [{path: b.fml.yaml, channel: a, features: {}}]",
      files: ["b.fml.yaml": "\(about("'B.evil()'"))\nchannels: [a]\nfeatures: {}"])
    let problems = try #require(throws: Problems.self) {
      _ =
        try language == "swift"
        ? SwiftCode.file(for: manifest, channel: "a") : KotlinCode.file(for: manifest, channel: "a")
    }
    #expect(problems.all.map(\.path) == ["about.\(language).class"])
  }

  private func manifest(_ about: String) throws -> Manifest {
    let text = "\(about)\nchannels: [a]\nfeatures: {}"
    return try Sample.load(text)
  }

  /// The code outside comments, which may be nested in Kotlin.
  private static func outsideOfComments(_ code: String) -> String {
    var outside: [UInt8] = []
    var depth = 0
    var rest = Array(code.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "/"), rest.first == UInt8(ascii: "*") {
        depth += 1
        rest.removeFirst()
      } else if depth > 0, byte == UInt8(ascii: "*"), rest.first == UInt8(ascii: "/") {
        depth -= 1
        rest.removeFirst()
      } else if depth == 0 {
        outside.append(byte)
      }
    }
    return String(decoding: outside, as: UTF8.self)
  }

  /// The value of a Swift or Kotlin literal; nil if its quotes close too early or not at all.
  private static func read(_ literal: String) -> String? {
    var units: [UInt16] = []
    var rest = Array(literal.utf16)[...]
    func sign(_ unit: UInt16?) -> Character? {
      unit.flatMap(Unicode.Scalar.init).map(Character.init)
    }
    guard sign(rest.popFirst()) == "\"" else { return nil }
    while let unit = rest.popFirst() {
      if unit == 0x22 { return rest.isEmpty ? String(decoding: units, as: UTF16.self) : nil }
      if unit < 0x20 { return nil }
      guard unit == 0x5C else {
        units.append(unit)
        continue
      }
      switch sign(rest.popFirst()) {
      case "n": units.append(0x0A)
      case "r": units.append(0x0D)
      case "t": units.append(0x09)
      case "u" where sign(rest.first) == "{":
        let digits = rest.dropFirst().prefix { $0 != 0x7D }
        rest = rest[digits.endIndex...].dropFirst()
        guard
          let scalar = UInt32(String(decoding: digits, as: UTF16.self), radix: 16).flatMap(
            Unicode.Scalar.init)
        else { return nil }
        units += Array(String(scalar).utf16)
      case "u":
        guard let unit = UInt16(String(decoding: rest.prefix(4), as: UTF16.self), radix: 16) else {
          return nil
        }
        units.append(unit)
        rest = rest.dropFirst(4)
      case let other?: units += Array(String(other).utf16)
      case nil: return nil
      }
    }
    return nil
  }
}

import Testing
import VirgaGenerate
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Warnings about names in code") struct NameCheckTests {
  @Test(
    "a name that code cannot have as it is gets a warning",
    arguments: [
      TestRow("names that are one", ("a-b: {}, aB: {}", ["identifier-clash features/f.aB"])),
      TestRow("a name without a letter", ("'--': {}", ["no-identifier features/f.--"])),
      TestRow("not one that only features with a pref-key have", ("is-modified: {}", [])),
      TestRow("a word of a language", ("class: {}", ["reserved-word features/f.class"])),
      TestRow("not names that differ by a word", ("klass: {}, default-class: {}", [])),
    ] as [TestRow<(String, [String])>])
  func warnings(_ row: TestRow<(String, [String])>) throws {
    let (variables, wanted) = row.values
    let full = "{description: d, type: Int, default: 1}"
    let found = try problems(
      "f: {description: d, variables: {\(variables.replacing("{}", with: full))}}")
    #expect(found.map { "\($0.code) \($0.path)" } == wanted)
    #expect(found.allSatisfy { $0.severity == .warning && $0.location != nil })
  }

  @Test("a reserved word is reported with its languages")
  func reservedWords() throws {
    func languages(_ word: String, _ about: String = "") throws -> [String] {
      let text =
        "f: {description: d, variables: {\(word): {description: d, type: Int, default: 1}}}"
      return try problems(text, about: about).map {
        String($0.message.prefix { $0 != "," }.split(separator: " in ").last ?? "")
      }
    }
    #expect(try languages("class") == ["Swift and Kotlin"])
    #expect(try languages("guard") == ["Swift"])
    #expect(try languages("object") == ["Kotlin"])
    #expect(try languages("object", "swift: {module: M, class: C}") == [])
    #expect(try languages("guard", "kotlin: {package: p, class: .C}") == [])
  }

  @Test("every problem of a type gets one warning")
  func types() throws {
    let found = try problems(
      "card: {description: d, variables: {}}\nenums: {Card: {description: d, variants: {}}}")
    #expect(
      found.map { "\($0.code) \($0.path)" } == [
        "identifier-clash enums/Card", "enum-without-variants enums/Card",
      ])
  }

  @Test("a feature with the name of the generated class gets a warning")
  func takenClass() throws {
    let found = try problems(
      "my-nimbus: {description: d, variables: {}}", about: "swift: {module: M, class: MyNimbus}")
    #expect(found.map { "\($0.code) \($0.path)" } == ["identifier-clash features/my-nimbus"])
  }

  @Test("an object whose name would be invisible in code gets a warning")
  func invisibleObjects() throws {
    let filler = "\u{3164}"
    let found = try problems(
      "f: {description: d, variables: {}}\nobjects: {'\(filler)': {description: d, fields: {}}, "
        + "'a\(filler)b': {description: d, fields: {}}}")
    #expect(
      found.map { "\($0.code) \($0.path)" }
        == ["no-identifier objects/a\(filler)b", "no-identifier objects/\(filler)"])
    #expect(found.first?.message.contains("U+3164 hangul filler") == true)
  }

  @Test("a module or class whose name would be invisible gets a warning")
  func invisibleModules() throws {
    let module = try problems(
      "f: {description: d, variables: {}}", about: "swift: {module: 'A\u{FE00}', class: 'B\u{34F}'}"
    )
    #expect(
      module.map { "\($0.code) \($0.path)" }
        == ["no-identifier about.swift.module", "no-identifier about.swift.class"])
  }

  @Test(
    "a class whose name is a keyword of types gets a warning", arguments: ["Any", "Self", "self"])
  func keywords(name: String) throws {
    let found = try problems(
      "f: {description: d, variables: {}}", about: "swift: {module: M, class: \(name)}")
    #expect(found.map { "\($0.code) \($0.path)" } == ["no-identifier about.swift.class"])
  }

  private func problems(_ features: String, about: String = "") throws -> [Problem] {
    let text = "about: {description: d, \(about)}\nchannels: [a]\nfeatures:\n  \(features)"
    return try Sample.load(text).identifierProblems
  }
}

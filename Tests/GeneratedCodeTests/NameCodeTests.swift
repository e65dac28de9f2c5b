import Testing
import VirgaGenerate
import VirgaManifest
import VirgaSource
import VirgaTestSupport

extension EndToEnd {
  /// Generated Swift compiles with any names in the manifest, or the names are refused.
  @Suite(
    "Names in generated Swift",
    .enabled(if: VectorProgram.tools != nil, "the modules of the SDK or the compiler are not there")
  )
  struct NameCodeTests {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
      case features, objects, enums, members
      var testDescription: String { rawValue }
    }

    @Test(
      "every word compiles as any kind of name or is refused by name", .timeLimit(.minutes(20)),
      arguments: Kind.allCases, [SwiftSDK.virga, .mozilla(module: "MozillaAppServices")])
    func everyWord(_ kind: Kind, _ sdk: SwiftSDK) async throws {
      let words = try NameWords.all(for: sdk)
      var refused: [String: Set<String>] = [:]
      for problem in problems(try NameManifest(words: words).manifest(kind), sdk) {
        let owner =
          problem.path.contains(".")
          ? problem.path.prefix { $0 != "." }.drop { $0 != "/" }.dropFirst() : ""
        let name = try #require(problem.path.split { $0 == "/" || $0 == "." }.last)
        #expect(problem.message.contains("`\(name)`"))
        refused[owner.filter(\.isLetter), default: []].insert(String(name))
      }
      #expect(refused == Self.refused(kind, sdk))
      let manifest = try NameManifest(words: words, refused: refused).manifest(kind)
      // A type check is enough for names of types; names of members also affect what initializers
      // assign.
      try await VectorProgram.check(
        try SwiftCode.file(for: manifest, channel: "only", sdk: sdk), initializers: kind == .members
      )
    }

    /// The names that code uses itself, by where they are used; types are used in the whole file.
    private static func refused(_ kind: Kind, _ sdk: SwiftSDK) -> [String: Set<String>] {
      switch kind {
      case .features, .objects, .enums:
        ["": types.union(sdk == .virga ? virgaTypes : ["UserDefaults"])]
      case .members: ["E": ["allCases", "enumValue", "rawValue"], "chosen": ["isModified"]]
      }
    }

    private static let types: Set<String> = [
      "Any", "Bool", "CaseIterable", "Codable", "codingKey", "CodingKeys", "FeatureHolder",
      "FeatureHolderAny",
      "FeatureManifestInterface", "FeaturesInterface", "Int", "NilVariables", "Self", "Sendable",
      "String", "encoder",
      "getSdk", "variables",
    ]

    private static let virgaTypes: Set<String> = [
      "CodingKeyRepresentable", "Double", "Encodable", "FeatureClient", "Preferences",
    ]

    private func problems(_ manifest: Manifest, _ sdk: SwiftSDK) -> [Problem] {
      do {
        _ = try SwiftCode.file(for: manifest, channel: "only", sdk: sdk)
        return []
      } catch {
        return error.all
      }
    }
  }
}

/// Manifests that use words as names.
private struct NameManifest {
  let words: [String]
  /// The words to omit, by what they would be names of.
  var refused: [String: Set<String>] = [:]

  func manifest(_ kind: EndToEnd.NameCodeTests.Kind) throws -> Manifest {
    let text = """
      about: {description: d, swift: {module: Words, class: WordsNimbus}}
      channels: [only]
      \(body(kind))
      """
    return try Sample.load(text)
  }

  private func body(_ kind: EndToEnd.NameCodeTests.Kind) -> String {
    switch kind {
    case .features: "features:\n" + types { "  \"\($0)\": {description: d, variables: {}}" }
    case .objects:
      "features:\n" + members("", in: "f", "variables") { variable($0, "Object<\($0)>", "{}") }
        + "objects:\n"
        + types {
          "  \"\($0)\": {description: d, fields: {a: {description: d, type: Text, default: t}}}"
        }
    case .enums:
      "features:\n"
        + members("", in: "f", "variables") { variable($0, "Option<Enum<\($0)>>", "none") }
        + "enums:\n"
        + types {
          "  \"\($0)\": {description: d, variants: {a: {description: d}, none: {description: d}}}"
        }
    case .members:
      "features:\n"
        + members("plain", in: "plain", "variables") { variable($0, "Option<Int>", "1") }
        + members("texts", in: "texts", "variables") { variable($0, "List<Text>", "[t]") }
        + members("chosen", in: "chosen", "variables") {
          variable($0, "String", "t", ", pref-key: key.\($0)")
        }
        + members("objects", in: "objects", "variables") { variable($0, "Small", "{}") }
        + members("E", in: "enums", "variables") { variable("a-\($0)", "Option<E>", "\"\($0)\"") }
        + "objects:\n  Small: {description: d, fields: {a: {description: d, type: Text, default: t}}}\n"
        + members("O", in: "O", "fields") { variable($0, "Text", "t") }
        + "enums:\n  E:\n    description: d\n    variants:\n"
        + words.filter { refused["E"]?.contains($0) != true }.map {
          "      \"\($0)\": {description: d}\n"
        }.joined()
    }
  }

  private func types(_ line: (String) -> String) -> String {
    words.filter { refused[""]?.contains($0) != true }.map { line($0) + "\n" }.joined()
  }

  /// Features or objects with a member for every word, few enough in each to compile quickly.
  private func members(
    _ place: String, in owner: String, _ list: String, _ line: (String) -> String
  ) -> String {
    let words = words.filter { refused[place]?.contains($0) != true }
    return stride(from: 0, to: words.count, by: 40).map { start in
      "  \(owner)\(start):\n    description: d\n    \(list):\n"
        + words[start..<min(start + 40, words.count)].map { line($0) + "\n" }.joined()
    }.joined()
  }

  private func variable(
    _ name: String, _ type: String, _ value: String, _ more: String = ""
  ) -> String {
    "      \"\(name)\": {description: d, type: '\(type)', default: \(value)\(more)}"
  }
}

import Testing
import VirgaGenerate
import VirgaManifest
import VirgaSource

@Suite("Kotlin of a manifest that imports others") struct KotlinImportTests {
  @Test("initializes what it imports itself, by path, and not what that imports")
  func directImports() throws {
    let code = try code([
      "/top": module("top", imports: [("/b", ""), ("/a", "")]),
      "/a": module("a", imports: [("/c", "")]),
      "/b": module("b", imports: [("/c", "")]),
      "/c": module("c"),
    ])
    let initializations = code.split(separator: "\n").filter { $0.contains(".initialize(getSdk)") }
    #expect(
      initializations.map { $0.filter { $0 != " " } } == ["aNimbus.initialize(getSdk)", "bNimbus.initialize(getSdk)"])
    #expect(
      code.contains(
        "(listOf<String>(\"top\") + aNimbus.getCoenrollingFeatureIds() + bNimbus.getCoenrollingFeatureIds()).distinct()"
      ))
    #expect(!code.contains("cNimbus") && !code.contains("org.c"))
  }

  @Test("names types that several modules have by an import of their own")
  func typesOfOneName() throws {
    let value = "a: [{value: {v: y}}]"
    let code = try code(["/top": module("top", imports: [("/a", value)]), "/a": module("a")])
    #expect(code.contains("import org.a.Word as aNimbus_Word\n"))
    #expect(code.contains("A(variables, prefs, v = aNimbus_Word.Y)\n"))
    #expect(code.contains("v: Word = Word.X\n"))
  }

  /// A module with a feature that is called like it, and the enum `Word`.
  private func module(_ name: String, imports: [(path: String, features: String)] = []) -> String {
    let blocks = imports.map { "{path: \($0.path), channel: c, features: {\($0.features)}}" }
    return """
      about: {description: d, kotlin: {package: org.\(name), class: .\(name)Nimbus}}
      channels: [c]
      imports: [\(blocks.joined(separator: ", "))]
      features:
        \(name):
          description: d
          allow-coenrollment: true
          variables: {v: {description: d, type: Word, default: x}}
      enums: {Word: {description: d, variants: {x: {description: d}, y: {description: d}}}}
      """
  }

  private func code(_ files: [String: String]) throws -> String {
    let loader = ManifestLoader(files: .memory(files.mapValues { Array($0.utf8) }), workingFolder: "/")
    return try KotlinCode.file(for: try loader.load("/top"), channel: "c")
  }
}

import Testing
import VirgaFiles
import VirgaGenerate
import VirgaManifest
import VirgaSource

@Suite("Generated Kotlin of a manifest with imports") struct KotlinCodeImportTests {
  @Test("initializes only its direct imports, sorted by path")
  func directImports() throws {
    let code = try code([
      "/top": module("top", imports: [("/b", ""), ("/a", "")]),
      "/a": module("a", imports: [("/c", "")]),
      "/b": module("b", imports: [("/c", "")]),
      "/c": module("c"),
    ])
    let initializations = code.split(separator: "\n").filter { $0.contains(".initialize(getSdk)") }
    #expect(
      initializations.map { $0.filter { $0 != " " } } == [
        "aNimbus.initialize(getSdk)", "bNimbus.initialize(getSdk)",
      ])
    #expect(
      code.contains(
        """
            override fun getCoenrollingFeatureIds(): List<String> =
                (listOf<String>(
                    "top"
                )
                    + aNimbus.getCoenrollingFeatureIds()
                    + bNimbus.getCoenrollingFeatureIds()
                ).distinct()

        """))
    #expect(!code.contains("cNimbus") && !code.contains("org.c"))
  }

  @Test("imports a type under an alias if its name clashes with a feature")
  func typesOfOneName() throws {
    let top = module("top", feature: "a-word", imports: [("/a", "a: [{value: {v: y}}]")])
    let code = try code(["/top": top, "/a": module("a")])
    #expect(code.contains("import org.a.AWord as aNimbus_AWord\n"))
    #expect(code.contains("    v = aNimbus_AWord.Y\n"))
    #expect(code.contains("val aWord: FeatureHolder<AWord> by lazy {\n"))
  }

  /// A module with a feature, by default of the same name, and an enum.
  private func module(
    _ name: String, feature: String? = nil, imports: [(path: String, features: String)] = []
  ) -> String {
    let blocks = imports.map { "{path: \($0.path), channel: c, features: {\($0.features)}}" }
    return """
      about: {description: d, kotlin: {package: org.\(name), class: .\(name)Nimbus}}
      channels: [c]
      imports: [\(blocks.joined(separator: ", "))]
      features:
        \(feature ?? name):
          description: d
          allow-coenrollment: true
          variables: {v: {description: d, type: \(name)Word, default: x}}
      enums: {\(name)Word: {description: d, variants: {x: {description: d}, y: {description: d}}}}
      """
  }

  private func code(_ files: [String: String]) throws -> String {
    let loader = ManifestLoader(
      files: .memory(files.mapValues { Array($0.utf8) }), workingFolder: "/")
    let manifest = try loader.load("/top")
    #expect(manifest.problems.filter { $0.severity == .error } == [])
    return try KotlinCode.file(for: manifest, channel: "c")
  }
}

import Testing
import VirgaFiles
import VirgaGenerate
import VirgaManifest

@Suite("Imports in generated Swift") struct SwiftCodeImportTests {
  /// An app that imports `L` and `B`; `L` imports `M` and `T`, and `T` is imported by `M` too.
  private static let files = [
    "/app.fml.yaml": file(
      "App", "imports: [{path: l.fml.yaml, channel: c}, {path: b.fml.yaml, channel: c}]", "app"),
    "/l.fml.yaml": file(
      "L",
      """
      imports:
        - {path: m.fml.yaml, channel: c}
        - {path: t.fml.yaml, channel: c, features: {t: [{value: {v: from-L}}]}}
      """, "l"),
    "/m.fml.yaml": file(
      "M", "imports: [{path: t.fml.yaml, channel: c, features: {t: [{value: {v: from-M}}]}}]", "m"),
    "/t.fml.yaml": file("T", "", "t"), "/b.fml.yaml": file("B", "", "b"),
  ]

  private static func file(_ name: String, _ imports: String, _ feature: String) -> String {
    """
    about: {description: d, swift: {module: \(name), class: \(name)Nimbus}}
    channels: [c]
    \(imports)
    features:
      \(feature):
        description: d
        allow-coenrollment: true
        variables: {v: {description: d, type: String, default: own}}

    """
  }

  private func code(_ file: String, _ sdk: SwiftSDK) throws -> String {
    let loader = ManifestLoader(
      files: .memory(Self.files.mapValues { Array($0.utf8) }), workingFolder: "/")
    return try SwiftCode.file(for: try loader.load(file), channel: "c", sdk: sdk)
  }

  @Test(
    "only direct imports are initialized, sorted by path",
    arguments: [SwiftSDK.virga, .mozilla(module: nil)])
  func initialize(_ sdk: SwiftSDK) throws {
    let app = try code("app.fml.yaml", sdk)
    #expect(
      app.contains(
        """
          public func initialize(with getSdk: @escaping GetSdk) {
            features.app.with(sdk: getSdk)
            BNimbus.shared.initialize(with: getSdk)
            LNimbus.shared.initialize(with: getSdk)
          }

        """))
    #expect(
      app.contains(
        """
            features.app.with(cachedValue: nil)
            BNimbus.shared.invalidateCachedValues()
            LNimbus.shared.invalidateCachedValues()
          }

        """))
    #expect(
      !app.contains("canImport(M)") && !app.contains("canImport(T)") && app.contains("canImport(L)")
    )
    let library = try code("l.fml.yaml", sdk)
    #expect(
      library.contains(
        """
            MNimbus.shared.initialize(with: getSdk)
            TNimbus.shared.initialize(with: getSdk)
            TNimbus.shared.features.t.with(initializer: { variables, prefs in
              T(
                variables,
                prefs,
                v: "from-L"
              )
            })
          }

        """))
  }

  @Test("the IDs of coenrolling features are listed once, its own first")
  func coenrolling() throws {
    #expect(try code("app.fml.yaml", .virga).contains(Self.list("app", "b", "l", "m", "t")))
    #expect(try code("l.fml.yaml", .virga).contains(Self.list("l", "m", "t")))
  }

  private static func list(_ ids: String...) -> String {
    "    [\n" + ids.map { "      \"\($0)\"" }.joined(separator: ",\n") + "\n    ]\n"
  }
}

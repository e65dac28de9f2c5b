import Testing
import VirgaFiles
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Names in written types") struct WrittenTypeNameTests {
  /// The names in the type of the only variable of a manifest, each with its text in the file.
  private func names(_ type: String) throws -> [String] {
    let text = """
      features:
        menu:
          description: d
          variables:
            items: { description: d, type: \(type), default: {} }
      enums:
        Side: { description: d, variants: { left: { description: d } } }
      """
    let source = SourceText(name: "a.fml.yaml", text: text)
    let loader = ManifestLoader(files: .memory([:]), workingFolder: "/")
    let manifest = try loader.load(text: source.bytes, name: source.name)
    let variable = try #require(manifest.features.first?.variables.first)
    return variable.typeNames.map { name in
      guard let range = name.location?.range else { return name.name }
      let start = source.offset(of: range.start)
      let end = source.offset(of: range.end)
      return "\(name.name) \(String(decoding: source.bytes[start..<end], as: UTF8.self))"
    }
  }

  @Test("have their places, in and without quotes") func places() throws {
    let expected = ["Map Map", "Side Side", "Option Option", "Boolean Boolean"]
    #expect(try names("\"Map<Side, Option<Boolean>>\"") == expected)
    #expect(try names("'Map< Side,Boolean >'") == ["Map Map", "Side Side", "Boolean Boolean"])
  }
}

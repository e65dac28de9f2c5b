import Testing
import VirgaManifest
import VirgaSource

@Suite("Names that look alike") struct ExactNameTests {
  @Test("are others where their letters are written otherwise")
  func variants() throws {
    #expect(try problems(variant: "\u{E9}", default: "\u{E9}") == [])
    #expect(try problems(variant: "\u{E9}", default: "e\u{301}").count == 1)
    #expect(try problems(variant: "e\u{301}", default: "\u{E9}").count == 1)
  }

  private func problems(variant: String, default name: String) throws -> [Problem] {
    let text = """
      channels: [a]
      features:
        f: {description: d, variables: {v: {description: d, type: E, default: "\(name)"}}}
      enums:
        E: {description: d, variants: {"\(variant)": {description: d}}}
      """
    let manifest = try ManifestLoader(files: .memory([:]), workingFolder: "/")
      .load(text: Array(text.utf8), name: "a.fml.yaml")
    return (manifest.problems + manifest.problems(in: "a")).filter { $0.severity == .error }
  }
}

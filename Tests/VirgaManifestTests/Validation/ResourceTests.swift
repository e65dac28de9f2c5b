import Testing
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport
import VirgaYAML

@Suite("Resources that a manifest uses") struct ResourceTests {
  private let resources = ResourceNames {
    $0 == "known"
  } hasImage: {
    $0 == "ic_known"
  }

  @Test(
    "a missing text is reported with its position",
    arguments: [
      ("Text", "⟦gone⟧", "features/f.v"), ("Text", "known", ""), ("Text", "''", ""),
      ("String", "gone", ""),
      ("Option<Text>", "⟦gone⟧", "features/f.v"), ("Option<Text>", "null", ""),
      ("List<Text>", "[known, ⟦gone⟧]", "features/f.v[1]"),
      ("Map<String, Text>", "{a: ⟦gone⟧}", "features/f.v['a']"),
      ("Map<E, Text>", "{a: ⟦gone⟧}", "features/f.v[E#a]"),
      ("O", "{t: ⟦gone⟧}", "features/f.v#O.t"),
      ("List<O>", "[{t: ⟦gone⟧}]", "features/f.v[0]#O.t"),
    ])
  func missingText(_ type: String, _ value: String, _ path: String) throws {
    try check("missing-text", type, value, path)
  }

  @Test(
    "a missing image is reported with its position",
    arguments: [
      ("Image", "⟦ic_gone⟧", "features/f.v"), ("Image", "ic_known", ""),
      ("List<Image>", "[ic_known]", ""),
    ])
  func missingImage(_ type: String, _ value: String, _ path: String) throws {
    try check("missing-image", type, value, path)
  }

  private func check(_ code: String, _ type: String, _ value: String, _ path: String) throws {
    let rest = """
      enums: {E: {description: d, variants: {a: d}}}
      objects: {O: {description: d, fields: {t: {description: d, type: Text, default: known}}}}
      """
    let marked = MarkedText(
      Sample.feature(
        "variables: {v: {description: d, type: '\(type)', default: \(value)}}", rest: rest))
    let found = try Sample.load(marked.text).problems(in: "dev", without: resources)
    #expect(found.map(\.path) == (path.isEmpty ? [] : [path]))
    #expect(found.map(\.location?.range) == marked.ranges)
    #expect(found.allSatisfy { $0.code.description == code && $0.severity == .warning })
  }

  @Test("a missing text in an object's default is reported once")
  func objectDefault() throws {
    let text = Sample.feature(
      "variables: {a: {description: d, type: O, default: {}}, b: {description: d, type: O, default: {}}}",
      rest:
        "objects: {O: {description: d, fields: {t: {description: d, type: Text, default: gone}}}}")
    #expect(try Sample.load(text).problems(in: "dev", without: resources).count == 1)
  }

  @Test("a config is checked for its own resources")
  func configResources() throws {
    let manifest = try Sample.load(
      Sample.feature("variables: {v: {description: d, type: List<Text>, default: [gone]}}"))
    let marked = MarkedText(#"{"v": ["known", ⟦"lost"⟧], "w": "gone"}"#)
    let config = try #require(LocatedText(SourceText(name: "c.json", text: marked.text)).written)
    let found = manifest.problems(
      of: config, for: try #require(manifest.feature("f")), without: resources)
    #expect(found.map(\.path) == ["features/f.v[1]"])
    #expect(found.map(\.location?.range) == marked.ranges)
  }
}

import Testing
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport
import VirgaYAML

@Suite("Resources that a manifest uses") struct ManifestProblemsResourceTests {
  private let resources = ResourceNames {
    $0 == "known"
  } hasImage: {
    $0 == "ic_known"
  }

  @Test(
    "a missing text is reported with its position",
    arguments: [
      TestRow("of a variable", ("Text", "⟦gone⟧", "features/f.v")),
      TestRow("not if the resources have it", ("Text", "known", "")),
      TestRow("not if it is empty", ("Text", "''", "")),
      TestRow("not of a String", ("String", "gone", "")),
      TestRow("of an option", ("Option<Text>", "⟦gone⟧", "features/f.v")),
      TestRow("not of a null", ("Option<Text>", "null", "")),
      TestRow("of an element", ("List<Text>", "[known, ⟦gone⟧]", "features/f.v[1]")),
      TestRow("of an entry", ("Map<String, Text>", "{a: ⟦gone⟧}", "features/f.v['a']")),
      TestRow("of an entry of an enum", ("Map<E, Text>", "{a: ⟦gone⟧}", "features/f.v[E#a]")),
      TestRow("of a field", ("O", "{t: ⟦gone⟧}", "features/f.v#O.t")),
      TestRow("of a field in a list", ("List<O>", "[{t: ⟦gone⟧}]", "features/f.v[0]#O.t")),
    ])
  func missingText(_ row: TestRow<(String, String, String)>) throws {
    let (type, value, path) = row.values
    try check("missing-text", type, value, path)
  }

  @Test(
    "a missing image is reported with its position",
    arguments: [
      TestRow("of a variable", ("Image", "⟦ic_gone⟧", "features/f.v")),
      TestRow("not if the resources have it", ("Image", "ic_known", "")),
      TestRow("not of a list that has it", ("List<Image>", "[ic_known]", "")),
    ])
  func missingImage(_ row: TestRow<(String, String, String)>) throws {
    let (type, value, path) = row.values
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
    let found = try Sample.load(marked.text).problems(in: "dev", against: resources)
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
    #expect(try Sample.load(text).problems(in: "dev", against: resources).count == 1)
  }

  @Test("a config is checked for its own resources")
  func configResources() throws {
    let manifest = try Sample.load(
      Sample.feature("variables: {v: {description: d, type: List<Text>, default: [gone]}}"))
    let marked = MarkedText(#"{"v": ["known", ⟦"lost"⟧], "w": "gone"}"#)
    let config = try #require(LocatedText(SourceText(name: "c.json", text: marked.text)).written)
    let found = manifest.problems(
      of: config, for: try #require(manifest.feature("f")), against: resources)
    #expect(found.map(\.path) == ["features/f.v[1]"])
    #expect(found.map(\.location?.range) == marked.ranges)
  }
}

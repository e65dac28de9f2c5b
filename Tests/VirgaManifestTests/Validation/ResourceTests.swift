import Testing
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport
import VirgaYAML

@Suite struct ResourceTests {
  private let resources = ResourceNames {
    $0 == "known"
  } hasImage: {
    $0 == "ic_known"
  }

  @Test(arguments: [
    ("Text", "⟦gone⟧", "features/f.v"), ("Text", "known", ""), ("Text", "''", ""), ("String", "gone", ""),
    ("Option<Text>", "⟦gone⟧", "features/f.v"), ("Option<Text>", "null", ""),
    ("List<Text>", "[known, ⟦gone⟧]", "features/f.v[1]"),
    ("Map<String, Text>", "{a: ⟦gone⟧}", "features/f.v['a']"),
    ("Map<E, Text>", "{a: ⟦gone⟧}", "features/f.v[E#a]"), ("O", "{t: ⟦gone⟧}", "features/f.v#O.t"),
    ("List<O>", "[{t: ⟦gone⟧}]", "features/f.v[0]#O.t"),
  ])
  func aTextThatIsNotThereIsPlaced(_ type: String, _ value: String, _ path: String) throws {
    try check("missing-text", type, value, path)
  }

  @Test(arguments: [
    ("Image", "⟦ic_gone⟧", "features/f.v"), ("Image", "ic_known", ""), ("List<Image>", "[ic_known]", ""),
  ])
  func anImageThatIsNotThereIsPlaced(_ type: String, _ value: String, _ path: String) throws {
    try check("missing-image", type, value, path)
  }

  private func check(_ code: String, _ type: String, _ value: String, _ path: String) throws {
    let rest = """
      enums: {E: {description: d, variants: {a: d}}}
      objects: {O: {description: d, fields: {t: {description: d, type: Text, default: known}}}}
      """
    let marked = MarkedText(
      Sample.feature("variables: {v: {description: d, type: '\(type)', default: \(value)}}", rest: rest))
    let found = try Sample.load(marked.text).problems(in: "dev", without: resources)
    #expect(found.map(\.path) == (path.isEmpty ? [] : [path]))
    #expect(found.map(\.location?.range) == marked.ranges)
    #expect(found.allSatisfy { $0.code.description == code && $0.severity == .warning })
  }

  @Test func aDefaultOfAnObjectIsToldOnce() throws {
    let text = Sample.feature(
      "variables: {a: {description: d, type: O, default: {}}, b: {description: d, type: O, default: {}}}",
      rest: "objects: {O: {description: d, fields: {t: {description: d, type: Text, default: gone}}}}")
    #expect(try Sample.load(text).problems(in: "dev", without: resources).count == 1)
  }

  @Test func aConfigIsAskedForWhatItSays() throws {
    let manifest = try Sample.load(
      Sample.feature("variables: {v: {description: d, type: List<Text>, default: [gone]}}"))
    let marked = MarkedText(#"{"v": ["known", ⟦"lost"⟧], "w": "gone"}"#)
    let config = try #require(WrittenText(SourceText(name: "c.json", text: marked.text)).written)
    let found = manifest.problems(of: config, for: try #require(manifest.feature("f")), without: resources)
    #expect(found.map(\.path) == ["features/f.v[1]"])
    #expect(found.map(\.location?.range) == marked.ranges)
  }
}

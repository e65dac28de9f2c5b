import Testing
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Declared types") struct FileReaderTypesTests {
  private func errors(_ manifest: Manifest) -> [String] {
    (manifest.problems + manifest.problems(in: "dev")).filter { $0.severity == .error }.map {
      "\($0.code)"
    }
  }

  @Test("a type can be declared at the top or under types")
  func typesInBothPlaces() throws {
    let manifest = try Sample.load(
      Sample.feature(
        "variables:\n  a: {description: d, type: E, default: x}\n  b: {description: d, type: F, default: y}",
        rest: "enums: {E: {description: d, variants: {x: d}}}\n"
          + "types: {enums: {F: {description: d, variants: {y: d}}}}"))
    #expect(errors(manifest) == [])
  }

  @Test("a type cannot be declared both at the top and under types")
  func typeInBothPlaces() throws {
    let definition = "{description: d, variants: {}}"
    let twice = try Sample.load(
      "channels: [dev]\nenums: {E: \(definition)}\ntypes: {enums: {E: \(definition)}}")
    #expect(errors(twice) == ["defined-twice"])
  }

  @Test(
    "a type or an alias cannot share its name with another type",
    arguments: ["Text", "Option", "Drawable", "E", "O"])
  func namesOfTypes(_ name: String) throws {
    let alias = try Sample.load(
      Sample.feature(
        "variables: {v: {description: d, type: 'List<\(name)>', default: [], string-alias: \(name)}}",
        rest:
          "enums: {E: {description: d, variants: {}}}\nobjects: {O: {description: d, fields: {}}}"))
    #expect(errors(alias).contains("type-name-clash"))
    for kind in [
      "enums: {\(name): {description: d, variants: {}}}",
      "objects: {\(name): {description: d, fields: {}}}",
    ]
    where name.count > 1 {
      #expect(errors(try Sample.load("channels: [dev]\n\(kind)")) == ["type-name-clash"])
    }
  }
}

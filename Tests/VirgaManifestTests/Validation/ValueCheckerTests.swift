import Testing
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Checked values") struct ValueCheckerTests {
  @Test("each error in an enum map is reported once")
  func mistakesOfAnEnumMap() throws {
    let text = Sample.feature(
      "variables: {v: {description: d, type: 'Map<E, Int>', default: {a: x, b: y}}}",
      rest: "enums: {E: {description: d, variants: {a: d}}}")
    let found = try Sample.load(text).problems(in: "dev").filter { $0.severity == .error }
    #expect(
      found.map { "\($0.code) \($0.path)" } == [
        "wrong-type features/f.v[E#a]", "unknown-enum-key features/f.v['b']",
        "wrong-type features/f.v['b']",
      ])
  }

  @Test(
    "a map in a field's own default that is not an object is reported once, at the field",
    arguments: [
      TestRow("the default itself", ("Map<String, Int>", "3", "objects/O.m")),
      TestRow("a map in it", ("Map<String, Map<String, Int>>", "{a: 3}", "objects/O.m['a']")),
    ] as [TestRow<(String, String, String)>])
  func defaultOfField(_ row: TestRow<(String, String, String)>) throws {
    let (type, value, path) = row.values
    let text = Sample.feature(
      "variables: {v: {description: d, type: O, default: {}}}",
      rest:
        "objects: {O: {description: d, fields: {m: {description: d, type: '\(type)', default: \(value)}}}}"
    )
    let manifest = try Sample.load(text)
    let found = (manifest.problems + manifest.problems(in: "dev")).filter { $0.severity == .error }
    #expect(found.map { "\($0.code) \($0.path)" } == ["map-without-default \(path)"])
  }

  @Test("an unknown variable in a block is a warning, a hidden one is not")
  func unknownVariable() throws {
    let manifest = try Sample.load(
      Sample.feature(
        """
        variables: {a: {description: d, type: Int, default: 1}, _a: {description: d, type: Int, default: 1}}
        defaults: [{value: {b: 1, _a: 2}}]
        """))
    let dropped = (manifest.problems + manifest.problems(in: "dev")).filter {
      $0.code == "dropped-name"
    }
    #expect(dropped.map(\.severity) == [.warning])
  }
}

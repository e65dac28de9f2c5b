import Testing
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

/// Short texts that stand for very many values.
@Suite("Limits of completing objects") struct ObjectCompletionTests {
  /// A manifest with a list, an option and a map of an object with 1,000 fields.
  private static func manifest(list: String = "[]", map: String = "{}") throws -> Manifest {
    let fields = (0..<1_000).map { "f\($0): {description: d, type: Int, default: 0}" }.joined(
      separator: ", ")
    return try Sample.load(
      Sample.feature(
        """
        variables:
          list: {description: d, type: List<Wide>, default: \(list)}
          map: {description: d, type: "Map<String, Wide>", default: \(map)}
          maps: {description: d, type: "Map<String, List<Wide>>", default: {}}
        """, rest: "objects:\n  Wide: {description: d, fields: {\(fields)}}\n"))
  }

  private func objects(_ count: Int) -> String {
    "[" + Array(repeating: "{}", count: count).joined(separator: ", ") + "]"
  }

  private func entries(_ count: Int) -> String {
    "{" + (0..<count).map { "\"k\($0)\": {}" }.joined(separator: ", ") + "}"
  }

  private func reading(_ config: String, _ manifest: Manifest) throws -> MergedFeature {
    let config = try #require(try JSONValue.parse(config).objectValue)
    let feature = try #require(manifest.feature("f"))
    return manifest.reading(
      of: feature, channel: "dev", under: FeatureLayers(edit: LocatedValue(.object(config))))
  }

  @Test("a config that would create too many values is left out from there on")
  func config() throws {
    let manifest = try Self.manifest()
    let few = try reading("{\"list\": \(objects(50))}", manifest)
    #expect(few["list"]?.json.arrayValue?.count == 50)
    let many = try reading("{\"list\": \(objects(20_000))}", manifest)
    #expect(many["list"]?.json.arrayValue?.count == 50)
    #expect(many["list"]?.json.arrayValue?.last?.objectValue?.count == 1_000)
    let mapped = try reading(
      "{\"maps\": {\"a\": \(objects(30)), \"b\": \(objects(20_000))}}", manifest)
    #expect(mapped["maps"]?["a"]?.json.arrayValue?.count == 30)
    #expect(mapped["maps"]?["b"]?.json.arrayValue?.count == 20)
  }

  @Test(
    "the first object that is left out is a problem",
    arguments: [
      ("{\"list\": [", "]}", "{}"), ("{\"map\": {", "}}", "\"a\": {}"),
    ])
  func position(_ start: String, _ end: String, _ entry: String) throws {
    let manifest = try Self.manifest()
    let entries = (0..<60).map { entry.replacing("a", with: "a\($0)") }
    let text = start + "\n  " + entries.joined(separator: ",\n  ") + end
    let feature = try #require(manifest.feature("f"))
    let check = manifest.check(
      config: SourceText(name: "c.json", text: text), feature: feature, channel: "dev")
    let found = check.problems.filter { $0.code == "too-many-values" }
    #expect(found.map(\.location?.range.start.line) == [52])
    #expect(!check.isValid)
  }

  @Test("the same limit of defaults is reported", arguments: [true, false])
  func defaults(_ isMap: Bool) throws {
    let manifest =
      try isMap ? Self.manifest(map: entries(8_000)) : Self.manifest(list: objects(8_000))
    let feature = try #require(manifest.feature("f"))
    let problems = manifest.problems + manifest.problems(in: "dev")
    #expect(
      problems.contains {
        $0.code == "too-many-values" && $0.severity == .error && $0.location != nil
      })
    let reading = manifest.reading(of: feature, channel: "dev")
    #expect(
      (isMap ? reading["map"]?.members?.count : reading["list"]?.json.arrayValue?.count) == 50)
    #expect(manifest.merged(feature, channel: "dev")["map"]?.members?.count == (isMap ? 8_000 : 0))
  }

  @Test(
    "an object with as many members as fields, of which an app reads none, adds the defaults",
    arguments: ["{\"numbers\": null}", "{\"numbers\": 5}", "{\"unknown\": 1}"])
  func unreadableMembers(_ object: String) throws {
    let numbers = (0..<1_000).map(String.init).joined(separator: ", ")
    let manifest = try Sample.load(
      Sample.feature(
        "variables:\n  list: {description: d, type: List<Long>, default: []}",
        rest: "objects:\n  Long: {description: d, fields: {numbers: "
          + "{description: d, type: List<Int>, default: [\(numbers)]}}}\n"))
    let list = "[" + Array(repeating: object, count: 1_000).joined(separator: ", ") + "]"
    let merged = try reading("{\"list\": \(list)}", manifest)
    #expect(merged["list"]?.json.arrayValue?.count == 50)
  }

  @Test("an object with all its fields adds nothing")
  func complete() throws {
    let fields = (0..<40).map { "f\($0): {description: d, type: Int, default: 0}" }.joined(
      separator: ", ")
    let manifest = try Sample.load(
      Sample.feature(
        "variables:\n  list: {description: d, type: List<Narrow>, default: []}",
        rest: "objects:\n  Narrow: {description: d, fields: {\(fields)}}\n"))
    let object = "{" + (0..<40).map { "\"f\($0)\": 1" }.joined(separator: ",") + "}"
    let list = "[" + Array(repeating: object, count: 1_500).joined(separator: ",") + "]"
    #expect(try reading("{\"list\": \(list)}", manifest)["list"]?.json.arrayValue?.count == 1_500)
  }
}

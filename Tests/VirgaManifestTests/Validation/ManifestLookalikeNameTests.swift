import Testing
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Lookalike names") struct ManifestLookalikeNameTests {
  @Test("are different variants if their bytes differ")
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
    let manifest = try Sample.load(text)
    return (manifest.problems + manifest.problems(in: "a")).filter { $0.severity == .error }
  }

  @Test("are two keys of a map in defaults, blocks and configs")
  func mapKeys() throws {
    let names = ["caf\u{E9}", "cafe\u{301}"]
    func merged(_ variable: String, _ blocks: [String]) throws -> [String]? {
      let text = """
        channels: [a]
        features:
          f:
            description: d
            variables: {v: {description: d, type: "Map<String, Int>", default: \(variable)}}
            defaults: [\(blocks.map { "{value: {v: \($0)}}" }.joined(separator: ", "))]
        """
      let manifest = try Sample.load(text)
      return try manifest.merged(#require(manifest.feature("f")), channel: "a")["v"]?.json
        .objectValue?.keys
    }
    let many = (0..<20).map { "k\($0): 0" }.joined(separator: ", ")
    func isSame(_ keys: [String]?) -> Bool {
      keys?.map { Array($0.utf8) } == names.map { Array($0.utf8) }
    }
    #expect(isSame(try merged("{\(names[0]): 1}", ["{\(names[1]): 2}"])))
    #expect(isSame(try merged("{}", ["{\(names[0]): 1, \(names[1]): 2}"])))
    let long = try merged("{\(names[0]): 1, \(many)}", ["{\(names[1]): 2, k0: 1, k1: 1}"])
    #expect(long?.count == 22)
  }

  @Test("are two channels")
  func channels() throws {
    let text = """
      channels: ["caf\u{E9}", "cafe\u{301}"]
      features:
        f:
          description: d
          variables: {v: {description: d, type: Int, default: 0}}
          defaults: [{channel: "cafe\u{301}", value: {v: 1}}]
      """
    let manifest = try Sample.load(text)
    let feature = try #require(manifest.feature("f"))
    #expect(manifest.merged(feature, channel: "caf\u{E9}").json == ["v": 0])
    #expect(manifest.merged(feature, channel: "cafe\u{301}").json == ["v": 1])
  }
}

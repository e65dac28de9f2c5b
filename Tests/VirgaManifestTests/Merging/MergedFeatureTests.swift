import Testing
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Merged features") struct MergedFeatureTests {
  private static let signs = Sample.feature(
    """
    variables:
      signs: { description: d, type: "Map<String, Sign>", default: { exit: { size: 2 } } }
    defaults:
      - value: { signs: { exit: { text: Out } } }
      - { channel: dev, value: { signs: { bar: { size: 5 } } } }
      - { channel: prod, value: { signs: { exit: { size: 7 } } } }
    """,
    rest: """
      objects:
        Sign:
          description: d
          fields:
            text: { description: d, type: String, default: none }
            size: { description: d, type: Int, default: 1 }
      """)

  private func merged(_ text: String, channel: String? = "dev") throws -> MergedFeature {
    let manifest = try Sample.load(text)
    #expect(manifest.problems.filter { $0.severity == .error } == [])
    return manifest.merged(try #require(manifest.feature("f")), channel: channel)
  }

  @Test("default blocks apply in file order over completed defaults")
  func blockOrder() throws {
    let merged = try merged(Self.signs)
    #expect(merged.json == ["signs": ["exit": ["text": "Out", "size": 2], "bar": ["size": 5]]])
  }

  @Test("a config completes only objects that blocks added") func completedObjects() throws {
    var merged = try merged(Self.signs)
    merged.overlay(["signs": ["exit": ["size": 9], "new": [:]]], layer: .edit)
    #expect(
      merged.json == [
        "signs": [
          "exit": ["text": "Out", "size": 9], "bar": ["text": "none", "size": 5], "new": [:],
        ]
      ])
  }

  @Test("each value knows its layer, position and overridden values")
  func history() throws {
    var merged = try merged(Self.signs)
    merged.overlay(["signs": ["exit": ["size": 9]]], layer: .edit)
    let leaves = merged.leaves()
    #expect(
      leaves.map(\.path) == [
        "signs.exit.size", "signs.exit.text", "signs.bar.size", "signs.bar.text",
      ])
    #expect(
      leaves.map(\.layer.title) == [
        "edit", "manifest default", "manifest default dev", "object default",
      ])
    #expect(leaves[0].history.overridden.map(\.value) == [1, 2])
    #expect(leaves[0].history.overridden.map(\.layer) == [.objectDefault, .variableDefault])
    #expect(leaves[0].history.overridden.map { $0.location?.range.start.line } == [16, 6])
    #expect(leaves[0].location == nil)
    #expect(leaves[1].history.overridden.map(\.value) == ["none"])
    #expect(leaves[1].location?.description == "app.fml.yaml:8:41")
  }

  @Test("an edit that repeats a value lists it as overridden")
  func sameValue() throws {
    var merged = try merged(Self.signs)
    merged.overlay(["signs": ["exit": ["size": 9]]], layer: .rollout(slug: "r", branch: "b"))
    merged.overlay(["signs": ["exit": ["size": 9]]], layer: .edit)
    #expect(
      merged.leaves()[0].history.overridden.map(\.layer.title) == [
        "object default", "variable default", "rollout r/b",
      ])
  }

  @Test("blocks are merged with each other before they apply to the default")
  func foldedBlocks() throws {
    let merged = try merged(
      Sample.feature(
        """
        variables:
          m: { description: d, type: "Map<String, Int>", default: { a: 1 } }
        defaults:
          - value: { m: 5 }
          - value: { m: { c: 3 } }
        """))
    #expect(merged.json == ["m": ["a": 1, "c": 3]])
  }

  @Test("null replaces a value and stays")
  func nullValue() throws {
    let merged = try merged(
      Sample.feature(
        """
        variables:
          a: { description: d, type: Option<Int>, default: 5 }
        defaults:
          - value: { a: null }
        """))
    #expect(merged.json == ["a": .null])
    #expect(merged["a"]?.history.overridden.map(\.value) == [5])
  }

  @Test("a missing default is null at the variable's position")
  func missingDefault() throws {
    let merged = try merged(
      Sample.feature("variables:\n  a: { description: d, type: Option<Int> }"))
    #expect(merged.json == ["a": .null])
    #expect(merged["a"]?.location?.description == "app.fml.yaml:6:7")
  }

  @Test("a list is one value")
  func lists() throws {
    let merged = try merged(
      Sample.feature("variables:\n  a: { description: d, type: List<Int>, default: [1, 2] }"))
    #expect(merged.leaves().map(\.value) == [[1, 2]])
  }

  @Test("an importer's additions apply after the module's own blocks")
  func importerAdditions() throws {
    let library = """
      about: { description: d, swift: { module: L, class: L } }
      channels: [slow, fast]
      features:
        lib:
          description: d
          variables: { rate: { description: d, type: Int, default: 1 } }
          defaults: [{ channel: fast, value: { rate: 2 } }]
      """
    let manifest = try Sample.load(
      """
      channels: [dev, prod]
      imports:
        - path: lib/lib.fml.yaml
          channel: fast
          features: { lib: [{ channel: dev, value: { rate: 3 } }] }
      """, files: ["lib/lib.fml.yaml": library])
    #expect(manifest.problems.filter { $0.severity == .error } == [])
    let feature = try #require(manifest.feature("lib"))
    let dev = try #require(manifest.merged(feature, channel: "dev")["rate"])
    #expect(dev.layer == .importDefault(channels: ["dev"]))
    #expect(
      dev.history.overridden.map(\.layer) == [
        .variableDefault, .manifestDefault(channels: ["fast"]),
      ])
    #expect(manifest.merged(feature, channel: "prod")["rate"]?.json == 2)
  }

  @Test("40,000 blocks apply and stay in the history", .timeLimit(.minutes(20)))
  func manyBlocks() throws {
    let count = 40_000
    let blocks = (0..<count).map { "  - value: { v: \($0) }\n" }.joined()
    let merged = try merged(
      Sample.feature(
        "variables: { v: { description: d, type: Int, default: -1 } }\ndefaults:\n\(blocks)"))
    #expect(merged.json == ["v": .integer(Int64(count - 1))])
    #expect(merged["v"]?.history.overridden.count == count)
    #expect(merged["v"]?.history.overridden[1].value == 0)
  }
}

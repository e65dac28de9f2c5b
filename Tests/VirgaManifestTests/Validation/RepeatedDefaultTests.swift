import Testing
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

/// Anything reported as a repetition can be removed without a change in any channel.
@Suite("Redundant defaults") struct RepeatedDefaultTests {
  @Test("removing a redundant default changes nothing", arguments: 0..<30 as Range<UInt64>)
  func removing(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var told = 0
    for _ in 0..<20 {
      let text = Self.manifest(&random).compact
      let document = JSONDocument.parse(text, name: "app.fml.json")
      let whole = try merged(text)
      let problems = try load(text).problems
      #expect(!problems.contains { $0.severity == .error })
      for problem in problems where problem.code == "repeated-default" {
        let place = try #require(problem.location?.range.start)
        let shorter = try #require(document.located).value(withoutKeyAt: place).compact
        #expect(shorter != text)
        #expect(try merged(shorter) == whole, "\(problem.path) in \(text)")
        told += 1
      }
    }
    #expect(told > 0)
  }

  private func load(_ text: String) throws -> Manifest {
    let loader = ManifestLoader(files: .memory([:]), workingFolder: "/home")
    return try loader.load(text: Array(text.utf8), name: "app.fml.json")
  }

  /// The merged feature in every channel, and in none.
  private func merged(_ text: String) throws -> [JSONObject] {
    let manifest = try load(text)
    let feature = try #require(manifest.feature("f"))
    return ["a", "b", nil].map { manifest.merged(feature, channel: $0).json }
  }

  private static func manifest(_ random: inout SeededRandom) -> JSONValue {
    let object: JSONValue = [
      "description": "d",
      "fields": [
        "x": ["description": "d", "type": "Int", "default": 1],
        "p": ["description": "d", "type": "P", "default": ["y": 2]],
      ],
    ]
    let inner: JSONValue = [
      "description": "d", "fields": ["y": ["description": "d", "type": "Int", "default": 1]],
    ]
    let blocks = (0..<Int.random(in: 1...5, using: &random)).map { _ in block(&random) }
    return [
      "channels": ["a", "b"], "objects": ["O": object, "P": inner],
      "features": ["f": ["description": "d", "variables": variables(&random), "defaults": .array(blocks)]],
    ]
  }

  private static func variables(_ random: inout SeededRandom) -> JSONValue {
    let types = [("n", "Int"), ("l", "List<Int>"), ("m", "Map<String, Int>"), ("o", "O"), ("k", "Map<String, O>")]
    return .object(
      JSONObject(
        types.map { name, type in
          let value = value(for: name, &random)
          return (name, ["description": "d", "type": .string(type), "default": value])
        }))
  }

  private static func block(_ random: inout SeededRandom) -> JSONValue {
    var members = JSONObject()
    for name in ["n", "l", "m", "o", "k"] where Bool.random(using: &random) {
      members[name] = value(for: name, &random)
    }
    var block: JSONObject = ["value": .object(members)]
    let channels: [JSONValue?] = [nil, ["a"], ["b"], ["a", "b"]]
    if let chosen = channels[Int.random(in: 0..<4, using: &random)] { block["channels"] = chosen }
    return .object(block)
  }

  /// A value from a small set so that repetitions are frequent.
  private static func value(for name: String, _ random: inout SeededRandom) -> JSONValue {
    let number = JSONValue.integer(Int64.random(in: 1...2, using: &random))
    let keys: [String] = ["x", "y"].filter { _ in Bool.random(using: &random) }
    switch name {
    case "n": return number
    case "l": return [number]
    case "m": return .object(JSONObject(keys.map { ($0, number) }))
    case "o":
      let inner: JSONValue = Bool.random(using: &random) ? ["y": number] : [:]
      return .object(JSONObject(keys.map { $0 == "x" ? ("x", number) : ("p", inner) }))
    default: return .object(JSONObject(keys.map { ($0, value(for: "o", &random)) }))
    }
  }
}

extension LocatedValue {
  /// The value without the member whose key begins at a position.
  fileprivate func value(withoutKeyAt place: SourcePosition) -> JSONValue {
    switch kind {
    case .object:
      let kept = members.filter { $0.keyNode.location?.range.start != place }
      return .object(JSONObject(kept.map { ($0.key, $0.value.value(withoutKeyAt: place)) }))
    case .array: return .array(elements.map { $0.value(withoutKeyAt: place) })
    default: return json
    }
  }
}

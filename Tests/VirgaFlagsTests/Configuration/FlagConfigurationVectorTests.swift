import Testing
import VirgaFlags
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@Suite("Flag configuration vectors")
struct FlagConfigurationVectorTests {
  static let cases = VectorCase.all(in: "flags/featureflags-config.json")

  @Test("a configuration is read as the vector expects, with all its problems", arguments: cases)
  func reading(_ vector: VectorCase) throws {
    let configuration = FlagConfiguration(
      try #require(vector["input"]?.stringValue), name: "flags.json")
    let expected = try #require(vector["expect"])
    let found = configuration.problems.map { "\($0.severity.rawValue) \($0.path)" }
    let wanted = (expected["problems"]?.arrayValue ?? []).map {
      "\($0["severity"]?.stringValue ?? "") \($0["path"]?.stringValue ?? "")"
    }
    #expect(found == wanted)
    let arePlaced = configuration.problems.allSatisfy { $0.location?.file == "flags.json" }
    #expect(arePlaced)
    #expect(
      !configuration.problems.contains { $0.severity == .error } == expected["valid"]?.booleanValue)
    let flags = try #require(expected["flags"]?.arrayValue)
    #expect(configuration.flags.map(\.name) == flags.map { $0["name"]?.stringValue })
    for (flag, wanted) in zip(configuration.flags, flags) { check(flag, wanted) }
  }

  private func check(_ flag: ConfiguredFlag, _ wanted: JSONValue) {
    #expect(flag.kind.rawValue == wanted["type"]?.stringValue)
    #expect(flag.isEnabled == wanted["enabled"]?.booleanValue)
    #expect(flag.isDevelopment == wanted["development"]?.booleanValue)
    #expect(flag.unlocked == wanted["unlocked"]?.booleanValue)
    #expect(
      flag.variations.map(\.rawValue) == (wanted["variations"]?.arrayValue ?? []).map(\.stringValue)
    )
    #expect(sixDecimals(flag.weights.inEffect) == sixDecimals(wanted["weights"]))
    #expect(flag.drawInFile == wanted["draw"]?.doubleValue)
    #expect(flag.summary == wanted["description"]?.stringValue)
    #expect(flag.section == wanted["section"]?.stringValue)
    if let labels = wanted["labels"]?.arrayValue {
      #expect(flag.labels == labels.map(\.stringValue))
    }
  }
}

/// Numbers rounded as in the vectors.
func sixDecimals(_ numbers: [Double]) -> [Double] {
  numbers.map { ($0 * 1_000_000).rounded() / 1_000_000 }
}

/// The numbers of a vector; empty if it has none.
func sixDecimals(_ numbers: JSONValue?) -> [Double] {
  sixDecimals((numbers?.arrayValue ?? []).compactMap(\.doubleValue))
}

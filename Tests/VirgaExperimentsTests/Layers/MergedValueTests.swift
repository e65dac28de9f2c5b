import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSource

@Suite("A merged value")
struct MergedValueTests {
  private static func value(of names: [String]) -> MergedValue {
    let object = JSONObject(names.map { ($0, .object([$0: .string($0)])) })
    return MergedValue(LocatedValue(.object(object)), layer: .edit)
  }

  @Test("finds each member with an index as it does without one", arguments: [0, 1, 12, 13, 1_000])
  func indexed(count: Int) {
    let names = (0..<count).map { "v\($0)" }
    let indexed = Self.value(of: names).indexed()
    #expect(names.map { indexed[$0]?[$0]?.json } == names.map { .string($0) })
    #expect(indexed["v\(count)"] == nil)
    #expect(indexed.json == Self.value(of: names).json)
  }

  @Test("finds members that were added after it was indexed")
  func added() {
    var value = Self.value(of: (0..<20).map { "v\($0)" }).indexed()
    value.overlay(Self.value(of: ["v3", "w"]))
    #expect(value["w"]?["w"]?.json == "w")
    #expect(value["v19"]?["v19"]?.json == "v19")
  }
}

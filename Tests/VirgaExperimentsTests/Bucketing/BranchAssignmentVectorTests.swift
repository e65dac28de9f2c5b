import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTestSupport

@Suite("Branch assignment vectors") struct BranchAssignmentVectorTests {
  static let cases = VectorCase.all(in: "sdk/branch-choice.json")

  @Test("the client gets the expected branch", arguments: cases)
  func branches(_ vector: VectorCase) throws {
    let branches = try (vector["branches"]?.arrayValue ?? []).map { branch in
      let ratio = try #require(UInt32(exactly: branch["ratio"]?.integerValue ?? 0))
      return Branch(slug: branch["slug"]?.stringValue ?? "", ratio: ratio)
    }
    let slug = try #require(vector["experiment"]?.stringValue)
    let expected = try #require(vector["expect"])
    if let error = expected["error"]?.stringValue {
      let failure = #expect(throws: BranchAssignment.Failure.self) {
        try BranchAssignment(recipe: slug, branches: branches)
      }
      #expect(failure?.rawValue == error)
      return
    }
    var draw = try BranchAssignment(recipe: slug, branches: branches)
    if let unit = vector["unitId"]?.stringValue {
      let outcome = draw.outcome(of: unit)
      #expect(outcome.message == vector["input"]?.stringValue.map { "\"\($0)\"" })
      #expect(outcome.hash.description == vector["hash"]?.stringValue)
      #expect(branches[outcome.branchIndex].slug == expected["branch"]?.stringValue)
    } else {
      let count = try #require(vector["population"]?["count"]?.integerValue)
      let chosen = (0..<count).map {
        branches[draw.outcome(of: BucketSelectionVectorTests.id($0)).branchIndex].slug
      }
      let counts = Dictionary(grouping: chosen) { $0 }.mapValues {
        JSONValue.integer(Int64($0.count))
      }
      #expect(.object(JSONObject(counts.map { ($0.key, $0.value) })) == expected["counts"])
    }
  }
}

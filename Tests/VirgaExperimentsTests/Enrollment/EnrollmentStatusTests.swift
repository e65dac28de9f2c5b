import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTargeting

@Suite struct EnrollmentStatusTests {
  static let kept: [(status: EnrollmentStatus, json: String)] = [
    (.enrolled(.qualified, branch: "b"), #"{"Enrolled":{"reason":"Qualified","branch":"b"}}"#),
    (.notEnrolled(.notSelected), #"{"NotEnrolled":{"reason":"NotSelected"}}"#),
    (
      .notEnrolled(.featureConflict(with: "x")),
      #"{"NotEnrolled":{"reason":{"FeatureConflict":{"conflict_slug":"x"}}}}"#
    ),
    (
      .notEnrolled(.featureConflict(with: nil)),
      #"{"NotEnrolled":{"reason":{"FeatureConflict":{"conflict_slug":null}}}}"#
    ),
    (.disqualified(.optOut, branch: "b"), #"{"Disqualified":{"reason":"OptOut","branch":"b"}}"#),
    (
      .disqualified(.preferenceChanged, branch: "b"),
      #"{"Disqualified":{"reason":{"PrefUnenrollReason":{"reason":"Changed"}},"branch":"b"}}"#
    ),
    (
      .wasEnrolled(branch: "b", endedAt: Instant(seconds: 1_700_000_000)),
      #"{"WasEnrolled":{"branch":"b","experiment_ended_at":1700000000}}"#
    ),
    (.error("text"), #"{"Error":{"reason":"text"}}"#),
  ]

  @Test(arguments: kept.indices) func aStatusIsKeptAndReadBack(_ row: Int) throws {
    let json = try JSONValue.parse(Self.kept[row].json)
    #expect(Self.kept[row].status.json == json)
    #expect(EnrollmentStatus(json) == Self.kept[row].status)
  }

  @Test func membersOfOlderVersionsAreIgnored() {
    let json: JSONValue = ["Enrolled": ["reason": "OptIn", "branch": "b", "enrollment_id": "x", "feature_id": "y"]]
    #expect(EnrollmentStatus(json) == .enrolled(.optIn, branch: "b"))
    #expect(
      EnrollmentStatus(["NotEnrolled": ["reason": "FeatureConflict"]]) == .notEnrolled(.featureConflict(with: nil)))
  }

  @Test(arguments: ["7", "{}", #"{"Enrolled":{}}"#, #"{"Lost":{"reason":"x"}}"#, #"{"NotEnrolled":{"reason":"x"}}"#])
  func anythingElseIsNoStatus(_ text: String) throws {
    #expect(EnrollmentStatus(try JSONValue.parse(text)) == nil)
  }
}

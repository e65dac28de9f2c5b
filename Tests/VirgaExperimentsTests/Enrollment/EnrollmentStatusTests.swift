import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTargeting

@Suite("Enrollment status") struct EnrollmentStatusTests {
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

  @Test("a status survives a round trip through JSON", arguments: kept.indices)
  func roundTrip(_ row: Int) throws {
    let json = try JSONValue.parse(Self.kept[row].json)
    #expect(Self.kept[row].status.json == json)
    #expect(EnrollmentStatus(json) == Self.kept[row].status)
  }

  @Test("members of older versions are ignored")
  func olderVersions() {
    let json: JSONValue = [
      "Enrolled": ["reason": "OptIn", "branch": "b", "enrollment_id": "x", "feature_id": "y"]
    ]
    #expect(EnrollmentStatus(json) == .enrolled(.optIn, branch: "b"))
    #expect(
      EnrollmentStatus(["NotEnrolled": ["reason": "FeatureConflict"]])
        == .notEnrolled(.featureConflict(with: nil)))
  }

  @Test(
    "other JSON is not a status",
    arguments: [
      "7", "{}", #"{"Enrolled":{}}"#, #"{"Lost":{"reason":"x"}}"#,
      #"{"NotEnrolled":{"reason":"x"}}"#,
    ])
  func notAStatus(_ text: String) throws {
    #expect(EnrollmentStatus(try JSONValue.parse(text)) == nil)
  }
}

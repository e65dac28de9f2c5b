import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@Suite("Enrollment status") struct EnrollmentStatusTests {
  static let kept: [TestRow<(status: EnrollmentStatus, json: String)>] = [
    TestRow(
      "enrolled",
      (.enrolled(.qualified, branch: "b"), #"{"Enrolled":{"reason":"Qualified","branch":"b"}}"#)),
    TestRow(
      "not selected", (.notEnrolled(.notSelected), #"{"NotEnrolled":{"reason":"NotSelected"}}"#)),
    TestRow(
      "a conflict with a recipe",
      (
        .notEnrolled(.featureConflict(with: "x")),
        #"{"NotEnrolled":{"reason":{"FeatureConflict":{"conflict_slug":"x"}}}}"#
      )),
    TestRow(
      "a conflict with an unknown recipe",
      (
        .notEnrolled(.featureConflict(with: nil)),
        #"{"NotEnrolled":{"reason":{"FeatureConflict":{"conflict_slug":null}}}}"#
      )),
    TestRow(
      "an opt-out",
      (.disqualified(.optOut, branch: "b"), #"{"Disqualified":{"reason":"OptOut","branch":"b"}}"#)),
    TestRow(
      "a preference that changed",
      (
        .disqualified(.preferenceChanged, branch: "b"),
        #"{"Disqualified":{"reason":{"PrefUnenrollReason":{"reason":"Changed"}},"branch":"b"}}"#
      )),
    TestRow(
      "an experiment that ended",
      (
        .wasEnrolled(branch: "b", endedAt: Instant(seconds: 1_700_000_000)),
        #"{"WasEnrolled":{"branch":"b","experiment_ended_at":1700000000}}"#
      )),
    TestRow("an error", (.error("text"), #"{"Error":{"reason":"text"}}"#)),
  ]

  @Test("a status survives a round trip through JSON", arguments: kept)
  func roundTrip(_ row: TestRow<(status: EnrollmentStatus, json: String)>) throws {
    let json = try JSONValue.parse(row.values.json)
    #expect(row.values.status.json == json)
    #expect(EnrollmentStatus(json) == row.values.status)
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
      TestRow("a number", "7"),
      TestRow("an empty object", "{}"),
      TestRow("an enrollment without members", #"{"Enrolled":{}}"#),
      TestRow("a loss without a branch", #"{"Lost":{"reason":"x"}}"#),
      TestRow("an unknown reason", #"{"NotEnrolled":{"reason":"x"}}"#),
    ])
  func notAStatus(_ row: TestRow<String>) throws {
    let text = row.values
    #expect(EnrollmentStatus(try JSONValue.parse(text)) == nil)
  }
}

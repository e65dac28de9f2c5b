import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@Suite("Telemetry events") struct TelemetryEventTests {
  private let client = Sample.client()

  private func events(_ changes: [EnrollmentChange]) -> [String] {
    changes.map { change in
      let event = TelemetryEvent(change)
      return "\(event.name.rawValue) \(event.extra)"
    }
  }

  @Test("each change has exactly its own keys")
  func changeKeys() {
    var state = EnrollmentState()
    var changes = state.apply([Sample.recipe("a"), Sample.recipe("b")], for: client)
    changes += [state.optOut("a"), state.optOut("nobody")].compactMap(\.self)
    changes += state.apply([], for: client)
    #expect(
      events(changes) == [
        #"enrollment {"experiment":"a","branch":"control"}"#,
        #"enroll_failed {"experiment":"b","branch":"N/A","reason":"feature-conflict"}"#,
        #"disqualification {"experiment":"a","branch":"control"}"#,
        #"unenroll_failed {"experiment":"nobody","reason":"does-not-exist"}"#,
        #"unenrollment {"experiment":"a","branch":"control"}"#,
      ])
  }

  @Test("each event names its recipe, branch, feature and reason, as far as it has them")
  func parts() throws {
    var state = EnrollmentState()
    let changes = state.apply([Sample.recipe("a"), Sample.recipe("b")], for: client)
    let telemetry = FeatureTelemetry(state)
    let exposure = try #require(telemetry.exposure(of: "app-menu").event)
    let events =
      changes.map { TelemetryEvent($0) } + state.statusEvents(for: client)
      + [exposure, telemetry.malformed("search")]
    #expect(events.map(\.slug) == ["a", "b", "a", "b", "a", nil])
    #expect(events.map(\.branch) == ["control", "N/A", "control", nil, "control", nil])
    #expect(events.map(\.feature) == [nil, nil, nil, nil, "app-menu", "search"])
    #expect(
      events.map(\.reason) == [
        nil, "feature-conflict", "Qualified", "FeatureConflict", nil, nil,
      ])
  }

  @Test("every recipe of this app gets a status event")
  func statusEvents() {
    var other = Sample.recipe("other", branches: [Sample.branch("c", feature: "x")])
    other.appName = "elsewhere"
    var state = EnrollmentState()
    let client = Sample.client(["app_name": .string("cirrus")])
    _ = state.apply(
      [
        Sample.recipe("a"), Sample.recipe("b"), other,
        Sample.recipe("broken", targeting: "made_up", branches: [Sample.branch("c", feature: "y")]),
      ], for: client)
    #expect(
      state.statusEvents(for: client).map { "\($0.extra)" } == [
        #"{"slug":"a","status":"Enrolled","reason":"Qualified","branch":"control","error_string":null,"conflict_slug":null}"#,
        #"{"slug":"b","status":"NotEnrolled","reason":"FeatureConflict","branch":null,"error_string":null,"conflict_slug":"a"}"#,
        #"{"slug":"broken","status":"Error","reason":null,"branch":null,"#
          + #""error_string":"EvaluationError: Identifier 'made_up' is undefined","conflict_slug":null}"#,
      ])
  }

  @Test("an exposure that is not recorded says why")
  func suppressedExposure() {
    var state = EnrollmentState()
    _ = state.apply([Sample.recipe("r", isRollout: true)], for: client)
    let telemetry = FeatureTelemetry(state)
    #expect(
      telemetry.exposure(of: "app-menu")
        == .suppressed("only the rollout `r` configures `app-menu`; name it to record the exposure")
    )
    #expect(
      telemetry.exposure(of: "search") == .suppressed("no enrolled recipe configures `search`"))
    #expect(
      telemetry.exposure(of: "app-menu", in: "x")
        == .suppressed("the client is not enrolled in `x`"))
  }
}

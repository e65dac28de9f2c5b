import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTestSupport

@Suite("Exposure event vectors") struct TelemetryEventVectorTests {
  static let cases = VectorCase.all(in: "sdk/exposure.json")

  @Test("events match the vector", arguments: cases)
  func recorded(_ vector: VectorCase) throws {
    var client = VectorClient(vector["client"])
    _ = client.state.apply(VectorClient.recipes(vector["recipes"]), for: client.client)
    for slug in vector["optOut"]?.arrayValue ?? [] {
      _ = client.state.optOut(slug.stringValue ?? "")
    }
    let telemetry = FeatureTelemetry(client.state, coenrolling: client.client.coenrollingFeatures)
    for (index, call) in (vector["calls"]?.arrayValue ?? []).enumerated() {
      check(call, telemetry, client.state, "call \(index)")
    }
  }

  private func check(
    _ call: JSONValue, _ telemetry: FeatureTelemetry, _ state: EnrollmentState, _ comment: Comment
  ) {
    let feature = call["feature"]?.stringValue ?? ""
    var events: [TelemetryEvent?] = []
    switch call["call"]?.stringValue {
    case "getVariables":
      let answer = telemetry.variables(
        of: feature, sendExposure: call["sendExposureEvent"]?.booleanValue ?? true)
      #expect(answer.json.map(JSONValue.object) ?? .null == call["expect"]?["json"], comment)
      events = answer.events
    case "recordExposure":
      let slug = call["experiment"]?.stringValue
      events = [
        (slug.map { telemetry.exposure(of: feature, in: $0) } ?? telemetry.exposure(of: feature))
          .event
      ]
    case "recordMalformed":
      events = [telemetry.malformed(feature, part: call["part"]?.stringValue ?? "")]
    default:
      let branch = state.activeBranch(of: call["experiment"]?.stringValue ?? "")
      #expect(branch.map(JSONValue.string) ?? .null == call["expect"]?["branch"], comment)
    }
    guard let expected = call["expect"]?["events"] else { return }
    #expect(.array(events.compactMap { $0.map(json) }) == expected, comment)
  }

  private func json(_ event: TelemetryEvent) -> JSONValue {
    .object(
      JSONObject([("event", .string(event.name.rawValue))] + event.extra.map { ($0.key, $0.value) })
    )
  }
}

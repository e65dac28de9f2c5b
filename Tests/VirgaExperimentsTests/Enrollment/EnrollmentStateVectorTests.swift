import Testing
import VirgaExperiments
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@Suite("Enrollment vectors") struct EnrollmentStateVectorTests {
  static let cases = VectorCase.all(in: "sdk/enrollment.json")

  @Test("enrollments evolve as the vector expects", arguments: cases)
  func evolution(_ vector: VectorCase) throws {
    var client = VectorClient(vector["client"])
    for (index, step) in (vector["steps"]?.arrayValue ?? []).enumerated() {
      client.update(from: step)
      let changes = try perform(step, &client)
      check(step, changes, client, "step \(index)")
    }
  }

  private func perform(
    _ step: JSONValue, _ vector: inout VectorClient
  ) throws -> [EnrollmentChange]? {
    let slug = step["experiment"]?.stringValue ?? ""
    switch step["op"]?.stringValue {
    case "apply":
      return vector.state.apply(VectorClient.recipes(step["recipes"]), for: vector.client)
    case "applyRaw": return applyRaw(step["payload"], &vector)
    case "optIn": return [vector.state.optIn(slug, branch: step["branch"]?.stringValue ?? "")]
    case "optOut": return [vector.state.optOut(slug)].compactMap(\.self)
    case "setExperimentParticipation":
      return vector.state.setParticipation(
        step["value"]?.booleanValue ?? true, inRollouts: false, for: vector.client)
    case "setRolloutParticipation":
      return vector.state.setParticipation(
        step["value"]?.booleanValue ?? true, inRollouts: true, for: vector.client)
    case "resetTelemetry":
      vector.client.attributes.clientID = step["nextNimbusId"]?.stringValue
      return vector.state.resetTelemetryIdentifiers()
    case "restart":
      vector.state = EnrollmentState(recipes: vector.state.recipes, records: vector.state.records)
      return []
    default:
      Issue.record("unknown operation in \(step)")
      return nil
    }
  }

  private func applyRaw(_ payload: JSONValue?, _ vector: inout VectorClient) -> [EnrollmentChange]?
  {
    let batch = RecipeBatch(payload ?? .null)
    return batch.isReadable ? vector.state.apply(batch.recipes, for: vector.client) : nil
  }

  private func check(
    _ step: JSONValue, _ changes: [EnrollmentChange]?, _ client: VectorClient, _ comment: Comment
  ) {
    let expected = step["expect"]
    guard expected?["error"] == nil else {
      #expect(changes == nil, comment)
      return
    }
    if let events = expected?["events"] {
      #expect(changes.map { .array($0.map(VectorClient.json)) } == events, comment)
    }
    if let enrollments = expected?["enrollments"]?.objectValue {
      #expect(anyTexts(client.enrollments, like: enrollments) == enrollments, comment)
    }
    if let features = expected?["features"] { #expect(client.features == features, comment) }
  }

  /// The records with the reason replaced by `*` where any text is accepted.
  private func anyTexts(_ actual: JSONObject, like expected: JSONObject) -> JSONObject {
    var result = actual
    for (slug, record) in expected where record["reason"] == "*" {
      var members = actual[slug]?.objectValue ?? [:]
      members["reason"] = "*"
      result[slug] = .object(members)
    }
    return result
  }
}

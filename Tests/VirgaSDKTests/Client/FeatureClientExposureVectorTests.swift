import Testing
import VirgaExperiments
import VirgaJSON
import VirgaSDK
import VirgaTargeting
import VirgaTestSupport

/// The exposures recorded by reading and showing features, compared with vector files.
@Suite("Exposure vectors") struct FeatureClientExposureVectorTests {
  static let sequences = VectorCase.all(in: "sdk/variables.json", list: "sequences")

  @Test("exposures are recorded as the vector expects", arguments: sequences)
  func recording(_ vector: VectorCase) throws {
    let recorder = EventRecorder()
    let coenrolling = Set(
      naming: (vector["state"]?["coenrolling"]?.arrayValue ?? []).compactMap(\.stringValue))
    var configuration = FeatureClient.Configuration()
    configuration.coenrollingFeatures = coenrolling
    configuration.record = recorder.record
    // The vectors begin after the start, which records the status of enrollments.
    let client = { (state: JSONValue?) in
      let started = FeatureClient(configuration, saved: saved(in: state))
      _ = recorder.drain()
      return started
    }
    var current = client(vector["state"])
    var kept: [String: any Variables] = [:]
    var all: [JSONValue] = []
    for (index, step) in (vector["steps"]?.arrayValue ?? []).enumerated() {
      if let state = step["state"] {
        current = client(state)
      } else {
        perform(step, current, &kept, "step \(index): \(step)")
      }
      let events = recorder.drain()
      if let expected = step["expect"]?["events"] {
        #expect(events == expected, "step \(index): \(step)")
      }
      all += events.arrayValue ?? []
    }
    #expect(.array(all) == vector["events"])
  }

  private func perform(
    _ step: JSONValue, _ client: FeatureClient, _ kept: inout [String: any Variables],
    _ comment: Comment
  ) {
    let feature = step["feature"]?.stringValue ?? ""
    switch step["call"]?.stringValue {
    case "getVariables":
      let send = step["sendExposureEvents"]?.booleanValue
      let variables =
        send.map { client.getVariables(feature, sendExposureEvents: $0) }
        ?? client.getVariables(feature)
      #expect(variables.json.map(JSONValue.object) ?? .null == step["expect"]?["json"], comment)
      if let name = step["as"]?.stringValue { kept[name] = variables }
    case "recordExposureEvent":
      client.recordExposureEvent(
        featureId: feature, experimentSlug: step["experiment"]?.stringValue)
    case "read":
      let variables = kept[step["from"]?.stringValue ?? ""] ?? NilVariables()
      let answer = VectorCall(step).answer(from: variables) ?? .null
      #expect(VectorCall.agree(answer, step["expect"] ?? .null), comment)
    default: Issue.record("an unknown call: \(step)")
    }
  }

  /// The client's state in a step; nil before the first evaluation.
  private func saved(in state: JSONValue?) -> SavedClient? {
    guard state?["ready"] == true else { return nil }
    var records: [Name: EnrollmentStatus] = [:]
    let recipes = (state?["enrollments"]?.arrayValue ?? []).map { enrollment in
      let recipe = recipe(enrollment)
      records[recipe.slug] = status(enrollment["status"]?.stringValue, recipe.branches[0].slug)
      return recipe
    }
    return SavedClient(
      clientID: nil, enrollments: EnrollmentState(recipes: recipes, records: records))
  }

  private func recipe(_ enrollment: JSONValue) -> Recipe {
    let features = (enrollment["features"]?.objectValue ?? [:]).map {
      FeatureConfig(featureID: $0.key, value: $0.value.objectValue ?? [:])
    }
    let others = (enrollment["otherBranchesFeatures"]?.arrayValue ?? []).compactMap(\.stringValue)
    return Sample.recipe(
      enrollment["slug"]?.stringValue ?? "", isRollout: enrollment["isRollout"] == true,
      branches: [
        Branch(slug: enrollment["branch"]?.stringValue ?? "", features: features),
        Branch(slug: "another", features: others.map { FeatureConfig(featureID: $0) }),
      ])
  }

  private func status(_ name: String?, _ branch: String) -> EnrollmentStatus {
    switch name {
    case "Enrolled": .enrolled(.qualified, branch: branch)
    case "Disqualified": .disqualified(.optOut, branch: branch)
    case "WasEnrolled": .wasEnrolled(branch: branch, endedAt: .epoch)
    default: .notEnrolled(.notSelected)
    }
  }
}

import Testing
import VirgaExperiments
import VirgaJSON

@Suite("Finding a client in a recipe's buckets")
struct ClientSearchTests {
  private let draw = ClientSearch(from: SeededIDs(seed: 7))

  private func recipe(
    _ slug: String, _ namespace: String, start: Int = 0, count: Int, unit: String = "nimbus_id",
    feature: String? = nil
  ) throws -> Recipe {
    let features = feature.map { #"{"featureId": "\#($0)", "value": {}}"# } ?? ""
    let json = """
      {"slug": "\(slug)", "schemaVersion": "1", "userFacingName": "N", "userFacingDescription": "D",
      "isEnrollmentPaused": false, "proposedEnrollment": 7,
      "branches": [{"slug": "on", "ratio": 1, "features": [\(features)]}],
      "bucketConfig": {"randomizationUnit": "\(unit)", "namespace": "\(namespace)", "start": \(start), "count": \(count)}}
      """
    return try #require(RecipeBatch(.array([try JSONValue.parse(json)])).recipes.first)
  }

  private func bucket(_ id: String, of recipe: Recipe) -> UInt32 {
    var draw = BucketSelection(recipe.bucketConfig)
    return draw.outcome(of: id).hash.bucket(of: 10_000)
  }

  @Test("a narrow range finds an ID, the same one for the same seed")
  func narrow() throws {
    let recipe = try recipe("narrow", "n", start: 40, count: 10)
    let id = try #require(draw.clientID(for: recipe, stayingIn: EnrollmentState()))
    #expect((40..<50).contains(bucket(id, of: recipe)))
    #expect(draw.clientID(for: recipe, stayingIn: EnrollmentState()) == id)
    #expect(
      ClientSearch(from: SeededIDs(seed: 8)).clientID(for: recipe, stayingIn: EnrollmentState())
        != id
    )
  }

  @Test("the client stays in its other recipes unless the buckets exclude each other")
  func staying() throws {
    let (wanted, tenth) = (
      try recipe("wanted", "a", count: 5_000), try recipe("tenth", "b", count: 1_000)
    )
    func enrollments(_ recipe: Recipe, _ reason: EnrollmentStatus.EnrolledReason) -> EnrollmentState
    {
      EnrollmentState(
        recipes: [recipe], records: [Name(recipe.slug): .enrolled(reason, branch: "on")])
    }
    let id = try #require(draw.clientID(for: wanted, stayingIn: enrollments(tenth, .qualified)))
    #expect(bucket(id, of: wanted) < 5_000)
    #expect(bucket(id, of: tenth) < 1_000)
    let first = try #require(draw.clientID(for: wanted, stayingIn: EnrollmentState()))
    #expect(bucket(first, of: tenth) >= 1_000, "the first that comes is not in it")
    #expect(
      draw.clientID(for: wanted, stayingIn: enrollments(tenth, .optIn)) == first,
      "who chose stays anyway")
    let other = try recipe("other", "a", start: 5_000, count: 5_000)
    #expect(draw.clientID(for: wanted, stayingIn: enrollments(other, .qualified)) == first)
  }

  @Test("the client is not in a recipe with the same feature")
  func rivals() throws {
    let wanted = try recipe("wanted", "a", count: 5_000, feature: "search")
    let rival = try recipe("rival", "b", count: 5_000, feature: "search")
    let state = EnrollmentState(
      recipes: [rival], records: ["rival": .enrolled(.qualified, branch: "on")])
    let id = try #require(draw.clientID(for: wanted, stayingIn: state))
    #expect(bucket(id, of: wanted) < 5_000 && bucket(id, of: rival) >= 5_000)
    let beside = try #require(draw.clientID(for: wanted, stayingIn: state, coenrolling: ["search"]))
    #expect(bucket(beside, of: wanted) < 5_000 && bucket(beside, of: rival) < 5_000)
  }

  @Test("there is no client for an empty bucket range or another randomization unit")
  func nobody() throws {
    #expect(
      draw.clientID(for: try recipe("none", "n", count: 0), stayingIn: EnrollmentState()) == nil)
    let byUser = try recipe("user", "n", count: 10_000, unit: "user_id")
    #expect(draw.clientID(for: byUser, stayingIn: EnrollmentState()) == nil)
  }
}

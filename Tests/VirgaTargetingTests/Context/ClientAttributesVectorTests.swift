import Testing
import VirgaJSON
import VirgaTargeting
import VirgaTestSupport

@Suite("Targeting vectors") struct ClientAttributesVectorTests {
  /// The cases without enrollment and buckets; VirgaExperiments tests the others, which need
  /// recipes or a hash.
  static let cases = VectorCase.all(in: "sdk/targeting.json").filter {
    $0["kind"]?.stringValue == "expression"
      && $0["expression"]?.stringValue?.contains("bucketSample") == false
  }

  @Test("the client matches as the vector expects", arguments: cases)
  func matching(_ vector: VectorCase) throws {
    let context = Self.context(of: try #require(vector["client"]))
    let expression = Result { try Expression(vector["expression"]?.stringValue ?? "") }
    let expected = try #require(vector["expect"])
    if let category = expected["error"]?.stringValue {
      let error = #expect(throws: EvaluationError.self) { try expression.get().matches(context) }
      #expect(error?.category == category)
    } else {
      #expect(try expression.get().matches(context) == expected["matches"]?.booleanValue)
    }
  }

  private static func context(of client: JSONValue) -> TargetingContext {
    let now = Instant(seconds: client["now"]?.integerValue ?? 1_700_000_000)
    var attributes = ClientAttributes(
      application: members(client["app"]), custom: members(client["custom"]),
      recorded: members(client["recorded"]),
      daysSinceInstall: client["days_since_install"]?.integerValue ?? 0,
      clientID: client["nimbusId"]?.stringValue ?? "00000000-0000-4000-8000-000000000001")
    attributes.daysSinceUpdate = client["days_since_update"]?.integerValue ?? 0
    let preferences = (client["userSetPrefs"]?.objectValue ?? [:]).filter {
      $0.value.booleanValue == true
    }
    var context = TargetingContext(
      attributes: attributes.assembled(at: now), now: now,
      userSetPreferences: Set(naming: preferences.map(\.key)))
    context.attributes["is_already_enrolled"] = .boolean(
      client["is_already_enrolled"]?.booleanValue ?? false)
    addEnrollments(client["enrollments"]?.objectValue ?? [:], to: &context)
    return context
  }

  private static func members(_ object: JSONValue?) -> [Name: ExpressionValue] {
    ExpressionValue.members(of: object?.objectValue ?? [:])
  }

  private static func addEnrollments(_ enrollments: JSONObject, to context: inout TargetingContext)
  {
    let active = enrollments.filter { $0.value["status"]?.stringValue == "Enrolled" }
    let known = enrollments.filter { $0.value["branch"] != nil }
    context.attributes["active_experiments"] = .array(active.map { .string($0.key) })
    context.attributes["enrollments"] = .array(known.map { .string($0.key) })
    context.attributes["enrollments_map"] = .object(
      Dictionary(naming: known.lazy.map { ($0.key, ExpressionValue($0.value["branch"] ?? .null)) })
      { $1 })
  }
}

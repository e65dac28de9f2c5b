import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaTestSupport
import VirgaWorkbench

/// A session of the sample manifest, with helpers to change it.
struct SessionDriver {
  var session = Session()
  var operationContext = OperationContext(
    manifest: Sample.manifest, time: Instant(seconds: 1_800_000_000), process: "tests 1",
    newClientID: Sample.clientID)

  /// Performs the operation of `make`, and returns it.
  @discardableResult
  mutating func perform(
    _ make: (Operations) throws(Refusal) -> SessionOperation
  ) throws(Refusal) -> SessionOperation {
    session.perform(try make(session.operations(in: operationContext)))
  }

  /// The refusal of `make`; nil if it is not refused.
  func refusal(_ make: (Operations) throws(Refusal) -> SessionOperation) -> Refusal? {
    do {
      _ = try make(session.operations(in: operationContext))
      return nil
    } catch {
      return error
    }
  }

  /// Adds recipes made by ``Sample``.
  @discardableResult
  mutating func add(_ recipes: JSONValue...) throws(Refusal) -> SessionOperation {
    try perform { operations throws(Refusal) in
      try operations.addRecipes(recipes.compactMap(Recipe.init(entry:)))
    }
  }

  /// The statuses of all records, by slug: `test Enrolled on`.
  var statuses: [String] {
    let state = session.enrollments
    return state.slugs.map { slug in
      let status = state.records[slug]
      return [slug, status?.name, status?.activeBranch].compactMap(\.self).joined(separator: " ")
    }
  }
}

extension SessionOperation {
  /// Its events in short: `enrollment test on`, without operations and status events.
  var told: [String] {
    events.filter { $0.kind != SessionEvent.operationKind && $0.kind != "enrollment_status" }.map {
      event in
      [
        event.kind, event.slug, event.branch == "N/A" ? nil : event.branch,
        event.suppressed.map { "suppressed: \($0)" },
      ]
      .compactMap(\.self).joined(separator: " ")
    }
  }
}

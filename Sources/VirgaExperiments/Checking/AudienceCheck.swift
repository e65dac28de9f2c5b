import VirgaJSON
package import VirgaSource
import VirgaTargeting

/// Finds mistakes in the audience of one recipe: targeting that no client can match, first runs,
/// sticky enrollment, buckets.
///
/// Rule: VirgaExperiments/CheckingRecipes.
package struct AudienceCheck: Sendable {
  private let written: WrittenRecipe
  private let targeting: Expression?

  private var recipe: Recipe { written.recipe }

  /// Checks a recipe; targeting that cannot be parsed is left out, because reading reports it.
  package init(_ written: WrittenRecipe) {
    self.written = written
    targeting = written.recipe.targeting.flatMap { try? Expression($0, name: "targeting") }
  }

  /// The problems, those of the targeting first.
  package var problems: [Problem] { targetingProblems + bucketProblems }

  /// The problems of the targeting; empty if the recipe has none or it cannot be parsed.
  ///
  /// If a part of it keeps out all clients that are not enrolled yet, so that none can enter, that
  /// is the only problem. Otherwise they are about clients that should stay in the recipe, but
  /// leave it.
  private var targetingProblems: [Problem] {
    guard let targeting else { return [] }
    if let part = targeting.impossiblePart(for: .notEnrolled) { return [nobodyTargeted(part)] }
    // A recipe for the first run must also be possible then: the client was installed today and has
    // recorded no events.
    if isForFirstRun(targeting), let part = targeting.impossiblePart(for: .inFirstRun) {
      return [impossibleAtFirstRun(part)]
    }
    return stickinessProblems(of: targeting)
  }

  /// Whether the recipe is meant for clients in their first run: by its targeting, or by its member
  /// `isFirstRun`, which clients ignore, but which says what its author wants.
  private func isForFirstRun(_ targeting: Expression) -> Bool {
    recipe.json["isFirstRun"] == .boolean(true) || asksForFirstRun(targeting)
  }

  /// Whether the targeting excludes clients that are not in their first run.
  private func asksForFirstRun(_ targeting: Expression) -> Bool {
    TargetingCases(of: targeting, for: .notInFirstRun).isEmpty
  }

  /// Whether the targeting excludes clients that are enrolled after their first run.
  private func excludesStayingClients(_ targeting: Expression) -> Bool {
    TargetingCases(of: targeting, for: .staying(in: recipe.slug)).isEmpty
  }

  /// The warning that no client can enroll because of a part of the targeting.
  private func nobodyTargeted(_ part: ImpossiblePart) -> Problem {
    var reason = "\(part.quoted) is never true"
    if part.subject == "is_already_enrolled" {
      reason = "\(part.quoted) is only true for clients that are enrolled"
    } else if let subject = part.subject {
      reason += ", because the conditions on `\(subject)` exclude each other"
    }
    return problem(.warning, "nobody-targeted", "No client can enroll: \(reason)", at: part.range)
  }

  /// The warning that no client in its first run can enroll because of a part of the targeting.
  private func impossibleAtFirstRun(_ part: ImpossiblePart) -> Problem {
    problem(
      .warning, "impossible-at-first-run",
      "No client can enroll: the recipe is for first runs, when \(part.quoted) is never true",
      at: part.range)
  }

  /// A problem at a range of the targeting, or at the whole targeting if `range` is nil.
  ///
  /// Also at the whole targeting if it has several lines or escapes: then a position in the
  /// expression does not tell the position in the file.
  private func problem(
    _ severity: Problem.Severity, _ code: Problem.Code, _ message: String,
    at range: SourceRange? = nil
  ) -> Problem {
    var problem = written.problem(severity, code, at: ["targeting"], message)
    guard let range, let targeting = recipe.targeting else { return problem }
    if let location = written.value["targeting"]?.location?.location(ofPart: range, in: targeting) {
      problem.location = location
    }
    return problem
  }

  /// The attributes by which a targeting can keep clients that are enrolled.
  private static let stickyAttributes: Set<Name> = [
    "is_already_enrolled", "active_experiments", "enrollments", "enrollments_map",
  ]

  /// Reports that clients leave after their first run, or else that the recipe is not sticky
  /// although it is marked as such.
  ///
  /// A sticky recipe keeps enrolled clients. Each evaluation judges the targeting again, so only
  /// targeting that reads enrollments can keep them.
  private func stickinessProblems(of targeting: Expression) -> [Problem] {
    let message: String
    if asksForFirstRun(targeting), excludesStayingClients(targeting) {
      message =
        "Clients leave the recipe after their first run, because the targeting is evaluated again"
    } else if isFalselyMarkedSticky(targeting) {
      message = "The recipe is marked as sticky, but its targeting does not keep enrolled clients"
    } else {
      return []
    }
    return [
      problem(.warning, "not-sticky", message).with(
        hint: "begin the targeting with `is_already_enrolled ||`, and put the rest in parentheses")
    ]
  }

  /// Whether the recipe is marked as sticky, but has a targeting that reads no enrollments, and so
  /// cannot keep enrolled clients.
  private func isFalselyMarkedSticky(_ targeting: Expression) -> Bool {
    let isMarkedSticky = recipe.json["isSticky"] == .boolean(true)
    let readsEnrollment = !targeting.attributeNames.isDisjoint(with: Self.stickyAttributes)
    return isMarkedSticky && !readsEnrollment
  }

  /// Reports buckets that go past the last one.
  private var bucketProblems: [Problem] {
    let buckets = recipe.bucketConfig
    // Without buckets, none can be past the last one. A count above the total is reported when the
    // recipe is read.
    let isCountValid = buckets.count > 0 && buckets.count <= buckets.total
    guard isCountValid else { return [] }
    let end = UInt64(buckets.start) + UInt64(buckets.count)
    guard end > UInt64(buckets.total) else { return [] }
    return [
      written.problem(
        .warning, "buckets-beyond-total", at: ["bucketConfig", "count"],
        "Buckets \(buckets.start) to \(end - 1) go past the last of \(buckets.total); clients wrap around and select \(buckets.rangeText)"
      )
    ]
  }
}

import VirgaJSON
import VirgaTargeting

/// Describes a status, its decision and the gates as text.
struct ReasonText {
  let recipe: Recipe
  /// Nil if the recipe has no record.
  let status: EnrollmentStatus?
  /// The stored decision; nil if none was stored.
  let decision: EnrollmentDecision?
  /// The gates for the next evaluation.
  let nextGates: EnrollmentGates
  /// The gates of the last evaluation if it judged the status, else the same as `nextGates`.
  let judgedGates: EnrollmentGates

  /// Why the client has the status, as in "not enrolled: the channel is `beta`".
  var sentence: String {
    switch status {
    case nil: sentenceWithoutRecord
    case .enrolled(let reason, let branch)?: enrolled(in: branch, reason)
    case .notEnrolled(let reason)?: "not enrolled: \(words(for: reason))"
    case .disqualified(let reason, let branch)?: unenrolled(from: branch, reason)
    case .wasEnrolled(let branch, let end)?: wasEnrolled(in: branch, until: end)
    // The gate's sentence is plainer than the stored text, such as `No randomization unit`.
    case .error(let text)?:
      "not enrolled: it could not be evaluated: \(judgedGates.failureSentence(of: [.targeting, .clientID]) ?? text)"
    }
  }

  /// What keeps an enrolled client, or removes it at the next evaluation.
  ///
  /// Nil if the client is not enrolled, if its branch was forced, or if it stays for the reason for
  /// which it was enrolled.
  var whyItStaysOrLeaves: String? {
    guard case .enrolled(let reason, let branch)? = status, reason != .optIn else { return nil }
    // Not the gates that only keep new clients out, such as the pause and the choice in Labs.
    var gatesToStay: [Gate.Kind] = [.appName, .channel, .targeting, .clientID, .buckets]
    // A Labs recipe keeps users who do not take part, because they chose it themselves.
    if !recipe.isLabsOptIn { gatesToStay.append(.participation) }
    if let failure = nextGates.failureSentence(of: gatesToStay) {
      return "leaves at the next evaluation: \(failure)"
    }
    let reasons = Self.reasonsToQualify(nextGates)
    let isForSameReason = decision?.why == Self.whyEnrolled(in: branch, reasons)
    guard !isForSameReason else { return nil }
    // The ratios may have changed, so that the draw would now select another branch.
    let allReasons = reasons + [otherDrawSentence(than: branch)].compactMap(\.self)
    return "stays enrolled: " + allReasons.joined(separator: "; ")
  }

  /// What is needed to enroll; nil if the client is enrolled.
  var fix: String? {
    if status?.activeBranch != nil { return nil }
    if recipe.canEnroll(from: status) { return conditionsToEnroll }
    if case .wasEnrolled? = status {
      return "nothing: it enrolls again only after it is removed and added again, as a new recipe"
    }
    // The client was unenrolled for a reason after which the recipe does not take it back. Turning
    // rollouts off replaces that reason, and turning them on lets a rollout enroll it again.
    return recipe.isRollout
      ? "it enrolls again only after the user turns rollouts off and on"
      : "nothing: an experiment never enrolls the same client again"
  }

  /// What must change so that the client enrolls, one item for each gate that stops it now.
  ///
  /// Empty if the client is enrolled, if the recipe does not take it back after an earlier
  /// enrollment, or if a gate has an obstacle: then the client can never pass.
  var requirements: [Requirement] {
    let isEnrolled = status?.activeBranch != nil
    let canPass = nextGates.gates.allSatisfy { $0.obstacle == nil }
    guard !isEnrolled, canPass, recipe.canEnroll(from: status) else { return [] }
    return nextGates.gates.compactMap(\.requirement)
  }

  /// The sentence for an enrollment that lasted until the recipe ended.
  static func ended(_ branch: String, at end: Instant) -> String {
    "was enrolled in `\(branch)` until the recipe ended at \(end)"
  }

  static let endedFix =
    "nothing: the recipe ended; it could only return as a new recipe with a new slug"

  /// What the gates, the checks of the next evaluation, need to let the client enroll, as in "it
  /// enrolls in `a` if region is US; first force `on` of `b`", or why they can never pass.
  private var conditionsToEnroll: String {
    let obstacles = nextGates.gates.compactMap(\.obstacle)
    if !obstacles.isEmpty {
      return "nothing can enroll it: " + obstacles.joined(separator: " and ")
    }
    let conditions = nextGates.gates.compactMap(\.requirement?.sentence)
    guard !conditions.isEmpty else { return "it enrolls at the next evaluation" }
    let branch = nextGates.branchDraw.map { " in `\(recipe.branches[$0.branchIndex].slug)`" } ?? ""
    let sentence = "it enrolls\(branch) if " + Requirement.list(conditions, "and")
    guard !nextGates.branchesToForceFirst.isEmpty else { return sentence }
    return sentence + "; first force " + nextGates.branchesToForceFirst.joined(separator: " and ")
  }

  /// The date of the decision, as in " on 2026-11-28"; empty if it was not stored.
  private var onDay: String { decision?.time.map { " on \($0.dayText)" } ?? "" }

  // MARK: The reason that is stored with a decision

  /// Why a client entered or left a recipe, by the gates of that time; nil if the status says it.
  static func why(_ status: EnrollmentStatus, by gates: EnrollmentGates) -> String? {
    switch status {
    case .enrolled(.qualified, let branch): whyEnrolled(in: branch, reasonsToQualify(gates))
    case .disqualified(.optOut, _): nil
    case .disqualified(.error, let branch) where gates.recipe.branch(branch) == nil:
      "the recipe no longer has this branch"
    case .disqualified(let reason, _): words(for: reason, by: gates)
    // A forced branch or a choice in Labs enrolled the client, or the gates decided nothing.
    case .enrolled, .notEnrolled, .wasEnrolled, .error: nil
    }
  }

  /// Why the record of a recipe in the list, which had this status, is deleted.
  ///
  /// Nil unless the status is "was enrolled", as for an experiment that ended and is back. After
  /// any other status the gates explain why the client is not enrolled.
  static func whyRecordIsDeleted(after status: EnrollmentStatus) -> String? {
    guard case .wasEnrolled(_, let end) = status else { return nil }
    return
      "it ended at \(end) and is back, which dropped its record; the next evaluation treats it as new"
  }

  /// How a recipe that is still in the list ended an enrollment: by becoming one of the other kind.
  static func changedKind(of recipe: Recipe) -> String {
    recipe.isRollout
      ? "changed from an experiment to a rollout" : "changed from a rollout to an experiment"
  }

  /// The sentences of the gates that depend on the client.
  private static func reasonsToQualify(_ gates: EnrollmentGates) -> [String] {
    gates.sentences(of: [.targeting, .buckets])
  }

  /// Why a client is enrolled in a branch, as in "region is US; bucket 5 of 100 is among 0 to 9;
  /// the draw selects `a`".
  private static func whyEnrolled(in branch: String, _ reasons: [String]) -> String {
    (reasons + ["the draw selects `\(branch)`"]).joined(separator: "; ")
  }

  /// A sentence if the draw would now select another branch than `branch`, the client's own; nil if
  /// it would select the same one, or if nothing is drawn.
  private func otherDrawSentence(than branch: String) -> String? {
    guard let nextDraw = nextGates.branchDraw else { return nil }
    let drawn = recipe.branches[nextDraw.branchIndex].slug
    if drawn.isSameName(as: branch) { return nil }
    return "it keeps `\(branch)`, although the draw would now select `\(drawn)`"
  }

  // MARK: The sentence of each status

  /// The sentence for a recipe without a record: why the last evaluation deleted it, if that was
  /// stored, or else why it gets none at the next one, or that it was not evaluated yet.
  private var sentenceWithoutRecord: String {
    if let why = decision?.why { return "no record: \(why)" }
    // A new recipe gets a record unless no branch can be drawn.
    guard let reason = nextGates.failureSentence(of: [.branch]) else { return "not evaluated yet" }
    return "not enrolled, and no record is kept: \(reason)"
  }

  /// The sentence for an enrolled client.
  private func enrolled(in branch: String, _ reason: EnrollmentStatus.EnrolledReason) -> String {
    switch reason {
    case .qualified:
      guard let why = decision?.why else {
        return "enrolled in `\(branch)`; the reason at that time was not kept"
      }
      return "enrolled in `\(branch)`\(onDay) because \(why)"
    case .optIn:
      return
        "enrolled in `\(branch)`\(onDay) because the branch was forced; targeting is ignored until it is dropped"
    case .labsOptIn:
      return "enrolled in `\(branch)`\(onDay) because the user chose it in Labs"
    }
  }

  /// The sentence for a client that was unenrolled while the recipe continued.
  private func unenrolled(
    from branch: String, _ reason: EnrollmentStatus.DisqualifiedReason
  ) -> String {
    guard reason != .optOut else {
      return "was enrolled in `\(branch)` until the user opted out\(onDay)"
    }
    // Without a stored decision, the reason is given in general words, as in "it no longer targeted
    // the client". Today's gates cannot tell it: they may fail only because the client is no longer
    // enrolled.
    let gatesOfThatTime: EnrollmentGates? = nil
    let why = decision?.why ?? Self.words(for: reason, by: gatesOfThatTime)
    return "was enrolled in `\(branch)` and then unenrolled\(onDay): \(why)"
  }

  /// The sentence for an enrollment that is over, although the recipe is in the list: the recipe
  /// changed its kind, which the decision says, or it is a rollout that ended and is back.
  private func wasEnrolled(in branch: String, until end: Instant) -> String {
    if let why = decision?.why {
      return "was enrolled in `\(branch)` until the recipe \(why) at \(end)"
    }
    return Self.ended(branch, at: end) + "; it is back, but the record of its end stays"
  }

  /// The reason for not enrolling: the sentence of the gate that failed at the last evaluation;
  /// general words if that gate can no longer be shown as failed.
  private func words(for reason: EnrollmentStatus.NotEnrolledReason) -> String {
    switch reason {
    case .differentAppName: judgedGates.failureSentence(of: [.appName]) ?? "it was for another app"
    case .differentChannel:
      judgedGates.failureSentence(of: [.channel]) ?? "it was for another channel"
    case .enrollmentsPaused:
      judgedGates.failureSentence(of: [.enrollment]) ?? "enrollment was paused"
    case .featureConflict(let slug):
      judgedGates.failureSentence(of: [.features])
        ?? "\(Self.name(of: slug)) had one of its features"
    case .notSelected: judgedGates.failureSentence(of: [.buckets]) ?? "its bucket was not selected"
    case .notTargeted: judgedGates.failureSentence(of: [.targeting]) ?? "the targeting was false"
    case .optOut: "the user opted out"
    case .experimentsOptOut: "the user does not take part in experiments"
    case .rolloutsOptOut: "the user does not take part in rollouts"
    case .labs:
      judgedGates.failureSentence(of: [.labs]) ?? "it only enrolled if the user chose it in Labs"
    }
  }

  /// The name of the recipe in a conflict, which older databases do not record.
  private static func name(of conflictingSlug: String?) -> String {
    conflictingSlug.map { "`\($0)`" } ?? "another recipe"
  }

  /// The reason for an unenrollment: the sentence of the gate that failed at that time; general
  /// words if `gates` is nil or has no such gate.
  private static func words(
    for reason: EnrollmentStatus.DisqualifiedReason, by gates: EnrollmentGates?
  ) -> String {
    func failure(_ kinds: [Gate.Kind]) -> String? { gates?.failureSentence(of: kinds) }
    return switch reason {
    case .error:
      failure([.targeting, .clientID]) ?? "its branch was gone, or it could not be evaluated"
    case .optOut: "the user opted out"
    case .experimentsOptOut: "the user does not take part in experiments"
    case .rolloutsOptOut: "the user does not take part in rollouts"
    case .notTargeted:
      failure([.appName, .channel, .targeting]) ?? "it no longer targeted the client"
    case .notSelected: failure([.buckets]) ?? "its bucket was no longer selected"
    case .preferenceChanged: "the user changed a preference that it sets"
    case .preferenceFailedToSet: "a preference that it sets could not be set"
    case .labsOptOut: "the user left it in Labs"
    }
  }
}

import VirgaCanvas
import VirgaExperiments
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

/// Recipes, branches, the client and events; a nil slug means several marked recipes.
extension StatusMessage {
  static let noRecipes = refusal("no recipes yet")
  static let noRecipeSelected = refusal("no recipe is selected")
  static let noBranchSelected = refusal("no branch is selected")
  static let noTargeting = refusal("the recipe has no targeting")

  static func configuresNoFeature(_ slug: String) -> Self {
    refusal("\(slug) configures no feature")
  }
  static func ended(_ slug: String, load key: String) -> Self {
    refusal("\(slug) ended; \(key) loads its recipe again")
  }
  static func unreadable(_ slug: String, load key: String) -> Self {
    refusal("\(slug) could not be read; fix its file, then \(key) loads it again")
  }
  static func alreadyEnded(_ slug: String?) -> Self {
    refusal("\(slug ?? "every marked recipe") already ended")
  }
  static func notForced(_ slug: String?) -> Self {
    refusal("nothing is forced in \(slug ?? anyMarked)")
  }
  static func nothingToDrop(in slug: String?) -> Self {
    refusal("nothing is forced or changed in \(slug ?? anyMarked)")
  }
  /// Says that the client is not in a recipe, and which other recipes configure the features of
  /// that recipe for the client.
  ///
  /// - Parameters:
  ///   - slug: The recipe; nil for all marked ones.
  ///   - owners: The features with the branches that configure them; empty to name none.
  static func notEnrolled(in slug: String?, but owners: [FeatureOwner] = []) -> Self {
    let others = owners.map { "\($0.feature) is configured by \($0.slug) · \($0.branch)" }
    let reason = others.isEmpty ? "" : "; \(others.joined(separator: ", "))"
    return refusal("the client is not in \(slug ?? anyMarked)\(reason)")
  }
  typealias FeatureOwner = (feature: String, slug: String, branch: String)
  private static let anyMarked = "any of the marked recipes"

  /// - Parameter example: A command with both names.
  static func recipeAndBranchExpected(_ example: String) -> Self {
    refusal("name a recipe and a branch, as in \(example)")
  }
  static func noCommonBranch(of recipes: Int) -> Self {
    refusal("the \(recipes) marked recipes have no branch name in common")
  }

  static let ratioExpected = refusal("name a branch and a whole number, as in set-ratio control 2")
  static let newBranchExpected = refusal(
    "name the branch, and its ratio if it is not 1, as in add-branch wide 2")
  static let bucketsExpected = refusal(
    "name the first bucket and the number of buckets, as in set-bucket 0 5000")

  static let nothingToHandOff = refusal(
    "no branch is forced, no feature is edited and no flag is set")
  static let noRecipesToHandOff = notHandedOff("no branch is forced and no feature is edited")
  /// Names all commands that start a build, such as `cirrus ios nightly`, with the session on a
  /// device.
  ///
  /// It is never cut: if a person typed `yes` without being asked, only this message shows what
  /// runs.
  static func handingOff(to buildName: String, _ commands: [String]) -> Self {
    var message = info("")
    let sentence = "handing off to \(buildName): \(commands.joined(separator: "; "))"
    message.text = DisplayText(whole: sentence.maskingCredentials)
    return message
  }
  static func notHandedOff(_ reason: String) -> Self { refusal("not handed off: \(reason)") }
  static func noLinkScheme(_ build: String) -> Self {
    notHandedOff("\(build) has no scheme for deep links")
  }

  /// A change of a recipe that an operation was not about, and that a person would not expect.
  struct Move {
    let enrollment: EnrollmentMove
    /// The features that another recipe took from this one.
    let lostFeatures: [String]

    /// The change in words: `x went from a to b`, `x enrolled in b` or `x left a, losing search`,
    /// which is a feature that another recipe took.
    fileprivate var words: String {
      let slug = enrollment.slug
      if let old = enrollment.old, let new = enrollment.new {
        return "\(slug) went from \(old) to \(new)"
      }
      if let new = enrollment.new { return "\(slug) enrolled in \(new)" }
      // Without a branch now, the client had one before.
      let forced = enrollment.wasForced ? ", forced until now," : ""
      let loss = lostFeatures.isEmpty ? "" : ", losing \(lostFeatures.joined(separator: ", "))"
      return "\(slug)\(forced) left \(enrollment.old ?? "")\(loss)"
    }
  }

  /// Adds which recipes an operation changed as a side effect: the client entered or left them, or
  /// is in another branch of them now.
  ///
  /// - Parameter isUndone: Whether an operation was undone, for which the SDK records nothing.
  func and(_ moves: [Move], isUndone: Bool = false) -> Self {
    if moves.isEmpty { return self }
    let mostNamed = 2  // Names of recipes are long.
    // One more is named too, because counting it would not be shorter.
    let named = moves.count > mostNamed + 1 ? moves.prefix(mostNamed) : moves[...]
    let unnamedCount = moves.count - named.count
    let rest = unnamedCount > 0 ? ["\(unnamedCount) other recipes changed"] : []
    // For a recipe that loses a feature, the SDK records that an enrollment failed, not the
    // unenrollment that one expects.
    let recordsFailure = !isUndone && moves.contains { !$0.lostFeatures.isEmpty }
    let note = recordsFailure ? " (\(Self.enrollFailedWords))" : ""
    return and((named.map(\.words) + rest).joined(separator: "; ") + note)
  }

  /// What the SDK records if a recipe loses a feature to another one.
  static let enrollFailedWords = "the SDK records enroll_failed for that, not an unenrollment"

  /// Adds which recipes could not be forced, because another recipe has their feature now.
  func notForcing(_ slugs: [String]) -> Self {
    slugs.isEmpty
      ? self
      : and("not forced as another recipe has the feature now: \(slugs.joined(separator: ", "))")
  }

  static func clientCountExpected(not argument: String) -> Self {
    refusal("simulate takes a number of clients from 1 to 1,000,000,000, not \(argument)")
  }

  /// - Parameter key: The key that stops it.
  static func simulating(_ clients: Int, stop key: String) -> Self {
    info("simulating \(clients.withCommas) clients, \(key) stops; `simulate N` takes N")
  }
  /// - Parameter note: A note that the result is outdated, with the key that simulates again; nil
  ///   if it is current.
  static func simulated(_ result: SimulatedRecipe, outdated note: String?) -> Self {
    info(words(result, outdated: note))
  }
  /// Says that a simulation was stopped, and its result for the selected recipe up to then.
  ///
  /// - Parameters:
  ///   - result: Nil if there is none for the recipe, as before the first clients are simulated.
  ///   - note: A note that the result is outdated; nil if it is current.
  static func stoppedSimulation(
    after clients: Int, _ result: SimulatedRecipe?, outdated note: String?
  ) -> Self {
    let done = info("stopped the simulation after \(clients.withCommas) clients")
    return result.map { done.and(words($0, outdated: note)) } ?? done
  }

  /// The result of a simulated recipe, as in `x: of 1,000 clients 50 % enroll: a 40 %, b 60 %`.
  ///
  /// The shares of the branches are those of the clients that enroll. The note that the result is
  /// outdated, if it is, comes last.
  private static func words(_ result: SimulatedRecipe, outdated note: String?) -> String {
    let hasEnrolled = result.enrolledCount > 0
    let shares = result.branches.map { branch in
      let share = hasEnrolled ? Double(branch.count) / Double(result.enrolledCount) : 0
      return "\(branch.slug) \(BranchPanel.percent(share))"
    }
    let clients = result.clientCount.withCommas
    let enrolled = BranchPanel.percent(result.enrolledShare)
    let branches = hasEnrolled ? ": \(shares.joined(separator: ", "))" : ""
    let endingWithNote = note.map { "; \($0)" } ?? ""
    return "\(result.slug): of \(clients) clients \(enrolled) enroll\(branches)\(endingWithNote)"
  }

  static let clientInChannel = refusal("the client's channel is the one on screen")
  static let noAttributeSelected = refusal("nothing in the context is selected")
  static func attributeUndefined(_ name: String) -> Self { refusal("\(name) is undefined") }
  static func attributeNotSet(_ name: String) -> Self {
    refusal("the session does not set \(name)")
  }

  /// - Parameter deciding: The selected attribute if it keeps the client out.
  static func contextKeys(deciding: String?, edit: String, add: String) -> Self {
    let start = deciding.map { "\($0) decides: " } ?? ""
    return info("\(start)\(edit) changes it, \(add) adds an attribute")
  }
  /// - Parameter isText: Whether the value was typed without quotes, which make any text a string.
  static func attributeMismatch(_ mismatch: String, isText: Bool) -> Self {
    refusal(mismatch + (isText ? "; put it in quotes to set it anyway" : ""))
  }
  static let participationExpected = refusal("name experiments or rollouts, and on or off")
  static let clockExpected = refusal(
    "the clock takes a time such as 2026-11-21T12:00:00Z, a step such as +14d, or run")
  static let eventExpected = refusal(
    "record-event takes a name, a count and an age, as in app_opened 3 2d")
  static func eventStays(_ name: String, undo: String) -> Self {
    refusal("recorded events such as `\(name)` stay; \(undo) undoes the last change")
  }
  static func clockChanged(_ done: String, now: Instant) -> Self {
    info("\(done): it is \(now.minuteText) now")
  }

  // Why no change makes a recipe accept the client.

  static func alreadyEnrolled(in slug: String) -> Self { refusal("the client is in \(slug)") }
  static func optedOut(of slug: String, drop key: String) -> Self {
    refusal("the client was opted out of \(slug); \(key) drops that")
  }
  static func cannotReturn(
    to slug: String, evaluate evaluateKey: String, force forceKey: String
  ) -> Self {
    refusal(
      "a client that left \(slug) does not return; \(evaluateKey) evaluates all as for a new client, \(forceKey) forces a branch"
    )
  }
  /// - Parameter gate: The sentence of the gate that keeps the client out; nil if none does.
  static func noAttributeHelps(_ slug: String, gate: String?) -> Self {
    guard let gate else { return refusal("no attribute keeps the client out of \(slug)") }
    return refusal("no attribute can change what keeps the client out of \(slug): \(gate)")
  }
  static func noClient(in buckets: BucketConfig) -> Self {
    refusal("found no client in \(buckets.nounAndRangeText): too few are selected")
  }

  // Events.
  static let noEventSelected = refusal("no event is selected")
  static let noEventShown = refusal("no event is shown")
  static let nothingToUnfold = refusal("nothing is folded here")
  static let eventHasNoSubject = refusal("the event is not about a flag, feature or recipe")
  static func recipeGone(_ slug: String) -> Self {
    refusal("the session no longer has the recipe \(slug)")
  }
}

import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

/// The changes that enroll the client in a recipe, if it is clear what they are.
struct EnrollmentFix: Sendable {
  /// The branches of other recipes to force first because the targeting needs them.
  private var branches: [BranchChoice] = []
  /// The attributes to set, either to be of the app and channel or because the targeting needs
  /// them.
  private var attributes = JSONObject()
  /// The buckets that do not select the current client, and the id of a client that they select,
  /// nil if none was found; nil as a whole if the client needs no other id.
  private var drawnClient: (buckets: BucketConfig, id: String?)?
  /// Why all changes together would not enroll the client; nil if they would.
  private var refusalOfTrial: String?

  /// Changes nothing.
  init() {}

  /// Finds what to change so that the client passes all gates of a recipe, to enroll or to stay
  /// enrolled in it.
  ///
  /// That can be branches of other recipes, app, channel, targeting attributes and the id for
  /// bucketing. The fix is empty if anything else keeps the client out as well.
  init(
    _ recipe: Recipe, _ reason: EnrollmentReason, in session: Session,
    _ operationContext: OperationContext
  ) {
    guard recipe.canEnroll(from: reason.status) else { return }
    let fixableGates: [Gate.Kind] = [.appName, .channel, .targeting, .clientID, .buckets]
    let canPassAll = reason.gates.allSatisfy { $0.passes || fixableGates.contains($0.kind) }
    guard canPassAll else { return }
    addAppAndChannel(of: recipe, for: reason.gates)
    addFixes(of: reason.targeting)
    // An enrolled client needs no other id, and trying the changes out would tell nothing: it is
    // enrolled without them too.
    let isEnrolled = reason.status?.activeBranch != nil
    if isEnrolled { return }
    // `bucketDraw` is nil if the client has no id to draw its bucket from: then none is replaced.
    let isOutsideBuckets = reason.bucketDraw?.isSelected == false
    let canBeSelected = recipe.bucketConfig.count > 0
    if isOutsideBuckets, canBeSelected { drawClientID(for: recipe, in: session, operationContext) }
    if hasChanges { tryOutChanges(for: recipe, in: session, operationContext) }
  }

  /// Adds the app and the channel of a recipe if their gates fail, or pass only because the
  /// client's app or channel is unknown.
  private mutating func addAppAndChannel(of recipe: Recipe, for gates: [Gate]) {
    for gate in gates where !gate.passes || gate.isAssumed {
      if gate.kind == .appName { attributes["app_name"] = recipe.appName.map { .string($0) } }
      if gate.kind == .channel { attributes["channel"] = recipe.channel.map { .string($0) } }
    }
  }

  /// Adds the changes that make the targeting true: attributes to set, branches to force, as far as
  /// such changes are known.
  ///
  /// `targeting` is nil if the recipe has no valid targeting.
  private mutating func addFixes(of targeting: Explanation?) {
    for fix in targeting?.fixes ?? [] {
      switch fix {
      case .set(let setting): attributes[setting.name] = setting.value.json
      case .force(let branch, let slug): branches.append(BranchChoice(branch, of: slug))
      }
    }
  }

  /// Draws an id that the recipe's buckets select, and with which the client stays in its other
  /// recipes if possible.
  ///
  /// If none is found, `drawnClient` has the buckets, but nil as its id.
  ///
  /// A hash of the operation's new client id seeds the search: a test that fixes that id draws the
  /// same one again.
  private mutating func drawClientID(
    for recipe: Recipe, in session: Session, _ operationContext: OperationContext
  ) {
    // The usual hash of a text: its bytes are the digits of a number with this base.
    let base: UInt64 = 31
    let seed = operationContext.newClientID.utf8.reduce(UInt64(0)) { hash, byte in
      hash &* base &+ UInt64(byte)
    }
    let search = ClientSearch(from: SeededIDs(seed: seed))
    // Several recipes may have these features at once, so they cause no conflict.
    let coenrolling = session.client(in: operationContext).coenrollingFeatures
    let id = search.clientID(for: recipe, stayingIn: session.enrollments, coenrolling: coenrolling)
    drawnClient = (recipe.bucketConfig, id)
  }

  /// Tries out the changes in a copy of the session, and records why they are refused, if they are.
  ///
  /// Making their operation throws the refusal; the operation itself is not performed.
  private mutating func tryOutChanges(
    for recipe: Recipe, in session: Session, _ operationContext: OperationContext
  ) {
    // A read-only session would refuse every change.
    var writable = operationContext
    writable.readOnlyReason = nil
    do throws(Refusal) {
      let operations = session.operations(in: writable)
      _ = try makeOperation(enrollingIn: recipe.slug, on: operations)
    } catch {
      refusalOfTrial = error.description
    }
  }

  /// Whether it has changes, and they would enroll the client.
  var isOffered: Bool { refusalOfTrial == nil && hasChanges }

  private var hasChanges: Bool { !branches.isEmpty || !attributes.isEmpty || drawnClient != nil }

  /// The attributes to set, with their values as typed.
  var settings: [(name: String, written: String)] {
    attributes.map { ($0.key, KnownAttribute.shortestSpelling(of: $0.value.compact, for: $0.key)) }
  }

  /// The branches to force, as in `treatment of homepage-order`.
  private var branchWords: [String] { branches.map { "\($0.branch) of \($0.slug)" } }
  /// The attributes to set, as in `region = US`.
  private var settingWords: [String] { settings.map { "\($0.name) = \($0.written)" } }

  /// The changes in the order in which they are made, as in `forces treatment of homepage-order,
  /// then sets region = US`.
  var words: String {
    // The branch of a client follows from its id, so with another id it is drawn, not forced.
    let idWords = drawnClient.map {
      "another nimbus_id (\($0.buckets.nounAndRangeText)), which draws its own branch"
    }
    let allSettingWords = settingWords + [idWords].compactMap(\.self)
    let forces = branchWords.isEmpty ? nil : "forces \(branchWords.joined(separator: ", "))"
    let sets =
      allSettingWords.isEmpty ? nil : "sets \(allSettingWords.joined(separator: ", "))"
    return [forces, sets].compactMap(\.self).joined(separator: ", then ")
  }

  /// The attributes to set, with the id if one was drawn.
  private var attributesAndDrawnID: JSONObject {
    var all = attributes
    if let id = drawnClient?.id { all["nimbus_id"] = .string(id) }
    return all
  }

  /// Makes all changes as one operation, which is labeled with them.
  ///
  /// A client outside the recipe's buckets gets the id of `drawnClient`, which they select; the
  /// label has the id's first characters and its bucket.
  ///
  /// - Throws: A refusal if no such id was found, or if the client would still not be enrolled in
  ///   the recipe; nothing is changed then.
  private func makeOperation(
    enrollingIn slug: String, on operations: Operations
  ) throws(Refusal) -> SessionOperation {
    var changes = branchWords + settingWords
    if let drawnClient {
      guard let id = drawnClient.id else { throw Refusal(.noClient(in: drawnClient.buckets)) }
      var selection = BucketSelection(drawnClient.buckets)
      let bucket = selection.outcome(of: id).hash.bucket(of: drawnClient.buckets.total)
      changes.append("nimbus_id = \(id.prefix(Self.idCharactersInLabel))… in bucket \(bucket)")
    }
    return try operations.enroll(
      in: slug, forcing: branches, setting: attributesAndDrawnID,
      inWords: changes.joined(separator: ", "))
  }

  private static let idCharactersInLabel = 8

  /// Makes all changes that enroll the client in the recipe under the cursor, or none.
  @Sendable static func apply(_ screen: inout ExperimentsScreen, _ shared: Shared) -> Outcome {
    // Never nil: without a recipe, there are no changes to offer.
    guard let slug = screen.selected?.slug else { return [] }
    let fix = screen.enrollmentFix
    return .performs { try fix.makeOperation(enrollingIn: slug, on: $0) }
  }

  /// Why no change enrolls the client in the recipe under the cursor.
  ///
  /// The first of these that applies: no recipe is selected, the session does not have it, the
  /// client is enrolled in it already, was opted out, or left and must not return, a gate can never
  /// pass, all changes together would not enroll the client, or no attribute makes the first failed
  /// gate pass.
  static func refusal(in model: Model) -> StatusMessage {
    let screen = model.experiments
    guard let row = screen.selectedRow else { return .noRecipeSelected }
    let slug = row.slug
    guard let reason = screen.reason, let recipe = screen.selected else {
      return row.absenceMessage(model.shared)
    }
    if row.isEnrolled { return .alreadyEnrolled(in: slug) }
    if row.isOptedOut { return .optedOut(of: slug, drop: model.keyName(of: "drop")) }
    guard recipe.canEnroll(from: reason.status) else {
      return .cannotReturn(
        to: slug, evaluate: model.keyName(of: "evaluate-again"),
        force: model.keyName(of: "force-branch"))
    }
    let obstacle =
      reason.gates.lazy.compactMap(\.obstacle).first ?? screen.enrollmentFix.refusalOfTrial
    if let obstacle { return .refusal(obstacle) }
    return .noAttributeHelps(slug, gate: reason.gates.first { !$0.passes }?.sentence)
  }
}

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
  /// The attributes to set, either to fit the client or because the targeting needs them.
  private var attributes = JSONObject()
  /// The buckets that do not select the current client, and the id of one that they select; nil if
  /// none was found.
  private var draw: (buckets: BucketConfig, id: String?)?
  /// Why all changes together would not enroll the client; nil if they would.
  private var refusal: String?

  /// Changes nothing.
  init() {}

  /// Finds what to change to enroll the client in a recipe.
  ///
  /// That can be branches of other recipes, app, channel, targeting attributes and the id for
  /// bucketing. The plan is empty if anything else keeps the client out as well.
  init(
    _ recipe: Recipe, _ reason: EnrollmentReason, in session: Session,
    _ operationContext: OperationContext
  ) {
    let changeable: [Gate.Kind] = [.appName, .channel, .targeting, .clientID, .buckets]
    guard reason.canReenroll(to: recipe) else { return }
    guard reason.gates.allSatisfy({ $0.passes || changeable.contains($0.kind) }) else { return }
    for gate in reason.gates where !gate.passes || gate.isAssumed {
      if gate.kind == .appName { attributes["app_name"] = recipe.appName.map { .string($0) } }
      if gate.kind == .channel { attributes["channel"] = recipe.channel.map { .string($0) } }
    }
    for fix in reason.targeting?.fixes ?? [] {
      switch fix {
      case .set(let setting): attributes[setting.name] = setting.value.json
      case .force(let branch, let slug): branches.append(BranchChoice(branch, of: slug))
      }
    }
    let isEnrolled = reason.status?.activeBranch != nil
    if isEnrolled { return }
    if reason.selection?.isSelected == false, recipe.bucketConfig.count > 0 {
      drawClient(for: recipe, in: session, operationContext)
    }
    if isOffered { tryOut(for: recipe, in: session, operationContext) }
  }

  /// Draws an id that the recipe's buckets select, and that stays in the other recipes if possible.
  ///
  /// The new client id of the context seeds the search, so that a test finds the same id again.
  private mutating func drawClient(
    for recipe: Recipe, in session: Session, _ operationContext: OperationContext
  ) {
    let seed = operationContext.newClientID.utf8.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
    let search = ClientSearch(from: SeededIDs(seed: seed))
    let coenrolling = session.client(in: operationContext).coenrollingFeatures
    let id = search.client(for: recipe, stayingIn: session.enrollments, coenrolling: coenrolling)
    draw = (recipe.bucketConfig, id)
  }

  /// Makes the changes in a copy of the session, even if it is read-only, and records the refusal.
  private mutating func tryOut(
    for recipe: Recipe, in session: Session, _ operationContext: OperationContext
  ) {
    var operationContext = operationContext
    operationContext.readOnlyReason = nil
    do throws(Refusal) {
      _ = try operation(for: recipe.slug, on: session.operations(in: operationContext))
    } catch {
      refusal = error.description
    }
  }

  /// Whether there are changes and they would enroll the client.
  var isOffered: Bool { refusal == nil && !(branches.isEmpty && attributes.isEmpty && draw == nil) }

  /// The attributes to set, with their values as typed.
  var settings: [(name: String, written: String)] {
    attributes.map { ($0.key, KnownAttribute.shortest($0.value.compact, for: $0.key)) }
  }

  private var branchWords: [String] { branches.map { "\($0.branch) of \($0.slug)" } }
  private var settingWords: [String] { settings.map { "\($0.name) = \($0.written)" } }

  /// As in `forces on of other, then sets region = US`.
  var words: String {
    let another = draw.map {
      "another nimbus_id (\($0.buckets.nounAndWords)), which draws its own branch"
    }
    let parts = [("forces", branchWords), ("sets", settingWords + [another].compactMap(\.self))]
    return parts.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.joined(separator: ", "))" }.joined(
      separator: ", then ")
  }

  /// The attributes to set, with the drawn id.
  private var allAttributes: JSONObject {
    var all = attributes
    if let id = draw?.id { all["nimbus_id"] = .string(id) }
    return all
  }

  /// Makes the whole change as one operation.
  ///
  /// - Throws: A refusal if the client would still not be enrolled in the recipe; nothing is
  ///   changed then.
  private func operation(
    for slug: String, on operations: Operations
  ) throws(Refusal) -> SessionOperation {
    var changes = branchWords + settingWords
    if let draw {
      guard let id = draw.id else { throw Refusal(.noClient(in: draw.buckets)) }
      var selection = BucketSelection(draw.buckets)
      let bucket = selection.outcome(of: id).hash.bucket(of: draw.buckets.total)
      changes.append("nimbus_id = \(id.prefix(8))… in bucket \(bucket)")
    }
    return try operations.enroll(
      in: slug, forcing: branches, setting: allAttributes, as: changes.joined(separator: ", "))
  }

  /// Makes all changes that enroll the client in the recipe under the cursor, or none.
  @Sendable static func apply(_ screen: inout ExperimentsScreen, _ shared: Shared) -> Outcome {
    guard let slug = screen.selected?.slug else { return [] }
    let plan = screen.plan
    return .performs { try plan.operation(for: slug, on: $0) }
  }

  /// Why no change enrolls the client in the recipe under the cursor.
  ///
  /// The reasons in their order: no recipe can be read, the client is enrolled in it already, it left
  /// and must not return, or a gate that no change opens.
  static func refusal(in model: Model) -> StatusMessage {
    let screen = model.experiments
    guard let row = screen.selectedRow else { return .noRecipeSelected }
    let slug = row.slug
    guard let explanation = screen.reason, let recipe = screen.selected else {
      return row.absence(model.shared)
    }
    if row.isEnrolled { return .alreadyEnrolled(in: slug) }
    if row.isOptedOut { return .optedOut(of: slug, drop: model.keyName(of: "drop-branch")) }
    guard explanation.canReenroll(to: recipe) else {
      return .cannotReturn(
        to: slug, evaluate: model.keyName(of: "evaluate-again"),
        force: model.keyName(of: "force-branch"))
    }
    let obstacle = explanation.gates.lazy.compactMap(\.obstacle).first ?? screen.plan.refusal
    if let obstacle { return .refusal(obstacle) }
    return .noAttributeHelps(slug, gate: explanation.gates.first { !$0.passes }?.sentence)
  }
}

extension EnrollmentReason {
  /// Whether a client that left the recipe can enroll again; only some rollouts allow that.
  fileprivate func canReenroll(to recipe: Recipe) -> Bool {
    switch status {
    case .disqualified(let reason, _)?:
      recipe.isRollout && [.notSelected, .notTargeted].contains(reason)
    case .wasEnrolled?: false
    case .enrolled?, .notEnrolled?, .error?, nil: true
    }
  }
}

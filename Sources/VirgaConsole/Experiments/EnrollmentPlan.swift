import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

/// An attribute to set so that a recipe accepts the client.
struct PlannedSetting: Equatable, Sendable {
  var name: String
  /// The value as typed.
  var written: String

  var words: String { "\(name) = \(written)" }
}

extension PlannedSetting {
  init(_ name: String, _ value: JSONValue) {
    self.init(name: name, written: KnownAttribute.shortest(value.compact, for: name))
  }
}

/// The changes that enroll the client in a recipe, if they are clear.
struct EnrollmentPlan: Equatable, Sendable {
  /// The branches of other recipes to force first because the targeting needs them.
  var branches: [BranchChoice] = []
  /// The attributes to set, either to fit the client or because the targeting needs them.
  var settings: [PlannedSetting] = []
  /// Another client, if the buckets do not select the current one.
  var client: PlannedClient?
  /// Why even all of it would not enroll the client; nil if it would.
  var refusal: String?

  init() {}

  /// Finds what to change to enroll the client in a recipe.
  ///
  /// That can be branches of other recipes, app, channel, targeting attributes and the id for bucketing. The plan is
  /// empty if anything else keeps the client out as well.
  init(_ recipe: Recipe, _ reason: EnrollmentReason, in session: Session, _ operationContext: OperationContext) {
    guard reason.canReenroll(to: recipe), !reason.gates.contains(where: { !$0.passes && !$0.kind.concernsClient })
    else { return }
    func wanted(_ kind: Gate.Kind, _ name: String, _ value: String?) -> PlannedSetting? {
      let gate = reason.gates.first { $0.kind == kind }
      guard let value, gate?.passes == false || gate?.isAssumed == true else { return nil }
      return PlannedSetting(name: name, written: value)
    }
    let outside = [wanted(.appName, "app_name", recipe.appName), wanted(.channel, "channel", recipe.channel)]
    settings = outside.compactMap(\.self)
    for fix in reason.targeting?.fixes ?? [] {
      switch fix {
      case .set(let setting): settings.append(PlannedSetting(setting.name, setting.value.json))
      case .force(let branch, let slug): branches.append(BranchChoice(branch, of: slug))
      }
    }
    guard reason.status?.activeBranch == nil else { return }
    if reason.selection?.isSelected == false, recipe.bucketConfig.count > 0 {
      client = PlannedClient(for: recipe, in: session, operationContext)
    }
    refusal = refusal(for: recipe, in: session, operationContext)
  }

  var isOffered: Bool { refusal == nil && !(branches.isEmpty && settings.isEmpty && client == nil) }

  /// As in `forces on of other, then sets region = US`.
  var words: String {
    let forced = branches.map { "\($0.branch) of \($0.slug)" }
    let set = settings.map(\.words) + (client.map { [$0.words] } ?? [])
    return [("forces", forced), ("sets", set)].filter { !$0.1.isEmpty }
      .map { "\($0.0) \($0.1.joined(separator: ", "))" }.joined(separator: ", then ")
  }

  var attributes: JSONObject {
    var attributes = JSONObject()
    for setting in settings {
      attributes[setting.name] = KnownAttribute.value(of: setting.name, written: setting.written)
    }
    if let id = client?.id { attributes["nimbus_id"] = .string(id) }
    return attributes
  }

  /// The command that makes the same change again.
  fileprivate func recorded(for slug: String) -> Invocation {
    let attributes = attributes
    if branches.isEmpty { return State.settingAll(attributes.map { ($0.key, $0.value) }) }
    if let only = branches.first, branches.count == 1, attributes.isEmpty {
      return Invocation("force-branch", "\(only.slug) \(only.branch)")
    }
    let forced = JSONObject(branches.map { ($0.slug, .string($0.branch)) })
    let all: JSONValue = ["recipe": .string(slug), "branches": .object(forced), "attributes": .object(attributes)]
    return Invocation("force-branch", all.compact)
  }

  /// Parses the JSON argument of `force-branch` that fits a client, with the recipe's slug; nil for other arguments.
  fileprivate static func recorded(_ argument: String) -> (slug: String, plan: EnrollmentPlan)? {
    guard let all = try? JSONValue.parse(argument), let slug = all["recipe"]?.stringValue else { return nil }
    var plan = EnrollmentPlan()
    plan.branches = (all["branches"]?.objectValue ?? [:]).map { BranchChoice($0.value.stringValue ?? "", of: $0.key) }
    plan.settings = (all["attributes"]?.objectValue ?? [:]).map { PlannedSetting($0.key, $0.value) }
    return (slug, plan)
  }

  /// Makes the whole change as one operation.
  ///
  /// - Throws: A refusal if the client would still not be enrolled in the recipe; nothing is changed then.
  func operation(for recipe: Recipe, on operations: Operations) throws(Refusal) -> SessionOperation {
    if let client, client.id == nil {
      throw Refusal(.noClient(in: client.buckets))
    }
    let changes =
      branches.map { "\($0.branch) of \($0.slug)" } + settings.map(\.words)
      + [client?.clientText].compactMap(\.self)
    return try operations.fit(
      recipe.slug, forcing: branches, setting: attributes, as: changes.joined(separator: ", "))
  }

  private func refusal(for recipe: Recipe, in session: Session, _ operationContext: OperationContext) -> String? {
    guard isOffered else { return nil }
    var operationContext = operationContext
    operationContext.readOnlyReason = nil
    do throws(Refusal) {
      _ = try operation(for: recipe, on: session.operations(in: operationContext))
      return nil
    } catch {
      return error.description
    }
  }
}

/// Another client that a recipe's buckets select.
struct PlannedClient: Equatable, Sendable {
  let buckets: BucketConfig
  /// Nil if none was found.
  let id: String?

  /// Draws a client that stays in the other recipes if possible; deterministic for given randomness.
  init(for recipe: Recipe, in session: Session, _ operationContext: OperationContext) {
    buckets = recipe.bucketConfig
    let ids = SeededIDs(seed: operationContext.newClientID.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
    let coenrolling = session.client(in: operationContext).coenrollingFeatures
    id = ClientSearch(from: ids).client(for: recipe, stayingIn: session.enrollments, coenrolling: coenrolling)
  }

  /// The change in words, before it is made.
  var words: String { "another nimbus_id (bucket \(buckets.words)), which draws its own branch" }

  /// The change in words, after it was made; nil if no client was found.
  var clientText: String? {
    guard let id else { return nil }
    var draw = BucketSelection(buckets)
    return "nimbus_id = \(id.prefix(8))… in bucket \(draw.outcome(of: id).hash.bucket(of: buckets.total))"
  }
}

extension Gate.Kind {
  var concernsClient: Bool { [.appName, .channel, .targeting, .clientID, .buckets].contains(self) }
}

extension EnrollmentReason {
  /// Whether a client that left the recipe can enroll again; only some rollouts allow that.
  func canReenroll(to recipe: Recipe) -> Bool {
    switch status {
    case .disqualified(let reason, _)?: recipe.isRollout && [.notSelected, .notTargeted].contains(reason)
    case .wasEnrolled?: false
    case .enrolled?, .notEnrolled?, .error?, nil: true
    }
  }
}

extension State {
  var planRefusal: StatusMessage {
    guard let row = experiments.selectedRow else { return .noRecipeSelected }
    let slug = row.slug
    guard let reason = experiments.reason, let recipe = experiments.selected else { return row.absence(in: self) }
    if reason.status?.activeBranch != nil { return .alreadyEnrolled(in: slug) }
    if row.isOptedOut { return .optedOut(of: slug, drop: keyName(of: "drop-branch")) }
    guard reason.canReenroll(to: recipe) else {
      return .cannotReturn(to: slug, evaluate: keyName(of: "evaluate-anew"), force: keyName(of: "force-branch"))
    }
    if let obstacle = reason.gates.lazy.compactMap(\.obstacle).first ?? experiments.plan.refusal {
      return .refusal(obstacle)
    }
    return .noAttributeHelps(slug, gate: reason.gates.first { !$0.passes }?.sentence)
  }

  /// Makes all changes that enroll the client in the recipe under the cursor, or none.
  mutating func applyEnrollmentPlan() -> Outcome {
    guard let recipe = experiments.selected else { return [] }
    let plan = experiments.plan
    recording.instead = [plan.recorded(for: recipe.slug)]
    return perform { operations throws(Refusal) in try plan.operation(for: recipe, on: operations) }
  }

  mutating func applyEnrollmentPlan(_ argument: String) -> Outcome {
    guard let (slug, plan) = EnrollmentPlan.recorded(argument) else { return .refused(.planExpected) }
    guard let recipe = session.recipe(slug) else {
      return .refused(.unknown("recipe", slug, among: session.names(of: .recipe)))
    }
    return perform { operations throws(Refusal) in try plan.operation(for: recipe, on: operations) }
  }
}

import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting

/// An attribute to be set so that a recipe fits the client.
struct FittingSetting: Equatable, Sendable {
  /// The attribute.
  var name: String
  /// Its value as it is typed.
  var written: String
}

/// What to change of the client so that it fits a recipe, as far as that is plain.
struct Fitting: Equatable, Sendable {
  /// The attributes that keep the client out, and what its targeting asks for.
  var settings: [FittingSetting] = []
  /// The buckets that do not have the client, so that it takes another client; nil where they have it.
  var buckets: BucketConfig?

  /// Nothing is to be changed.
  init() {}

  /// What keeps the client out of a recipe and can be set: the app, the channel, what its targeting asks for, the id by
  /// which it draws.
  ///
  /// Nothing is to be changed where something else keeps it out too.
  init(_ recipe: Recipe, _ reason: EnrollmentReason) {
    guard reason.comesBack(to: recipe), !reason.gates.contains(where: { !$0.passes && !$0.kind.isOfClient }) else {
      return
    }
    func wanted(_ kind: Gate.Kind, _ name: String, _ value: String?) -> FittingSetting? {
      let gate = reason.gates.first { $0.kind == kind }
      guard let value, gate?.passes == false || gate?.isAssumed == true else { return nil }
      return FittingSetting(name: name, written: value)
    }
    let outside = [wanted(.appName, "app_name", recipe.appName), wanted(.channel, "channel", recipe.channel)]
    settings =
      outside.compactMap(\.self)
      + (reason.targeting?.settings ?? []).map {
        FittingSetting(name: $0.name, written: KnownAttribute.shortest($0.value.json.compact, for: $0.name))
      }
    let isOutside = reason.selection?.isSelected == false && recipe.bucketConfig.count > 0
    if isOutside, reason.status?.activeBranch == nil { buckets = recipe.bucketConfig }
  }

  /// Whether there is nothing to change.
  var isEmpty: Bool { settings.isEmpty && buckets == nil }

  /// What is changed, as in `region = US, another nimbus_id (bucket 0 to 99), which draws its own branch`.
  var words: String {
    let attributes = settings.map { "\($0.name) = \($0.written)" }
    let drawn = buckets.map { ["another nimbus_id (bucket \($0.words)), which draws its own branch"] } ?? []
    return (attributes + drawn).joined(separator: ", ")
  }
}

extension Gate.Kind {
  /// Whether another client, or other attributes of it, may open the gate.
  var isOfClient: Bool { [.appName, .channel, .targeting, .clientID, .buckets].contains(self) }
}

extension EnrollmentReason {
  /// Whether a client that was in the recipe can be in it again: it comes back to some rollouts alone.
  func comesBack(to recipe: Recipe) -> Bool {
    switch status {
    case .disqualified(let reason, _)?: recipe.isRollout && [.notSelected, .notTargeted].contains(reason)
    case .wasEnrolled?: false
    case .enrolled?, .notEnrolled?, .error?, nil: true
    }
  }
}

extension State {
  /// Why there is nothing to set so that the recipe under the cursor fits the client.
  var fittingRefusal: String {
    guard let row = experiments.selectedRow else { return "no recipe is selected" }
    let slug = row.slug
    guard let reason = experiments.reason, let recipe = experiments.selected else { return row.absence(in: self) }
    if reason.status?.activeBranch != nil { return "the client is in \(slug)" }
    if row.isOptedOut { return "the client was opted out of \(slug); \(keyName(of: "drop-branch")) drops that" }
    guard reason.comesBack(to: recipe) else {
      return "a client that left \(slug) does not come back; "
        + "\(keyName(of: "evaluate-anew")) evaluates all as for a new one, \(keyName(of: "force-branch")) forces a branch"
    }
    guard let gate = reason.gates.first(where: { !$0.passes }) else {
      return "no attribute keeps the client out of \(slug)"
    }
    return "no attribute can change what keeps the client out of \(slug): \(gate.sentence)"
  }

  /// Sets what the recipe under the cursor asks for, and draws another client where its buckets do not have this one;
  /// nothing where the client would not be in it even so.
  mutating func fitClient() -> [Effect] {
    guard let recipe = experiments.selected else { return [] }
    let fitting = experiments.fitting
    var values = fitting.settings.map { ($0.name, KnownAttribute.value(of: $0.name, written: $0.written)) }
    var said = fitting.settings.map { "\($0.name) = \($0.written)" }
    if let buckets = fitting.buckets {
      let coenrolling = session.client(in: surroundings).coenrollingFeatures
      guard
        let id = ClientDraw(from: drawnIDs).client(
          for: recipe, stayingIn: session.enrollments, coenrolling: coenrolling)
      else {
        status = .refusal("no client was found in bucket \(buckets.words): there are too few of them")
        return []
      }
      var draw = SelectionDraw(buckets)
      values.append(("nimbus_id", .string(id)))
      said.append("nimbus_id = \(id.prefix(8))… in bucket \(draw.drawn(id).hash.bucket(of: buckets.total))")
    }
    let settings = said.joined(separator: ", ")
    return perform { [session, surroundings] operations throws(Refusal) in
      let operation = try operations.setting(values, as: "fit the client to \(recipe.slug): \(settings)")
      var fitted = session
      fitted.perform(operation)
      let reason = fitted.enrollments.reason(for: recipe, client: fitted.client(in: surroundings))
      guard reason.status?.activeBranch != nil else {
        let left = reason.gates.first { !$0.passes }?.sentence ?? reason.sentence
        throw Refusal("the client would not be in \(recipe.slug) with \(settings) either: \(left)")
      }
      return operation
    }
  }

  /// Random ids for clients, which follow from the one that is given to a client without any.
  private var drawnIDs: SeededIDs {
    SeededIDs(seed: options.newClientID.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
  }
}

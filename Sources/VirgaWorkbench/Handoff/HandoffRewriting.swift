import VirgaExperiments
package import VirgaJSON

/// How the recipes of forced branches are rewritten for a device.
package struct HandoffRewriting: Hashable, Sendable {
  /// Whether the recipes keep their targeting: only matching clients enter.
  package var keepsTargeting: Bool
  /// Whether to keep buckets and branch ratios: the client is sampled normally.
  package var keepsBucketing: Bool
  /// A patch for the configs of every branch, by feature; null removes a value.
  package var patch: JSONObject

  /// By default, every client enters the forced branch with its original configs; `patch`, by
  /// feature, is merged into the configs of every branch.
  package init(keepsTargeting: Bool = false, keepsBucketing: Bool = false, patch: JSONObject = [:])
  {
    self.keepsTargeting = keepsTargeting
    self.keepsBucketing = keepsBucketing
    self.patch = patch
  }
}

/// A recipe that enrolls every client in one branch (Rule: VirgaWorkbench/ForcedRecipes).
struct ForcedRecipe {
  private(set) var json: JSONObject
  private(set) var warnings: [String] = []
  private let branch: String

  /// A recipe rewritten for a branch and a channel.
  init(_ recipe: JSONObject, branch: String, channel: String, _ rewriting: HandoffRewriting) {
    json = recipe
    self.branch = branch
    // The app enters a recipe only if it is for its channel and not paused.
    json["channel"] = .string(channel)
    json["isEnrollmentPaused"] = false
    // The expression `true` matches every client.
    if !rewriting.keepsTargeting { json["targeting"] = "true" }
    // The patch of a feature is merged into its config in every branch.
    for (id, value) in rewriting.patch {
      if let patch = value.objectValue { patchConfigs(of: id, with: patch) }
    }
    if !rewriting.keepsBucketing { admitAllClients() }
  }

  /// Patches the configs of a feature on all branches; warns of values that change their type.
  private mutating func patchConfigs(of id: String, with patch: JSONObject) {
    var changedPaths: Set<Name> = []
    changeConfigs(of: id) { config in
      let original = JSONValue.object(config)
      let patched = original.merging(patch: .object(patch))
      for difference in original.differences(to: patched) where difference.changesType {
        changedPaths.insert(difference.path.description)
      }
      return patched.objectValue ?? [:]
    }
    warnings += changedPaths.sorted().map { "the patch changes the type of `\($0)` of `\(id)`" }
  }

  /// Admits every bucket and, in an experiment, assigns every client to the forced branch.
  private mutating func admitAllClients() {
    if var buckets = json["bucketConfig"]?.objectValue {
      // Recipes usually have 10,000 buckets in total. If there are fewer, this count selects all of
      // them.
      let allBuckets: JSONValue = 10_000
      buckets["start"] = 0
      buckets["count"] = allBuckets
      json["bucketConfig"] = .object(buckets)
    }
    // A rollout has one branch.
    let isRollout = json["isRollout"]?.booleanValue == true
    if isRollout { return }
    changeBranches { [branch] members in
      let isForced = members["slug"]?.stringValue == branch
      // Ratios are shares of their sum, so the forced branch gets all clients.
      members["ratio"] = isForced ? 100 : 0
    }
  }

  /// Lays the edits of features over their configs in the branch, as they apply in the session: a
  /// null removes the config's value, and stays if there is none.
  mutating func overlay(_ edits: [Name: JSONValue]) {
    for (id, edit) in edits {
      guard let edit = edit.objectValue else { continue }
      changeConfigs(of: id.text, onBranch: branch) { edit.overlaid(on: $0) }
    }
  }

  /// Changes the members of each branch; an entry that is not a branch stays as it is.
  private mutating func changeBranches(_ change: (inout JSONObject) -> Void) {
    let branches = json["branches"]?.arrayValue ?? []
    let changed = branches.map { entry -> JSONValue in
      guard var members = entry.objectValue else { return entry }
      change(&members)
      return .object(members)
    }
    json["branches"] = .array(changed)
  }

  /// Changes the configs of a feature, on one branch or, without a slug, on all.
  ///
  /// A branch has an array `features`, or in old recipes one `feature`.
  private mutating func changeConfigs(
    of id: String, onBranch slug: String? = nil, _ change: (JSONObject) -> JSONObject
  ) {
    /// The config with its value changed; as it was if it is for another feature.
    func changed(_ config: JSONValue) -> JSONValue {
      guard var members = config.objectValue, members["featureId"]?.stringValue == id else {
        return config
      }
      members["value"] = .object(change(members["value"]?.objectValue ?? [:]))
      return .object(members)
    }
    changeBranches { members in
      let isWanted = slug == nil || members["slug"]?.stringValue == slug
      guard isWanted else { return }
      if let features = members["features"]?.arrayValue {
        members["features"] = .array(features.map(changed))
      } else if let feature = members["feature"] {
        members["feature"] = changed(feature)
      }
    }
  }
}

extension JSONDifference {
  /// Whether a value is replaced by one of another type.
  ///
  /// False in a list: the old value may be that of another element, which has moved.
  fileprivate var changesType: Bool {
    let isInList = path.components.contains { if case .index = $0 { true } else { false } }
    // A value that was added or removed has only one type.
    guard !isInList, let old, let new else { return false }
    switch (old, new) {
    case (.null, .null), (.boolean, .boolean), (.string, .string), (.array, .array),
      (.object, .object), (.integer, .integer), (.integer, .number), (.number, .integer),
      (.number, .number):
      return false
    default: return true
    }
  }
}

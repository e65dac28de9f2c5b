package import VirgaExperiments
package import VirgaJSON
package import VirgaSession

/// A feature in a branch of a recipe, whose config can be changed.
package struct BranchFeature: Hashable, Sendable {
  package let slug: String
  package let branch: String
  package let feature: String

  /// The place of the config of a feature in a branch of the recipe `slug`.
  package init(_ feature: String, in branch: String, of slug: String) {
    self.feature = feature
    self.branch = branch
    self.slug = slug
  }
}

/// A change of one part of a recipe; all other members of its JSON stay as they are.
package enum RecipeChange: Hashable, Sendable {
  /// Sets the config of a feature in a branch, which may not configure it yet.
  case config(JSONObject, feature: String, branch: String)
  /// Sets the targeting; nil removes it, as a null.
  case targeting(String?)
  /// Sets the first bucket, and the number of buckets; nil keeps one of them.
  case buckets(start: UInt32?, count: UInt32?)
  /// Sets the weight of a branch.
  case ratio(UInt32, branch: String)
  /// Appends a branch that configures no feature.
  case addBranch(String, ratio: UInt32)
  /// Removes a branch, and from `featureIds` the features that only this branch configures; the
  /// last branch stays.
  case removeBranch(String)

  /// The recipe's JSON with the change; refused if it names a branch that the recipe does not have.
  package func applied(to recipe: Recipe) throws(Refusal) -> JSONObject {
    var json = JSONValue.object(recipe.json)
    switch self {
    case .config(let config, let feature, let branch):
      let index = try recipe.index(ofBranch: branch)
      json.setConfig(config, of: feature, at: ["branches", .index(index)])
      // Adds it to `featureIds`.
      json.declareFeature(feature)
    case .targeting(let text?): json.set(.string(text), at: ["targeting"])
    case .targeting(nil):
      // A null keeps the member in its place. Without targeting there is nothing to remove.
      if recipe.targeting != nil { json.set(.null, at: ["targeting"]) }
    case .buckets(let start, let count): json.setBuckets(start: start, count: count)
    case .ratio(let ratio, let branch):
      let index = try recipe.index(ofBranch: branch)
      json.set(.integer(Int64(ratio)), at: ["branches", .index(index), "ratio"])
    case .addBranch(let slug, let ratio): try json.addBranch(slug, ratio: ratio, to: recipe)
    case .removeBranch(let slug): try json.removeBranch(slug, of: recipe)
    }
    // `json` is always an object.
    return json.objectValue ?? recipe.json
  }

  /// What is done to the recipe `slug`, as the undo hint shows it.
  func label(for slug: String) -> String {
    switch self {
    case .config(_, let feature, let branch):
      "replace the config of \(feature) in \(branch) of \(slug)"
    case .targeting(let text): "\(text == nil ? "remove" : "change") the targeting of \(slug)"
    case .buckets: "change the buckets of \(slug)"
    case .ratio(let ratio, let branch): "set ratio = \(ratio) in \(branch) of \(slug)"
    case .addBranch(let branch, _): "add branch \(branch) to \(slug)"
    case .removeBranch(let branch): "remove branch \(branch) of \(slug)"
    }
  }
}

extension Recipe {
  /// The position of a branch; refused if the recipe has none of that name.
  func index(ofBranch slug: String) throws(Refusal) -> Int {
    guard let index = branches.firstIndex(where: { $0.hasName(slug) }) else {
      throw Refusal.unknownName(
        slug, among: branches.map(\.slug), "the recipe `\(self.slug)` has no branch `\(slug)`")
    }
    return index
  }

  /// The ids of the features that a branch configures and no other branch does.
  fileprivate func featuresOnly(in branch: Branch) -> Set<Name> {
    let others = branches.filter { !$0.hasName(branch.slug) }
    let ofOthers = Set(naming: others.flatMap(\.features).map(\.featureID))
    return Set(naming: branch.features.map(\.featureID)).subtracting(ofOthers)
  }
}

extension Branch {
  /// The config of a feature, of several the last one, which clients use; nil if the branch does
  /// not configure the feature.
  package func config(of feature: String) -> JSONObject? {
    features.last { $0.featureID.isSameName(as: feature) }?.value
  }
}

extension JSONValue {
  /// Appends a branch to the JSON of a recipe.
  fileprivate mutating func addBranch(
    _ slug: String, ratio: UInt32, to recipe: Recipe
  ) throws(Refusal) {
    if slug.isEmpty { throw Refusal("give the branch a name, such as `treatment-b`") }
    guard recipe.branch(slug) == nil else {
      throw Refusal("the recipe `\(recipe.slug)` has a branch `\(slug)`; choose another name")
    }
    let branch: JSONValue = [
      "slug": .string(slug), "ratio": .integer(Int64(ratio)), "features": [],
    ]
    set(branch, at: ["branches", .index(recipe.branches.count)])
  }

  /// Removes a branch from the JSON of a recipe.
  fileprivate mutating func removeBranch(_ slug: String, of recipe: Recipe) throws(Refusal) {
    let index = try recipe.index(ofBranch: slug)
    guard recipe.branches.count > 1 else {
      throw Refusal("`\(slug)` is the only branch of `\(recipe.slug)`; add another one first")
    }
    remove(at: ["branches", .index(index)])
    undeclareFeatures(recipe.featuresOnly(in: recipe.branches[index]))
    // Results are compared with the reference branch, which must be one that the recipe has.
    if recipe.referenceBranch.isSameName(as: slug) { set(.null, at: ["referenceBranch"]) }
  }

  /// Sets the first bucket and the number of buckets of a recipe, each unless it is nil.
  fileprivate mutating func setBuckets(start: UInt32?, count: UInt32?) {
    if let start { set(.integer(Int64(start)), at: ["bucketConfig", "start"]) }
    if let count { set(.integer(Int64(count)), at: ["bucketConfig", "count"]) }
  }

  /// Sets the config of a feature in the branch at a path, in the form that the branch has.
  ///
  /// Clients read `features`, a list with a member for each feature, and `feature`, a single such
  /// member, if there is no list. If `feature` is for the same feature, it gets the config too,
  /// because older clients read it.
  fileprivate mutating func setConfig(_ config: JSONObject, of feature: String, at path: JSONPath) {
    let singlePath = path.appending(key: "feature")
    let listPath = path.appending(key: "features")
    let single = self[singlePath]
    let isSingleOfFeature = single?.isConfig(of: feature) ?? false
    if isSingleOfFeature { set(.object(config), at: singlePath.appending(key: "value")) }
    if let list = self[listPath]?.arrayValue {
      setConfig(config, of: feature, in: list, at: listPath)
    } else if !isSingleOfFeature {
      // Clients ignore `feature` if there is a list. If it has the config of another feature, the
      // new list gets this too. A null is not a config.
      let configOfOtherFeature = single.flatMap { $0.objectValue == nil ? nil : $0 }
      let newConfig = Self.newConfig(config, of: feature)
      set(.array([configOfOtherFeature, newConfig].compactMap(\.self)), at: listPath)
    }
  }

  /// Sets the config of a feature in `list`, the features of a branch, which is at `listPath`.
  ///
  /// The config goes into the last member for the feature, which clients use, or into a new one.
  private mutating func setConfig(
    _ config: JSONObject, of feature: String, in list: [JSONValue], at listPath: JSONPath
  ) {
    if let index = list.lastIndex(where: { $0.isConfig(of: feature) }) {
      set(.object(config), at: listPath.appending(index: index).appending(key: "value"))
    } else {
      set(Self.newConfig(config, of: feature), at: listPath.appending(index: list.count))
    }
  }

  /// A config as the list of a branch's features has it, with the feature's id.
  private static func newConfig(_ config: JSONObject, of feature: String) -> JSONValue {
    ["featureId": .string(feature), "enabled": true, "value": .object(config)]
  }

  /// Whether it is the config of a feature in a branch.
  private func isConfig(of feature: String) -> Bool {
    self["featureId"]?.stringValue?.isSameName(as: feature) ?? false
  }

  /// Adds a feature to the list `featureIds` of a recipe, if the recipe has that list.
  fileprivate mutating func declareFeature(_ feature: String) {
    guard let declared = self["featureIds"]?.arrayValue else { return }
    let isDeclared = declared.contains { $0.stringValue?.isSameName(as: feature) ?? false }
    if !isDeclared { set(.array(declared + [.string(feature)]), at: ["featureIds"]) }
  }

  /// Removes features from the list `featureIds` of a recipe, if the recipe has that list.
  fileprivate mutating func undeclareFeatures(_ features: Set<Name>) {
    guard let declared = self["featureIds"]?.arrayValue else { return }
    let remaining = declared.filter { id in
      let isRemoved = id.stringValue.map { features.contains(Name($0)) } ?? false
      return !isRemoved
    }
    set(.array(remaining), at: ["featureIds"])
  }
}

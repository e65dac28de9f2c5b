import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaWorkbench

/// Checks the configs of recipes against a manifest.
struct RecipeCheck {
  private let manifest: Manifest
  private let channel: String?

  init(against manifest: Manifest, channel: String?) {
    self.manifest = manifest
    self.channel = channel
  }

  /// The problems of the configs in a file of recipes, located in the file.
  ///
  /// - Parameter isWanted: Whether to check a branch of a recipe, by their slugs.
  func problems(
    of file: LocatedText,
    where isWanted: (_ recipe: String, _ branch: String) -> Bool = { _, _ in true }
  ) -> [Problem] {
    var found: [Problem] = []
    for recipe in Self.recipes(in: file) {
      let slug = recipe["slug"]?.string ?? ""
      let branches = recipe["branches"].map { Array($0.elements) } ?? []
      for branch in branches {
        let branchSlug = branch["slug"]?.string ?? ""
        guard isWanted(slug, branchSlug) else { continue }
        let owner = "branch `\(branchSlug)` of `\(slug)`"
        for config in WrittenRecipe.configs(of: branch) { found += problems(of: config, in: owner) }
      }
    }
    return found
  }

  /// The recipes of a file: a single one, an array, or an object with an array `data`.
  private static func recipes(in file: LocatedText) -> [LocatedValue] {
    guard let root = file.written else { return [] }
    if root.kind == .array { return Array(root.elements) }
    if let data = root["data"] { return Array(data.elements) }
    return [root]
  }

  /// The problems of a config, an object with `featureId` and `value`.
  ///
  /// None are reported without an id or a value: reading the recipe reports these.
  ///
  /// - Parameter owner: The branch with the config, for messages.
  private func problems(of config: LocatedValue, in owner: String) -> [Problem] {
    guard let idValue = config["featureId"], let id = idValue.string else { return [] }
    guard let feature = manifest.feature(id) else {
      return [manifest.problemOfUnknownFeature(id, configuredBy: owner, at: idValue.location)]
    }
    guard let value = config["value"] else { return [] }
    return manifest.check(config: value, feature: feature, channel: channel).problems.map {
      problem in
      var problem = problem
      problem.message += ", in \(owner)"
      return problem
    }
  }
}

import VirgaJSON
import VirgaManifest
import VirgaSource

/// Checks the configs of recipes against a manifest.
struct RecipeCheck {
  private let manifest: Manifest
  private let channel: String?

  init(against manifest: Manifest, channel: String?) {
    self.manifest = manifest
    self.channel = channel
  }

  /// Located in the file; checks only branches that `isWanted` accepts.
  func problems(
    of file: LocatedText,
    where isWanted: (_ recipe: String, _ branch: String) -> Bool = { _, _ in true }
  ) -> [Problem] {
    Self.recipes(in: file).flatMap { recipe -> [Problem] in
      let slug = recipe["slug"]?.string ?? ""
      return (recipe["branches"].map { Array($0.elements) } ?? []).flatMap { branch -> [Problem] in
        let name = branch["slug"]?.string ?? ""
        guard isWanted(slug, name) else { return [] }
        return Self.configs(of: branch).flatMap {
          problems(of: $0, for: "branch `\(name)` of `\(slug)`")
        }
      }
    }
  }

  /// The recipes of a file: a single one, an array, or an object with an array `data`.
  private static func recipes(in file: LocatedText) -> [LocatedValue] {
    guard let root = file.written else { return [] }
    if root.kind == .array { return Array(root.elements) }
    if let data = root["data"] { return Array(data.elements) }
    return [root]
  }

  /// The configs in `features`; without it the one in `feature`, which older clients read.
  private static func configs(of branch: LocatedValue) -> [LocatedValue] {
    if let list = branch["features"], list.kind == .array { return Array(list.elements) }
    return branch["feature"].map { [$0] } ?? []
  }

  private func problems(of config: LocatedValue, for owner: String) -> [Problem] {
    guard let written = config["featureId"], let id = written.string else { return [] }
    guard let feature = manifest.feature(id) else {
      return [
        Problem(
          .error, "unknown-feature", path: "features/\(id)",
          "\(owner) configures `\(id)`, which is not a feature of \(manifest.title)",
          at: written.location
        ).with(
          hint: NameSuggestions.hint(for: id, among: manifest.features.lazy.prefix(500).map(\.id)))
      ]
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

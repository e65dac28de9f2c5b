import VirgaExperiments
package import VirgaJSON
import VirgaManifest
package import VirgaSession
import VirgaSource

extension Operations {
  /// A recipe that gives every client the session's edits: one branch, everyone targeted, all buckets.
  ///
  /// - Throws: A refusal where there is no edit, or with the problems of edits that the manifest does not allow.
  package func recipeOfEdits(slug: String) throws(Refusal) -> JSONObject {
    let edits = session.names(of: .edit)
    guard !edits.isEmpty else { throw Refusal("there is no edit to make a recipe of") }
    let problems = edits.flatMap(problems)
    guard !problems.contains(where: { $0.severity == .error }) else {
      throw Refusal("an edit does not fit the manifest, so that no app could use it", problems: problems)
    }
    let client = session.client(in: surroundings)
    return EditRecipe(
      slug, edits: session.all(.edit), app: client.appName ?? surroundings.manifest?.name ?? "app",
      channel: client.channel
    ).json
  }

  private func problems(of id: String) -> [Problem] {
    guard let manifest = surroundings.manifest, let edit = session[.edit, id] else { return [] }
    guard let feature = manifest.feature(id) else {
      return [Problem(.error, "unknown-feature", path: "features/\(id)", "the manifest has no feature `\(id)`")]
    }
    return manifest.check(config: WrittenValue(edit), feature: feature, channel: channel).problems
  }
}

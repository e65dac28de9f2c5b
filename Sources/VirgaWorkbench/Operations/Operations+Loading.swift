package import VirgaExperiments
package import VirgaJSON
package import VirgaSession
import VirgaSource

extension Operations {
  /// Adds recipes, and sets attributes of the client, as one operation.
  ///
  /// A recipe with a known slug replaces it.
  package func load(recipes: [Recipe] = [], context: JSONObject = [:]) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    for (name, value) in context { draft.set(.context, name, to: value) }
    draft.add(recipes)
    guard draft.session != session else { throw Refusal("nothing would change: all of this is known") }
    draft.evolve(tellsAll: draft.changesRecipes)
    let parts = [(recipes.count, "recipe"), (context.count, "attribute")].filter { $0.0 > 0 }
    return try draft.finished("load " + parts.map { $0.0.counted($0.1) }.joined(separator: " and "))
  }
}

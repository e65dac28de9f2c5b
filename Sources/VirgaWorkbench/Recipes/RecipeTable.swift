package import VirgaExperiments
import VirgaJSON
package import VirgaSession

/// A recipe of a session with the client's status in it.
package struct ListedRecipe: Sendable {
  package let slug: String
  /// Nil if it cannot be read.
  package let recipe: Recipe?
  /// The name of the client's status, or why it has none.
  package let status: String
  /// The client's current or former branch; nil if it was never enrolled.
  package let branch: String?
  /// Whether it was changed in the session, so that it differs from its file.
  package let isChanged: Bool
}

/// The table of a session's recipes, which `virga recipes list` prints.
package enum RecipeTable {
  package static let table = Table([slug, kind, branch, features, status, changed])

  /// The slug after the mark of a changed recipe.
  private static let slug = TableColumn<ListedRecipe>(
    "  Recipe", key: "slug", text: { ($0.isChanged ? "~ " : "  ") + $0.slug },
    spoken: { $0.isChanged ? "\($0.slug), changed" : $0.slug }, json: { .string($0.slug) })

  private static let kind = TableColumn<ListedRecipe>("Kind", key: "kind") {
    $0.recipe?.kindName ?? "unreadable"
  }

  private static let branch = TableColumn<ListedRecipe>(
    "Branch", key: "branch", text: { $0.branch ?? "" }, spoken: { $0.branch ?? "" },
    json: { $0.branch.map(JSONValue.string) ?? .null })

  /// The features that the recipe configures, which only JSON lists.
  private static let features = TableColumn<ListedRecipe>(
    "", key: "features", text: { _ in "" }, spoken: { _ in "" },
    json: { .array(($0.recipe?.featureIDs ?? []).map(JSONValue.string)) })

  private static let status = TableColumn<ListedRecipe>("Status", key: "status") { $0.status }

  private static let changed = TableColumn<ListedRecipe>(
    "", key: "changed", text: { _ in "" }, spoken: { _ in "" }, json: { .boolean($0.isChanged) })
}

extension Session {
  /// The recipes in payload order, that of the list `data` in which an app gets them.
  package var listedRecipes: [ListedRecipe] {
    // Read once for all recipes, because the property reads all enrollments each time.
    let enrollments = enrollments
    return recipeSlugs.map { slug in
      // Nil for a recipe without a record.
      let status = enrollments.records[slug]
      return ListedRecipe(
        slug: slug, recipe: recipe(slug),
        status: status?.name ?? enrollments.statusWithoutRecord(of: slug),
        branch: status?.branch, isChanged: isRecipeChanged(slug))
    }
  }
}

extension Recipe {
  /// `experiment` or `rollout`.
  package var kindName: String { isRollout ? "rollout" : "experiment" }
}

import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// What a session changed in its recipes, each value as in the recipe's file and as in the session.
struct ComparedRecipes {
  /// A value that differs, with the slug of its recipe.
  private struct Row {
    let slug: String
    let difference: RecipeDifference

    /// The slug, the branch, the feature, the path, the old value and the new one.
    var cells: [String] {
      let place = [slug, difference.branch ?? "", difference.feature ?? "", difference.path]
      return place + [difference.old, difference.new].map { $0?.compact ?? "–" }
    }

    /// A value that only the file or only the session has is missing from `values`.
    var json: JSONValue {
      var values = JSONObject()
      values["file"] = difference.old
      values["session"] = difference.new
      var row: JSONObject = ["recipe": .string(slug)]
      row["branch"] = difference.branch.map(JSONValue.string) ?? .null
      row["feature"] = difference.feature.map(JSONValue.string) ?? .null
      row["path"] = .string(difference.path)
      row["values"] = .object(values)
      return .object(row)
    }
  }

  /// Those of a recipe follow each other.
  private let rows: [Row]

  init(_ session: Session) {
    rows = session.changedRecipeSlugs.flatMap { slug in
      RecipeDifference.all(of: slug, in: session).map { Row(slug: slug, difference: $0) }
    }
  }

  /// The changed values, each in a row with `file` and `session` below `values`.
  var json: JSONValue { .array(rows.map(\.json)) }

  /// A row of cells for each changed value, below ``heads``.
  var cells: [[String]] { rows.map(\.cells) }

  /// The heads of ``cells``.
  static let heads = ["Recipe", "Branch", "Feature", "Path", "File", "Session"]

  /// A Markdown table for each recipe; rows that would make the document too long are left out and
  /// counted at its end.
  var markdown: String {
    let recipeCount = Set(naming: rows.map(\.slug)).count
    let changed =
      "\(rows.count.pluralizing("value")) of \(recipeCount.pluralizing("recipe")) changed"
    var text = "### Recipes of the session\n\n\(rows.isEmpty ? "No differences" : changed).\n"
    var length = text.unicodeScalars.count
    for (index, row) in rows.enumerated() {
      let beginsRecipe = index == 0 || !rows[index - 1].slug.isSameName(as: row.slug)
      let added = (beginsRecipe ? Self.markdownHead(of: row.slug) : "") + Self.markdown(row)
      length += added.unicodeScalars.count
      guard length <= MarkdownTable.maxLength else {
        let values = (rows.count - index).pluralizing("more value")
        return text
          + "\n\(values) left out here; virga compare without --format markdown prints all.\n"
      }
      text += added
    }
    return text
  }

  /// The heading of a recipe and the head of its table.
  private static func markdownHead(of slug: String) -> String {
    let titles = ["Branch", "Feature", "Value", "Before", "After"]
    return "\n#### Changed: \(MarkdownTable.name(slug))\n\n"
      + MarkdownTable.line(titles) + MarkdownTable.line(titles.map { _ in "---" })
  }

  /// The line of a changed value in the table of its recipe.
  private static func markdown(_ row: Row) -> String {
    let difference = row.difference
    let place = [difference.branch, difference.feature, difference.path].map { name in
      name.map { $0.isEmpty ? "" : MarkdownTable.name($0) } ?? ""
    }
    let values = [difference.old, difference.new].map { value in
      value.map { MarkdownTable.value($0.compact) } ?? ""
    }
    return MarkdownTable.line(place + values)
  }
}

package import VirgaExperiments
import VirgaJSON

/// The table of the recipes of a source, which `virga recipes list SOURCE` prints.
package enum RecipeSourceTable {
  package static let table = Table([slug, kind, app, channel, branches, features])

  private static let slug = TableColumn<Recipe>("Recipe", key: "slug") { $0.slug }
  private static let kind = TableColumn<Recipe>("Kind", key: "kind") { $0.kindName }
  private static let app = optionalTextColumn("App", key: "app") { $0.appName }
  private static let channel = optionalTextColumn("Channel", key: "channel") { $0.channel }
  private static let branches = listColumn("Branches", key: "branches") { $0.branches.map(\.slug) }
  private static let features = listColumn("Features", key: "features") { $0.featureIDs }

  /// A column for a text that a recipe may lack, which is then empty, and null in JSON; screen
  /// readers speak the same text (`spoken`).
  private static func optionalTextColumn(
    _ head: String, key: String, _ text: @escaping @Sendable (Recipe) -> String?
  ) -> TableColumn<Recipe> {
    TableColumn(
      head, key: key, text: { text($0) ?? "" }, spoken: { text($0) ?? "" },
      json: { text($0).map { JSONValue.string($0) } ?? .null })
  }

  /// A column for several names, separated by commas, which are a list in JSON; screen readers
  /// speak the same text (`spoken`).
  private static func listColumn(
    _ head: String, key: String, _ names: @escaping @Sendable (Recipe) -> [String]
  ) -> TableColumn<Recipe> {
    let text: @Sendable (Recipe) -> String = { names($0).joined(separator: ", ") }
    return TableColumn(
      head, key: key, text: text, spoken: text,
      json: { .array(names($0).map { JSONValue.string($0) }) })
  }
}

import VirgaCanvas

/// A panel of a screen; one of them has the focus.
///
/// Each screen declares its panels as constants.
package struct Panel: Hashable, Sendable {
  /// The name in `focus NAME`.
  package let name: String
  package let screen: Screen
  package let title: String

  /// The title with a count, as in `Events 6` or `Events 2 of 6`.
  func title(showing shown: Int, of all: Int) -> DisplayText {
    DisplayText(shown == all ? "\(title) \(all)" : "\(title) \(shown) of \(all)")
  }

  package static let allCases = Screen.allCases.flatMap(\.panels)
}

extension Panel {
  package static let features = Panel(name: "features", screen: .features, title: "Features")
  /// The variables of the selected feature.
  package static let values = Panel(name: "values", screen: .features, title: "Values")
  static let details = Panel(name: "details", screen: .features, title: "Details")
  /// The config editor: the edit of the selected feature as text.
  package static let editor = Panel(name: "edit", screen: .features, title: "Edit")
  /// The merged result of the config editor's text.
  package static let merged = Panel(name: "merged", screen: .features, title: "Merged")
  /// A feature without a text, in the place of a merged result.
  static let reading = Panel(
    name: "reading", screen: .features, title: "Merged, as apps read it")
  package static let problems = Panel(name: "problems", screen: .features, title: "Problems")
}

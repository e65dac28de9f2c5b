import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource

/// One line of the value table: a variable, or something inside it.
struct ValueRow: ListItem {
  /// Whether the row has rows inside, and whether they are shown.
  enum Fold: Equatable, Sendable {
    /// A scalar, or an empty container.
    case none
    /// The rows inside follow.
    case open
    /// The rows inside are hidden.
    case closed
  }

  /// The way from the feature to this row, such as `sections-enabled.pocket`.
  package var path: JSONPath
  /// The path as text, by which folds and cursors are kept.
  var pathText: String
  /// The type, where the manifest gives one.
  package var type: VariableType?
  /// The merged value.
  package var value: JSONValue
  /// Whether there are rows inside.
  var fold: Fold
  /// The layer that the value comes from; nil for an object whose members come from several.
  package var layer: Layer?
  /// Where that layer was written.
  package var location: SourceLocation?
  /// Everything that layers said here, lowest first.
  var history: [LayerEntry]
  /// How many leaves at or below this row are set by a layer above the variable default.
  var changedLeaves: Int
  /// What the manifest says about it.
  package var description: String
  /// The highest layer that sets this row or something folded away in it.
  var highestLayer: Layer?

  package var id: Name { Name(pathText) }
  /// A container would be marked besides all that is in it.
  var isMarkedWithAll: Bool { fold == .none }
  /// No filter hides rows.
  func rank(_ filter: Filter, scattered: Bool) -> Int? { 0 }

  /// The name shown in the first column.
  package var name: String {
    switch path.components.last {
    case .key(let key): key
    case .index(let index): "[\(index)]"
    case nil: ""
    }
  }
  /// How deep the row lies; a variable lies at 0.
  package var depth: Int { path.components.count - 1 }
  /// Whether a layer above the variable default gives the value, or some of what is folded away in it.
  ///
  /// A list is replaced as a whole, so that it is what changed also where its items are shown.
  package var isChanged: Bool { (fold != .open || value.arrayValue != nil) && changedLeaves > 0 }
  /// The value that a layer above the variable default replaced, if it was another one.
  package var was: JSONValue? {
    guard isChanged, let last = history.overridden.last, last.value != value else { return nil }
    return last.value
  }
}

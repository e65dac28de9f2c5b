import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource

/// A row of the value table: a variable or something inside one.
struct ValueRow: ListItem {
  enum Fold: Equatable, Sendable {
    /// A scalar, or an empty container.
    case none
    case open
    case closed
  }

  /// The path from the feature to this row, such as `sections-enabled.pocket`.
  var path: JSONPath
  /// The path as text, used to remember folds and cursors.
  var pathText: String
  /// Nil if the manifest has none.
  var type: VariableType?
  var value: JSONValue
  var fold = Fold.none
  /// Nil for an object whose members come from several layers.
  var layer: Layer?
  var location: SourceLocation?
  /// Everything that layers said here, lowest first.
  var history: [LayerEntry] = []
  /// The number of leaves in this row that a layer above the variable default sets.
  var changedLeaves = 0
  var description: String
  /// The highest layer that sets this row or something folded inside.
  var highestLayer: Layer?

  var id: Name { Name(pathText) }
  /// Marking a container as well would be redundant.
  var isMarkedWithAll: Bool { fold == .none }
  /// No filter hides rows.
  func rank(_ filter: Filter, fuzzy: Bool) -> Int? { 0 }

  var name: String {
    switch path.components.last {
    case .key(let key): key
    case .index(let index): "[\(index)]"
    case nil: ""
    }
  }
  /// 0 for a variable.
  var depth: Int { path.components.count - 1 }
  var isContainer: Bool { fold != .none || value.arrayValue != nil || value.objectValue != nil }
  /// A list is replaced as a whole, so it counts as changed even if its items are shown.
  var isChanged: Bool { (fold != .open || value.arrayValue != nil) && changedLeaves > 0 }
  /// The highest entry that a layer replaced with another value; nil if all layers agree.
  var replaced: LayerEntry? { history.overridden.last { $0.value != value } }
  /// The value before the one that a layer above the variable default changed; nil if all layers agree.
  var was: JSONValue? { isChanged ? replaced?.value : nil }
}

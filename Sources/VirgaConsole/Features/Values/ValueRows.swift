import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource

/// A row of the value table: a variable or something inside one.
struct ValueRow: ListItem, Equatable {
  /// The path from the feature to this row, such as `sections-enabled.pocket`.
  var path: JSONPath
  /// The path as text, used to remember folds and cursors.
  var pathText: String
  /// Nil if the manifest has none.
  var type: VariableType?
  var value: JSONValue
  /// Whether it shows what is inside; nil for a scalar or an empty container.
  var isOpen: Bool?
  /// Nil for an object whose members come from several layers.
  var layer: Layer?
  var location: SourceLocation?
  /// Everything that layers said here, lowest first.
  var history: [LayerEntry] = []
  /// The number of leaves in this row that a layer above the variable default sets.
  var changedLeaves = 0
  var description: String
  /// The highest layer that sets this row or something folded inside; nil for the contents of an
  /// array.
  var highestLayer: Layer?

  var id: Name { Name(pathText) }
  /// Marking a container as well would be redundant.
  var isMarkedWithAll: Bool { isOpen == nil }

  var name: String {
    switch path.components.last {
    case .key(let key): key
    case .index(let index): "[\(index)]"
    case nil: ""
    }
  }
  /// 0 for a variable.
  var depth: Int { path.components.count - 1 }
  /// An array is replaced as a whole.
  var isInArray: Bool { path.components.contains { if case .index = $0 { true } else { false } } }
  var isContainer: Bool { value.arrayValue != nil || value.objectValue != nil }
  /// A list is replaced as a whole, so it counts as changed even if its items are shown.
  var isChanged: Bool { (isOpen != true || value.arrayValue != nil) && changedLeaves > 0 }
  /// What apps would read without the layers that set the value; nil if that is the same.
  var replaced: LayerEntry? { history.lastRead(insteadOf: value) }

  /// Whether apps read `value` already, and not because they ignore an edit.
  func isSet(to value: JSONValue) -> Bool {
    value == self.value && !history.ignored.contains { $0.entry.layer == .edit }
  }
  /// The value before the one that a layer above the variable default changed; nil if all layers
  /// agree.
  var was: JSONValue? { isChanged ? replaced?.value : nil }
}

extension [ValueRow] {
  /// The visible rows: applies the person's folds and leaves out what is inside folded containers.
  ///
  /// - Parameter folds: Whether the person unfolded or folded a container, by path; others keep
  ///   their initial state.
  func folded(by folds: [Name: Bool]) -> [ValueRow] {
    var foldedDepth = Int.max
    return compactMap { row in
      if row.depth > foldedDepth { return nil }
      var row = row
      if row.isOpen != nil { row.isOpen = folds[row.id] ?? row.isOpen }
      foldedDepth = row.isOpen == false ? row.depth : .max
      return row
    }
  }
}

/// Converts a merged feature to the flat rows of the value table, those inside folded containers
/// included.
struct ValueRows {
  private typealias Meaning = (type: VariableType?, description: String)

  /// Containers with more members than this start folded.
  private static let maxExpandedMembers = 8

  private let manifest: Manifest
  private let feature: FeatureDefinition
  private var rows: [ValueRow] = []

  static func rows(of merged: MergedFeature, in manifest: Manifest) -> [ValueRow] {
    var builder = ValueRows(manifest: manifest, feature: merged.feature)
    for item in merged.writtenVariables {
      builder.add(
        item.value, (item.variable.type, item.variable.description),
        JSONPath([.key(item.variable.name)]))
    }
    return builder.rows
  }

  /// Returns the number of changed leaves.
  @discardableResult
  private mutating func add(_ value: MergedValue, _ meaning: Meaning, _ path: JSONPath) -> Int {
    let index = rows.count
    append(value.json, meaning, path, of: value)
    rows[index].history = value.history
    if let members = value.members, !members.isEmpty {
      rows[index].changedLeaves = members.reduce(0) { changed, member in
        let step = JSONPath.Component.key(member.key)
        return changed
          + add(member.value, described(step, inside: meaning.type), path.appending(step))
      }
      rows[index].isOpen = members.count <= Self.maxExpandedMembers
      rows[index].layer = nil
      rows[index].highestLayer = rows[(index + 1)...].compactMap(\.highestLayer).max {
        $0.height < $1.height
      }
    } else {
      rows[index].highestLayer = value.layer
      let isMarked =
        value.layer.isOfSession
        || !value.layer.isOfDefinition && value.history.standard != value.json
      rows[index].changedLeaves = isMarked ? 1 : 0
      addElements(of: value, meaning.type, path, in: value.layer, openedUpTo: 0)
    }
    return rows[index].changedLeaves
  }

  /// Adds what is inside the last row; an array is replaced whole, so that its layer is that of
  /// every written part.
  private mutating func addElements(
    of value: MergedValue, _ type: VariableType?, _ path: JSONPath, in layer: Layer,
    openedUpTo most: Int
  ) {
    let parts = value.parts
    guard !parts.isEmpty else { return }
    rows[rows.count - 1].isOpen = parts.count <= most
    for part in parts {
      let (meaning, path) = (described(part.step, inside: type), path.appending(part.step))
      append(part.value.json, meaning, path, of: part.value)
      let isFromDefinition = part.value.layer == .objectDefault
      rows[rows.count - 1].layer = isFromDefinition ? .objectDefault : layer
      if isFromDefinition { rows[rows.count - 1].history = part.value.history }
      addElements(
        of: part.value, meaning.type, path, in: layer, openedUpTo: Self.maxExpandedMembers)
    }
  }

  private mutating func append(
    _ json: JSONValue, _ meaning: Meaning, _ path: JSONPath, of value: MergedValue
  ) {
    rows.append(
      ValueRow(
        path: path, pathText: path.description, type: meaning.type, value: json, layer: value.layer,
        location: value.location, description: meaning.description))
  }

  private func described(_ step: JSONPath.Component, inside type: VariableType?) -> Meaning {
    switch (step, type?.unwrapped) {
    case (.index, .list(let item)): return (item, documentation(item))
    case (.key(let key), .object(let name)):
      let field = manifest.object(name, in: feature.module)?.field(key)
      return (field?.type, field?.description ?? "")
    case (.key(let key), .map(.enumeration(let name), let value)):
      let variant = manifest.enumeration(name, in: feature.module)?.variant(key)
      return (value, variant?.description ?? documentation(value))
    case (.key, .map(_, let value)): return (value, documentation(value))
    default: return (nil, "")
    }
  }

  private func documentation(_ type: VariableType) -> String {
    guard case .object(let name) = type.unwrapped else { return "" }
    return manifest.object(name, in: feature.module)?.description ?? ""
  }
}

extension JSONValue {
  var steps: [(step: JSONPath.Component, value: JSONValue)] {
    switch self {
    case .array(let items): items.enumerated().map { (.index($0.offset), $0.element) }
    case .object(let object): object.map { (.key($0.key), $0.value) }
    default: []
    }
  }
}

extension MergedValue {
  /// What is directly inside an array, or inside an object in one.
  fileprivate var parts: [(step: JSONPath.Component, value: MergedValue)] {
    if let members { return members.map { (.key($0.key), $0.value) } }
    if let readElements { return readElements.enumerated().map { (.index($0), $1) } }
    return json.steps.map { ($0.step, MergedValue(LocatedValue($0.value), layer: layer)) }
  }
}

extension MergedLeaf {
  /// Whether the value differs from the default in its definition, not only its layer.
  var isChanged: Bool { !layer.isOfDefinition && history.standard != value }
}

extension [LayerEntry] {
  /// The default in a definition among the replaced values: the variable's, else the field's.
  fileprivate var standard: JSONValue? { overridden.last { $0.layer.isOfDefinition }?.value }
}

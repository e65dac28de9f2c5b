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
  /// Nil if the manifest does not say what type it has.
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
  var changedLeafCount = 0
  var description: String
  /// The highest layer that sets this row or something folded inside; nil for the contents of an
  /// array.
  var highestLayer: Layer?

  var id: Name { Name(pathText) }
  /// False for a container with members, because these have rows of their own.
  var isMarkedWithAll: Bool { isOpen == nil }

  /// The last step of the path: a key, or an index as in `[2]`.
  var name: String {
    switch path.components.last {
    case .key(let key): key
    case .index(let index): "[\(index)]"
    case nil: ""
    }
  }
  /// The number of values that it is inside: 0 for a variable.
  var depth: Int { path.components.count - 1 }
  /// Whether it is inside an array, which an edit can only replace as a whole.
  var isInArray: Bool { path.components.contains { if case .index = $0 { true } else { false } } }
  var isContainer: Bool { value.arrayValue != nil || value.objectValue != nil }
  /// Whether the row shows a change: of its value, or of values that are folded inside it.
  ///
  /// A list is replaced as a whole, so it counts as changed even if its items are shown.
  var isChanged: Bool {
    let showsMembers = isOpen == true && value.arrayValue == nil
    return !showsMembers && changedLeafCount > 0
  }
  /// What apps would read without the layers that set the value; nil if that is the same.
  var replaced: LayerEntry? { history.highestLowerValue(differingFrom: value) }

  /// Whether apps read `value` already, and not because they ignore an edit.
  func isSet(to value: JSONValue) -> Bool {
    let isEditIgnored = history.ignored.contains { $0.entry.layer == .edit }
    return value == self.value && !isEditIgnored
  }
  /// The value that apps would read without the layer that changed it; nil if no layer above the
  /// variable default did.
  var valueBeforeChange: JSONValue? { isChanged ? replaced?.value : nil }
}

extension [ValueRow] {
  /// The visible rows: applies the person's folds and leaves out what is inside folded containers.
  ///
  /// - Parameter isOpenByPath: Whether a container is open, by path, if the person unfolded or
  ///   folded it; others keep their initial state.
  func folded(by isOpenByPath: [Name: Bool]) -> [ValueRow] {
    // Deeper rows are inside the last folded container.
    var depthOfFolded = Int.max
    return compactMap { row in
      if row.depth > depthOfFolded { return nil }
      var row = row
      // Nil for a scalar and for an empty container, which do not fold.
      if row.isOpen != nil { row.isOpen = isOpenByPath[row.id] ?? row.isOpen }
      depthOfFolded = row.isOpen == false ? row.depth : .max
      return row
    }
  }
}

/// Converts a merged feature to the flat rows of the value table, those inside folded containers
/// included.
struct ValueRows {
  /// What the manifest says of a value.
  private typealias TypeAndDescription = (type: VariableType?, description: String)

  /// Containers with more members than this start folded.
  private static let maxExpandedMembers = 8

  private let manifest: Manifest
  private let feature: FeatureDefinition
  private var rows: [ValueRow] = []

  /// The rows of a feature: each variable, in the order of the manifest, followed by everything
  /// inside it.
  static func rows(of merged: MergedFeature, in manifest: Manifest) -> [ValueRow] {
    var builder = ValueRows(manifest: manifest, feature: merged.feature)
    for item in merged.variablesInWrittenOrder {
      let variable = item.variable
      builder.add(
        item.value, (variable.type, variable.description), at: JSONPath([.key(variable.name)]))
    }
    return builder.rows
  }

  /// Adds the row of a value and the rows of everything inside it; returns the number of changed
  /// leaves in them.
  ///
  /// A leaf, which layers only replace as a whole, is a scalar, an array or an empty object.
  @discardableResult
  private mutating func add(
    _ value: MergedValue, _ declared: TypeAndDescription, at path: JSONPath
  ) -> Int {
    let index = rows.count
    append(value, declared, at: path)
    rows[index].history = value.history
    if let members = value.members, !members.isEmpty {
      addMembers(members, of: declared.type, at: path)
    } else {
      rows[index].highestLayer = value.layer
      rows[index].changedLeafCount = Self.isChanged(value) ? 1 : 0
      // The elements of an array have rows too. The array starts folded, because it has more than 0
      // elements. For other leaves, nothing is added.
      addElements(of: value, declared.type, at: path, in: value.layer, expandedUpTo: 0)
    }
    return rows[index].changedLeafCount
  }

  /// Adds the rows of everything inside the last row, an object; then sets what the row of the
  /// object has from them: the number of changed leaves, whether it starts unfolded, and the mark.
  ///
  /// - Parameter type: The type of the object; nil if the manifest does not say which.
  private mutating func addMembers(
    _ members: [MergedMember], of type: VariableType?, at path: JSONPath
  ) {
    let container = rows.count - 1
    var changedLeafCount = 0
    for member in members {
      let step = JSONPath.Component.key(member.key)
      let declared = typeAndDescription(of: step, inside: type)
      // Adds the rows of the member, and returns how many leaves of it are changed.
      changedLeafCount += add(member.value, declared, at: path.appending(step))
    }
    let layersInside = rows[(container + 1)...].compactMap(\.highestLayer)
    rows[container].changedLeafCount = changedLeafCount
    rows[container].isOpen = members.count <= Self.maxExpandedMembers
    // The members may come from several layers.
    rows[container].layer = nil
    // The row has the mark of the highest layer inside, whose own row may be folded away.
    rows[container].highestLayer = layersInside.max { $0.markRank < $1.markRank }
  }

  /// Whether a recipe, the console or the app's user sets the value, or a block of defaults sets it
  /// to another value than the default in its definition.
  private static func isChanged(_ value: MergedValue) -> Bool {
    if value.layer.overridesManifest { return true }
    if value.layer.isDefaultInDefinition { return false }
    return value.history.defaultInDefinition != value.json
  }

  /// Adds the rows of everything inside the last row, which is an array or is in one.
  ///
  /// A layer replaces an array as a whole, so everything that it writes there has the array's
  /// layer and no history of its own. A field that it leaves out has the default of its object,
  /// with the history of that.
  ///
  /// - Parameter maxExpanded: The last row starts folded if it has more parts than this: 0 folds it
  ///   in any case.
  private mutating func addElements(
    of value: MergedValue, _ type: VariableType?, at path: JSONPath, in arrayLayer: Layer,
    expandedUpTo maxExpanded: Int
  ) {
    let parts = value.parts
    guard !parts.isEmpty else { return }
    let container = rows.count - 1
    rows[container].isOpen = parts.count <= maxExpanded
    for part in parts {
      let declared = typeAndDescription(of: part.step, inside: type)
      let path = path.appending(part.step)
      let index = rows.count
      append(part.value, declared, at: path)
      // The array leaves out this field, or a field around it.
      let isDefaultOfObject = part.value.layer == .objectDefault
      rows[index].layer = isDefaultOfObject ? .objectDefault : arrayLayer
      if isDefaultOfObject { rows[index].history = part.value.history }
      addElements(
        of: part.value, declared.type, at: path, in: arrayLayer,
        expandedUpTo: Self.maxExpandedMembers)
    }
  }

  /// Adds a row with what its value and the manifest say; folds and history are set by the caller.
  private mutating func append(
    _ value: MergedValue, _ declared: TypeAndDescription, at path: JSONPath
  ) {
    rows.append(
      ValueRow(
        path: path, pathText: path.description, type: declared.type, value: value.json,
        layer: value.layer, location: value.location, description: declared.description))
  }

  /// The type and description of what is one step inside a value of a type: an element, a field, or
  /// a value of a map; nil and empty if the manifest does not know the step.
  private func typeAndDescription(
    of step: JSONPath.Component, inside type: VariableType?
  ) -> TypeAndDescription {
    switch (step, type?.unwrapped) {
    case (.index, .list(let item)): return (item, descriptionOfObject(item))
    case (.key(let key), .object(let name)):
      let field = manifest.object(name, in: feature.module)?.field(key)
      return (field?.type, field?.description ?? "")
    case (.key(let key), .map(.enumeration(let name), let value)):
      let variant = manifest.enumeration(name, in: feature.module)?.variant(key)
      return (value, variant?.description ?? descriptionOfObject(value))
    case (.key, .map(_, let value)): return (value, descriptionOfObject(value))
    default: return (nil, "")
    }
  }

  /// The description of an object type; empty for other types.
  private func descriptionOfObject(_ type: VariableType) -> String {
    guard case .object(let name) = type.unwrapped else { return "" }
    return manifest.object(name, in: feature.module)?.description ?? ""
  }
}

extension JSONValue {
  /// The elements of an array or members of an object with the step to each; empty for a scalar.
  var steps: [(step: JSONPath.Component, value: JSONValue)] {
    switch self {
    case .array(let items): items.enumerated().map { index, item in (.index(index), item) }
    case .object(let object): object.map { member in (.key(member.key), member.value) }
    default: []
    }
  }
}

extension MergedValue {
  /// The elements of an array, or the members of an object inside one, as an app reads them; empty
  /// for a scalar.
  fileprivate var parts: [(step: JSONPath.Component, value: MergedValue)] {
    // Only an object has members.
    if let members { return members.map { member in (.key(member.key), member.value) } }
    // Nil unless the elements are objects, maps or lists: others are read as they are written.
    if let readElements {
      return readElements.enumerated().map { index, element in (.index(index), element) }
    }
    // Other JSON has no layers inside: everything in it has the layer of the whole.
    return json.steps.map { part in
      (part.step, MergedValue(LocatedValue(part.value), layer: layer))
    }
  }
}

extension MergedLeaf {
  /// Whether the value differs from the default in its definition, not only its layer.
  var isChanged: Bool { !layer.isDefaultInDefinition && history.defaultInDefinition != value }
}

extension [LayerEntry] {
  /// The default in a definition among the replaced values: that of the variable, else that of the
  /// field; nil if no definition has one.
  fileprivate var defaultInDefinition: JSONValue? {
    overridden.last { $0.layer.isDefaultInDefinition }?.value
  }
}

import VirgaExperiments
import VirgaJSON
import VirgaManifest

/// Converts a merged feature to the flat rows of the value table.
///
/// In flat rows, folding means skipping a range, and drawing only reads the visible ones.
struct ValueRows: Sendable {
  /// The containers that the person folded or unfolded, by path text; the others follow a rule.
  typealias Folds = [Name: Bool]

  /// Containers with more members than this start folded.
  private static let maxExpandedMembers = 8

  private let manifest: Manifest
  private let feature: FeatureDefinition
  private let folds: Folds
  private let isUnfolded: Bool
  private var rows: [ValueRow] = []

  /// - Parameter unfolded: Whether to unfold all objects and maps; arrays stay folded.
  package static func rows(
    of merged: MergedFeature, in manifest: Manifest, folds: Folds = [:], unfolded: Bool = false
  ) -> [ValueRow] {
    var builder = ValueRows(manifest: manifest, feature: merged.feature, folds: folds, isUnfolded: unfolded)
    for item in merged.writtenVariables {
      builder.add(
        item.value, type: item.variable.type, path: JSONPath([.key(item.variable.name)]),
        description: item.variable.description)
    }
    return builder.rows
  }

  private init(manifest: Manifest, feature: FeatureDefinition, folds: Folds, isUnfolded: Bool) {
    self.isUnfolded = isUnfolded
    self.manifest = manifest
    self.feature = feature
    self.folds = folds
  }

  @discardableResult
  private mutating func add(
    _ value: MergedValue, type: VariableType?, path: JSONPath, description: String
  ) -> Int {
    switch value.content {
    case .leaf(.array(let items)):
      return addArray(value, items: items, type: type, path: path, description: description)
    case .leaf:
      append(value, type: type, path: path, fold: .none, description: description)
      return value.isMarked ? 1 : 0
    case .object(let members):
      let index = rows.count
      let isOpen = isOpen(path, members: members.count)
      append(
        value, type: type, path: path, fold: members.isEmpty ? .none : isOpen ? .open : .closed,
        description: description)
      var changed = members.isEmpty && value.isMarked ? 1 : 0
      for member in members {
        let inner = described(member.key, inside: type)
        changed += add(
          member.value, type: inner.type, path: path.appending(key: member.key), description: inner.description)
      }
      rows[index].changedLeaves = changed
      if !members.isEmpty {
        rows[index].layer = nil
        rows[index].highestLayer = rows[(index + 1)...].compactMap(\.highestLayer).max { $0.height < $1.height }
      }
      if !isOpen { rows.removeLast(rows.count - index - 1) }
      return changed
    }
  }

  private mutating func addArray(
    _ value: MergedValue, items: [JSONValue], type: VariableType?, path: JSONPath, description: String
  ) -> Int {
    let isOpen = !items.isEmpty && folds[path.description] == true
    let changed = value.isMarked ? 1 : 0
    append(
      value, type: type, path: path, fold: items.isEmpty ? .none : isOpen ? .open : .closed, description: description)
    guard isOpen else { return changed }
    for (index, item) in items.enumerated() {
      addPlain(item, type: type?.itemType, path: path.appending(index: index), of: value)
    }
    return changed
  }

  /// Adds the contents of an array, which is replaced whole and has one layer.
  private mutating func addPlain(_ json: JSONValue, type: VariableType?, path: JSONPath, of whole: MergedValue) {
    let members = json.steps
    let isOpen = !members.isEmpty && isOpen(path, members: members.count)
    let description = type.flatMap(documentation) ?? ""
    rows.append(
      ValueRow(
        path: path, pathText: path.description, type: type, value: json,
        fold: members.isEmpty ? .none : isOpen ? .open : .closed, layer: whole.layer, location: whole.location,
        history: [], changedLeaves: 0, description: description))
    guard isOpen else { return }
    for member in members {
      let inner: VariableType? =
        switch member.step {
        case .index: type?.itemType
        case .key(let key): described(key, inside: type).type
        }
      addPlain(member.value, type: inner, path: path.appending(member.step), of: whole)
    }
  }

  private mutating func append(
    _ value: MergedValue, type: VariableType?, path: JSONPath, fold: ValueRow.Fold, description: String
  ) {
    rows.append(
      ValueRow(
        path: path, pathText: path.description, type: type, value: value.json, fold: fold, layer: value.layer,
        location: value.location, history: value.history,
        changedLeaves: value.isMarked ? 1 : 0, description: description, highestLayer: value.layer))
  }

  private func isOpen(_ path: JSONPath, members: Int) -> Bool {
    isUnfolded || folds[path.description] ?? (members <= Self.maxExpandedMembers)
  }

  private func described(_ key: String, inside type: VariableType?) -> (type: VariableType?, description: String) {
    switch type {
    case .option(let inner): return described(key, inside: inner)
    case .object(let name):
      let field = manifest.object(name, in: feature.module)?.fields.first { $0.name.isSameName(as: key) }
      return (field?.type, field?.description ?? "")
    case .map(let keyType, let valueType):
      if case .enumeration(let name) = keyType {
        let variant = manifest.enumeration(name, in: feature.module)?.variants.first { $0.name.isSameName(as: key) }
        return (valueType, variant?.description ?? documentation(valueType) ?? "")
      }
      return (valueType, documentation(valueType) ?? "")
    default: return (nil, "")
    }
  }

  private func documentation(_ type: VariableType) -> String? {
    switch type {
    case .object(let name): manifest.object(name, in: feature.module)?.description
    case .option(let inner): documentation(inner)
    default: nil
    }
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

extension VariableType {
  var itemType: VariableType? {
    switch self {
    case .list(let item): item
    case .option(let inner): inner.itemType
    default: nil
    }
  }
}

extension Layer {
  var isAboveVariableDefault: Bool { self != .variableDefault }
}

extension MergedLeaf {
  /// Whether the value differs from the variable default, not only its layer.
  var isChanged: Bool { layer.isAboveVariableDefault && history.overridden.standard != value }
}

extension [LayerEntry] {
  /// The variable default among the replaced values; a field's own default is below it.
  fileprivate var standard: JSONValue? { last { !$0.layer.isAboveVariableDefault }?.value }
}

extension MergedValue {
  /// Whether the row is marked, because something changes its value in the manifest or above.
  fileprivate var isMarked: Bool {
    switch layer {
    case .variableDefault: false
    case .manifestDefault, .importDefault: history.overridden.standard != json
    case .rollout, .experiment, .edit, .appSetting: true
    }
  }
}

import VirgaExperiments
import VirgaJSON
import VirgaSource

/// Computes the default value of each object type, inner objects first.
struct ObjectFilling {
  /// The maximum number of values in one filled object so that deep nesting cannot exhaust memory.
  static let largest = 20_000

  private let objects: [ObjectDefinition]
  private let indexes: [Name: Int]
  private var visited: Set<Int> = []
  private var filled: [MergedValue?]
  private(set) var sizes: [Int]
  private(set) var oversized: [Int] = []

  init(objects: [ObjectDefinition], indexes: [Name: Int]) {
    self.objects = objects
    self.indexes = indexes
    filled = Array(repeating: nil, count: objects.count)
    sizes = Array(repeating: 0, count: objects.count)
  }

  /// The filled objects in the order given; nil for one that contains itself or is too large.
  mutating func fillAll() -> [MergedValue?] {
    for index in objects.indices { fill(index, depth: 0) }
    return filled
  }

  private mutating func fill(_ index: Int, depth: Int) {
    guard !visited.contains(index) else { return }
    guard depth < LocatedDocument.deepest else { return oversized.append(index) }
    visited.insert(index)
    var size = objects[index].fields.count
    for field in objects[index].fields {
      guard let needed = field.type.filledObject.flatMap({ indexes[$0] }) else { continue }
      fill(needed, depth: depth + 1)
      if case .object = field.type, filled[needed] == nil { return }
      size += self.size(of: field.defaultValue, as: field.type)
    }
    guard size <= Self.largest else { return oversized.append(index) }
    sizes[index] = size
    let members = objects[index].fields.map { field in
      MergedMember(
        key: field.name,
        value: field.filledDefault(layer: .objectDefault) { name in
          indexes[name].flatMap { filled[$0] }
        })
    }
    filled[index] = MergedValue(
      layer: .objectDefault, written: objects[index].nameNode, members: members)
  }

  /// The number of values that filling adds to `written`.
  private func size(of written: LocatedValue?, as type: VariableType) -> Int {
    switch type {
    case .object(let name): indexes[name].map { sizes[$0] } ?? 0
    case .map(_, let value):
      written?.members.reduce(0) { min($0 + 1 + size(of: $1.value, as: value), Self.largest + 1) }
        ?? 0
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .option, .list: 0
    }
  }
}

extension Variable {
  /// `object` looks up a filled object.
  func filledDefault(layer: Layer, object: (String) -> MergedValue?) -> MergedValue {
    MergedValue(inherited, layer: layer).filled(as: type, object: object)
  }

  /// The default as written; null at the variable's name if there is none.
  var inherited: LocatedValue { defaultValue ?? LocatedValue(absentFrom: nameNode) }
}

extension MergedValue {
  /// The value with its objects filled in from their definitions.
  ///
  /// Objects in lists and options are not filled in. Rule: VirgaManifest/Merging.
  func filled(as type: VariableType, object: (String) -> MergedValue?) -> MergedValue {
    switch type {
    case .object(let name):
      guard let base = object(name) else { return self }
      return base.completed(by: self)
    case .map(_, let valueType):
      guard let members, valueType.filledObject != nil else { return self }
      var result = self
      result.members = members.map {
        MergedMember(key: $0.key, value: $0.value.filled(as: valueType, object: object))
      }
      return result
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .option, .list:
      return self
    }
  }
}

extension VariableType {
  /// The object type that fills in a value of this type: its own, or that of a map's values.
  var filledObject: String? {
    switch self {
    case .object(let name): name
    case .map(_, let value): value.filledObject
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .option, .list: nil
    }
  }
}

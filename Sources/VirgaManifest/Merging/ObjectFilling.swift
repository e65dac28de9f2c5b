import VirgaExperiments
import VirgaJSON
import VirgaSource

/// Computes the default value of each object type, inner objects first.
///
/// With `text: String = "none"` and `size: Int = 1`, the default of `Sign` is
/// `{text: none, size: 1}`. Rule: VirgaManifest/Merging.
struct ObjectFilling {
  /// The maximum number of values in one filled object so that deep nesting cannot exhaust memory.
  static let maximumValueCount = 20_000

  private let objects: [ObjectDefinition]
  /// The index in `objects` of each object type, by name.
  private let indices: [Name: Int]
  private var visited: Set<Int> = []
  /// The default of each of `objects`; nil if it is not computed or impossible.
  private var defaults: [MergedValue?]
  /// The number of values in the default of each of `objects`; 0 without a default.
  private(set) var valueCounts: [Int]
  /// The indices of objects with too many values, or nested too deeply.
  private(set) var oversizedIndices: [Int] = []

  /// A computation of the defaults of all `objects` of a module.
  ///
  /// `computeDefaults()` computes them; until then they are nil.
  ///
  /// - Parameter indices: The index in `objects` of each object type, by name.
  init(objects: [ObjectDefinition], indices: [Name: Int]) {
    self.objects = objects
    self.indices = indices
    defaults = Array(repeating: nil, count: objects.count)
    valueCounts = Array(repeating: 0, count: objects.count)
  }

  /// Computes the defaults and returns them in the order of `objects`; nil for an object that
  /// contains itself or is too large.
  mutating func computeDefaults() -> [MergedValue?] {
    for index in objects.indices { computeDefault(ofObjectAt: index, depth: 0) }
    return defaults
  }

  /// Computes the default of an object type after those of the objects in its fields.
  ///
  /// An object that contains itself is reached again before it has a default. Then
  /// `computeInnerDefaultsAndCountValues` returns nil, and the object gets none. If it contains
  /// itself only in a map, it gets one: the map is used as written.
  ///
  /// An object that is nested too deeply counts as too large. It is not marked as visited, so that
  /// its default is computed where it is less deep.
  ///
  /// - Parameter depth: How many objects are being computed, each in a field of the one before.
  private mutating func computeDefault(ofObjectAt index: Int, depth: Int) {
    guard !visited.contains(index) else { return }
    guard depth < LocatedDocument.maxDepth else { return oversizedIndices.append(index) }
    visited.insert(index)
    let fields = objects[index].fields
    guard let valueCount = computeInnerDefaultsAndCountValues(of: fields, depth: depth + 1) else {
      return
    }
    guard valueCount <= Self.maximumValueCount else { return oversizedIndices.append(index) }
    valueCounts[index] = valueCount
    defaults[index] = MergedValue(
      layer: .objectDefault, written: objects[index].nameNode, members: filledMembers(of: fields))
  }

  /// Computes the defaults of the objects in the fields of an object.
  ///
  /// - Returns: The number of values in the object with these fields, nested ones included; nil if
  ///   a field is an object without a default, so that the object has none either.
  private mutating func computeInnerDefaultsAndCountValues(
    of fields: [Variable], depth: Int
  ) -> Int? {
    var totalValueCount = fields.count
    for field in fields {
      guard let innerName = field.type.filledObjectName, let inner = indices[innerName] else {
        continue
      }
      computeDefault(ofObjectAt: inner, depth: depth)
      // An object that contains itself or is too large still has no default. An object with a field
      // of that type has none either. A map of such objects is used as written, so it needs no
      // default of them.
      if case .object = field.type, defaults[inner] == nil { return nil }
      totalValueCount += valueCount(of: field.defaultValue, as: field.type)
    }
    return totalValueCount
  }

  /// The members of an object's default; the defaults of the objects in its fields were computed
  /// before.
  private func filledMembers(of fields: [Variable]) -> [MergedMember] {
    fields.map { field in
      // The closure gives the default of the object type `name`; nil if it has none.
      let value = field.filledDefault(layer: .objectDefault) { name in
        indices[name].flatMap { defaults[$0] }
      }
      return MergedMember(key: field.name, value: value)
    }
  }

  /// The number of values inside a field's default once its objects are filled in.
  ///
  /// An object has all fields of its type, whatever is written; the counts of the types are known
  /// by now. A map is counted up to one above ``maximumValueCount``, so that the sum cannot
  /// overflow; one without a default (nil) has no values.
  private func valueCount(of written: LocatedValue?, as type: VariableType) -> Int {
    switch type {
    case .object(let name): indices[name].map { valueCounts[$0] } ?? 0
    case .map(_, let valueType):
      written?.members.reduce(0) { sum, member -> Int in
        let countOfEntry = 1 + valueCount(of: member.value, as: valueType)
        return min(sum + countOfEntry, Self.maximumValueCount + 1)
      } ?? 0
    // Objects in options and lists are used as written, without being filled in.
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .option, .list: 0
    }
  }
}

extension Variable {
  /// The default with its objects filled in; `object` gives the default of an object type.
  func filledDefault(layer: Layer, object: (String) -> MergedValue?) -> MergedValue {
    MergedValue(defaultOrNull, layer: layer).filled(as: type, object: object)
  }

  /// The default as written; null at the variable's name if there is none.
  var defaultOrNull: LocatedValue { defaultValue ?? LocatedValue(absentFrom: nameNode) }
}

extension MergedValue {
  /// The value with its objects filled in from their definitions.
  ///
  /// Objects in lists and options are not filled in. Rule: VirgaManifest/Merging.
  ///
  /// - Parameter object: Gives the default of an object type; nil if it has none.
  func filled(as type: VariableType, object: (String) -> MergedValue?) -> MergedValue {
    switch type {
    case .object(let name):
      guard let defaultOfType = object(name) else { return self }
      // The default adds the members that this value lacks.
      return defaultOfType.completing(self)
    case .map(_, let valueType):
      // Only maps of objects, or of maps of objects, have something to fill in.
      guard let members, valueType.filledObjectName != nil else { return self }
      var result = self
      result.members = members.map { entry in
        MergedMember(key: entry.key, value: entry.value.filled(as: valueType, object: object))
      }
      return result
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .option, .list:
      return self
    }
  }
}

extension VariableType {
  /// The name of the object type whose defaults fill in a value of this type: `Sign` for `Sign` and
  /// for `Map<String, Sign>`; nil for other types.
  ///
  /// Objects in lists and options are used as written. Rule: VirgaManifest/Merging.
  var filledObjectName: String? {
    switch self {
    case .object(let name): name
    case .map(_, let value): value.filledObjectName
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias, .option, .list: nil
    }
  }
}

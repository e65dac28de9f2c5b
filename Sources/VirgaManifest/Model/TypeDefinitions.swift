import VirgaExperiments
import VirgaJSON
package import VirgaSource

/// An enum: a closed set of names.
package struct EnumDefinition: Sendable {
  package let name: String
  /// Its description; empty if omitted.
  package let description: String
  /// Its variants, sorted by name (byte order).
  package let variants: [EnumVariant]
  package let location: SourceLocation

  /// The names of the variants.
  var names: [String] { variants.map(\.name) }

  /// The names of the variants in the order in which they were written; `variants` is sorted by
  /// name.
  package var namesInWrittenOrder: [String] {
    // All variants of an enum are in one file.
    let written = variants.sorted { left, right in
      left.location.range.start < right.location.range.start
    }
    return written.map(\.name)
  }

  /// The variant called `name`; nil if there is none.
  package func variant(_ name: String) -> EnumVariant? {
    variants.position(of: name, by: \.name).map { variants[$0] }
  }

  /// Whether `name` is one of the variants.
  package func hasVariant(_ name: String) -> Bool { variant(name) != nil }
}

/// A value of an enum.
package struct EnumVariant: Sendable {
  package let name: String
  /// Its description; empty if omitted.
  package let description: String
  package let location: SourceLocation
}

/// An object type: fields with defaults.
package struct ObjectDefinition: Sendable {
  package let name: String
  /// Its description; empty if omitted.
  package let description: String
  /// Its fields, sorted by name (byte order).
  package let fields: [Variable]
  package let location: SourceLocation

  let nameNode: LocatedValue
  /// Fields left out because they are broken: values for them are not reported as unknown.
  let brokenNames: [String]

  /// The field called `name`; nil if there is none.
  package func field(_ name: String) -> Variable? {
    fields.position(of: name, by: \.name).map { fields[$0] }
  }
}

/// The types of a module, looked up by name, with the defaults of its objects.
///
/// A class, because every merged feature has a reference to it.
final class TypeTable: Sendable {
  /// The enums, sorted by name.
  let enums: [EnumDefinition]
  /// The objects, sorted by name.
  let objects: [ObjectDefinition]
  /// Whether some variable of the module declares a string alias.
  let hasAliases: Bool
  /// The objects whose defaults have too many values, or are nested too deeply.
  let oversizedObjects: [String]

  private let enumIndices: [Name: Int]
  private let objectIndices: [Name: Int]
  /// The default value of each object, in the order of `objects`; nil if it contains itself or is
  /// too large.
  private let filledObjects: [MergedValue?]
  /// The number of values in each default.
  private let filledValueCounts: [Int]
  /// What apps have of each object; computed on first use.
  private let completion = Locked<ObjectCompletion?>(nil)

  /// Indexes the types by name, and fills in the objects' defaults.
  ///
  /// Of several types with the same name, the first is found.
  ///
  /// - Parameter hasAliases: Whether some variable of the module declares a string alias.
  init(enums: [EnumDefinition], objects: [ObjectDefinition], hasAliases: Bool) {
    self.enums = enums
    self.objects = objects
    self.hasAliases = hasAliases
    let indexedEnums = enums.enumerated().map { index, definition in (definition.name, index) }
    enumIndices = Dictionary(naming: indexedEnums) { first, _ in first }
    let indexedObjects = objects.enumerated().map { index, definition in (definition.name, index) }
    objectIndices = Dictionary(naming: indexedObjects) { first, _ in first }
    var filling = ObjectFilling(objects: objects, indices: objectIndices)
    filledObjects = filling.computeDefaults()
    filledValueCounts = filling.valueCounts
    oversizedObjects = filling.oversizedIndices.map { objects[$0].name }
  }

  /// The enum called `name`; nil if there is none.
  func enumeration(_ name: String) -> EnumDefinition? { enumIndices[name].map { enums[$0] } }

  /// The object type called `name`; nil if there is none.
  func object(_ name: String) -> ObjectDefinition? { objectIndices[name].map { objects[$0] } }

  /// The default value of an object type, see ``ObjectFilling``; nil if it has none.
  func filledObject(_ name: String) -> MergedValue? {
    objectIndices[name].flatMap { filledObjects[$0] }
  }

  /// Whether filling in the objects of a map creates few enough values; always true for other
  /// types.
  func canFill(_ value: MergedValue, as type: VariableType) -> Bool {
    guard case .map(_, let item) = type, item.filledObjectName != nil else { return true }
    return addFilledValueCount(of: value, as: type, to: CompletionBudget())
  }

  /// Adds to `budget` the number of values that filling in the objects in `value` creates; returns
  /// false if that exceeds its limit.
  ///
  /// The objects are the entries of a map, or of a map in it. Each counts as many values as the
  /// default of its type has, whatever is written for it. A map whose value is not an object (nil
  /// members) has none.
  private func addFilledValueCount(
    of value: MergedValue, as type: VariableType, to budget: CompletionBudget
  ) -> Bool {
    switch type {
    case .map(_, let item):
      return (value.members ?? []).allSatisfy { entry in
        addFilledValueCount(of: entry.value, as: item, to: budget)
      }
    case .object(let name):
      // An undefined object has no default, so nothing is created for it.
      guard let index = objectIndices[name] else { return true }
      return budget.add(filledValueCounts[index])
    // Objects in lists and options are used as written, and scalars have none.
    default: return true
    }
  }

  /// What an app has of each object type if a config gives nothing of it.
  ///
  /// Rule: VirgaManifest/Reading.
  var completeObjects: [Name: CompleteObject] { objectCompletion.complete }

  /// The objects that no app can create, because their defaults contain themselves without end or
  /// are too large.
  var impossibleObjects: [String] { objectCompletion.impossible }

  /// The default of each object type as an app has it, with every field; computed on first use.
  ///
  /// It is computed outside the lock, because it asks this table for types. Two threads may compute
  /// it at the same time: the result is always the same.
  private var objectCompletion: ObjectCompletion {
    if let known = completion.withLock({ $0 }) { return known }
    let computed = ObjectCompletion(of: self)
    completion.withLock { $0 = computed }
    return computed
  }
}

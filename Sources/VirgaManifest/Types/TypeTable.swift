import VirgaExperiments
import VirgaJSON

/// The enums and objects of a module, found by name, with the defaults of each object already filled in.
final class TypeTable: Sendable {
  let enums: [EnumDefinition]
  let objects: [ObjectDefinition]
  /// Whether some feature declares a string alias.
  let hasAliases: Bool
  /// The objects that are too large to be filled in.
  let oversized: [String]

  private let enumIndexes: NameTable<Int>
  private let objectIndexes: NameTable<Int>
  /// What an object is when nothing is written for it; nil where it contains itself.
  private let filledObjects: [MergedValue?]

  init(enums: [EnumDefinition], objects: [ObjectDefinition], hasAliases: Bool) {
    self.enums = enums
    self.objects = objects
    self.hasAliases = hasAliases
    enumIndexes = NameTable(enums.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    objectIndexes = NameTable(objects.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var filling = ObjectFilling(objects: objects, indexes: objectIndexes)
    filledObjects = filling.fillAll()
    oversized = filling.oversized.map { objects[$0].name }
  }

  func enumeration(_ name: String) -> EnumDefinition? { enumIndexes[name].map { enums[$0] } }

  func object(_ name: String) -> ObjectDefinition? { objectIndexes[name].map { objects[$0] } }

  func filledObject(_ name: String) -> MergedValue? { objectIndexes[name].flatMap { filledObjects[$0] } }
}

import VirgaJSON
package import VirgaSource

/// An enum: a closed set of names.
package struct EnumDefinition: Sendable {
  /// Its name.
  package let name: String
  /// What it is for; empty where it was left out.
  package let description: String
  /// Its variants, sorted by name (byte order).
  package let variants: [EnumVariant]
  /// Where its name was written.
  package let location: SourceLocation

  /// The names of the variants, sorted: kept because every wrong value proposes them.
  let names: [String]

  init(name: String, description: String, variants: [EnumVariant], location: SourceLocation) {
    self.name = name
    self.description = description
    self.variants = variants
    self.location = location
    names = variants.map(\.name)
  }

  /// Whether `name` is one of the variants.
  package func hasVariant(_ name: String) -> Bool {
    var low = 0
    var high = variants.count
    while low < high {
      let middle = (low + high) / 2
      if variants[middle].name.utf8Precedes(name) { low = middle + 1 } else { high = middle }
    }
    // Byte for byte, as the list is sorted: `==` takes an é for an e with an accent behind it.
    return low < variants.count && variants[low].name.utf8.elementsEqual(name.utf8)
  }
}

/// A variant of an enum.
package struct EnumVariant: Sendable {
  /// Its name.
  package let name: String
  /// What it means; empty where it was left out.
  package let description: String
  /// Where its name was written.
  package let location: SourceLocation
}

/// An object type: fields with defaults of their own.
package struct ObjectDefinition: Sendable {
  /// Its name.
  package let name: String
  /// What it is for; empty where it was left out.
  package let description: String
  /// Its fields, sorted by name (byte order).
  package let fields: [Variable]
  /// Where its name was written.
  package let location: SourceLocation

  /// The key that names it.
  let nameNode: WrittenValue
  /// Fields that were left out because they are broken.
  let omittedNames: [String]

  /// The field called `name`, nil where there is none.
  package func field(_ name: String) -> Variable? { fields.position(named: name).map { fields[$0] } }
}

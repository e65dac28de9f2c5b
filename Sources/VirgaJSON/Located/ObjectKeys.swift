/// The keys that objects of one kind can have.
package struct ObjectKeys: Sendable {
  /// What messages call such an object, such as `a feature`.
  package let title: String
  package let keys: [String]
  /// Other spellings that are read, with their key.
  package let others: KeyValuePairs<String, String>
  /// The keys that a reader reports if they are missing when it checks the object.
  package let required: [String]
  /// Whether a required key without a value counts as there.
  private(set) var takesNull = false
  /// Whether unknown keys are only warned of, in a language that otherwise refuses them.
  package let isOpen: Bool

  static let any = ObjectKeys("an object", [])

  package init(
    _ title: String, _ keys: [String], others: KeyValuePairs<String, String> = [:], required: [String] = [],
    isOpen: Bool = false
  ) {
    self.title = title
    self.keys = keys
    self.others = others
    self.required = required
    self.isOpen = isOpen
  }

  /// The same keys, of which the required ones may be null.
  package func takingNull() -> ObjectKeys {
    var keys = self
    keys.takesNull = true
    return keys
  }

  /// The index of the key that a node spells.
  func index(of node: Int32, in document: LocatedDocument) -> Int? {
    keys.firstIndex { document.hasText($0, at: node) }
      ?? others.first { document.hasText($0.key, at: node) }.flatMap { keys.firstIndex(of: $0.value) }
  }
}

/// The keys that objects of one kind can have.
package struct ObjectKeys: Sendable {
  /// What messages call such an object, such as `a feature`.
  package let title: String
  package let keys: [String]
  /// Other spellings that are read, with their key.
  package let others: [(spelling: String, key: String)]
  /// The keys that a reader reports if they are missing when it checks the object.
  package let required: [String]
  /// Whether a required key without a value counts as there.
  private(set) var takesNull = false
  /// Whether unknown keys are only warned of, in a language that otherwise refuses them.
  package private(set) var isOpen = false

  static let any = ObjectKeys("an object", [])

  package init(
    _ title: String, _ keys: [String], others: [(String, String)] = [], required: [String] = []
  ) {
    self.title = title
    self.keys = keys
    self.others = others.map { (spelling: $0, key: $1) }
    self.required = required
  }

  /// The same keys, of which the required ones may be null.
  package func takingNull() -> ObjectKeys {
    var keys = self
    keys.takesNull = true
    return keys
  }

  /// The same keys; others are only warned of.
  package func open() -> ObjectKeys {
    var keys = self
    keys.isOpen = true
    return keys
  }

  /// The index of the key that a node spells.
  func index(of node: Int32, in document: LocatedDocument) -> Int? {
    keys.firstIndex { document.hasText($0, at: node) }
      ?? others.first { document.hasText($0.spelling, at: node) }.flatMap {
        keys.firstIndex(of: $0.key)
      }
  }
}

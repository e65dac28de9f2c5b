/// The keys that objects of one kind can have.
package struct ObjectKeys: Sendable {
  /// The name of such an object in messages, such as `a feature`.
  package let title: String
  /// The keys that such an object can have; if there are none, all keys are allowed.
  package let known: [String]
  /// Other spellings that are read, with their key.
  package let otherSpellings: [(spelling: String, key: String)]
  /// The keys that a reader reports if they are missing when it checks the object.
  package let required: [String]
  /// Whether null is a value of a required key; otherwise the key is reported as missing.
  private(set) var allowsNull = false
  /// Whether unknown keys are only warned of, in a language that otherwise refuses them.
  package private(set) var isOpen = false

  static let any = ObjectKeys("an object", [])

  /// The keys of objects that messages call `title`.
  ///
  /// `others` are other spellings, each with its key: `("ios", "swift")`.
  package init(
    _ title: String, _ keys: [String], others: [(String, String)] = [], required: [String] = []
  ) {
    self.title = title
    known = keys
    otherSpellings = others.map { spelling, key in (spelling: spelling, key: key) }
    self.required = required
  }

  /// The same keys; the required ones may also be null, which is read as empty.
  package func allowingNull() -> ObjectKeys {
    var keys = self
    keys.allowsNull = true
    return keys
  }

  /// The same keys, for an object that may have keys of its own: unknown keys are only warned of.
  package func toleratingUnknownKeys() -> ObjectKeys {
    var keys = self
    keys.isOpen = true
    return keys
  }

  /// The index in ``known`` of the key that a node has as its text, or as one of the other
  /// spellings; nil if the key is unknown.
  func index(of node: Int32, in document: LocatedDocument) -> Int? {
    if let index = known.firstIndex(where: { document.hasText($0, at: node) }) { return index }
    let other = otherSpellings.first { document.hasText($0.spelling, at: node) }
    return other.flatMap { known.firstIndex(of: $0.key) }
  }
}

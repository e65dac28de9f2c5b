/// Something that may be typed at a place of a config.
package struct Completion: Hashable, Sendable {
  /// What it is called: a name, a value.
  package let label: String
  /// What replaces the key or value that is typed at the place: finished JSON.
  package let insert: String
  /// Its type and what it is for.
  package let detail: String
}

extension Completion {
  /// A name for a place where `type` is kept, and a word about it.
  init(_ label: String, insert: String, type: VariableType, _ description: String) {
    self.init(
      label: label, insert: insert, detail: description.isEmpty ? "\(type)" : "\(type) – \(description)")
  }
}

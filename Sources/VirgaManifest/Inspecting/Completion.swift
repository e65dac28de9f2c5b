/// Something that may be typed at a place of a config.
public struct Completion: Hashable, Sendable {
  /// What it is called: a name, a value.
  public let label: String
  /// What replaces the key or value that is typed at the place: finished JSON.
  public let insert: String
  /// Its type and what it is for.
  public let detail: String
}

extension Completion {
  /// A name for a place where `type` is kept, and a word about it.
  init(_ label: String, insert: String, type: VariableType, _ description: String) {
    self.init(
      label: label, insert: insert, detail: description.isEmpty ? "\(type)" : "\(type) – \(description)")
  }
}

/// A string that is equal to another only where both have the same Unicode scalars.
///
/// Swift's own equality takes `é` and `e` with a combining accent for the same; to JSON they are two names
/// (RFC 8259, section 8.3), and an object may hold both.
public struct ExactText: Hashable, Sendable {
  /// The text itself.
  public let text: String

  /// A text that is equal to the very same ones alone.
  public init(_ text: String) { self.text = text }

  /// Whether both have the same scalars.
  public static func == (left: ExactText, right: ExactText) -> Bool {
    // Canonical equality first: it rejects nearly everything with a comparison of memory.
    left.text == right.text && left.text.utf8.count == right.text.utf8.count
      && left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes what texts that look alike have in common.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A string that is equal to another only where both have the same Unicode scalars.
///
/// Swift's own equality takes `é` and `e` with a combining accent for the same; to JSON they are two names
/// (RFC 8259, section 8.3), and an object may hold both.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool {
    // Canonical equality first: it rejects nearly everything with a comparison of memory.
    left.text == right.text && left.text.utf8.count == right.text.utf8.count
      && left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

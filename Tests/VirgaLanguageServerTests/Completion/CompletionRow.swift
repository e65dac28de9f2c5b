import Testing

/// An edit of a manifest, and the item that is expected at its cursor.
struct CompletionRow: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The text that is replaced.
  let old: String
  /// Its replacement, with the cursor as `‸`.
  let new: String
  let label: String
  /// What the item inserts.
  let inserted: String
  /// What that replaces.
  let replaced: String
}

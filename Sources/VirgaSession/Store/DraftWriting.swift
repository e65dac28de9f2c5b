package import VirgaJSON

/// Writes a large draft in the background without blocking other changes to the session.
package struct DraftWriting: Sendable {
  private let path: String
  private let feature: String
  /// The session revision that the draft is based on.
  private let revision: Int64

  fileprivate init(_ path: String, feature: String, revision: Int64) {
    (self.path, self.feature, self.revision) = (path, feature, revision)
  }

  /// Writes the draft and returns the session's new revision.
  ///
  /// Returns nil and writes nothing if the session was changed since, or if it cannot be written.
  ///
  /// - Parameter edit: The edit on which the draft is based; nil for none.
  package func write(_ text: String, over edit: JSONValue?, atMost patience: Int32 = 1_000) -> Int64? {
    do throws(SQLFailure) {
      let database = try Database(path, .writeThere, patience: patience)
      try database.execute("BEGIN IMMEDIATE")
      guard try database.number("SELECT value FROM about WHERE key = 'revision'") == revision else {
        try database.execute("ROLLBACK")
        return nil
      }
      let next = SQLValue.integer(revision + 1)
      try database.run("UPDATE about SET value = ? WHERE key = 'revision'", [next])
      let draft = EntryChange(EntryKey(.draft, feature), from: nil, to: .string(text))
      let base = EntryChange(EntryKey(.draftBase, feature), from: nil, to: edit ?? .null)
      try database.keep([draft, base], at: revision + 1)
      try database.execute("COMMIT")
      return revision + 1
    } catch {
      return nil
    }
  }
}

extension SessionStore {
  /// A writer for a draft; nil if the session is in memory or read-only.
  package func draftWriting(of feature: String) -> DraftWriting? {
    isInMemory || restriction != nil ? nil : DraftWriting(path, feature: feature, revision: known.revision)
  }

  /// Applies a draft that ``draftWriting(of:)`` wrote without reading it, and notifies other processes.
  package func take(draft text: String, of feature: String, over edit: JSONValue?, at revision: Int64) {
    defer { file?.ring() }
    guard known.revision == revision - 1 else { return }
    known.session.keepDraft(text, of: feature, over: edit)
    known.revision = revision
  }
}

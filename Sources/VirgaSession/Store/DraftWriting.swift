package import VirgaJSON

/// What writes a large draft beside what else is done to a session, so that nothing waits for it.
package struct DraftWriting: Sendable {
  private let path: String
  private let feature: String
  /// The revision of the session that the draft goes on from.
  private let revision: Int64

  fileprivate init(_ path: String, feature: String, revision: Int64) {
    (self.path, self.feature, self.revision) = (path, feature, revision)
  }

  /// Writes the draft, and gives the revision that the session has with it.
  ///
  /// Gives nil, and writes nothing, where anything else was written to the session since, or it cannot be written.
  ///
  /// - Parameter edit: The edit over which the text was begun; nil for none.
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
  /// What writes a draft elsewhere; nil where no file keeps the session, or nothing may be changed.
  package func draftWriting(of feature: String) -> DraftWriting? {
    isInMemory || restriction != nil ? nil : DraftWriting(path, feature: feature, revision: known.revision)
  }

  /// Takes in a draft that ``draftWriting(of:)`` wrote, so that it need not be read, and tells other processes of it.
  package func take(draft text: String, of feature: String, over edit: JSONValue?, at revision: Int64) {
    defer { file?.ring() }
    guard known.revision == revision - 1 else { return }
    known.session.keepDraft(text, of: feature, over: edit)
    known.revision = revision
  }
}

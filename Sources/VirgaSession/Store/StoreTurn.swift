/// Whether a session in a file can be written, found out by waiting for other programs to end their writing.
package struct StoreTurn: Sendable {
  /// Whether the turn has come, or waiting is of no use; false where somebody else was writing all the time.
  package let hasCome: Bool

  /// Waits for the turn to write the session at `path`, so many milliseconds at most, and changes nothing.
  package init(at path: String, atMost patience: Int32 = 1_000) {
    do throws(SQLFailure) {
      let database = try Database(path, .writeThere, patience: patience)
      database.abandon()
      try database.execute("BEGIN IMMEDIATE")
      try database.execute("ROLLBACK")
      hasCome = true
    } catch {
      if case .locked = StoreFailure(error, path) { hasCome = false } else { hasCome = true }
    }
  }
}

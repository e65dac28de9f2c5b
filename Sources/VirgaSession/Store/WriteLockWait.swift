import CVirgaSQLite

/// Finds out whether a session file can be written, by waiting for other writers, or until it can
/// be reached.
package struct WriteLockWait: Sendable {
  /// False if another process kept the file locked, or if it cannot be reached; also true if
  /// waiting is pointless.
  package let isLockFree: Bool

  /// Waits up to `timeout` milliseconds for the write lock of the session at `path`; changes
  /// nothing.
  package init(at path: String, atMost timeout: Int32 = 1_000) {
    guard Self.isReachable(path, within: timeout) else {
      isLockFree = false
      return
    }
    do throws(SQLFailure) {
      let database = try Database(path, .writeExisting, timeout: timeout)
      database.abandon()
      try database.lockForWriting()
      try database.execute("BEGIN IMMEDIATE")
      try database.execute("ROLLBACK")
      isLockFree = true
    } catch {
      if case .locked = StoreFailure(error, path) { isLockFree = false } else { isLockFree = true }
    }
  }

  /// Whether the system says within `timeout` milliseconds if there is a file at `path`.
  private static func isReachable(_ path: String, within timeout: Int32) -> Bool {
    let end = ContinuousClock.now + .milliseconds(Int(timeout))
    while true {
      do throws(StoreFailure) {
        _ = try OpenFile.identity(of: path)
        return true
      } catch {
        guard ContinuousClock.now < end else { return false }
        sqlite3_sleep(20)
      }
    }
  }
}

import CVirgaSQLite

/// Waits until other processes let a session file be written, on a thread that has time for that.
package struct WriteLockWait: Sendable {
  /// Whether writing is worth a try: false if another process kept the file locked, or if the file
  /// cannot be reached.
  ///
  /// True also if there is an error that waiting does not help against.
  package let isLockFree: Bool

  /// Waits up to `timeout` milliseconds for the write lock of the session at `path`; changes
  /// nothing.
  package init(at path: String, atMost timeout: Int32 = 1_000) {
    // If the file system does not answer, the lock counts as taken.
    guard Self.isReachable(path, within: timeout) else {
      isLockFree = false
      return
    }
    do throws(SQLFailure) {
      let database = try Database(path, .writeExisting, timeout: timeout)
      // Closing the connection changes nothing either.
      database.leaveFilesOnClose()
      // The lock of virga on the file, then SQLite's own one on the index.
      try database.lockForWriting()
      try database.execute("BEGIN IMMEDIATE")
      try database.execute("ROLLBACK")
      isLockFree = true
    } catch {
      // Any other failure is not about the lock.
      isLockFree = StoreFailure(error, path) != .locked(path)
    }
  }

  /// Whether the system says within `timeout` milliseconds if there is a file at `path`; a network
  /// file system may be gone for a moment.
  private static func isReachable(_ path: String, within timeout: Int32) -> Bool {
    let deadline = ContinuousClock.now + .milliseconds(Int(timeout))
    let pauseInMilliseconds: Int32 = 20
    while true {
      do throws(StoreFailure) {
        _ = try StoreFiles.identity(of: path)
        return true
      } catch {
        guard ContinuousClock.now < deadline else { return false }
        sqlite3_sleep(pauseInMilliseconds)
      }
    }
  }
}

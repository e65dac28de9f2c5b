import CVirgaPlatform

/// A value protected by a lock.
///
/// The standard library's `Mutex` requires newer systems than this package supports, and the thread
/// sanitizer does not see its lock on Linux. The lock is not recursive.
///
/// `@unchecked Sendable`: the pointers are only dereferenced while the lock is held or the object
/// is uniquely owned.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = SystemLock()
  private let value: UnsafeMutablePointer<Value>

  /// Protects `value` with a lock.
  package init(_ value: consuming sending Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    lock.free()
  }

  /// Runs `body` with exclusive access to the value and returns its result.
  ///
  /// - Throws: What `body` throws. The lock is released then, and the value is as `body` left it.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.acquire()
    defer { lock.release() }
    return try body(&value.pointee)
  }
}

/// The system's lock, at a stable address as the system requires.
private struct SystemLock {
  #if canImport(Darwin)
    private let lock: os_unfair_lock_t

    /// Allocates a lock that nobody holds.
    init() {
      lock = .allocate(capacity: 1)
      lock.initialize(to: os_unfair_lock())
    }

    /// Frees the memory of the lock.
    func free() { lock.deallocate() }

    /// Waits until this thread holds the lock; does nothing if a test disables locks.
    func acquire() { if Locking.isEnabled { os_unfair_lock_lock(lock) } }

    /// Lets another thread have the lock.
    func release() { if Locking.isEnabled { os_unfair_lock_unlock(lock) } }
  #else
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    /// Allocates a lock that nobody holds, with the default attributes.
    init() {
      lock = .allocate(capacity: 1)
      lock.initialize(to: pthread_mutex_t())
      pthread_mutex_init(lock, nil)
    }

    /// Destroys the lock and frees its memory.
    func free() {
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }

    /// Waits until this thread holds the lock; does nothing if a test disables locks.
    func acquire() { if Locking.isEnabled { pthread_mutex_lock(lock) } }

    /// Lets another thread have the lock.
    func release() { if Locking.isEnabled { pthread_mutex_unlock(lock) } }
  #endif
}

/// In builds with the thread sanitizer, `VIRGA_BROKEN_LOCK` disables locks, to verify that races
/// are found.
private enum Locking {
  #if VIRGA_THREAD_SANITIZER
    static let isEnabled = getenv("VIRGA_BROKEN_LOCK") == nil
  #else
    static var isEnabled: Bool { true }
  #endif
}

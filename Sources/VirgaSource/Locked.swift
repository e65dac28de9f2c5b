#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A value that one thread at a time may use.
///
/// `Mutex` of the standard library needs newer systems than this package supports, and the thread sanitizer does not see
/// its lock on Linux. The lock must not be taken again while it is held.
///
/// `@unchecked Sendable`: the pointers are dereferenced only while the lock is held, or when nobody else has the object.
public final class Locked<Value>: @unchecked Sendable {
  private let lock = SystemLock()
  private let value: UnsafeMutablePointer<Value>

  /// A lock around `value`.
  public init(_ value: consuming sending Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    lock.free()
  }

  /// Runs `body` on the value while no other thread can use it, and returns what `body` returns.
  public func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.take()
    defer { lock.release() }
    return try body(&value.pointee)
  }
}

/// The lock of the system, which stays at one address as the system demands.
private struct SystemLock {
  #if canImport(Darwin)
    private let lock: os_unfair_lock_t

    init() {
      lock = .allocate(capacity: 1)
      lock.initialize(to: os_unfair_lock())
    }

    func free() { lock.deallocate() }
    func take() { if LockKind.locks { os_unfair_lock_lock(lock) } }
    func release() { if LockKind.locks { os_unfair_lock_unlock(lock) } }
  #else
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    init() {
      lock = .allocate(capacity: 1)
      lock.initialize(to: pthread_mutex_t())
      pthread_mutex_init(lock, nil)
    }

    func free() {
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }

    func take() { if LockKind.locks { pthread_mutex_lock(lock) } }
    func release() { if LockKind.locks { pthread_mutex_unlock(lock) } }
  #endif
}

/// Whether locks lock.
///
/// In builds under the thread sanitizer `VIRGA_BROKEN_LOCK` in the environment switches them off, so that races must be
/// found.
private enum LockKind {
  #if VIRGA_THREAD_SANITIZER
    static let locks = getenv("VIRGA_BROKEN_LOCK") == nil
  #else
    static var locks: Bool { true }
  #endif
}

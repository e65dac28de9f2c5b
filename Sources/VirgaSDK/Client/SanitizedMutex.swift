#if VIRGA_THREAD_SANITIZER
  #if canImport(Darwin)
    import Darwin
  #else
    import Glibc
  #endif

  /// A lock with the interface of `Synchronization.Mutex`, for builds under the thread sanitizer only.
  ///
  /// On Linux that lock works on a futex inside a library that the sanitizer does not see into, so that all which it
  /// guards would count as a race. This one is a lock of the C library, which the sanitizer knows.
  ///
  /// That it is `Sendable` the compiler cannot check, for pointers never are. It is so because nobody reaches the value but
  /// under the lock.
  package struct Mutex<Value>: ~Copyable, @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    /// A lock around `value`.
    package init(_ value: consuming sending Value) {
      lock = .allocate(capacity: 1)
      lock.initialize(to: pthread_mutex_t())
      pthread_mutex_init(lock, nil)
      self.value = .allocate(capacity: 1)
      self.value.initialize(to: value)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }

    /// What `body` makes of the value while nobody else reaches it.
    package borrowing func withLock<Result, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      guard MutexKind.locks else { return try body(&value.pointee) }
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return try body(&value.pointee)
    }
  }

  /// Whether the lock locks; with `VIRGA_BROKEN_LOCK` in the environment it does not, so that races must be found.
  private enum MutexKind {
    static let locks = getenv("VIRGA_BROKEN_LOCK") == nil
  }
#endif

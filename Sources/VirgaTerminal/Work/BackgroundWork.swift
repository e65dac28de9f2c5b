import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Work that must not keep the screen waiting: it runs on a thread of its own and posts what it found.
///
/// The main thread waits in `poll`, so that nothing that needs the main actor could answer it; a thread, a queue
/// under a lock and a wake-up are all it takes.
public final class BackgroundWork<Finding: Sendable>: Sendable {
  private let findings = Mutex<[Finding]>([])
  private let wake: @Sendable () -> Void

  /// Work whose findings are announced by `wake`, which is called on the working thread.
  public init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Runs `work` on a new thread; what it posts waits for ``takeFindings()``.
  ///
  /// Where the machine has no thread left, the work is done here and now.
  public func start(_ work: @escaping @Sendable (_ post: @Sendable (Finding) -> Void) -> Void) {
    runOnThread { [self] in work(post) }
  }

  /// Posts a finding of work that runs elsewhere.
  public func post(_ finding: Finding) {
    findings.withLock { $0.append(finding) }
    wake()
  }

  /// What has been posted since the last call, in order.
  public func takeFindings() -> [Finding] {
    findings.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Deep enough for the recursion that the readers allow themselves, also where threads get small stacks.
private let stackSize = 16 << 20

private func runOnThread(_ run: @escaping @Sendable () -> Void) {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, stackSize)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  let body = Unmanaged.passRetained(ThreadBody(run))
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let failure = pthread_create(&thread, &attributes, runBody, body.toOpaque())
  if failure != 0 { body.takeRetainedValue().run() }
}

#if canImport(Darwin)
  private func runBody(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#else
  private func runBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
  }
#endif

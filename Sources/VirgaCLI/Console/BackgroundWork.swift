import VirgaSource

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Work that must not keep the screen waiting: it runs on a thread of its own and posts what it found.
///
/// The main thread waits in `poll`, so that nothing that needs the main actor could answer it; a thread, a queue
/// under a lock and a wake-up are all it takes.
final class BackgroundWork<Finding: Sendable>: Sendable {
  private let findings = Locked<[Finding]>([])
  private let wake: @Sendable () -> Void

  /// Work whose findings are announced by `wake`, which is called on the working thread.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Runs `work` on a new thread; what it posts waits for ``takeFindings()``.
  ///
  /// Where the machine has no thread left, the work is done here and now.
  func start(_ work: @escaping @Sendable (_ post: @escaping @Sendable (Finding) -> Void) -> Void) {
    runOnThread { [self] in work(post) }
  }

  /// Posts a finding of work that runs elsewhere.
  func post(_ finding: Finding) {
    findings.withLock { $0.append(finding) }
    wake()
  }

  /// What has been posted since the last call, in order.
  func takeFindings() -> [Finding] {
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

/// Runs a body with a stack of its own for signals: where the thread's is full the terminal is still given back.
private func runGuarded(_ body: ThreadBody) {
  let size = 64 << 10
  let room = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
  var stack = stack_t()
  stack.ss_sp = room
  stack.ss_size = size
  sigaltstack(&stack, nil)
  body.run()
  stack.ss_flags = Int32(SS_DISABLE)
  sigaltstack(&stack, nil)
  room.deallocate()
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
    runGuarded(Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue())
    return nil
  }
#else
  private func runBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { runGuarded(Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()) }
    return nil
  }
#endif

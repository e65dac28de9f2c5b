import CVirgaPlatform
import VirgaSource
import VirgaTerminal

/// Work on separate threads that posts replies to the main thread.
///
/// The main thread waits in `poll`, where the main actor cannot run: a thread, a locked queue and a
/// wake-up are enough.
final class BackgroundWork: Sendable {
  /// Code to run on the main thread.
  typealias Reply = @Sendable (Runner) -> Void

  private let replies = Locked<[Reply]>([])
  private let waker: Waker

  init(_ waker: Waker) { self.waker = waker }

  /// Queues a reply for the main thread and wakes it; any thread may call this.
  func post(_ reply: @escaping Reply) {
    replies.withLock { $0.append(reply) }
    waker.wake()
  }

  /// Empties the queue and returns its replies, oldest first, for the main thread to run.
  func removeReplies() -> [Reply] {
    replies.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }

  /// The stack of a thread in bytes: the parsers recurse deeper than the default stack allows.
  private static let stackSize = 16 * 1_024 * 1_024

  /// Runs `body` on a new thread, or on this one if that fails.
  func start(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // C passes the body to the thread as a pointer, and the thread releases it.
    let retainedBody = Unmanaged.passRetained(ThreadBody(body))
    // A struct of C, because its member is a pointer on a Mac and a value elsewhere.
    var thread = virga_thread()
    let failure = pthread_create(
      &thread.identifier, &attributes,
      { argument in
        // The argument is optional on Linux only.
        let pointer: UnsafeMutableRawPointer? = argument
        if let pointer { Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, retainedBody.toOpaque())
    if failure != 0 { retainedBody.takeRetainedValue().run() }
  }
}

/// A closure as an object, because C can only pass a pointer to a thread.
private final class ThreadBody: Sendable {
  /// The size of the stack for signal handlers, in bytes.
  private static let signalStackSize = 64 * 1_024

  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Runs the closure while this thread has a separate stack for signal handlers.
  ///
  /// If the thread's own stack overflows, the handler that reports it still has a stack.
  func run() {
    let stackAlignment = 16
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: Self.signalStackSize, alignment: stackAlignment)
    var stack = stack_t()
    stack.ss_sp = memory
    stack.ss_size = Self.signalStackSize
    sigaltstack(&stack, nil)
    body()
    // The thread must no longer refer to the memory when it is freed.
    stack.ss_flags = Int32(SS_DISABLE)
    sigaltstack(&stack, nil)
    memory.deallocate()
  }
}

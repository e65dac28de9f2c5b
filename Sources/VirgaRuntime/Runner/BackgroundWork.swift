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

  func post(_ reply: @escaping Reply) {
    replies.withLock { $0.append(reply) }
    waker.wake()
  }

  func removeReplies() -> [Reply] {
    replies.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }

  /// Enough for the recursion of the parsers; the default of threads can be too small.
  private static let stackSize = 16 << 20

  /// Runs `body` on a new thread, or on this one if that fails.
  func start(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let body = Unmanaged.passRetained(ThreadBody(body))
    var thread = virga_thread()
    // The argument is optional on Linux only.
    let failure = pthread_create(
      &thread.identifier, &attributes,
      { argument in
        let argument: UnsafeMutableRawPointer? = argument
        if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    if failure != 0 { body.takeRetainedValue().run() }
  }
}

private final class ThreadBody: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Runs it with a stack for signals, so that an overflow of its own stack can be reported.
  func run() {
    let size = 64 << 10
    let room = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    var stack = stack_t()
    stack.ss_sp = room
    stack.ss_size = size
    sigaltstack(&stack, nil)
    body()
    stack.ss_flags = Int32(SS_DISABLE)
    sigaltstack(&stack, nil)
    room.deallocate()
  }
}

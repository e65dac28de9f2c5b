import Synchronization

/// Whether work that runs elsewhere is to end.
final class Cancellation: Sendable {
  private let flag = Mutex(false)

  var isCancelled: Bool { flag.withLock { $0 } }

  func cancel() { flag.withLock { $0 = true } }
}

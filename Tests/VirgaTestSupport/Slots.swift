/// A fair semaphore for tasks.
actor Slots {
  private var count: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { self.count = count }

  func enter() async {
    if count > 0 {
      count -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  nonisolated func leave() { Task { await release() } }

  private func release() {
    if waiting.isEmpty { count += 1 } else { waiting.removeFirst().resume() }
  }
}

import Dispatch
import Testing
import VirgaSource

@Suite("Locked value")
struct LockedTests {
  @Test("loses no change by concurrent threads")
  func counting() {
    let count = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1_000 { count.withLock { $0 += 1 } }
    }
    #expect(count.withLock { $0 } == 8_000)
  }

  @Test("is unlocked again after an error")
  func throwing() {
    struct Failure: Error {}
    let value = Locked("a")
    #expect(throws: Failure.self) {
      try value.withLock { text in
        text = "b"
        throw Failure()
      }
    }
    #expect(value.withLock { $0 } == "b")
  }
}

import Testing
import VirgaSource

@testable import VirgaSDK

@Suite("Observers of replaceable sources")
struct FollowingObserversTests {
  private let observers = FollowingObservers()
  private let old = Observers()
  private let new = Observers()
  private let count = Locked(0)

  /// How often the observer was called.
  private var calls: Int { count.withLock { $0 } }

  @Test("follow the sources that replace others")
  func replaced() {
    let token = observers.add({ [count] in count.withLock { $0 += 1 } }) { [old.add($0)] }
    old.notify()
    #expect(calls == 1)
    observers.sourcesDidChange { [new.add($0)] }
    #expect(calls == 2)
    old.notify()
    #expect(calls == 2)
    new.notify()
    #expect(calls == 3)
    token.cancel()
    new.notify()
    #expect(calls == 3)
  }

  @Test("follow the newest sources, also if these come while earlier ones are asked")
  func replacedMeanwhile() {
    let token = observers.add({ [count] in count.withLock { $0 += 1 } }) { action in
      observers.sourcesDidChange { [new.add($0)] }
      return [old.add(action)]
    }
    #expect(calls == 1)
    old.notify()
    #expect(calls == 1)
    new.notify()
    #expect(calls == 2)
    token.cancel()
    new.notify()
    #expect(calls == 2)
  }
}

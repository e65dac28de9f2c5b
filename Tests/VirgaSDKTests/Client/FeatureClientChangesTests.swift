import Testing
import VirgaJSON
import VirgaSDK
import VirgaSource
import VirgaTestSupport

@Suite("Changes of a feature", .timeLimit(.minutes(20)))
struct FeatureClientChangesTests {
  private let manifest = MenuManifest()
  private let preferences = StoredPreferences()
  private let client: FeatureClient

  private var menu: FeatureHolder<AppMenu> { manifest.features.appMenu }

  init() {
    client = FeatureClient(
      .init(context: ["app_name": "cirrus", "channel": "nightly"], preferences: preferences))
    client.connect(manifest)
  }

  private func apply(_ config: String) {
    client.setExperimentsLocally(Sample.recipeText("e1", config: config))
    client.applyPendingExperiments()
  }

  @Test("have the feature before and after")
  func beforeAndAfter() async {
    var changes = client.changes(of: menu).makeAsyncIterator()
    apply(#"{"enabled": false}"#)
    let first = await changes.next()
    #expect(first?.old.isEnabled == true)
    #expect(first?.new.isEnabled == false)
    client.optOut("e1")
    let second = await changes.next()
    #expect(second?.old.isEnabled == false)
    #expect(second?.new.isEnabled == true)
  }

  @Test("are one for several, and none for the same values")
  func several() async {
    var changes = client.changes(of: menu).makeAsyncIterator()
    apply(#"{"enabled": true}"#)
    apply(#"{"enabled": false}"#)
    apply(#"{"ordering": ["bookmarks"]}"#)
    let change = await changes.next()
    #expect(change?.old.ordering == [.settings])
    #expect(change?.new.ordering == [.bookmarks])
    #expect(change?.old.isEnabled == true)
  }

  @Test("include an app setting, which later changes leave as it was")
  func appSetting() async {
    var changes = client.changes(of: menu).makeAsyncIterator()
    preferences.set("menu-enabled", to: false)
    let change = await changes.next()
    preferences.set("menu-enabled", to: true)
    #expect(change?.old.isEnabled == true)
    #expect(change?.new.isEnabled == false)
    let last = await changes.next()
    #expect(last?.old.isEnabled == false)
    #expect(last?.new.isEnabled == true)
  }

  @Test("include a feature, an initializer or an SDK that replaces another one")
  func replaced() async {
    var changes = client.changes(of: menu).makeAsyncIterator()
    menu.with(cachedValue: AppMenu(JSONVariables(["enabled": false])))
    #expect(await changes.next()?.new.isEnabled == false)
    menu.with(initializer: { _, _ in AppMenu(JSONVariables(["ordering": []])) })
    #expect(await changes.next()?.new.ordering == [])
    menu.with(initializer: { AppMenu($0, $1) })
    #expect(await changes.next()?.new.ordering == [.settings])
    let features = HardcodedNimbusFeatures(with: ["app-menu": #"{"ordering": ["bookmarks"]}"#])
    features.connect(with: manifest)
    #expect(await changes.next()?.new.ordering == [.bookmarks])
    client.connect(manifest)
    apply(#"{"ordering": ["view-history"]}"#)
    #expect(await changes.next()?.new.ordering == [.viewHistory])
  }

  @Test("are no longer observed once their task is cancelled")
  func cancelled() async throws {
    let watched = WatchedPreferences()
    let client = FeatureClient(.init(preferences: watched))
    client.connect(manifest)
    let stream = client.changes(of: menu)
    #expect(watched.observers == 1)
    let reader = Task {
      for await _ in stream {}
    }
    reader.cancel()
    await reader.value
    while watched.observers > 0 { await Task.yield() }
  }

  @Test("are no longer observed once nobody has the stream")
  func released() async {
    let watched = WatchedPreferences()
    let client = FeatureClient(.init(preferences: watched))
    client.connect(manifest)
    do {
      let stream = client.changes(of: menu)
      #expect(watched.observers == 1)
      withExtendedLifetime(stream) {}
    }
    while watched.observers > 0 { await Task.yield() }
  }

  @Test("lead to the last value, however many threads make them")
  func threads() async {
    let stream = client.changes(of: menu)
    let reader = Task { () -> Bool in
      for await change in stream where change.new.ordering == [.bookmarks] { return true }
      return false
    }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask { [client, preferences] in
          for round in 0..<20 {
            let isEnabled = (number + round).isMultiple(of: 2)
            client.setExperimentsLocally(
              Sample.recipeText("e1", config: #"{"enabled": \#(isEnabled)}"#))
            client.applyPendingExperiments()
            preferences.set("menu-enabled", to: .boolean(isEnabled))
          }
        }
      }
    }
    apply(#"{"ordering": ["bookmarks"]}"#)
    #expect(await reader.value)
  }
}

/// Preferences without values that count their observers.
private final class WatchedPreferences: Preferences {
  private let count = Locked(0)

  var observers: Int { count.withLock { $0 } }

  func preference(forKey key: String) -> JSONValue? { nil }

  func observeChanges(_ action: @escaping @Sendable () -> Void) -> ObserverToken? {
    count.withLock { $0 += 1 }
    return ObserverToken { [count] in count.withLock { $0 -= 1 } }
  }
}

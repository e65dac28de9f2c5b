// One `import VirgaLive` is enough: a live session shows the session's entries, and lives in a client of the SDK.
import Dispatch
package import VirgaExperiments
import VirgaFiles
public import VirgaFlags
public import VirgaJSON
@_exported public import VirgaSDK
@_exported public import VirgaSession
import VirgaSource
public import VirgaTargeting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A session that an app shares with a console, with scripts and with other apps while all of them run.
///
/// What another process commits is seen here at once, and what the app does is seen there:
///
/// ```swift
/// let session = try LiveSession("/tmp/try.virga")
/// let client = FeatureClient(session: session)
/// client.connect(CirrusNimbus.shared)
/// client.whenApplied { redraw() }
/// ```
///
/// It may be used from any thread, and no call but ``flush(timeout:)`` waits for the file: reads answer from memory,
/// and see at once what the app wrote; writes go to the file in order, in the background. An app calls ``flush(timeout:)``
/// before it ends. If the file is lost while it is open, the app goes on with what it knew; see ``failure``.
public final class LiveSession: Sendable {
  /// What events and operations call this app, such as `my-app 4177`.
  public let process: String

  let writer: SessionWriter
  private let wall: @Sendable () -> Instant
  /// The watching thread ends when this is released, with this object.
  private let watching: PipeEnd?

  /// Opens the session at `path`, and creates it if it does not exist; the file is read before this returns.
  ///
  /// - Throws: `StoreFailure`, with the reason in words.
  public convenience init(
    _ path: String, process: String = ProcessName.own, clock: @escaping @Sendable () -> Instant = SystemClock.now
  ) throws(StoreFailure) {
    try self.init(path, process: process, clock: clock) { FileWatcher() }
  }

  /// A session whose file is watched by what `makeWatcher` makes.
  init(
    _ path: String, process: String, clock: @escaping @Sendable () -> Instant,
    makeWatcher: @escaping @Sendable () -> FileWatcher
  ) throws(StoreFailure) {
    let isPlace = path.hasPrefix("/") || path == SessionStore.inMemory
    var options = SessionStore.Options()
    options.history = .unread
    let store = try SessionStore(isPlace ? path : FilePath.joined(FileReading.disk().canonical("."), path), options)
    let file = store.isInMemory ? nil : FileReading.disk().canonical(store.path)
    self.process = process
    wall = clock
    writer = SessionWriter(store)
    let pipe = file == nil ? nil : PipeEnd.pair()
    watching = pipe?.writer
    if let file { watch(file, with: makeWatcher, until: pipe?.reader) }
  }

  /// The session as it is now, without its history.
  public var session: Session { writer.state.withLock { $0.session } }

  /// Why the file can't be read or written, or changes by other processes can't be detected, and how many events and
  /// choices are not written yet or lost; nil while all is well.
  ///
  /// What can't be written is kept, at most 10,000 calls, and written as soon as that is possible. Events beyond those are
  /// lost, and counted here from then on; choices beyond those are refused.
  public var failure: String? { writer.state.withLock { $0.failures } }

  /// The time of the session, which a console may have stopped or moved.
  public var now: Instant { session.now(wall: wall()) }

  /// Calls `action` once after every change, until the token is cancelled.
  ///
  /// It is called on the thread of the app that made the change, and in the background for changes by other processes.
  @discardableResult
  public func whenChanged(_ action: @escaping @Sendable () -> Void) -> ObserverToken { writer.observers.add(action) }

  /// Waits until the file has everything that the app did before; an app calls it before it ends.
  ///
  /// It goes on waiting while another program writes. What is not written when the process ends is lost.
  ///
  /// - Parameter timeout: How long to wait for another program; the try under way is always finished.
  /// - Throws: `StoreFailure`: why something is not written yet.
  public func flush(timeout: Duration = .seconds(30)) throws(StoreFailure) { try writer.flush(timeout: timeout) }

  /// The machine's time, whatever the session says.
  var wallTime: Instant { wall() }
}

// What other processes do.
extension LiveSession {
  /// Waits, on a thread of its own, for others to change the file, until this object is released.
  private func watch(_ file: String, with makeWatcher: @escaping @Sendable () -> FileWatcher, until end: PipeEnd?) {
    DispatchQueue(label: "virga.session.watching").async { [weak self] in
      let watcher = makeWatcher()
      watcher.watch([file])
      self?.note(watcher.failure)
      repeat { self?.takeChanges() } while !watcher.wait(until: end).isEmpty && self != nil
    }
  }

  private func note(_ failure: String?) {
    guard let failure else { return }
    writer.state.withLock { $0.watchFailure = "what others do is seen only with what the app does: \(failure)" }
    writer.announce()
  }

  /// Waits until what others did is known here, and what could not be written is tried again.
  func takeChanges() { writer.refresh() }
}

// What people chose for flags and variables.
extension LiveSession: WritablePreferences, FlagOverrides {
  /// What the user of the app chose; nil where the preference is unset.
  public func preference(forKey key: String) -> JSONValue? { session[.preference, key] }

  /// What a developer chose; nil where the debug override is unset.
  public func debugOverride(forKey key: String) -> JSONValue? { session[.debug, key] }

  /// Stores what the user chose, an app setting or a flag's preference; nil clears it.
  ///
  /// It is read back at once and written in the background.
  ///
  /// - Throws: `StoreFailure` if it is known that the file cannot keep it.
  public func setPreference(_ value: JSONValue?, forKey key: String) throws {
    try set(.preference, key, to: value, Self.label(key, value))
  }

  /// Stores what a developer chose; nil clears the debug override.
  ///
  /// It is read back at once and written in the background.
  ///
  /// - Throws: `StoreFailure` if it is known that the file cannot keep it.
  public func setDebugOverride(_ value: JSONValue?, forKey key: String) throws {
    try set(.debug, key, to: value, Self.label("debug override \(key)", value))
  }

  /// What was chosen for a JSON-configured flag; a test has the draw that the console shows.
  public func choices(for flag: ConfiguredFlag) -> FlagChoices {
    let session = session
    var choices = session.kept(of: flag)
    let debug = session[.debug, flag.name]
    choices.isEnabled = debug?.booleanValue
    choices.variation = debug?.stringValue.map { Variation(rawValue: $0) }
    return choices
  }

  /// Stores a lock state; false if it is known that the file cannot keep it.
  public func setLock(_ flag: String, isUnlocked: Bool) -> Bool {
    (try? set(.lock, flag, to: .boolean(isUnlocked), isUnlocked ? "unlock \(flag)" : "lock \(flag)")) != nil
  }

  private static func label(_ title: String, _ value: JSONValue?) -> String {
    value.map { "set \(title) = \($0.label)" } ?? "clear \(title)"
  }
}

extension LiveSession: ClientHost {
  /// The client as the session knows it; attributes of `context` that the session does not have stay.
  package func state(of client: Client, context: JSONObject) -> HostedState {
    let session = session
    var flat = ExpressionValue.members(of: context)
    flat["channel"] = session[.channel].map { ExpressionValue($0) } ?? flat["channel"]
    for name in session.names(of: .context) { flat[name] = session[.context, name].map { ExpressionValue($0) } }
    var client = client
    let id = client.attributes.clientID
    client.attributes = ClientAttributes(flat: flat)
    client.attributes.clientID = session.clientID ?? id
    client.events = session.behavior
    client.userSetPreferences = Set(naming: session.names(of: .preference))
    let configs = SessionConfigs(session, coenrolling: client.coenrollingFeatures)
    return HostedState(client: client, enrollments: session.enrollments) { configs[$0] }
  }
}

/// How this process is called in a session.
public enum ProcessName {
  /// The program's name and the process's number, such as `my-app 4177`.
  public static var own: String {
    let path = CommandLine.arguments.first ?? "app"
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return "\(name) \(getpid())"
  }
}

import CVirgaPlatform
import Dispatch
package import VirgaExperiments
import VirgaFiles
public import VirgaFlags
public import VirgaJSON
public import VirgaSDK
public import VirgaSession
public import VirgaSource
public import VirgaTargeting

/// A session that a running app shares with a console, scripts and other apps.
///
/// Changes committed by other processes appear here at once, and the app's changes appear there:
///
/// ```swift
/// let session = try LiveSession("/tmp/try.virga")
/// let client = FeatureClient(session: session)
/// client.connect(CirrusNimbus.shared)
/// client.whenApplied { redraw() }
/// ```
///
/// Safe to use from any thread. Only ``flush(timeout:)`` waits for the file: reads use memory and
/// see the app's own changes at once; writes go to the file in order, in the background. An app
/// calls ``flush(timeout:)`` before it exits. If the file is lost while it is open, the app
/// continues with the last known state; see ``failure``.
public final class LiveSession: Sendable {
  /// The name of this app in events and operations, such as `my-app 4177`.
  public let process: String

  let writer: SessionWriter
  let connection: Connection
  /// The machine's clock, which the session may override.
  private let wallClock: @Sendable () -> Instant
  /// Ends the watching thread when it is released together with this object.
  private let watchPipe: PipeEnd?

  /// Opens the session at `path`, creating it if needed, and reads it.
  ///
  /// A file that can only be read is opened too; choices are refused then.
  ///
  /// - Parameters:
  ///   - path: The file; name the whole path, because the working folder of an app may be `/`.
  ///   - process: The name of this app in events and operations.
  ///   - clock: The machine's time, which the session may override.
  /// - Throws: `StoreFailure` if the file is not a session, another program keeps it locked, or it
  ///   cannot be opened or created. A file that exists is not changed.
  public convenience init(
    _ path: String, process: String? = nil, clock: (@Sendable () -> Instant)? = nil
  ) throws(StoreFailure) {
    try self.init(
      path, process: process ?? ProcessName.ofThisProcess, clock: clock ?? SystemClock.now,
      makeWatcher: { FileWatcher() })
  }

  /// Opens the session at `path` and watches its file for changes by other processes; a session in
  /// memory has no file.
  init(
    _ path: String, process: String, clock: @escaping @Sendable () -> Instant,
    makeWatcher: @escaping @Sendable () -> FileWatcher
  ) throws(StoreFailure) {
    var options = SessionStore.Options()
    // An app shows no history, so the operations in the file are not read.
    options.history = .lastIDOnly
    let store = try SessionStore(Self.absolutePath(path), options)
    // Without symbolic links, so that the file itself is watched.
    let file = store.isInMemory ? nil : FileReading.disk().canonical(store.path)
    self.process = process
    wallClock = clock
    writer = SessionWriter(store)
    // Lists the app among the connected apps, once it reports its manifest.
    connection = Connection(writer)
    // The thread that watches the file ends when the writing end of this pipe is released, with
    // this object.
    let pipe = file == nil ? nil : PipeEnd.pair()
    watchPipe = pipe?.writer
    if let file { watch(file, with: makeWatcher, until: pipe?.reader) }
  }

  /// The path from the root, because the app may change its working folder; a session in memory has
  /// none.
  private static func absolutePath(_ path: String) -> String {
    let isAbsolute = path.hasPrefix("/") || path == SessionStore.inMemory
    return isAbsolute ? path : FilePath.joined(FileReading.disk().canonical("."), path)
  }

  /// The current session, without its history.
  package var session: Session { writer.state.withLock { $0.session } }

  /// Why the file cannot be read or written, or why changes by others cannot be detected, and how
  /// many calls are pending or lost; nil if nothing is wrong.
  ///
  /// Up to 10,000 calls that cannot be written are kept and written as soon as possible; then
  /// events are lost and choices refused. A call that the file refuses although it can be written,
  /// such as one that is too large, is lost, and later ones are written.
  public var failure: String? { writer.state.withLock { $0.failureReport } }

  /// The session's time, which a console may have stopped or moved.
  public var now: Instant { session.now(wall: wallClock()) }

  /// Calls `action` after every change, until the token is cancelled.
  ///
  /// Called on the thread that made the change, or in the background for changes by other
  /// processes.
  @discardableResult
  public func whenChanged(_ action: @escaping @Sendable () -> Void) -> ObserverToken {
    writer.observers.add(action)
  }

  /// Waits until all earlier changes are in the file; an app calls it before it exits, or else they
  /// are lost.
  ///
  /// - Parameter timeout: How long to wait for another program that writes; the current attempt
  ///   always finishes.
  /// - Throws: `StoreFailure`: why something is not written yet, or was refused for good since the
  ///   last call. What is not written yet stays in memory, is tried again in the background, and
  ///   can be flushed again; what was refused is lost.
  public func flush(timeout: Duration = .seconds(30)) throws(StoreFailure) {
    try writer.flush(timeout: timeout)
  }

  /// The machine's time.
  var wallTime: Instant { wallClock() }

  // Changes by other processes.

  /// Waits on its own thread for changes of the file, and reads them, until this object is
  /// released.
  ///
  /// The release closes the pipe of `end`, which ends the wait. If `end` is nil, because the system
  /// gave no pipe, the thread ends at the first change of the file after the release. If changes
  /// cannot be detected, the thread reads once and then only waits for the release.
  private func watch(
    _ file: String, with makeWatcher: @escaping @Sendable () -> FileWatcher, until end: PipeEnd?
  ) {
    DispatchQueue(label: "virga.session.watching").async { [weak self] in
      let watcher = makeWatcher()
      watcher.watch([file])
      self?.recordWatchFailure(watcher.failure)
      var isWatching = true
      while isWatching {
        self?.refreshChanges()
        // The wait returns without a changed file only after `end` was closed.
        let changedFiles = watcher.wait(until: end)
        let hasEnded = changedFiles.isEmpty
        isWatching = !hasEnded && self != nil
      }
    }
  }

  /// Records why changes of the file cannot be detected, if they cannot, and notifies observers.
  private func recordWatchFailure(_ failure: String?) {
    guard let failure else { return }
    writer.state.withLock {
      $0.watchFailure =
        "changes by others are only detected when the app changes something: \(failure)"
    }
    writer.notifyObservers()
  }

  /// Reads changes by other processes, retries failed writes, and waits for both.
  func refreshChanges() { writer.refreshAndWait() }
}

// Choices for flags and variables.
extension LiveSession: WritablePreferences, FlagOverrides {
  /// The user's preference; nil if it is unset.
  public func preference(forKey key: String) -> JSONValue? { session[.preference, key] }

  /// A developer's choice; nil if the debug override is unset.
  public func debugOverride(forKey key: String) -> JSONValue? { session[.debug, key] }

  /// Stores the user's choice, an app setting or a flag's preference; nil clears it.
  ///
  /// Visible to reads at once, written in the background.
  ///
  /// - Throws: `StoreFailure` if the file is known to be unable to store it, or too many calls are
  ///   not written yet. The choice before it stays.
  public func setPreference(_ value: JSONValue?, forKey key: String) throws {
    try set(.preference, key, to: value, Self.label(key, value))
  }

  /// Stores a developer's choice; nil clears the debug override.
  ///
  /// Visible to reads at once, written in the background.
  ///
  /// - Throws: `StoreFailure` if the file is known to be unable to store it, or too many calls are
  ///   not written yet. The choice before it stays.
  public func setDebugOverride(_ value: JSONValue?, forKey key: String) throws {
    try set(.debug, key, to: value, Self.label("debug override \(key)", value))
  }

  /// The same as ``whenChanged(_:)``; the token is never nil.
  public func observeChanges(_ action: @escaping @Sendable () -> Void) -> ObserverToken? {
    whenChanged(action)
  }

  /// The choices for a JSON-configured flag: whether it is unlocked, its draw, its weights and its
  /// debug override.
  ///
  /// A draw is the number that selects a test's variation. For a test without a stored draw, the
  /// session computes one: the same that the console shows.
  public func choices(for flag: ConfiguredFlag) -> ConfiguredFlagOverrides {
    let session = session
    var choices = session.choices(of: flag)
    // The debug override: on or off for a flag, and the name of a variation for a test.
    let debug = session[.debug, flag.name]
    choices.isEnabled = debug?.booleanValue
    choices.variation = debug?.stringValue.map { Variation(rawValue: $0) }
    return choices
  }

  /// Stores whether an unlock flag is unlocked; returns false if the session's file is known to be
  /// unable to store it.
  public func setLock(_ flag: String, isUnlocked: Bool) -> Bool {
    let label = isUnlocked ? "unlock \(flag)" : "lock \(flag)"
    do {
      // The entry is called `lock`, but it is true if the flag is unlocked.
      try set(.lock, flag, to: .boolean(isUnlocked), label)
      return true
    } catch {
      return false
    }
  }

  /// The label of an operation that sets or clears an entry: `set Stories = true`, `clear Stories`.
  private static func label(_ title: String, _ value: JSONValue?) -> String {
    value.map { "set \(title) = \($0.label)" } ?? "clear \(title)"
  }
}

extension LiveSession: ClientHost {
  /// What the session, which hosts the client, decides for it: its attributes, events and id, its
  /// enrollments, and the layers that configure each feature.
  ///
  /// `context` are the attributes that the app gives; those of the session replace them by name.
  package func state(of client: Client, context: JSONObject) -> HostedState {
    // Read once: other threads may change it.
    let session = session
    let enrollments = session.enrollments
    let edits = session.entries(of: .edit)
    let enrolled = enrollments.effectiveFeatures(coenrolling: client.coenrollingFeatures)
    let hostedClient = Self.hostedClient(client, appAttributes: context, in: session)
    return HostedState(
      client: hostedClient, enrollments: enrollments,
      layers: { feature in
        // The console merges with the same function, so that it shows what the app reads.
        // Rule: VirgaExperiments/Layering.
        let edit = edits[feature].map { LocatedValue($0) }
        return FeatureLayers(enrolled[feature], edit: edit)
      })
  }

  /// The client with the attributes, events and id of the session that hosts it.
  ///
  /// The session's attributes and its channel replace those of the app by name. If the session has
  /// no client id, the client keeps its own. The preferences that the session has count as set by
  /// the user.
  private static func hostedClient(
    _ client: Client, appAttributes: JSONObject, in session: Session
  ) -> Client {
    var attributes = ExpressionValue.members(of: appAttributes)
    if let channel = session[.channel] { attributes["channel"] = ExpressionValue(channel) }
    for name in session.names(of: .context) {
      attributes[name] = session[.context, name].map { ExpressionValue($0) }
    }
    var hostedClient = client
    // Tells by its name whether an attribute is one of the application, a computed one, such as
    // `days_since_install`, or one that the app records.
    hostedClient.attributes = ClientAttributes(flat: attributes)
    hostedClient.attributes.clientID = session.clientID ?? client.attributes.clientID
    hostedClient.events = session.behavior
    hostedClient.userSetPreferences = Set(naming: session.names(of: .preference))
    return hostedClient
  }
}

/// The name of this process in a session.
private enum ProcessName {
  /// The program's name and the process id, such as `my-app 4177`.
  static var ofThisProcess: String {
    let path = CommandLine.arguments.first ?? "app"
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return "\(name) \(getpid())"
  }
}

import VirgaSDK
import VirgaSession
import VirgaSource
import VirgaTargeting

/// The app's entry among the session's connected apps, which is removed when this object is
/// released.
///
/// If the process ends without that, the session detects that it is gone.
final class Connection: Sendable {
  private let writer: SessionWriter
  /// Identifies the entry; random, because apps do not know each other's numbers.
  private let entryNumber = Int64.random(in: 1...Int64.max)
  private let isReported = Locked(false)

  init(_ writer: SessionWriter) { self.writer = writer }

  deinit {
    if isReported.withLock({ $0 }) { write(.disconnection(number: entryNumber)) }
  }

  /// Adds the app to the connected apps in the background; does nothing in a session that cannot be
  /// written.
  func report(_ app: ConnectedApp) {
    guard !writer.state.withLock({ $0.isReadOnly }) else { return }
    // Makes `deinit` remove the entry again, which it finds by its number.
    isReported.withLock { $0 = true }
    write(.connection(app, number: entryNumber))
  }

  /// Writes in the background; a failure is only one of the session, which reports it.
  private func write(_ write: PendingWrite) {
    _ = try? writer.add { state in state.add(write) }
  }
}

extension LiveSession {
  /// Reports the manifest of the app's code to consoles, until this live session and its
  /// `connection` are released.
  package func report(_ manifest: ManifestIdentity) {
    connection.report(
      ConnectedApp(
        process: process, manifest: manifest.name, channel: manifest.channel, hash: manifest.hash,
        since: wallTime))
  }
}

import VirgaSDK
import VirgaSession
import VirgaSource
import VirgaTargeting

/// The app's entry among the session's connected apps, which goes when this object is released.
///
/// If the process ends without that, the session finds out that it is gone.
final class Connection: Sendable {
  private let writer: SessionWriter
  private let number = Int64.random(in: 1...Int64.max)
  private let isReported = Locked(false)

  init(_ writer: SessionWriter) { self.writer = writer }

  deinit {
    if isReported.withLock({ $0 }) { write(.disconnection(number: number)) }
  }

  /// Lists the app with its manifest, in the background; a session that cannot be written does
  /// without.
  func report(_ app: ConnectedApp) {
    guard !writer.state.withLock({ $0.isReadOnly }) else { return }
    isReported.withLock { $0 = true }
    write(.connection(app, number: number))
  }

  private func write(_ write: PendingWrite) {
    _ = try? writer.add { state in state.add(write) }
  }
}

extension LiveSession {
  /// Reports the manifest of the app's code to consoles, until this session is released.
  package func report(_ manifest: ManifestIdentity) {
    connection.report(
      ConnectedApp(
        process: process, manifest: manifest.name, channel: manifest.channel, hash: manifest.hash,
        since: wallTime))
  }
}

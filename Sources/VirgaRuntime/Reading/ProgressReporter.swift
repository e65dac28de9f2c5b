import VirgaFiles
import VirgaManifest
import VirgaSource
import VirgaWeb

/// Reports the progress of a reading while a person waits for it.
final class ProgressReporter: Sendable {
  private struct State {
    /// The number of files that reading has begun.
    var fileCount = 0
    /// The time of the last report, at first the start of the reading.
    var lastReport = ContinuousClock.now
  }

  /// The minimum interval between reports.
  private static let interval = Duration.milliseconds(200)

  private let report: @Sendable (String) -> Void
  private let state = Locked(State())

  init(report: @escaping @Sendable (String) -> Void) { self.report = report }

  /// The loader, which now reports each file before reading it, and fails after a cancellation.
  func reporting(_ loader: ManifestLoader) -> ManifestLoader {
    loader.announcing { [self] path throws(FileFailure) in
      if Cancellation.isRequested {
        throw FileFailure(path: path, reason: "was not read: reading was canceled")
      }
      let fileCount = state.withLock { state in
        state.fileCount += 1
        return state.fileCount
      }
      if path.contains("://") {
        report("fetching \(path.maskingCredentials)")
      } else {
        // Local files are read too fast to report each.
        reportAtIntervals("reading the manifest, \(fileCount) files")
      }
    }
  }

  /// Reports a text, unless the last report was less than ``interval`` ago.
  func reportAtIntervals(_ text: String) {
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      guard now - state.lastReport >= Self.interval else { return false }
      state.lastReport = now
      return true
    }
    if isDue { report(text) }
  }
}

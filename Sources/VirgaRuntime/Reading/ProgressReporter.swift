import VirgaFiles
import VirgaManifest
import VirgaSource
import VirgaWeb

final class ProgressReporter: Sendable {
  /// The minimum interval between reports.
  private static let interval = Duration.milliseconds(200)

  private let report: @Sendable (String) -> Void
  private let count: Locked<(files: Int, reported: ContinuousClock.Instant)>

  init(report: @escaping @Sendable (String) -> Void) {
    self.report = report
    count = Locked((0, .now))
  }

  func reporting(_ loader: ManifestLoader) -> ManifestLoader {
    loader.announcing { [self] path throws(FileFailure) in
      if Cancellation.isRequested {
        throw FileFailure(path: path, reason: "was not read: reading was canceled")
      }
      let files = count.withLock { count in
        count.files += 1
        return count.files
      }
      if path.contains("://") {
        report("fetching \(path.maskingCredentials)")
      } else {
        reportAtIntervals("reading the manifest, \(files) files")
      }
    }
  }

  /// Reports a text, unless the last report was a moment ago.
  func reportAtIntervals(_ text: String) {
    let now = ContinuousClock.now
    let isDue = count.withLock { count in
      guard now - count.reported >= Self.interval else { return false }
      count.reported = now
      return true
    }
    if isDue { report(text) }
  }
}

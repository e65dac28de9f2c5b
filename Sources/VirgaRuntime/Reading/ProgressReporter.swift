import VirgaFiles
import VirgaManifest
import VirgaSource
import VirgaTargeting
import VirgaWeb

final class ProgressReporter: Sendable {
  /// The minimum interval between reports, in nanoseconds.
  private static let interval: Int64 = 200_000_000

  private let cancellation: Cancellation
  private let report: @Sendable (String) -> Void
  private let count: Locked<(files: Int, reported: Int64)>

  init(_ cancellation: Cancellation, report: @escaping @Sendable (String) -> Void) {
    self.cancellation = cancellation
    self.report = report
    count = Locked((0, Self.now()))
  }

  func reporting(_ loader: ManifestLoader) -> ManifestLoader {
    loader.announcing { [self] path throws(FileFailure) in
      if cancellation.isCancelled { throw FileFailure(path: path, reason: "was not read: the reading was cancelled") }
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
    let now = Self.now()
    let isDue = count.withLock { count in
      guard now - count.reported >= Self.interval else { return false }
      count.reported = now
      return true
    }
    if isDue { report(text) }
  }

  private static func now() -> Int64 {
    let time = Machine.now()
    return time.seconds * 1_000_000_000 + Int64(time.nanoseconds)
  }
}

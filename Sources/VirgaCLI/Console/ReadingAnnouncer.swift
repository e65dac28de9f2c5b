import VirgaFiles
import VirgaManifest
import VirgaSource
import VirgaTargeting
import VirgaWeb

/// Says how far a reading is: each text that is fetched, and now and then how many files there were.
final class ReadingAnnouncer: Sendable {
  /// Time between two of its words, in nanoseconds; what takes less time needs none.
  private static let pause: Int64 = 200_000_000

  private let cancellation: Cancellation
  private let say: @Sendable (String) -> Void
  private let count: Locked<(files: Int, said: Int64)>

  /// An announcer whose words go to `say`, and that lets nothing be read once `cancellation` says so.
  init(_ cancellation: Cancellation, say: @escaping @Sendable (String) -> Void) {
    self.cancellation = cancellation
    self.say = say
    count = Locked((0, Self.now()))
  }

  /// The same loader, followed by this announcer.
  func following(_ loader: ManifestLoader) -> ManifestLoader {
    loader.announcing { [self] path throws(FileFailure) in
      if cancellation.isCancelled { throw FileFailure(path: path, reason: "was not read: the reading was cancelled") }
      let files = count.withLock { count in
        count.files += 1
        return count.files
      }
      if path.contains("://") {
        say("fetching \(path.maskingCredentials)")
      } else {
        sayAtTimes("reading the manifest, \(files) files")
      }
    }
  }

  /// Says something, unless it said something a moment ago.
  func sayAtTimes(_ text: String) {
    let now = Self.now()
    let isDue = count.withLock { count in
      guard now - count.said >= Self.pause else { return false }
      count.said = now
      return true
    }
    if isDue { say(text) }
  }

  private static func now() -> Int64 {
    let time = Machine.now()
    return time.seconds * 1_000_000_000 + Int64(time.nanoseconds)
  }
}

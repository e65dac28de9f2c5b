import VirgaConsole
import VirgaSource

/// Writes down the commands that a person runs, so that `--script` can run them again.
final class Recorder {
  private let path: String
  private var recording = Recording()

  /// A recorder that writes to the file at `path`, which must not be there yet.
  ///
  /// - Throws: `FileFailure` where it is there, or cannot be written.
  init(_ path: String) throws(FileFailure) {
    if FileWriting.exists(path) { throw FileFailure(path: path, reason: "File exists; record into another one") }
    self.path = path
    try FileWriting.write([], to: path)
  }

  /// Adds what was done; a file that cannot be written any more ends the recording and gives the reason.
  func record(_ lines: [Recording.Line]) -> String? {
    guard !lines.isEmpty else { return nil }
    recording.add(lines)
    do {
      try FileWriting.write(Array(recording.script.utf8), to: path)
      return nil
    } catch {
      return "\(error)"
    }
  }
}

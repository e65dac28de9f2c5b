import VirgaConsole
package import VirgaFiles
import VirgaSource

/// Records the commands that a person runs, for `--script`.
package final class Recorder {
  private let file: AppendableFile
  private var recording = Recording()
  private var lastLine = 0

  /// Creates a recorder that writes to a new file at `path`.
  ///
  /// - Throws: `FileFailure` if the file exists or cannot be written.
  package init(_ path: String) throws(FileFailure) {
    if FileWriting.exists(path) { throw FileFailure(path: path, reason: "File exists; record into another one") }
    file = try AppendableFile(making: path)
  }

  /// Adds commands; returns why the file can no longer be written, if so.
  func record(_ lines: [Recording.Line]) -> String? {
    let addition = recording.add(lines)
    do throws(FileFailure) {
      if addition.replacesLast { try file.cut(to: lastLine) }
      for line in addition.lines {
        lastLine = file.length
        try file.append(Array("\(line.text.maskingCredentials)\n".utf8))
      }
      return nil
    } catch {
      return "\(error)"
    }
  }
}

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
      for line in addition.lines { try write(line.text.maskingCredentials) }
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Writes a line as a comment until complete, so that the script is always valid.
  private func write(_ line: String) throws(FileFailure) {
    var bytes = Array("\(line)\n".utf8)
    let first = bytes[0]
    bytes[0] = UInt8(ascii: "#")
    lastLine = file.length
    try file.append(bytes)
    try file.replace(at: lastLine, with: first)
  }
}

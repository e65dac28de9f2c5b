import VirgaConsole
import VirgaFiles
import VirgaSource

/// Writes down the commands that a person runs, so that `--script` can run them again.
final class Recorder {
  private let file: GrowingFile
  private var recording = Recording()
  /// Where the last line begins.
  private var lastLine = 0

  /// A recorder that writes to the file at `path`, which must not be there yet.
  ///
  /// - Throws: `FileFailure` where it is there, or cannot be written.
  init(_ path: String) throws(FileFailure) {
    if FileWriting.exists(path) { throw FileFailure(path: path, reason: "File exists; record into another one") }
    file = try GrowingFile(making: path)
  }

  /// Adds what was done; a file that cannot be written any more ends the recording and gives the reason.
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

  /// Writes a line that is a comment until all of it is there: a script stays one if the program ends meanwhile.
  private func write(_ line: String) throws(FileFailure) {
    var bytes = Array("\(line)\n".utf8)
    let first = bytes[0]
    bytes[0] = UInt8(ascii: "#")
    lastLine = file.length
    try file.append(bytes)
    try file.replace(at: lastLine, with: first)
  }
}

import VirgaConsole
package import VirgaFiles
import VirgaSource

/// Records the commands that a person runs, for `--script`.
package final class Recorder {
  private let file: AppendableFile
  private var last: Recording.Line?
  /// The offset of the last line in the file.
  private var lastStart = 0

  /// Creates a recorder that writes to a new file at `path`, or to the new file `commands.txt` in a folder.
  ///
  /// - Throws: `FileFailure` if the file exists or cannot be written.
  package init(_ path: String) throws(FileFailure) {
    let path = try FileWriting.file(at: path, named: "commands.txt", from: ".")
    if FileWriting.exists(path) { throw FileFailure(path: path, reason: "File exists; record into another one") }
    // A link to nothing: the file that it leads to is new.
    file = try AppendableFile(making: SystemPath.end(ofLinksFrom: path))
  }

  /// Adds commands; returns why the file can no longer be written, if so.
  func record(_ lines: [Recording.Line]) -> String? {
    do throws(FileFailure) {
      for line in lines {
        if line.replaces(last) { try file.cut(to: lastStart) }
        (last, lastStart) = (line, file.length)
        try file.append(Array("\(line.text.maskingCredentials)\n".utf8))
      }
      return nil
    } catch {
      return "\(error)"
    }
  }
}

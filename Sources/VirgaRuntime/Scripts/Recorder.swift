package import VirgaFiles

/// Writes the commands that repeat what a person did, for `virga run` and `--script`.
package final class Recorder {
  private let file: AppendableFile

  /// Creates a recorder that writes to a new file at `path`, or to the new file `commands.txt` in a
  /// folder.
  ///
  /// - Throws: `FileFailure` if the file exists or cannot be written.
  package init(_ path: String) throws(FileFailure) {
    let path = try FileWriting.fileMakingFolder(at: path, named: "commands.txt", from: ".")
    if FileWriting.exists(path) {
      throw FileFailure(path: path, reason: "File exists; record into another one")
    }
    // The target of a dangling link is created, as a shell does with `>`.
    file = try AppendableFile(making: SystemPath.end(ofLinksFrom: path))
  }

  /// Appends lines to the file; returns why it cannot be written, or nil if it can.
  func record(_ lines: [String]) -> String? {
    do throws(FileFailure) {
      for line in lines { try file.append(Array("\(line)\n".utf8)) }
      return nil
    } catch {
      return "\(error)"
    }
  }
}

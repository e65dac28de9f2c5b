import CVirgaPlatform
import Testing

/// A directory for one test, removed with this object, or at the latest with the run.
package final class TemporaryDirectory: Sendable {
  /// Its path, short enough for a socket inside.
  package let root: String

  /// Creates an empty directory.
  package init() throws {
    root = try #require(
      RunDirectory.makeDirectory(), "no directory could be made in \(RunDirectory.place)")
  }

  deinit { FileTree.remove(root) }

  /// The path of something inside.
  package func path(_ name: String) -> String { root + "/" + name }

  /// Writes a file in place.
  package func write(_ text: String, to name: String) {
    // Children of other tests do not get the descriptor.
    guard let file = fopen(path(name), "we") else { return }
    _ = Array(text.utf8).withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    fclose(file)
  }

  /// Writes a script that can be run at once.
  ///
  /// A file cannot be run while any process has it open for writing, and a process that another
  /// test starts has the descriptors of this one until it closes them. So a child writes the file.
  package func writeScript(_ text: String, to name: String) throws {
    let written = try ChildProcess.run(
      ["/bin/sh", "-c", "cat >\"$1\" && chmod 700 \"$1\"", "sh", path(name)], input: text)
    try #require(written.code == 0, "\(written.errors)")
  }

  /// Renames a file, replacing any with the new name.
  package func rename(_ old: String, to new: String) {
    _ = CVirgaPlatform.rename(path(old), path(new))
  }

  /// Creates a directory inside.
  package func makeDirectory(_ name: String) { _ = mkdir(path(name), 0o700) }

  /// Removes a file or an empty directory.
  package func remove(_ name: String) {
    _ = CVirgaPlatform.remove(path(name))
  }

  /// Creates a symbolic link.
  package func link(_ name: String, to target: String) { _ = symlink(path(target), path(name)) }
}

import CVirgaPlatform
import Testing

/// An in-memory file system for one test: small, or read-only.
///
/// Requires root, and works only on Linux.
package final class SmallFileSystem {
  /// Whether one can be created here.
  package static let isPossible: Bool = {
    guard let directory = try? TemporaryDirectory() else { return false }
    return (try? SmallFileSystem(directory, kibibytes: 64)) != nil
  }()

  private let directory: TemporaryDirectory
  private let place: String

  /// Creates one of the given size in a folder of `directory`.
  package init(_ directory: TemporaryDirectory, kibibytes: Int) throws {
    self.directory = directory
    place = directory.path("small")
    directory.makeDirectory("small")
    #if os(Linux)
      try #require(mount("tmpfs", place, "tmpfs", 0, "size=\(kibibytes)k") == 0)
    #else
      throw SmallFileSystemFailure()
    #endif
  }

  deinit {
    #if os(Linux)
      umount2(place, Int32(MNT_DETACH))
    #endif
  }

  /// The path of a file on it.
  package func path(_ name: String) -> String { place + "/" + name }

  /// The names of all files on it, sorted.
  package func names() -> [String] { (FileTree.names(in: place) ?? []).sorted() }

  /// Makes it read-only.
  ///
  /// Waits for programs that other tests are starting, which briefly inherit this process's open
  /// files.
  package func makeReadOnly() throws {
    #if os(Linux)
      while mount("", place, "", UInt(MS_REMOUNT | MS_RDONLY), nil) != 0 {
        try #require(virga_errno() == EBUSY)
        sched_yield()
      }
    #endif
  }

  /// Fills it up.
  package func fill() {
    directory.write(String(repeating: "x", count: 8 << 20), to: "small/filler")
  }

  /// Frees the space, even if a program that another test is starting still holds the file.
  package func clear() {
    #if os(Linux)
      truncate(path("filler"), 0)
    #endif
    directory.remove("small/filler")
  }
}

#if !os(Linux)
  private struct SmallFileSystemFailure: Error {}
#endif

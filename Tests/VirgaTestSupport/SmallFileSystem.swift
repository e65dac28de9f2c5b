import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A file system of its own in memory, for one test: small, or read-only.
///
/// Only the system's administrator may make one, and only on Linux.
package final class SmallFileSystem {
  /// Whether one can be made here.
  package static let isPossible: Bool = {
    guard let directory = try? TemporaryDirectory() else { return false }
    return (try? SmallFileSystem(directory, kibibytes: 64)) != nil
  }()

  private let directory: TemporaryDirectory
  private let place: String

  /// Makes one of that size in a folder of `directory`.
  package init(_ directory: TemporaryDirectory, kibibytes: Int) throws {
    self.directory = directory
    place = directory.path("small")
    directory.makeDirectory("small")
    #if canImport(Glibc)
      try #require(mount("tmpfs", place, "tmpfs", 0, "size=\(kibibytes)k") == 0)
    #else
      throw SmallFileSystemFailure()
    #endif
  }

  deinit {
    #if canImport(Glibc)
      umount2(place, Int32(MNT_DETACH))
    #endif
  }

  /// The path of a file on it.
  package func path(_ name: String) -> String { place + "/" + name }

  /// The names of all files on it, sorted.
  package func names() -> [String] { (FileTree.names(in: place) ?? []).sorted() }

  /// Lets nothing on it be changed from now on.
  ///
  /// A program that another test is starting holds for a moment what this process has open, and is waited for.
  package func makeReadOnly() throws {
    #if canImport(Glibc)
      while mount("", place, "", UInt(MS_REMOUNT | MS_RDONLY), nil) != 0 {
        try #require(errno == EBUSY)
        sched_yield()
      }
    #endif
  }

  /// Leaves no room on it.
  package func fill() { directory.write(String(repeating: "x", count: 8 << 20), to: "small/filler") }

  /// Gives the room back, also where a program that another test is starting still holds the file.
  package func clear() {
    #if canImport(Glibc)
      truncate(path("filler"), 0)
    #endif
    directory.remove("small/filler")
  }
}

#if !canImport(Glibc)
  private struct SmallFileSystemFailure: Error {}
#endif

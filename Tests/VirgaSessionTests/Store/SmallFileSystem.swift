import Testing
import VirgaTestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// A file system of its own in memory, for one test: small, or read-only.
///
/// Only the system's administrator may make one, and only on Linux.
final class SmallFileSystem {
  /// Whether one can be made here.
  static let isPossible: Bool = {
    guard let directory = try? TemporaryDirectory() else { return false }
    return (try? SmallFileSystem(directory, kibibytes: 64)) != nil
  }()

  private let directory: TemporaryDirectory
  private let place: String

  /// Makes one of that size in a folder of `directory`.
  init(_ directory: TemporaryDirectory, kibibytes: Int) throws {
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
  func path(_ name: String) -> String { place + "/" + name }

  /// Lets nothing on it be changed from now on.
  func makeReadOnly() throws {
    #if canImport(Glibc)
      try #require(mount("", place, "", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
    #endif
  }

  /// Leaves no room on it.
  func fill() { directory.write(String(repeating: "x", count: 8 << 20), to: "small/filler") }

  /// Gives the room back.
  func clear() { directory.remove("small/filler") }
}

#if !canImport(Glibc)
  private struct SmallFileSystemFailure: Error {}
#endif

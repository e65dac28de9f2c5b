import SystemPackage
import Testing
import VirgaFiles
import VirgaTestSupport

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Writing files")
struct FileWritingTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test("a failure names the file as it was passed")
  func namesTheFile() {
    #expect(throws: FileFailure(path: "/nowhere/at/all.json", reason: "No such file or directory")) {
      try FileWriting.write([], to: "/nowhere/at/all.json")
    }
  }

  @Test("a file keeps its permissions", arguments: [0o600, 0o755, 0o444] as [mode_t])
  func mode(_ mode: mode_t) throws {
    folder.write("old", to: "a")
    #expect(chmod(folder.path("a"), mode) == 0)
    try FileWriting.write(Array("new".utf8), to: folder.path("a"))
    #expect(status("a").st_mode & 0o7777 == mode)
    #expect(GoldenText.read(folder.path("a")) == "new")
  }

  @Test("a symbolic link stays, and its target is written")
  func links() throws {
    folder.write("old", to: "a")
    #expect(chmod(folder.path("a"), 0o640) == 0)
    #expect(symlink("a", folder.path("link")) == 0)
    try FileWriting.write(Array("new".utf8), to: folder.path("link"))
    #expect(status("link").st_mode & S_IFMT == S_IFLNK)
    #expect(GoldenText.read(folder.path("a")) == "new")
    #expect(status("a").st_mode & 0o7777 == 0o640)
  }

  @Test("a dangling link creates its target")
  func linkToNothing() throws {
    #expect(symlink("b", folder.path("link")) == 0)
    try FileWriting.write(Array("new".utf8), to: folder.path("link"))
    #expect(status("link").st_mode & S_IFMT == S_IFLNK)
    #expect(GoldenText.read(folder.path("b")) == "new")
  }

  @Test("a descriptor is written where it is, by each of its names and through links")
  func descriptors() throws {
    let file = try FileDescriptor.open(
      FilePath(text: folder.path("out")), .readWrite, options: .create, permissions: .ownerReadWrite)
    defer { try? file.close() }
    try file.writeAll(Array("first ".utf8))
    let name = "/dev/fd/\(file.rawValue)"
    #expect(symlink(name, folder.path("link")) == 0)
    #expect(symlink("/dev/fd", folder.path("folder")) == 0)
    for path in [name, folder.path("link"), folder.path("folder/\(file.rawValue)")] {
      try FileWriting.write(Array("more ".utf8), to: path)
    }
    try file.writeAll(Array("last".utf8))
    #expect(GoldenText.read(folder.path("out")) == "first more more more last")
  }

  #if os(Linux)
    @Test("a file of the system that blocks is refused", .timeLimit(.minutes(1)))
    func blockingFile() {
      #expect(throws: FileFailure.self) { try FileReading.disk().read("/proc/kmsg") }
    }
  #endif

  @Test("a slash ends a folder even before a combining mark")
  func paths() {
    #expect(FilePath.normalized("x/a/\u{301}b/../c") == "x/a/c")
    #expect(FilePath.folder(of: "x/a/\u{301}b") == "x/a")
    #expect(FilePath.name(of: "x/a/\u{301}b") == "\u{301}b")
  }

  @Test("a path is written relative to a folder when they share a parent")
  func namingFromAFolder() {
    #expect(FilePath.written("/a/b/c.yaml", from: "/a/b") == "c.yaml")
    #expect(FilePath.written("/a/x/y/c.yaml", from: "/a/b/d") == "../../x/y/c.yaml")
    #expect(FilePath.written("/x/c.yaml", from: "/a/b") == "/x/c.yaml")
    #expect(FilePath.written("b/c.yaml", from: "/a/b") == "b/c.yaml")
    #expect(FilePath.written("/a/b/c.yaml", from: ".") == "/a/b/c.yaml")
    #expect(FilePath.written("https://a.example/c.yaml", from: "/a") == "https://a.example/c.yaml")
  }

  private func status(_ name: String) -> stat {
    var status = stat()
    lstat(folder.path(name), &status)
    return status
  }
}

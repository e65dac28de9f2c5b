import CVirgaPlatform
import SystemPackage
import Testing
import VirgaFiles
import VirgaTestSupport

@Suite("Writing files")
struct FileWritingTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test("a failure names the file as it was passed")
  func namesTheFile() {
    #expect(throws: FileFailure(path: "/nowhere/at/all.json", reason: "No such file or directory"))
    {
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

  /// Writes a file through a symbolic link.
  private func writeThroughLink() throws {
    folder.write("old", to: "a")
    #expect(chmod(folder.path("a"), 0o640) == 0)
    #expect(symlink("a", folder.path("link")) == 0)
    try FileWriting.write(Array("new".utf8), to: folder.path("link"))
  }

  @Test("a symbolic link stays") func links() throws {
    try writeThroughLink()
    #expect(status("link").st_mode & mode_t(S_IFMT) == mode_t(S_IFLNK))
  }

  @Test("the target of a symbolic link is written") func targets() throws {
    try writeThroughLink()
    #expect(GoldenText.read(folder.path("a")) == "new")
    #expect(status("a").st_mode & 0o7777 == 0o640)
  }

  @Test("a dangling link creates its target")
  func linkToNothing() throws {
    #expect(symlink("b", folder.path("link")) == 0)
    try FileWriting.write(Array("new".utf8), to: folder.path("link"))
    #expect(status("link").st_mode & mode_t(S_IFMT) == mode_t(S_IFLNK))
    #expect(GoldenText.read(folder.path("b")) == "new")
  }

  @Test("a descriptor is written where it is, by each of its names and through links")
  func descriptors() throws {
    let file = try FileDescriptor.open(
      FilePath(text: folder.path("out")), .readWrite, options: .create, permissions: .ownerReadWrite
    )
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
    @Test("a file of the system that blocks is refused", .timeLimit(.minutes(20)))
    func blockingFile() {
      #expect(throws: FileFailure.self) { try FileReading.disk().read("/proc/kmsg") }
    }
  #endif

  @Test("threads that write the same file do not disturb each other")
  func threads() async throws {
    let path = folder.path("a")
    let texts = (0..<8).map { String(repeating: "\($0)", count: 10_000) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for text in texts {
        group.addTask { for _ in 0..<20 { try FileWriting.write(Array(text.utf8), to: path) } }
      }
      try await group.waitForAll()
    }
    #expect(texts.contains(GoldenText.read(path) ?? ""))
    #expect(FileTree.names(in: folder.root) == ["a"])
  }

  @Test("a name may be as long as the file system allows", arguments: [243, 244, 255])
  func longName(_ count: Int) throws {
    let name = String(repeating: "n", count: count)
    try FileWriting.write(Array("old".utf8), to: folder.path(name))
    try FileWriting.write(
      Array("new".utf8), to: folder.path(name),
      durability: .keepingPrevious(at: folder.path(name + ".previous")))
    #expect(GoldenText.read(folder.path(name)) == "new")
    let tooLong = folder.path(name + String(repeating: "x", count: 13))
    #expect(throws: FileFailure(path: tooLong, reason: "File name too long")) {
      try FileWriting.write([], to: tooLong)
    }
  }

  @Test(
    "a file that cannot be replaced is overwritten, such as one in a read-only folder",
    arguments: ["", "longer"])
  func unwritableFolder(_ end: String) throws {
    folder.makeDirectory("inner")
    folder.write("the old text", to: "inner/a")
    #expect(chmod(folder.path("inner/a"), 0o640) == 0)
    let inode = status("inner/a").st_ino
    guard let unlock = lock("inner", "inner/a") else { return }
    defer { unlock() }
    let text = "new" + end
    try FileWriting.write(Array(text.utf8), to: folder.path("inner/a"))
    #expect(GoldenText.read(folder.path("inner/a")) == text)
    #expect(status("inner/a").st_ino == inode)
    #expect(status("inner/a").st_mode & 0o7777 == 0o640)
    try FileWriting.write(
      [], to: folder.path("inner/a"), access: .ownerWithoutLinks, durability: .synced)
    #expect(status("inner/a").st_size == 0)
    #expect(FileTree.names(in: folder.path("inner")) == ["a"])
  }

  /// Makes a file irreplaceable: by its folder's permissions or, for an administrator, by mounting
  /// it on itself.
  private func lock(_ inner: String, _ file: String) -> (() -> Void)? {
    let (inner, file) = (folder.path(inner), folder.path(file))
    guard geteuid() == 0 else {
      chmod(inner, 0o500)
      return { chmod(inner, 0o700) }
    }
    #if os(Linux)
      guard mount(file, file, nil, UInt(MS_BIND), nil) == 0 else { return nil }
      return { umount2(file, Int32(MNT_DETACH)) }
    #else
      return nil
    #endif
  }

  /// Writes a file that keeps the previous one.
  private func writeKeepingPrevious(_ text: String) throws {
    try FileWriting.write(
      Array(text.utf8), to: folder.path("a"), access: .ownerWithoutLinks,
      durability: .keepingPrevious(at: folder.path("a.previous")))
  }

  @Test("the previous file is kept") func previous() throws {
    folder.write("first", to: "a")
    try writeKeepingPrevious("second")
    #expect(GoldenText.read(folder.path("a.previous")) == "first")
  }

  @Test("the previous file is private") func privatePrevious() throws {
    folder.write("first", to: "a")
    #expect(chmod(folder.path("a"), 0o644) == 0)
    try writeKeepingPrevious("second")
    for name in ["a", "a.previous"] { #expect(status(name).st_mode & 0o7777 == 0o600) }
  }

  @Test("an empty file does not replace the previous one") func emptyPrevious() throws {
    folder.write("first", to: "a")
    try writeKeepingPrevious("second")
    folder.write("", to: "a")
    try writeKeepingPrevious("third")
    #expect(GoldenText.read(folder.path("a.previous")) == "first")
    #expect(GoldenText.read(folder.path("a")) == "third")
  }

  @Test("a recording is readable only by its owner")
  func appendable() throws {
    try AppendableFile(making: folder.path("a")).append([65])
    #expect(status("a").st_mode & 0o7777 == 0o600)
  }

  @Test("a slash ends a folder even before a combining mark")
  func paths() {
    #expect(FilePath.normalized("x/a/\u{301}b/../c") == "x/a/c")
    #expect(FilePath.folder(of: "x/a/\u{301}b") == "x/a")
    #expect(FilePath.name(of: "x/a/\u{301}b") == "\u{301}b")
  }

  @Test("a path is written relative to a folder when they share a parent")
  func namingFromAFolder() {
    #expect(FilePath.relative("/a/b/c.yaml", to: "/a/b") == "c.yaml")
    #expect(FilePath.relative("/a/x/y/c.yaml", to: "/a/b/d") == "../../x/y/c.yaml")
    #expect(FilePath.relative("/x/c.yaml", to: "/a/b") == "/x/c.yaml")
    #expect(FilePath.relative("b/c.yaml", to: "/a/b") == "b/c.yaml")
    #expect(FilePath.relative("/a/b/c.yaml", to: ".") == "/a/b/c.yaml")
    #expect(FilePath.relative("https://a.example/c.yaml", to: "/a") == "https://a.example/c.yaml")
  }

  private func status(_ name: String) -> stat {
    var status = stat()
    lstat(folder.path(name), &status)
    return status
  }
}

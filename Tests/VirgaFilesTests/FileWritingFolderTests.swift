import Testing
import VirgaFiles
import VirgaTestSupport

@Suite("The file to write at a path")
struct FileWritingFolderTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    folder.makeDirectory("made")
    folder.link("linked", to: "made")
    folder.write("mine", to: "file")
  }

  private func file(_ path: String) throws -> String {
    try FileWriting.fileMakingFolder(at: path, named: "a.txt", from: folder.root)
  }

  @Test(
    "a path that ends in a slash or a dot names a folder",
    arguments: [
      ("new/", "new/a.txt"), ("other//", "other/a.txt"), ("third/.", "third/a.txt"),
      ("made/fourth/", "made/fourth/a.txt"), ("made/..", "a.txt"),
    ])
  func folders(_ path: String, _ expected: String) throws {
    #expect(try file(path) == expected)
  }

  @Test(
    "a folder that does not exist is made",
    arguments: ["new/", "other//", "third/.", "made/fourth/"])
  func newFolders(_ path: String) throws {
    _ = try file(path)
    #expect(FileWriting.isFolder(folder.path(path)))
  }

  @Test("an existing folder needs no slash") func existingFolders() throws {
    #expect(try file("made") == "made/a.txt")
    #expect(try file(".") == "a.txt")
    #expect(try file(folder.path("made")) == folder.path("made/a.txt"))
  }

  @Test("a folder may be a link") func linkedFolder() throws {
    #expect(try file("linked") == "linked/a.txt")
  }

  @Test("any other path is the file itself")
  func files() throws {
    #expect(try file("file") == "file")
    #expect(try file("new.txt") == "new.txt")
    #expect(try file("none/new.txt") == "none/new.txt")
    #expect(try file("") == "")
  }

  @Test("no folder is made without its parent") func noParent() {
    let reason = "The folder none does not exist; create it first"
    #expect(throws: FileFailure(path: "none/new/", reason: reason)) {
      try file("none/new/")
    }
    #expect(FileTree.names(in: folder.root).map(Set.init) == ["made", "linked", "file"])
  }

  @Test("no folder is made in place of a file") func existingFile() {
    #expect(throws: FileFailure(path: "file/", reason: "Not a directory")) { try file("file/") }
    #expect(GoldenText.read(folder.path("file")) == "mine")
  }
}

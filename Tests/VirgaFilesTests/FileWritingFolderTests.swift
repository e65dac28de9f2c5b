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
    try FileWriting.file(at: path, named: "a.txt", from: folder.root)
  }

  @Test(
    "a path that ends in a slash, or in . or .., names a folder, which is made if its parent exists"
  )
  func newFolders() throws {
    #expect(try file("new/") == "new/a.txt")
    #expect(try file("other//") == "other/a.txt")
    #expect(try file("third/.") == "third/a.txt")
    #expect(try file("made/fourth/") == "made/fourth/a.txt")
    #expect(try file("made/..") == "a.txt")
    #expect(
      ["new", "other", "third", "made/fourth"].allSatisfy { FileWriting.isFolder(folder.path($0)) })
  }

  @Test("an existing folder needs no slash, and may be a link")
  func existingFolders() throws {
    #expect(try file("made") == "made/a.txt")
    #expect(try file("linked") == "linked/a.txt")
    #expect(try file(".") == "a.txt")
    #expect(try file(folder.path("made")) == folder.path("made/a.txt"))
  }

  @Test("any other path is the file itself")
  func files() throws {
    #expect(try file("file") == "file")
    #expect(try file("new.txt") == "new.txt")
    #expect(try file("none/new.txt") == "none/new.txt")
    #expect(try file("") == "")
  }

  @Test("without the parent, or where a file is, no folder is made")
  func refusals() {
    let reason = "The folder none does not exist; create it first"
    #expect(throws: FileFailure(path: "none/new/", reason: reason)) {
      try file("none/new/")
    }
    #expect(throws: FileFailure(path: "file/", reason: "Not a directory")) { try file("file/") }
    #expect(GoldenText.read(folder.path("file")) == "mine")
    #expect(FileTree.names(in: folder.root).map(Set.init) == ["made", "linked", "file"])
  }
}

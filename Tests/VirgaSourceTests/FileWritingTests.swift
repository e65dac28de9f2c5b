import Testing
import VirgaSource

@Suite("Writing files")
struct FileWritingTests {
  @Test("a file that can't be written is named as it was asked for")
  func namesTheFile() {
    #expect(throws: FileFailure(path: "/nowhere/at/all.json", reason: "No such file or directory")) {
      try FileWriting.write([], to: "/nowhere/at/all.json")
    }
  }
}

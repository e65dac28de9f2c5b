import Testing
import VirgaFiles
import VirgaTestSupport

@Suite("System paths") struct SystemPathTests {
  @Test(
    "every file name survives a round trip through text",
    arguments: [
      Array("plain".utf8), Array("caf\u{E9} 😀".utf8), [0x63, 0xE9], [0xFF, 0x2F, 0x80, 0x61],
      [0xC3],
      // As long as the character that usually replaces it.
      [0xF0, 0x9F, 0x98],
      Array("\u{10F7E9}".utf8), Array("\u{10F77F}\u{10F800}".utf8), [],
    ] as [[UInt8]])
  func roundTrip(_ bytes: [UInt8]) throws {
    let text = SystemPath.text(bytes)
    #expect(try SystemPath.bytes(of: text) == bytes.map { CChar(bitPattern: $0) } + [0])
  }

  @Test("names with different bytes are different texts")
  func distinct() {
    #expect(SystemPath.text([0xE9]) != SystemPath.text(Array("\u{10F7E9}".utf8)))
    #expect(SystemPath.text(Array("é".utf8)) == "é")
  }

  @Test("a path with a NUL is refused, not truncated")
  func nul() throws {
    let folder = try TemporaryDirectory()
    folder.write("text", to: "a")
    let path = folder.path("a\0b")
    let failure = FileFailure(path: path, reason: "A path cannot contain a NUL character")
    #expect(throws: failure) { try FileReading.disk().read(path) }
    #expect(throws: failure) { try FileWriting.write([], to: path) }
    #expect(throws: failure) { try FileWriting.remove(path) }
    #expect(!FileWriting.exists(path))
    #expect(FileReading.disk().canonical(path) == path)
    #expect(GoldenText.read(folder.path("a")) == "text")
  }

  @Test("a file whose name is not UTF-8 is written, read and removed")
  func odd() throws {
    let folder = try TemporaryDirectory()
    let path = folder.root + "/" + SystemPath.text([0x63, 0x61, 0x66, 0xE9])
    // Some file systems accept only UTF-8.
    guard (try? FileWriting.write(Array("text".utf8), to: path)) != nil else { return }
    #expect(try FileReading.disk().read(path) == Array("text".utf8))
    #expect(FileReading.disk().canonical(path).hasSuffix("/caf\u{10F7E9}"))
    #expect(FileWriting.isFile(path))
    try FileWriting.remove(path)
    #expect(!FileWriting.exists(path))
  }
}

import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite("Positions of an editor") struct TextPositionsTests {
  private let source = SourceText(name: "a", text: "aé😀b\nc\r\n😀\n")

  private func json(_ line: Int64, _ character: Int64) -> JSONValue {
    ["line": .integer(line), "character": .integer(character)]
  }

  @Test(
    "a character counts its units",
    arguments: [
      TestRow("UTF-16", (PositionEncoding.utf16, [0, 1, 2, 4, 5] as [Int64])),
      TestRow("UTF-8", (PositionEncoding.utf8, [0, 1, 3, 7, 8] as [Int64])),
    ])
  func units(_ row: TestRow<(PositionEncoding, [Int64])>) {
    let positions = TextPositions(source, row.values.0)
    for (index, character) in row.values.1.enumerated() {
      let position = SourcePosition(line: 1, column: index + 1)
      #expect(positions.json(position) == json(0, character))
      #expect(positions.position(json(0, character)) == position)
    }
    #expect(positions.json(SourcePosition(line: 3, column: 1)) == json(2, 0))
  }

  @Test("a position after the end of a line or a text is that end") func ends() {
    let positions = TextPositions(source, .utf16)
    #expect(positions.position(json(0, 99)) == SourcePosition(line: 1, column: 5))
    #expect(positions.position(json(1, 99)) == SourcePosition(line: 2, column: 2))
    #expect(positions.position(json(99, 0)) == SourcePosition(line: 4, column: 1))
    #expect(positions.position(json(.max, .max)) == SourcePosition(line: 4, column: 1))
  }

  @Test("what is not a position is none") func noPosition() {
    let positions = TextPositions(source, .utf16)
    #expect(positions.position(nil) == nil)
    #expect(positions.position(json(-1, 0)) == nil)
    #expect(positions.position(["line": 1]) == nil)
  }

  @Test("the first known unit of the client is used, and UTF-16 otherwise") func negotiation() {
    #expect(PositionEncoding.negotiated(["utf-32", "utf-8", "utf-16"]) == .utf8)
    #expect(PositionEncoding.negotiated(["utf-32"]) == .utf16)
    #expect(PositionEncoding.negotiated(nil) == .utf16)
  }

  @Test("changes of an open document are applied one after the other") func changes() {
    var document = OpenDocument(uri: "file:///a.yaml", path: "/a.yaml", version: 1, text: "é: 1\n")
    let first: JSONValue = [
      "range": ["start": json(0, 3), "end": json(0, 4)], "text": "😀2",
    ]
    let second: JSONValue = [
      "range": ["start": json(0, 5), "end": json(0, 6)], "text": "3",
    ]
    document.apply([first, second], version: 2, .utf16)
    #expect(document.source.line(1) == "é: 😀3")
    document.apply([["text": "b: 1"]], version: 3, .utf16)
    #expect(document.source.line(1) == "b: 1")
    #expect(document.version == 3)
  }

  @Test("a URI of a file is its path, with any characters") func uris() {
    let path = "/a b/é#?%.yaml"
    let uri = DocumentURI.uri(of: path)
    #expect(uri == "file:///a%20b/%C3%A9%23%3F%25.yaml")
    #expect(DocumentURI.path(of: uri) == path)
    #expect(DocumentURI.path(of: "untitled:1") == nil)
  }

  @Test("a percent sign without two hexadecimal digits stays in the path") func percentSigns() {
    #expect(DocumentURI.path(of: "file:///a%+f%-1%4%4G%4a") == "/a%+f%-1%4%4GJ")
  }
}

import Testing
import VirgaJSON
import VirgaSource
import VirgaTestSupport
import VirgaYAML

@testable import VirgaLanguageServer

@Suite("Random edits") struct RandomEditTests {
  /// Texts that edits insert; each is typed in a real manifest at some moment.
  private static let pieces = [
    "a", "é", "😀", " ", "  ", "\n", "\r\n", ":", ": ", "- ", "{", "}", "[", "]", "\"", "'", "#",
    "type: Side", "enums:", "features:", "default: 5", "Map<", "|", "&x ", "*x", "\t",
  ]

  /// The number of edits; `.ci/run` asks for more.
  private static let count =
    Repository.environment("VIRGA_FUZZ_EVENTS").flatMap { Int($0) }.map { $0 / 10 } ?? 400

  /// How often the diagnostics are compared with those of a fresh server.
  private static let checkedEdits = 100

  @Test(
    "leave the text, its tree, and the problems that a fresh server finds",
    arguments: ["utf-8", "utf-16"])
  func edits(_ encoding: String) throws {
    let capabilities: JSONValue = ["general": ["positionEncodings": [.string(encoding)]]]
    let unit = try #require(PositionEncoding(rawValue: encoding))
    var random = SeededRandom(seed: 46)
    var editor = TestEditor(capabilities: capabilities)
    editor.open("app.fml.yaml")
    var bytes = Array(SampleManifest.app.utf8)
    let interval = max(1, Self.count / Self.checkedEdits)
    for number in 1...Self.count {
      // Now and then the text is whole again, so that most edits are of a readable one.
      if number % 50 == 0 {
        bytes = Array(SampleManifest.app.utf8)
        editor.change("app.fml.yaml", [["text": .string(SampleManifest.app)]])
      }
      let change = Self.edit(&bytes, unit, &random)
      editor.change("app.fml.yaml", [change])
      let document = try #require(editor.server.workspace.document("file:///apps/app.fml.yaml"))
      try #require(document.source.bytes == bytes)
      let read = LocatedDocument.read(SourceText(name: document.path, bytes: bytes)).document
      try #require(document.isReadable == (read != nil))
      if let read {
        try #require(document.document?.readableRoot?.json == read.readableRoot?.json)
      }
      guard number % interval == 0 else { continue }
      var fresh = TestEditor(capabilities: capabilities)
      fresh.open("app.fml.yaml", String(decoding: bytes, as: UTF8.self))
      #expect(
        editor.diagnostics["app.fml.yaml"] ?? [] == fresh.diagnostics["app.fml.yaml"] ?? [])
    }
  }

  /// Changes a random part of a text; returns the change as an editor sends it.
  private static func edit(
    _ bytes: inout [UInt8], _ unit: PositionEncoding, _ random: inout SeededRandom
  ) -> JSONValue {
    let source = SourceText(name: "app.fml.yaml", bytes: bytes)
    let first = source.position(at: Int.random(in: 0...bytes.count, using: &random))
    let length = Int.random(in: 0...6, using: &random)
    let second = source.position(at: source.offset(of: first) + length)
    let start = source.offset(of: first)
    let end = max(start, source.offset(of: second))
    let positions = TextPositions(source, unit)
    let text = pieces.randomElement(using: &random) ?? ""
    let range = positions.json(SourceRange(source.position(at: start), source.position(at: end)))
    bytes.replaceSubrange(start..<end, with: text.utf8)
    return ["range": range, "text": .string(text)]
  }

  @Test("answer every request at every place of a broken text") func requests() {
    var random = SeededRandom(seed: 7)
    var editor = TestEditor(capabilities: TestEditor.fullCapabilities)
    editor.open("app.fml.yaml")
    var bytes = Array(SampleManifest.app.utf8)
    let methods = [
      "completion", "hover", "definition", "references", "prepareRename", "documentSymbol",
    ]
    for _ in 1...200 {
      let change = Self.edit(&bytes, .utf8, &random)
      editor.change("app.fml.yaml", [change])
      let source = SourceText(name: "a", bytes: bytes)
      let place = source.position(at: Int.random(in: 0...bytes.count, using: &random))
      let params: JSONValue = [
        "textDocument": ["uri": TestEditor.uri("app.fml.yaml")],
        "position": TextPositions(source, .utf8).json(place),
      ]
      for method in methods { _ = editor.request("textDocument/\(method)", params) }
    }
    #expect(!editor.server.hasWork)
  }
}

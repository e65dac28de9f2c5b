import VirgaFiles
import VirgaJSON
import VirgaLanguageServer
import VirgaManifest
import VirgaResources

extension Surface {
  /// What an editor sends to the language server: the messages do not depend on how their bytes are
  /// split, and every request has one answer.
  static var editor: Surface {
    let words = [
      "Content-Length: ", "content-length:2", "\r\n\r\n", "\n\n", "{}", "\"jsonrpc\":\"2.0\",",
      "\"id\":1,", "\"method\":\"shutdown\"", "\"method\":\"exit\"", "\"textDocument/hover\"",
      "\"textDocument/completion\"", "\"textDocument/didChange\"", "\"contentChanges\":[",
      "\"range\":{\"start\":{\"line\":0,\"character\":1},\"end\":{\"line\":1,\"character\":0}}",
      "\"text\":\"features:\\n\"", "\"uri\":\"file:///home/app.fml.yaml\"",
    ]
    let opened = editedServer
    return Surface(name: "editor", seeds: seeds, words: words) { bytes in
      let whole = bodies(of: [bytes])
      let pieces = bodies(of: bytes.map { [$0] })
      precondition(whole == pieces, "the pieces in which bytes arrive make no difference")
      var server = opened
      for body in whole {
        guard let message = try? Message(body) else { continue }
        let answers = server.handle(message)
        guard case .request(let id, _, _) = message else { continue }
        let count = answers.count { isAnswer($0, to: id) }
        precondition(count == 1, "a request has one answer")
      }
    }
  }

  /// The bodies of the messages in bytes that arrive in pieces.
  private static func bodies(of pieces: [[UInt8]]) -> [[UInt8]] {
    var decoder = FrameDecoder()
    var bodies: [[UInt8]] = []
    for piece in pieces {
      decoder.feed(piece)
      while let frame = decoder.next() {
        if case .body(let body) = frame { bodies.append(body) }
      }
    }
    return bodies
  }

  private static func isAnswer(_ message: Message, to id: JSONValue) -> Bool {
    switch message {
    case .response(let other, _), .failure(let other, _): other == id
    case .request, .notification: false
    }
  }

  /// A server with an open manifest.
  private static var editedServer: LanguageServer {
    let surroundings = ServerSurroundings(
      files: .memory(ManifestSeeds.neighbours), folders: .memory(ManifestSeeds.neighbours.keys))
    var server = LanguageServer(surroundings)
    _ = server.handle(.request(id: "first", method: "initialize", params: [:]))
    _ = server.handle(
      .notification(
        method: "textDocument/didOpen",
        params: [
          "textDocument": [
            "uri": "file:///home/app.fml.yaml", "version": 1, "text": .string(ManifestSeeds.typed),
          ]
        ]))
    return server
  }

  /// Messages with their headers, as a client sends them.
  private static var seeds: [String] {
    let document: JSONValue = ["uri": "file:///home/app.fml.yaml", "version": 2]
    let place: JSONValue = [
      "textDocument": document, "position": ["line": 3, "character": 4],
    ]
    let start: JSONValue = ["line": 1, "character": 0]
    let change: JSONValue = ["range": ["start": start, "end": start], "text": "# é😀\n"]
    let messages: [Message] = [
      .notification(
        method: "textDocument/didChange",
        params: ["textDocument": document, "contentChanges": [change]]),
      .request(id: 1, method: "textDocument/completion", params: place),
      .request(id: 2, method: "textDocument/hover", params: place),
      .request(id: 3, method: "textDocument/documentSymbol", params: place),
      .notification(method: "$/cancelRequest", params: ["id": 3]),
    ]
    let texts = messages.map { String(decoding: FrameEncoder.bytes(of: $0), as: UTF8.self) }
    return [texts.joined(), "Content-Length: 3\r\n\r\n{}", "x\r\n\r\n" + texts[1]]
  }
}

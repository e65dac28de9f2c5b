import Testing
import VirgaJSON
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite("virga lsp on standard input and output") struct StandardStreamTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["app.fml.yaml", "types.fml.yaml"] {
      directory.write(SampleManifest.files[name] ?? "", to: name)
    }
  }

  /// Runs the program with some input; returns its messages and its exit code.
  private func run(
    _ input: String, _ arguments: String...
  ) throws -> (messages: [Message], code: Int32?) {
    let ended = try VirgaProgram.run(["lsp"] + arguments, input: input, in: directory.root)
    var decoder = FrameDecoder()
    decoder.feed(ended.output.utf8)
    var messages: [Message] = []
    while let frame = decoder.next() {
      guard case .body(let body) = frame else {
        Issue.record("not a message: \(ended.output)")
        break
      }
      messages.append(try Message(body))
    }
    return (messages, ended.code)
  }

  /// Messages with their headers.
  private func frames(_ messages: [Message]) -> String {
    messages.map { String(decoding: FrameEncoder.bytes(of: $0), as: UTF8.self) }.joined()
  }

  private let initialize = Message.request(id: 1, method: "initialize", params: [:])

  @Test("answers until it is asked to exit") func whole() throws {
    let open = Message.notification(
      method: "textDocument/didOpen",
      params: [
        "textDocument": [
          "uri": .string("file://\(directory.path("app.fml.yaml"))"), "version": 1,
          "text": "channels: [",
        ]
      ])
    let answer = try run(
      frames([
        initialize, .notification(method: "initialized", params: [:]), open,
        .request(id: 2, method: "shutdown", params: .null),
        .notification(method: "exit", params: .null),
      ]))
    #expect(answer.code == 0)
    let ids = answer.messages.compactMap { message -> JSONValue? in
      if case .response(let id, _) = message { id } else { nil }
    }
    #expect(ids == [1, 2])
  }

  @Test("ends with 1 if the client is gone without a word") func gone() throws {
    let answer = try run(frames([initialize]))
    #expect(answer.code == 1)
    #expect(answer.messages.count == 1)
  }

  @Test("goes on after a message that is not one") func garbage() throws {
    let exit = frames([
      .request(id: 2, method: "shutdown", params: .null),
      .notification(method: "exit", params: .null),
    ])
    let answer = try run(
      frames([initialize]) + "Content-Length: 3\r\n\r\n{a}" + "garbage\r\n\r\n" + exit)
    #expect(answer.code == 0)
    let failures = answer.messages.filter { if case .failure = $0 { true } else { false } }
    #expect(failures.count == 2)
  }

  @Test("standard input is not a repository file") func repositoryFile() throws {
    let answer = try VirgaProgram.run(["lsp", "--repo-file", "-"], in: directory.root)
    #expect(answer.code == 64)
    #expect(answer.errors.contains("standard input belongs to the editor"))
  }
}

import Testing
import VirgaJSON
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite(
  "A script that speaks the protocol over pipes", .ownThread,
  .enabled(if: SystemProgram.path(of: "python3") != nil, "python3 is not installed"))
struct ProtocolScriptTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    directory.write(Self.manifest, to: "app.fml.yaml")
    directory.write(Self.script, to: "client.py")
  }

  private static let manifest = """
    about:
      description: An app
      swift: { module: App, class: AppNimbus }
    channels: [nightly]
    features:
      menu:
        description: The menu
        contacts: [a@example.org]
        meta-bug: https://example.org/bug
        documentation: [{ name: Read, url: "https://example.org" }]
        variables:
          side: { description: Where it is, type: Side, default: left }
          rows: { description: How many, type: Itn, default: 3 }
    enums:
      Side:
        description: A side
        variants:
          left: { description: On the left }
          right: { description: On the right }

    """

  /// Sends the messages that it reads, one a line, and prints what comes back.
  ///
  /// It waits for the answer of each request, and for the problems of a document that is opened.
  private static let script = #"""
    import json, signal, subprocess, sys

    signal.alarm(60)
    server = subprocess.Popen(
        [sys.argv[1], "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def receive():
        length = 0
        for line in iter(server.stdout.readline, b"\r\n"):
            if not line:
                sys.exit("the server is gone")
            name, value = line.split(b":")
            if name == b"Content-Length":
                length = int(value)
        return server.stdout.read(length).decode()

    def is_awaited(answer, message):
        if "id" in message:
            return answer.get("id") == message["id"]
        return answer.get("method") == "textDocument/publishDiagnostics"

    for line in sys.stdin:
        message = json.loads(line)
        body = line.strip().encode()
        server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        server.stdin.flush()
        waits = "id" in message or message["method"] == "textDocument/didOpen"
        while waits:
            answer = receive()
            print(answer)
            waits = not is_awaited(json.loads(answer), message)
    sys.exit(server.wait())

    """#

  /// A request about the manifest, and a part of its answer.
  private struct Row {
    let method: String
    let params: JSONObject
    let expected: String

    init(_ method: String, _ params: JSONObject, _ expected: String) {
      self.method = method
      self.params = params
      self.expected = expected
    }
  }

  /// A range on one line, as LSP counts.
  private static func range(_ line: Int64, _ columns: Range<Int64>) -> JSONValue {
    [
      "start": ["line": .integer(line), "character": .integer(columns.lowerBound)],
      "end": ["line": .integer(line), "character": .integer(columns.upperBound)],
    ]
  }

  /// The type of the first variable, its definition, and the wrong type of the second variable.
  private static let usedType = range(11, 46..<50)
  private static let definedType = range(14, 2..<6)
  private static let wrongType = range(12, 43..<46)

  private static let onType: JSONObject = ["position": ["line": 11, "character": 47]]
  private static let onVariable: JSONObject = ["position": ["line": 11, "character": 7]]

  private static let rows = [
    Row("textDocument/completion", onType, #""label":"Side","#),
    Row("textDocument/hover", onVariable, #"| nightly | `\"left\"` | variable default, "#),
    Row("textDocument/definition", onType, #""range":\#(definedType.compact)"#),
    Row("textDocument/references", onType, #""range":\#(usedType.compact)"#),
    Row("textDocument/documentSymbol", [:], #""name":"side","kind":13,"#),
    Row("workspace/symbol", ["query": "sid"], #""name":"Side","kind":10,"#),
    Row("textDocument/prepareRename", onType, #""placeholder":"Side""#),
    Row(
      "textDocument/rename", ["position": ["line": 11, "character": 47], "newName": "Edge"],
      #"{"range":\#(definedType.compact),"newText":"Edge"}"#),
    Row("textDocument/codeAction", ["range": wrongType], #""title":"Change to Int","#),
  ]

  /// All messages of the script, in order; the requests have their numbers in the table as ids.
  private var messages: [Message] {
    let uri = JSONValue.string("file://\(directory.path("app.fml.yaml"))")
    let opened: JSONValue = [
      "uri": uri, "languageId": "yaml", "version": 1, "text": .string(Self.manifest),
    ]
    let start: [Message] = [
      .request(id: "first", method: "initialize", params: ["capabilities": [:]]),
      .notification(method: "initialized", params: [:]),
      .notification(method: "textDocument/didOpen", params: ["textDocument": opened]),
    ]
    let requests = Self.rows.enumerated().map { number, row -> Message in
      var params = row.params
      params["textDocument"] = ["uri": uri]
      return .request(id: .integer(Int64(number)), method: row.method, params: .object(params))
    }
    let end: [Message] = [
      .request(id: "last", method: "shutdown", params: .null),
      .notification(method: "exit", params: .null),
    ]
    return start + requests + end
  }

  @Test("gets problems, and an answer to each request") func answers() throws {
    let python = try #require(SystemProgram.path(of: "python3"))
    let lines = messages.map { $0.json.compact + "\n" }
    let ended = try ChildProcess.run(
      [python, directory.path("client.py"), VirgaProgram.path],
      environment: VirgaProgram.environment(home: directory.root), input: lines.joined(),
      folder: directory.root)
    try #require(ended.code == 0, "\(ended.errors)")
    var answers: [JSONValue: String] = [:]
    var problems = ""
    for line in ended.output.split(separator: "\n") {
      switch try Message(Array(line.utf8)) {
      case .response(let id, let result): answers[id] = result.compact
      case .failure(let id, let failure): answers[id] = failure.message
      case .notification("textDocument/publishDiagnostics", let params): problems = params.compact
      case .notification, .request: break
      }
    }
    #expect(problems.contains(#""range":\#(Self.wrongType.compact)"#))
    #expect(problems.contains(#""code":"unknown-type""#))
    for (number, row) in Self.rows.enumerated() {
      let answer = answers[.integer(Int64(number))] ?? ""
      #expect(answer.contains(row.expected), "\(row.method): \(answer)")
    }
  }
}

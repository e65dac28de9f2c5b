import Testing
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaResources
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite("Language server") struct LanguageServerTests {
  private func server() -> LanguageServer {
    LanguageServer(ServerSurroundings(files: .memory([:]), folders: .memory([])))
  }

  @Test("says what it can do, in the units of the client") func initializing() {
    var server = self.server()
    let answers = server.handle(
      .request(
        id: 1, method: "initialize",
        params: ["capabilities": ["general": ["positionEncodings": ["utf-8"]]]]))
    guard case .response(1, let result)? = answers.first else {
      Issue.record("no answer")
      return
    }
    #expect(result["capabilities"]?["positionEncoding"] == "utf-8")
    #expect(result["capabilities"]?["hoverProvider"]?["workDoneProgress"] == true)
    #expect(result["serverInfo"]?["name"] == "virga")
  }

  @Test("refuses requests before it is initialized, and after it was shut down") func order() {
    var server = self.server()
    let early = server.handle(.request(id: 1, method: "textDocument/hover", params: [:]))
    #expect(early.map(code) == [RequestFailure.Code.notInitialized])
    _ = server.handle(.request(id: 2, method: "initialize", params: [:]))
    let down = server.handle(.request(id: 3, method: "shutdown", params: .null))
    #expect(down == [.response(id: 3, result: .null)])
    let late = server.handle(.request(id: 4, method: "textDocument/hover", params: [:]))
    #expect(late.map(code) == [RequestFailure.Code.invalidRequest])
  }

  /// The code of a failure; nil for any other message.
  private func code(_ message: Message) -> RequestFailure.Code? {
    if case .failure(_, let failure) = message { failure.code } else { nil }
  }

  @Test("exits with 0 after a shutdown, and with 1 without one") func exit() {
    var proper = self.server()
    _ = proper.handle(.request(id: 1, method: "initialize", params: [:]))
    _ = proper.handle(.request(id: 2, method: "shutdown", params: .null))
    #expect(proper.exitCode == nil)
    _ = proper.handle(.notification(method: "exit", params: .null))
    #expect(proper.exitCode == 0)
    var sudden = self.server()
    _ = sudden.handle(.notification(method: "exit", params: .null))
    #expect(sudden.exitCode == 1)
  }

  @Test("an unknown request is refused, an unknown notification ignored") func unknownMethods() {
    var editor = TestEditor()
    let answer = editor.request("textDocument/nothing", [:])
    #expect(answer["code"] == .integer(RequestFailure.Code.unknownMethod.rawValue))
    editor.notify("$/nothing", [:])
    #expect(editor.request("workspace/symbol", ["query": "none such"]) == [])
  }

  @Test(
    "a request with wrong parameters is refused",
    arguments: [
      "textDocument/hover", "textDocument/completion", "textDocument/definition",
      "textDocument/references", "textDocument/documentSymbol", "textDocument/rename",
      "textDocument/codeAction", "workspace/executeCommand",
    ])
  func wrongParameters(_ method: String) {
    var editor = TestEditor()
    let wrong: [JSONValue] = [
      .null, [:], [1], ["textDocument": ["uri": 5]], ["textDocument": ["uri": "file:///other"]],
    ]
    for params in wrong {
      #expect(editor.request(method, params)["code"]?.integerValue != nil)
    }
  }

  @Test("a request that waits can be cancelled") func cancelling() {
    var editor = TestEditor().server
    editor.receive(.request(id: 7, method: "workspace/symbol", params: ["query": "a"]))
    editor.receive(.request(id: 8, method: "workspace/symbol", params: ["query": "none such"]))
    editor.receive(.notification(method: "$/cancelRequest", params: ["id": 7]))
    var sent: [Message] = []
    while editor.hasWork { sent += editor.step() }
    let cancelled = sent.filter { code($0) == .cancelled }
    #expect(cancelled.count == 1)
    #expect(sent.contains(.response(id: 8, result: [])))
    #expect(!sent.contains { if case .response(7, _) = $0 { true } else { false } })
  }

  @Test("nothing is left to do once everything was sent") func idle() {
    var editor = TestEditor()
    editor.open("app.fml.yaml")
    #expect(!editor.server.hasWork)
  }

  @Test("a client that shows progress sees the beginning and the end of loading") func progress() {
    var editor = TestEditor(capabilities: TestEditor.fullCapabilities)
    editor.open("app.fml.yaml")
    #expect(progressKinds(editor.received) == ["begin", "end"])
    let methods = editor.received.compactMap { message -> String? in
      if case .request(_, let method, _) = message { method } else { nil }
    }
    #expect(methods == ["client/registerCapability", "window/workDoneProgress/create"])
  }

  @Test("files that do not belong to a manifest show no progress") func otherProgress() {
    var files = SampleManifest.files
    files["package.json"] = "{\"name\": \"app\"}"
    files[".virga.yaml"] = "strict: true\n"
    var editor = TestEditor(files, capabilities: TestEditor.fullCapabilities)
    for name in ["package.json", ".virga.yaml"] { editor.open(name) }
    #expect(progressKinds(editor.received) == [])
    var other = TestEditor(["notes.yaml": "a: 1\n"], capabilities: TestEditor.fullCapabilities)
    other.open("notes.yaml")
    #expect(progressKinds(other.received) == [])
  }

  @Test("a config shows the progress of loading its manifest") func configProgress() {
    var files = SampleManifest.files
    files[".virga.yaml"] = "manifest: app.fml.yaml\n"
    files["app-menu.json"] = "{\"rows\": 4}"
    var editor = TestEditor(files, capabilities: TestEditor.fullCapabilities)
    editor.open("app-menu.json")
    #expect(progressKinds(editor.received) == ["begin", "end"])
  }

  /// A request with a token for its progress; the document has nothing at the position.
  private func request(_ method: String) -> Message {
    .request(
      id: 1, method: method,
      params: [
        "textDocument": ["uri": TestEditor.uri("app.fml.yaml")],
        "position": ["line": 0, "character": 0], "newName": "a", "query": "a",
        "workDoneToken": "token",
      ])
  }

  @Test(
    "a request that loads manifests shows its progress with its own token, before its answer",
    arguments: [
      "textDocument/completion", "textDocument/hover", "textDocument/definition",
      "textDocument/references", "textDocument/rename", "textDocument/documentSymbol",
      "workspace/symbol",
    ])
  func requestProgress(_ method: String) {
    var server = TestEditor().server
    server.receive(opening(SampleManifest.app))
    server.receive(request(method))
    #expect(server.step() == [])
    let begin: JSONValue = ["kind": "begin", "title": "Loading manifests"]
    #expect(server.step() == [notification(begin)])
    let ended = server.step()
    #expect(ended.count == 2)
    #expect(ended.first == notification(["kind": "end"]))
  }

  /// A notification of the progress of ``request(_:)``.
  private func notification(_ value: JSONValue) -> Message {
    .notification(method: "$/progress", params: ["token": "token", "value": value])
  }

  @Test("a request that loads nothing shows no progress", arguments: ["hover", "completion"])
  func requestWithoutLoading(_ name: String) {
    var editor = TestEditor()
    editor.open("app.fml.yaml")
    var server = editor.server
    #expect(progressKinds(server.handle(request("textDocument/\(name)"))) == [])
  }

  @Test("a request without a token shows its progress, too, to a client that can do that")
  func requestWithoutToken() {
    var editor = TestEditor(capabilities: TestEditor.fullCapabilities)
    editor.open("app.fml.yaml")
    let before = editor.received.count
    _ = editor.request("workspace/symbol", ["query": "a"])
    #expect(progressKinds(Array(editor.received[before...])) == ["begin", "end"])
  }

  @Test("progress ends if its request is cancelled") func cancelledProgress() {
    var server = TestEditor().server
    server.receive(request("workspace/symbol"))
    #expect(progressKinds(server.step()) == ["begin"])
    server.receive(.notification(method: "$/cancelRequest", params: ["id": 1]))
    #expect(progressKinds(server.step()) == ["end"])
  }

  /// What the messages say about progress: `begin` and `end`.
  private func progressKinds(_ messages: [Message]) -> [String] {
    messages.compactMap { message -> String? in
      guard case .notification("$/progress", let params) = message else { return nil }
      return params["value"]?["kind"]?.stringValue
    }
  }

  /// A notification that opens the manifest with a text.
  private func opening(_ text: String) -> Message {
    .notification(
      method: "textDocument/didOpen",
      params: [
        "textDocument": [
          "uri": TestEditor.uri("app.fml.yaml"), "version": 1, "text": .string(text),
        ]
      ])
  }

  private let closing = Message.notification(
    method: "textDocument/didClose",
    params: ["textDocument": ["uri": TestEditor.uri("app.fml.yaml")]])

  @Test("progress ends if the document is closed before it is loaded") func closedEarly() {
    var server = TestEditor(capabilities: TestEditor.fullCapabilities).server
    server.receive(opening(SampleManifest.app))
    var sent: [Message] = []
    while server.hasWork, progressKinds(sent).isEmpty { sent += server.step() }
    sent += server.handle(closing)
    #expect(progressKinds(sent) == ["begin", "end"])
  }

  @Test("a document that is opened again in the middle of a check is checked as it is now")
  func openedAgain() {
    let wrong = SampleManifest.app.replacing("type: Int", with: "type: Itn")
    // However many steps of the first check are over.
    for count in 1...8 {
      var server = TestEditor().server
      server.receive(opening(wrong))
      for _ in 1...count { _ = server.step() }
      server.receive(closing)
      _ = server.handle(opening(SampleManifest.app))
      #expect(server.diagnostics.problems(of: "/apps/app.fml.yaml").isEmpty, "\(count) steps")
    }
  }

  @Test("documents that are not files are ignored") func otherDocuments() {
    var editor = TestEditor()
    editor.notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": "untitled:1", "version": 1, "text": "features: ["]])
    #expect(editor.received == [])
  }
}

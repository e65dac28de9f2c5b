import Testing
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite("Beside a session") struct SessionConnectionTests {
  private let store: SessionStore

  init() throws { store = try SessionStore.memory() }

  private var connection: SessionConnection {
    SessionConnection(
      store, process: "virga lsp 1", now: { Instant(seconds: 0) }, newClientID: "client")
  }

  /// An editor beside the session, with the manifest open.
  private func editor() -> TestEditor {
    var editor = TestEditor(session: connection)
    editor.open("app.fml.yaml")
    return editor
  }

  /// The code actions at the first place of a text.
  private func actions(
    _ editor: inout TestEditor, in name: String = "app.fml.yaml", at text: String,
    after prefix: String
  ) -> [JSONValue] {
    let position = editor.position(name, at: text, after: prefix)
    let found = editor.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": TestEditor.uri(name)],
        "range": ["start": position, "end": position], "context": ["diagnostics": []],
      ])
    return found.arrayValue ?? []
  }

  @Test("a value is tried as an edit of the session") func trying() throws {
    var editor = editor()
    let found = actions(&editor, at: "3", after: "default: ")
    let action = try #require(found.first)
    #expect(action["title"] == "Try rows = 3 in the session")
    let answer = editor.request("workspace/executeCommand", action["command"] ?? .null)
    #expect(answer == .null)
    #expect(store.session[.edit, "app-menu"] == ["rows": 3])
    let shown = editor.received.compactMap { message -> String? in
      guard case .notification("window/showMessage", let params) = message else { return nil }
      return params["message"]?.stringValue
    }
    #expect(shown == ["virga: set rows = 3"])
  }

  @Test(
    "a default is tried from its value, its key and the name of its variable",
    arguments: [("3", "default: "), ("default: 3", ""), ("rows:", "")])
  func tryingDefault(_ text: String, _ prefix: String) {
    var editor = editor()
    let found = actions(&editor, at: text, after: prefix)
    let titles = found.compactMap { $0["title"]?.stringValue }
    #expect(titles == ["Try rows = 3 in the session"])
  }

  @Test("a value that is not for apps is not tried") func otherValues() {
    var editor = editor()
    for (text, prefix) in [("Int", "type: "), ("How many", "description: "), ("value:", "")] {
      let found = actions(&editor, at: text, after: prefix)
      #expect(found == [], "\(text)")
    }
  }

  @Test("a value of a branch's config is tried in the same way") func tryingConfig() throws {
    var editor = TestEditor(settings: ["manifest": "app.fml.yaml"], session: connection)
    editor.open("app-menu.json", "{\"rows\": 4}")
    let found = actions(&editor, in: "app-menu.json", at: "4", after: "\"rows\": ")
    let action = try #require(found.first)
    #expect(action["title"] == "Try rows = 4 in the session")
    let answer = editor.request("workspace/executeCommand", action["command"] ?? .null)
    #expect(answer == .null)
    #expect(store.session[.edit, "app-menu"] == ["rows": 4])
  }

  @Test("hover shows what the session changes") func hover() throws {
    var editor = editor()
    let before = editor.request("textDocument/hover", "app.fml.yaml", at: "rows:")
    #expect(before["contents"]?["value"]?.stringValue?.contains("In the session") == false)
    let found = actions(&editor, at: "3", after: "default: ")
    let action = try #require(found.first)
    _ = editor.request("workspace/executeCommand", action["command"] ?? .null)
    let after = editor.request("textDocument/hover", "app.fml.yaml", at: "rows:")
    let text = after["contents"]?["value"]?.stringValue ?? ""
    #expect(text.contains("In the session for `nightly`: `3`, edit"))
  }

  @Test("hover on an object shows an edit of one of its fields") func editedField() throws {
    var editor = TestEditor(settings: ["manifest": "app.fml.yaml"], session: connection)
    editor.open("app-menu.json", "{\"card\": {\"title\": \"Bye\"}}")
    let found = actions(&editor, in: "app-menu.json", at: "Bye", after: "\"")
    let action = try #require(found.first)
    _ = editor.request("workspace/executeCommand", action["command"] ?? .null)
    let field = editor.hover("app-menu.json", at: "title")
    #expect(field.contains("In the session for `nightly`: `\"Bye\"`, edit"))
    let object = editor.hover("app-menu.json", at: "card")
    let last = object.split(separator: "\n").last ?? ""
    #expect(last.hasPrefix("In the session for `nightly`: "))
    #expect(last.contains("\"Bye\""))
    #expect(last.hasSuffix(", edit"))
  }

  @Test("a wrong value of a config is refused with the reason") func wrongConfig() throws {
    var editor = TestEditor(settings: ["manifest": "app.fml.yaml"], session: connection)
    editor.open("app-menu.json", "{\"rows\": \"four\"}")
    let found = actions(&editor, in: "app-menu.json", at: "four", after: "\"")
    let action = try #require(found.last)
    let answer = editor.request("workspace/executeCommand", action["command"] ?? .null)
    #expect(answer["message"] == "Invalid value \"four\" for type Int")
    #expect(store.session[.edit, "app-menu"] == nil)
  }

  @Test("a wrong default is refused with the reason") func wrongDefault() throws {
    var editor = TestEditor(session: connection)
    let text = SampleManifest.app.replacing("default: left", with: "default: middle")
    editor.open("app.fml.yaml", text)
    let found = actions(&editor, at: "middle", after: "default: ")
    let action = try #require(found.last)
    let answer = editor.request("workspace/executeCommand", action["command"] ?? .null)
    #expect(answer["message"]?.stringValue?.contains("\"middle\"") == true)
    #expect(store.session[.edit, "app-menu"] == nil)
  }

  @Test("nothing is tried while the manifest cannot be read") func unreadableManifest() {
    var editor = editor()
    editor.change("app.fml.yaml", to: "channels: [")
    let arguments: JSONValue = [
      "manifest": "/apps/app.fml.yaml", "feature": "app-menu", "path": "rows", "value": 4,
    ]
    let answer = editor.request(
      "workspace/executeCommand",
      ["command": .string(ServerAbilities.tryValue), "arguments": [arguments]])
    #expect(answer["message"] == "/apps/app.fml.yaml cannot be read; fix its problems first")
    #expect(store.session[.edit, "app-menu"] == nil)
  }

  @Test("a value that apps read already changes nothing") func unchanged() throws {
    var editor = editor()
    let found = actions(&editor, at: "5", after: "rows: ")
    let action = try #require(found.first)
    _ = editor.request("workspace/executeCommand", action["command"] ?? .null)
    #expect(store.session[.edit, "app-menu"] == nil)
  }

  @Test("a value that the types do not allow is refused with the reason") func refused() {
    var editor = editor()
    let arguments: JSONValue = [
      "manifest": "/apps/app.fml.yaml", "feature": "app-menu", "path": "rows", "value": "many",
    ]
    let answer = editor.request(
      "workspace/executeCommand",
      ["command": .string(ServerAbilities.tryValue), "arguments": [arguments]])
    #expect(answer["code"] == .integer(RequestFailure.Code.requestFailed.rawValue))
    #expect(store.session[.edit, "app-menu"] == nil)
  }

  @Test("without a session nothing is offered") func noSession() {
    var editor = TestEditor()
    editor.open("app.fml.yaml")
    let found = actions(&editor, at: "5", after: "rows: ")
    #expect(found == [])
  }
}

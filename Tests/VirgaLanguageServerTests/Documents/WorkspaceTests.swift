import Testing
import VirgaJSON
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite("Manifests of a workspace") struct WorkspaceTests {
  private let messages = "menus/messages.fml.yaml"
  /// The messages without the variant that the app's import sets.
  private let wrongMessages = SampleManifest.messages.replacing("loud:", with: "shrill:")

  @Test("a manifest in another folder that imports the open file is checked") func elsewhere() {
    var editor = TestEditor(SampleManifest.siblings())
    editor.open(messages, wrongMessages)
    #expect(editor.codes("app/app.fml.yaml") != [])
    editor.change(messages, to: SampleManifest.messages)
    #expect(editor.codes("app/app.fml.yaml") == [])
  }

  @Test(
    "hidden folders, and folders that programs fill, are not searched",
    arguments: [".cache", "node_modules", "build"])
  func skipped(_ folder: String) {
    var editor = TestEditor(SampleManifest.siblings(in: folder))
    editor.open(messages, wrongMessages)
    #expect(editor.codes("\(folder)/app.fml.yaml") == [])
  }

  @Test("folders are searched once, and again after a file was created or deleted")
  func searching() {
    var files = SampleManifest.siblings()
    let app = files["app/app.fml.yaml"]
    files["app/app.fml.yaml"] = nil
    files["deep/notes.yaml"] = "a: 1\n"
    var editor = TestEditor(files)
    editor.open(messages, wrongMessages)
    editor.change(messages, to: wrongMessages + "# a\n")
    editor.write("app/notes.json", "{}")
    #expect(editor.listingCount(of: "deep") == 1)
    editor.write("app/app.fml.yaml", app)
    #expect(editor.listingCount(of: "deep") == 2)
    #expect(editor.codes("app/app.fml.yaml") != [])
    editor.write("app/app.fml.yaml", nil)
    #expect(editor.codes("app/app.fml.yaml") == [])
  }

  @Test(
    "a file that is created or deleted in a folder that is not searched searches nothing again",
    arguments: [".cache", "node_modules/package", "deep/build"])
  func searchingSkipped(_ folder: String) {
    var files = SampleManifest.siblings()
    files["deep/notes.yaml"] = "a: 1\n"
    var editor = TestEditor(files)
    editor.open(messages)
    editor.write("\(folder)/app.fml.yaml", SampleManifest.app)
    editor.write("\(folder)/app.fml.yaml", nil)
    #expect(editor.listingCount(of: "deep") == 1)
  }

  @Test("a manifest that is created in such a folder is found for an open file beside it")
  func besideOpen() {
    let (part, app) = ("build/types.fml.yaml", "build/app.fml.yaml")
    var editor = TestEditor([part: SampleManifest.types])
    editor.open(part)
    editor.write(app, "channels: [beta]\nincludes: [types.fml.yaml]\n")
    #expect(editor.loadCount(of: app) != nil)
  }

  @Test("a manifest that begins to import the open file on disk is checked") func importing() {
    var files = SampleManifest.siblings()
    let app = files["app/app.fml.yaml"]
    files["app/app.fml.yaml"] = "channels: [nightly]\nfeatures: {}\n"
    var editor = TestEditor(files)
    editor.open(messages, wrongMessages)
    #expect(editor.codes("app/app.fml.yaml") == [])
    editor.write("app/app.fml.yaml", app)
    #expect(editor.codes("app/app.fml.yaml") != [])
  }

  @Test("so is one in an editor that does not watch files, after a save")
  func importingUnwatched() {
    var files = SampleManifest.siblings()
    let app = files["app/app.fml.yaml"]
    files["app/app.fml.yaml"] = "channels: [nightly]\nincludes: [types.fml.yaml]\n"
    var editor = TestEditor(files)
    editor.open(messages, wrongMessages)
    editor.write("app/app.fml.yaml", app, isReported: false)
    #expect(editor.codes("app/app.fml.yaml") == [])
    editor.save(messages)
    #expect(editor.codes("app/app.fml.yaml") != [])
  }

  @Test("a folder that the editor opens later is searched, too") func folders() {
    var editor = TestEditor(SampleManifest.siblings())
    let event: JSONValue = [
      "removed": [["uri": "file:///apps", "name": "apps"]],
      "added": [["uri": "file:///apps/menus", "name": "menus"]],
    ]
    editor.notify("workspace/didChangeWorkspaceFolders", ["event": event])
    editor.open(messages, wrongMessages)
    #expect(editor.codes("app/app.fml.yaml") == [])
    let added: JSONValue = ["added": [["uri": "file:///apps/app", "name": "app"]], "removed": []]
    editor.notify("workspace/didChangeWorkspaceFolders", ["event": added])
    #expect(editor.codes("app/app.fml.yaml") != [])
  }

  @Test("a part is checked alone only while no manifest includes it") func parts() {
    let alone = SampleManifest.app.replacing("includes:\n  - types.fml.yaml\n", with: "")
    var files = SampleManifest.files
    files["app.fml.yaml"] = alone
    var editor = TestEditor(files)
    editor.open("app.fml.yaml")
    editor.open("types.fml.yaml")
    #expect(editor.loadCount(of: "types.fml.yaml") == 1)
    editor.change("app.fml.yaml", to: SampleManifest.app)
    #expect(editor.loadCount(of: "types.fml.yaml") == nil)
    editor.change("app.fml.yaml", to: alone)
    #expect(editor.loadCount(of: "types.fml.yaml") == 1)
  }

  // MARK: Loading

  /// An editor with two manifests open that have no file in common.
  private func editorOfTwo() -> TestEditor {
    var files = SampleManifest.files
    files["other.fml.yaml"] = SampleManifest.other.replacing("types.", with: "more.")
    files["more.fml.yaml"] = SampleManifest.types
    var editor = TestEditor(files)
    editor.open("app.fml.yaml")
    editor.open("other.fml.yaml")
    return editor
  }

  /// How often the manifests of ``editorOfTwo()`` were loaded.
  private func loadCounts(_ editor: TestEditor) -> [Int?] {
    ["app.fml.yaml", "other.fml.yaml"].map { editor.loadCount(of: $0) }
  }

  @Test("a letter loads only the manifests that have the file") func typing() {
    var editor = editorOfTwo()
    #expect(loadCounts(editor) == [1, 1])
    editor.change("app.fml.yaml", to: SampleManifest.app + "# a\n")
    #expect(loadCounts(editor) == [2, 1])
  }

  @Test("a change on disk loads only the manifests that have the file") func writing() {
    var editor = editorOfTwo()
    editor.write("types.fml.yaml", SampleManifest.types + "# a\n")
    #expect(loadCounts(editor) == [2, 1])
    editor.write("types.fml.yaml", SampleManifest.types + "# a\n")
    editor.write("notes.yaml", "a: 1\n")
    #expect(loadCounts(editor) == [2, 1])
  }

  @Test("a file that was missing loads its manifest when it is created") func creating() {
    var files = SampleManifest.files
    files["types.fml.yaml"] = nil
    var editor = TestEditor(files)
    editor.open("app.fml.yaml")
    #expect(editor.codes("app.fml.yaml").contains("missing-include"))
    editor.write("types.fml.yaml", SampleManifest.types)
    #expect(editor.codes("app.fml.yaml") == [])
  }

  @Test(
    "a save, and a file that is opened as it is on disk, load nothing again",
    arguments: [TestEditor.fullCapabilities, [:] as JSONValue])
  func saving(_ capabilities: JSONValue) {
    var editor = TestEditor(capabilities: capabilities)
    editor.open("app.fml.yaml")
    editor.save("app.fml.yaml")
    editor.open("types.fml.yaml")
    editor.close("types.fml.yaml")
    #expect(editor.loadCount(of: "app.fml.yaml") == 1)
  }

  @Test("a hover loads only the manifest that it shows") func hovering() {
    var files = SampleManifest.files
    files["other.fml.yaml"] = SampleManifest.other
    var editor = TestEditor(files)
    editor.open("types.fml.yaml")
    var server = editor.server
    let change: JSONValue = ["text": .string(SampleManifest.types + "# a\n")]
    server.receive(
      .notification(
        method: "textDocument/didChange",
        params: [
          "textDocument": ["uri": TestEditor.uri("types.fml.yaml"), "version": 2],
          "contentChanges": [change],
        ]))
    let place = editor.position("types.fml.yaml", at: "Side:")
    server.receive(
      .request(
        id: 1, method: "textDocument/hover",
        params: ["textDocument": ["uri": TestEditor.uri("types.fml.yaml")], "position": place]))
    _ = server.step() + server.step()
    let counts = ["app.fml.yaml", "other.fml.yaml"].map { name in
      server.workspace.stored("\(TestEditor.folder)/\(name)")?.revision
    }
    #expect(counts == [2, 1])
  }
}

import Testing
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@testable import VirgaLanguageServer

@Suite("Diagnostics") struct DiagnosticsTests {
  @Test("a manifest without mistakes has none, in any of its files") func noProblems() {
    var editor = TestEditor()
    editor.open("app.fml.yaml")
    #expect(!editor.diagnostics.values.contains { !$0.isEmpty })
  }

  @Test("a problem is shown in the file that has it, while another file is open") func otherFile() {
    var editor = TestEditor()
    editor.open("app.fml.yaml", SampleManifest.app.replacing("type: Side", with: "type: Sides"))
    #expect(editor.problems("app.fml.yaml").contains("unknown-type: Sides"))
    var files = SampleManifest.files
    files["types.fml.yaml"] = SampleManifest.types.replacing("Option<Side>", with: "Option<Sid>")
    var other = TestEditor(files)
    other.open("app.fml.yaml")
    #expect(other.problems("types.fml.yaml") == ["unknown-type: Sid"])
  }

  @Test("a part of a manifest is checked with the manifest that includes it") func included() {
    var editor = TestEditor()
    editor.open("types.fml.yaml")
    #expect(editor.codes("types.fml.yaml") == [])
    editor.change(
      "types.fml.yaml", to: SampleManifest.types.replacing("right: {", with: "middle: {"))
    #expect(editor.codes("app.fml.yaml") != [])
  }

  @Test("a part with channels is warned of an `about` without names, which only a manifest needs")
  func aboutOfIncluded() throws {
    let text = "channels: [release]\nfeatures: {}\n" + SampleManifest.types
    func about(_ editor: TestEditor) throws -> JSONValue {
      let problems = editor.diagnostics["types.fml.yaml"] ?? []
      return try #require(problems.first { $0["code"] == "about-without-names" })
    }
    var files = SampleManifest.files
    files["types.fml.yaml"] = text
    var editor = TestEditor(files)
    editor.open("types.fml.yaml")
    #expect(try about(editor)["severity"] == 2)
    var alone = TestEditor(["types.fml.yaml": text])
    alone.open("types.fml.yaml")
    #expect(try about(alone)["severity"] == 1)
  }

  @Test("a manifest in a folder that is not searched is known if the settings name it")
  func named() {
    let files = SampleManifest.siblings(in: "build")
    let wrong = SampleManifest.messages.replacing("loud:", with: "shrill:")
    var alone = TestEditor(files)
    alone.open("menus/messages.fml.yaml", wrong)
    #expect(alone.codes("build/app.fml.yaml") == [])
    var editor = TestEditor(files, settings: ["manifest": "build/app.fml.yaml"])
    editor.open("menus/messages.fml.yaml", wrong)
    #expect(editor.codes("build/app.fml.yaml") != [])
  }

  @Test("problems follow the text, and are cleared with the last document") func following() {
    var editor = TestEditor()
    editor.open("app.fml.yaml")
    editor.change("app.fml.yaml", to: SampleManifest.app.replacing("type: Int", with: "type: Itn"))
    #expect(editor.problems("app.fml.yaml") == ["unknown-type: Itn"])
    editor.change("app.fml.yaml", to: "features: [")
    #expect(editor.codes("app.fml.yaml") == ["malformed-yaml"])
    editor.close("app.fml.yaml")
    #expect(editor.codes("app.fml.yaml") == [])
  }

  @Test("an incremental change has the problems of the whole text") func incremental() {
    var editor = TestEditor()
    editor.open("app.fml.yaml")
    let start = editor.position("app.fml.yaml", at: "Int", after: "type: ", offset: 0)
    let end = editor.position("app.fml.yaml", at: "Int", after: "type: ", offset: 3)
    editor.change(
      "app.fml.yaml", [["range": ["start": start, "end": end], "text": "Nothing"]])
    #expect(editor.codes("app.fml.yaml") == ["unknown-type"])
  }

  @Test("an unused type is tagged, and codes link to their meaning") func tags() throws {
    var editor = TestEditor()
    editor.open("types.fml.yaml", SampleManifest.types + "  Unused:\n    fields: {}\n")
    let unused = try #require(
      editor.diagnostics["types.fml.yaml"]?.first { $0["code"] == "unused-type" })
    #expect(unused["tags"] == [1])
    #expect(unused["severity"] == 4)
    #expect(unused["codeDescription"]?["href"] == "https://example.org/#unused-type")
  }

  @Test("a wrong value leads to the declaration of its variable") func related() throws {
    var editor = TestEditor()
    editor.open("app.fml.yaml", SampleManifest.app.replacing("rows: 5", with: "rows: five"))
    let problem = try #require(editor.diagnostics["app.fml.yaml"]?.first)
    let related = problem["relatedInformation"]?[0]
    #expect(editor.text("app.fml.yaml", in: related?["location"]?["range"]) == "rows")
    #expect(related?["message"] == "`rows` is declared here as Int")
    #expect(problem["message"]?.stringValue?.hasSuffix(", in nightly") == true)
  }

  @Test("a file that cannot be fetched is tried again after a save, not after each letter")
  func fetching() {
    let requests = Locked(0)
    let fetch: FileReading.Read = { url throws(FileFailure) in
      requests.withLock { $0 += 1 }
      throw FileFailure(path: url, reason: "not found")
    }
    let text = SampleManifest.app.replacing(
      "  - types.fml.yaml", with: "  - types.fml.yaml\n  - https://example.org/more.fml.yaml")
    var editor = TestEditor(options: LoadingOptions(fetch: fetch))
    editor.open("app.fml.yaml", text)
    #expect(editor.codes("app.fml.yaml").contains("not-fetched"))
    editor.change("app.fml.yaml", to: text + "# a\n")
    #expect(requests.withLock { $0 } == 1)
    editor.notify(
      "textDocument/didSave", ["textDocument": ["uri": TestEditor.uri("app.fml.yaml")]])
    #expect(requests.withLock { $0 } == 2)
  }

  @Test("the rules of the project hold") func rules() {
    var files = SampleManifest.files
    let contacts = "    contacts: [a@example.org]\n"
    files["app.fml.yaml"] = SampleManifest.app.replacing(contacts, with: "")
    var editor = TestEditor(files)
    editor.open("app.fml.yaml")
    #expect(editor.codes("app.fml.yaml") == ["missing-metadata"])
    files[".virga.yaml"] = "ignore: [{code: missing-metadata, reason: Not public}]\n"
    var ruled = TestEditor(files)
    ruled.open("app.fml.yaml")
    #expect(ruled.codes("app.fml.yaml") == [])
    ruled.open(".virga.yaml", "strickt: true\n")
    #expect(ruled.problems(".virga.yaml") == ["bad-setting: strickt"])
  }

  @Test("rules hold as soon as they are typed, and load no manifest again") func typedRules() {
    var files = SampleManifest.files
    let contacts = "    contacts: [a@example.org]\n"
    files["app.fml.yaml"] = SampleManifest.app.replacing(contacts, with: "")
    var editor = TestEditor(files)
    editor.open("app.fml.yaml")
    editor.open(".virga.yaml", "ignore: [{code: missing-metadata, reason: Not public}]\n")
    #expect(editor.codes("app.fml.yaml") == [])
    editor.change(".virga.yaml", to: "")
    #expect(editor.codes("app.fml.yaml") == ["missing-metadata"])
    editor.change(".virga.yaml", to: "severity: error\n")
    #expect(editor.codes("app.fml.yaml") == [])
    editor.close(".virga.yaml")
    #expect(editor.codes("app.fml.yaml") == ["missing-metadata"])
    #expect(editor.loadCount(of: "app.fml.yaml") == 1)
  }

  @Test("rules that change on disk hold at once") func writtenRules() {
    var files = SampleManifest.files
    let contacts = "    contacts: [a@example.org]\n"
    files["app.fml.yaml"] = SampleManifest.app.replacing(contacts, with: "")
    var editor = TestEditor(files)
    editor.open("app.fml.yaml")
    editor.write(".virga.yaml", "ignore: [{code: missing-metadata, reason: Not public}]\n")
    #expect(editor.codes("app.fml.yaml") == [])
    #expect(editor.loadCount(of: "app.fml.yaml") == 1)
  }

  @Test("a warning is an error with strict rules, and hidden by a higher severity")
  func strictRules() {
    var files = SampleManifest.files
    let value = "        default: { title: Hello }\n"
    files["app.fml.yaml"] = SampleManifest.app.replacing(
      value, with: "        pref-key: card\n" + value)
    let severities: [String: [Int64]] = ["": [2], "strict: true\n": [1], "severity: error\n": []]
    for (rules, expected) in severities {
      files[".virga.yaml"] = rules
      var editor = TestEditor(files)
      editor.open("app.fml.yaml")
      let found = editor.diagnostics["app.fml.yaml"] ?? []
      #expect(found.compactMap { $0["severity"]?.integerValue } == expected, "\(rules)")
    }
  }

  @Test("a fix is a code action that writes it") func fixes() throws {
    var editor = TestEditor()
    editor.open("app.fml.yaml", SampleManifest.app.replacing("type: Side", with: "type: Sidee"))
    let position = editor.position("app.fml.yaml", at: "Sidee")
    let actions = editor.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": TestEditor.uri("app.fml.yaml")],
        "range": ["start": position, "end": position], "context": ["diagnostics": []],
      ])
    let action = try #require(actions[0])
    #expect(action["title"] == "Change to Side")
    #expect(action["isPreferred"] == true)
    let edit = action["edit"]?["changes"]?["file:///apps/app.fml.yaml"]?[0]
    #expect(edit?["newText"] == "Side")
    #expect(editor.text("app.fml.yaml", in: edit?["range"]) == "Sidee")
  }

  @Test("a text that is not a manifest leaves others alone") func otherText() {
    var editor = TestEditor(["notes.yaml": "a: [1\n"])
    editor.open("notes.yaml")
    #expect(editor.diagnostics.isEmpty)
  }
}

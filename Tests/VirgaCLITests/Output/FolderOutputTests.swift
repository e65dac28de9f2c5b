import Testing
import VirgaTestSupport

/// Commands that write a file, with a path that names a folder.
@Suite("Writing into a folder")
struct FolderOutputTests {
  private let place: Workplace

  /// A command line with `OUT` for the path, and the file that it writes in a folder.
  private static let commands: [(line: String, file: String)] = [
    ("fml generate app.fml.yaml OUT --channel only --language swift", "Code.swift"),
    ("fml generate app.fml.yaml OUT --channel only --language kotlin", "KotlinCode.kt"),
    ("fml single-file app.fml.yaml OUT --channel only", "app-only.fml.yaml"),
    ("fml generate-experimenter app.fml.yaml OUT", "experimenter.yaml"),
    ("session export OUT --session s.virga --manifest good.yaml", "session.json"),
    (
      "handoff --app cirrus --channel beta --platform ios --output OUT --session d.virga",
      "hand-off.json"
    ),
    ("open --script commands --exit --record OUT --session :memory:", "commands.txt"),
    ("run commands --log OUT --session :memory:", "virga.log"),
    ("open good.yaml --script export --exit --session :memory:", "session.json"),
  ]

  init() throws {
    place = try Workplace()
    place.directory.write(
      """
      about: {description: d, swift: {module: M, class: Code}, kotlin: {package: a.b, class: .KotlinCode}}
      channels: [only]
      features:
        one: {description: d, variables: {v: {description: d, type: Int, default: 1}}}
      """, to: "app.fml.yaml")
    place.directory.write("channel release\n", to: "commands")
    place.directory.makeDirectory("made")
    place.directory.write("mine", to: "file")
    let edits = [
      "config set omega greeting hi --session s.virga --manifest good.yaml",
      "config set homescreen pinned-limit 3 --session d.virga",
    ]
    for edit in edits { try #require(try run(edit, "").code == 0) }
  }

  private func run(_ line: String, _ path: String) throws -> ChildProcess {
    place.directory.write("session-export \(path)\n", to: "export")
    let words = line.replacing("OUT", with: path).split(separator: " ").map(String.init)
    return try VirgaProgram.run(words, in: place.directory.root)
  }

  @Test("a path with a slash at its end makes a folder with the file", arguments: commands)
  func newFolder(_ line: String, _ file: String) throws {
    for folder in ["new/", "made/other//", "made"] {
      let answer = try run(line, folder)
      #expect(answer.code == 0, "\(answer.errors)")
      #expect(FileTree.names(in: place.directory.path(folder))?.contains(file) == true)
    }
  }

  @Test(
    "a folder without a parent, or in place of a file, is refused and nothing is written",
    arguments: commands)
  func refusals(_ line: String, _ file: String) throws {
    for (folder, reason) in [
      ("none/new/", "none/new/: No such file"), ("file/", "file/: Not a directory"),
    ] {
      let answer = try run(line, folder)
      #expect(answer.code != 0)
      #expect((answer.errors + answer.output).contains(reason))
      #expect(FileTree.names(in: place.directory.path("none")) == nil)
      #expect(GoldenText.read(place.directory.path("file")) == "mine")
    }
  }

  @Test("a session is a file, so a path with a slash at its end is refused")
  func session() throws {
    let answer = try run("config set omega greeting hi --manifest good.yaml --session OUT", "new/")
    #expect(answer.errors.contains("new/: it is a folder"))
    #expect(answer.code == 2)
    #expect(FileTree.names(in: place.directory.path("new")) == nil)
    #expect(GoldenText.read(place.directory.path("new")) == nil)
  }
}

import Testing
import VirgaTestSupport

/// Commands that write a file, with a path that names a folder.
@Suite("Writing into a folder")
struct OutputFolderTests {
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
    ("open app.fml.yaml --script edits --exit --record OUT --session :memory:", "commands.txt"),
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
    place.directory.write("set v 2\n", to: "edits")
    place.directory.makeDirectory("made")
    place.directory.write("mine", to: "file")
    place.directory.link("lost", to: "nowhere")
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
    "a folder that cannot be made is refused before anything is written",
    arguments: commands)
  func refusals(_ line: String, _ file: String) throws {
    for (folder, reason) in [
      ("none/new/", "none/new/: The folder none does not exist; create it first"),
      ("none/deep/new/", "none/deep/new/: The folder none/deep does not exist; create it first"),
      ("file/new/", "file/new/: file is not a folder"), ("file/", "file/: Not a directory"),
      ("lost/", "lost/: Is a link to a folder that does not exist"),
    ] {
      let answer = try run(line, folder)
      #expect(answer.code != 0)
      #expect((answer.errors + answer.output).contains(reason))
      #expect(FileTree.names(in: place.directory.path("none")) == nil)
      #expect(GoldenText.read(place.directory.path("file")) == "mine")
    }
  }

  @Test("through a link to nothing, the file that it leads to is written", arguments: commands)
  func link(_ line: String, _ file: String) throws {
    let link = file.hasSuffix(".yaml") ? "out.yaml" : "out.json"
    place.directory.link(link, to: "target")
    #expect(try run(line, link).code == 0)
    #expect(GoldenText.read(place.directory.path("target"))?.isEmpty == false)
  }

  /// A path of a session, and what is wrong with it.
  private static let sessions = [
    ("new/", "its path ends like that of a folder"), ("made", "it is a folder"),
    ("made/", "it is a folder"), ("none/new/", "its path ends like that of a folder"),
    ("file/", "its path ends like that of a folder"),
    ("lost/", "its path ends like that of a folder"),
  ]

  @Test("a session is a file, so the path of a folder is refused", arguments: sessions)
  func session(_ path: String, _ reason: String) throws {
    for command in ["config set omega greeting hi", "session show", "flags list"] {
      let answer = try run("\(command) --manifest good.yaml --session OUT", path)
      #expect(answer.errors == "error: \(path): \(reason); a session is a file\n")
      #expect(answer.code == 2)
    }
    let console = try run("good.yaml --dump --session OUT", path)
    #expect(console.errors == "error: \(path): \(reason); a session is a file\n")
    for name in ["new", "none", "nowhere"] {
      #expect(FileTree.names(in: place.directory.path(name)) == nil)
      #expect(GoldenText.read(place.directory.path(name)) == nil)
    }
    #expect(GoldenText.read(place.directory.path("file")) == "mine")
  }

  @Test("an input with a slash at its end is never a file of that name")
  func inputs() throws {
    for line in [
      "validate good.yaml/", "good.yaml/ --dump", "evaluate 1 --context file/",
      "simulate --recipes file/", "recipes add file/ --session s.virga", "session import file/",
      "run commands/", "flags list --flags file/", "fml validate good.yaml/",
    ] {
      let answer = try run(line, "")
      #expect(answer.errors.contains("/: Not a directory"), "\(line): \(answer.errors)")
      #expect(answer.code != 0)
    }
    let missing = try run("simulate --recipes new/", "")
    #expect(missing.errors == "error: new/: No such file or directory\n")
    let link = try run("simulate --recipes lost/", "")
    #expect(link.errors == "error: lost/: Is a link to a folder that does not exist\n")
  }
}

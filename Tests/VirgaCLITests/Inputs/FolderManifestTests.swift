import Testing
import VirgaFiles
import VirgaTestSupport

@Suite("A manifest in a folder", .timeLimit(.minutes(5)))
struct FolderManifestTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Writes a manifest whose only feature has a name that shows which one is open.
  private func write(_ path: String, feature: String, channels: String = "[beta]") throws {
    try FileWriting.makeFolder(FilePath.folder(of: directory.path(path)))
    directory.write(
      """
      about: {description: A manifest}
      channels: \(channels)
      features:
        \(feature): {description: A feature, variables: {}}
      """, to: path)
  }

  private func dump(_ arguments: String...) throws -> ChildProcess {
    try VirgaProgram.run(arguments + ["--dump"], in: directory.root)
  }

  @Test("virga opens the manifest in the working folder", arguments: ["nimbus", "app"])
  func here(_ name: String) throws {
    try write("\(name).fml.yaml", feature: "kiwi")
    try write("part.fml.yaml", feature: "lemon", channels: "[]")
    let answer = try dump()
    #expect(answer.output.contains("kiwi"))
    #expect(!answer.output.contains("demo:"))
    #expect((answer.errors, answer.code) == ("", 0))
  }

  @Test("virga opens the demo in a folder without a manifest") func demo() throws {
    try write("below/nimbus.fml.yaml", feature: "kiwi")
    try write("part.fml.yaml", feature: "lemon", channels: "[]")
    let answer = try dump()
    #expect(answer.output.contains("homescreen"))
    #expect(answer.output.contains(" demo: cirrus ▸ "))
    #expect(answer.code == 0)
  }

  @Test("virga --demo opens the demo in a folder with a manifest") func tour() throws {
    try write("nimbus.fml.yaml", feature: "kiwi")
    #expect(try dump("--demo").output.contains("homescreen"))
  }

  @Test("virga FOLDER opens the only manifest in it or below it", arguments: ["x", "x/y", "x/"])
  func folder(_ folder: String) throws {
    try write("x/y/z/nimbus.fml.yaml", feature: "kiwi")
    try write("x/y/z/parts/part.fml.yaml", feature: "lemon")
    let answer = try dump(folder)
    #expect(answer.output.contains("kiwi"))
    #expect((answer.errors, answer.code) == ("", 0))
  }

  @Test("virga run opens the manifest in the folder that it names") func script() throws {
    try write("x/nimbus.fml.yaml", feature: "kiwi")
    let answer = try VirgaProgram.run(
      ["run", "-", "--manifest", "x"], input: "list\n", in: directory.root)
    #expect(answer.output.contains("kiwi"))
    #expect(answer.code == 0)
  }

  @Test("without a terminal, several manifests are an error with the commands that open them")
  func several() throws {
    try write("x/a b/nimbus.fml.yaml", feature: "kiwi")
    try write("x/c/app.fml.yaml", feature: "lemon")
    let answer = try dump("x")
    #expect(
      answer.errors == """
        error: x has 2 manifests; open one of them:
          virga 'x/a b/nimbus.fml.yaml'
          virga x/c/app.fml.yaml

        """)
    #expect((answer.output, answer.code) == ("", 64))
  }

  @Test("a folder without a manifest is an error") func none() throws {
    try write("x/part.fml.yaml", feature: "kiwi", channels: "[]")
    let answer = try dump("x")
    #expect(answer.errors.hasPrefix("error: x has no manifest: "))
    #expect((answer.output, answer.code) == ("", 2))
  }

  @Test("a manifest that cannot be parsed is opened, so that its problems are shown")
  func broken() throws {
    directory.write("features: [\n", to: "app.fml.yaml")
    #expect(try dump().errors.hasPrefix("app.fml.yaml:2:1: error: "))
  }

  @Test(
    "in a terminal, the number of a manifest opens it",
    .enabled(if: SystemProgram.path(of: "tmux") != nil, "there is no tmux"))
  func choosing() throws {
    try write("a.fml.yaml", feature: "kiwi")
    try write("b.fml.yaml", feature: "lemon")
    let terminal = try TmuxSession("virga", in: directory)
    try terminal.wait(for: "1  a.fml.yaml", "2  b.fml.yaml", "Which one? (1-2")
    try terminal.press("9", "Enter")
    try terminal.press("2", "Enter")
    try terminal.wait(for: "lemon")
    try terminal.press("q")
    try terminal.wait(for: "left 0")
  }

  @Test(
    "Ctrl-C and Ctrl-D leave the question with 130", arguments: ["C-c", "C-d"])
  func leaving(_ key: String) throws {
    guard SystemProgram.path(of: "tmux") != nil else { return }
    try write("a.fml.yaml", feature: "kiwi")
    try write("b.fml.yaml", feature: "lemon")
    // The trap keeps Ctrl-C from ending the shell, too.
    let terminal = try TmuxSession("trap : INT; virga", in: directory)
    try terminal.wait(for: "Which one? (1-2")
    try terminal.press(key)
    try terminal.wait(for: "left 130")
  }
}

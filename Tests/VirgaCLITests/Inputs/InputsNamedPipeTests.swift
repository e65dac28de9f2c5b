import Testing
import VirgaTestSupport

/// Inputs that can be read once: named pipes, and the pipes that a shell makes for `<(…)`.
@Suite("Pipes as inputs") struct InputsNamedPipeTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(Sample.recipeText("r", feature: "omega"), to: "r.json")
    place.directory.write("{\"locale\": \"fr\"}", to: "c.json")
    place.directory.write("[]", to: "e.json")
    place.directory.write("{\"features\": [{\"name\": \"Sun\", \"enabled\": true}]}", to: "f.json")
    place.directory.write("{\"enabled\": false}", to: "a.json")
    place.directory.write("channel release\n", to: "s.txt")
    place.directory.write("owner/name: .\n", to: "repos.yaml")
  }

  /// A command line with `IN` for the input, and the file whose text it reads.
  private static let lines: [(line: String, file: String)] = [
    ("validate IN", "good.yaml"),
    ("open IN --dump", "good.yaml"),
    ("compare IN good.yaml", "good.yaml"),
    ("compare good.yaml --and IN@beta", "good.yaml"),
    ("fml channels IN", "good.yaml"),
    ("fml fetch IN", "good.yaml"),
    ("values good.yaml --channel beta --config alpha=IN", "a.json"),
    ("values good.yaml --channel beta --recipes IN", "r.json"),
    ("check good.yaml alpha IN --channel beta", "a.json"),
    ("complete good.yaml alpha IN 1 2 --channel beta", "a.json"),
    ("evaluate locale --context IN", "c.json"),
    ("evaluate locale --events IN", "e.json"),
    ("flags list --flags IN", "f.json"),
    ("flags list --manifest IN", "good.yaml"),
    ("run IN good.yaml", "s.txt"),
    ("run s.txt IN", "good.yaml"),
    ("open good.yaml --script IN --exit --plain", "s.txt"),
    ("validate @owner/name/good.yaml --repo-file IN", "repos.yaml"),
    ("config set alpha enabled false --manifest IN", "good.yaml"),
    ("recipes add IN --manifest good.yaml", "r.json"),
  ]

  @Test(
    "a named pipe and <(…) are read as the file is, with a session and without one",
    arguments: lines, ["", " --session s.virga"])
  func everyInput(_ input: (line: String, file: String), _ session: String) throws {
    let (line, file) = input
    let takesSession = ["flags", "run", "open", "config", "recipes"].contains { line.hasPrefix($0) }
    guard session.isEmpty || takesSession else { return }
    let reset = "rm -rf input s.virga* .local; "
    let expected = try shell("\(reset)cp \(file) input; \"$@\"", line + session, "input")
    try #require(expected.code == 0, "\(expected.errors)")
    let pipe = """
      \(reset)mkfifo input; cat \(file) >input & "$@"
      code=$?; kill $! 2>/dev/null; exit $code
      """
    let named = try shell(pipe, line + session, "input")
    #expect(named.code == 0, "\(named.errors)")
    #expect(named.output == expected.output)
    guard let bash = SystemProgram.path(of: "bash") else { return }
    let words = (line + session).replacing("IN", with: "<(cat \(file))")
    let substituted = try ChildProcess.run(
      [bash, "-c", "\(reset)\"$0\" \(words)", VirgaProgram.path],
      environment: environment, folder: place.directory.root)
    #expect(substituted.code == 0, "\(substituted.errors)")
    #expect(!substituted.errors.contains("not checked"))
  }

  @Test("standard input is read for --repo-file")
  func repositoryFile() throws {
    let answer = try place.virga(
      "validate", "@owner/name/good.yaml", "--repo-file", "-", input: "owner/name: .\n")
    #expect(answer.code == 0, "\(answer.errors)")
  }

  @Test("standard input is refused for --repo-file if another option names it")
  func repositoryFileTwice() throws {
    for words in [["validate", "-"], ["flags", "list", "--manifest", "-"], ["-", "--dump"]] {
      let twice = try VirgaProgram.run(
        words + ["--repo-file", "-"], input: Workplace.good, in: place.directory.root)
      #expect(
        twice.errors
          == "error: standard input is named by --repo-file and by the manifest, but can be read only once; "
          + "save it to a file first\n")
      #expect(twice.code == 2)
    }
    let two = try place.virga(
      "validate", "@owner/name/good.yaml", "--repo-file", "-", "--repo-file", "-")
    #expect(two.errors.hasPrefix("error: standard input is named twice by --repo-file"))
  }

  @Test("a named pipe that two options name is an error, before either is read")
  func namedTwice() throws {
    let script = "mkfifo pipe; \"$@\""
    let answer = try shell(script, "compare IN ./pipe", "pipe")
    #expect(
      answer.errors.hasPrefix("error: ./pipe is named twice by the manifest"), "\(answer.errors)")
    #expect(answer.code == 2)
  }

  @Test("a pipe that only a manifest or a folder names is refused")
  func refused() throws {
    place.directory.write(Workplace.good + "\nincludes: [pipe]\n", to: "including.yaml")
    place.directory.makeDirectory("recipes")
    let answer = try shell("mkfifo pipe recipes/p.json; \"$@\"", "validate including.yaml", "")
    let text = answer.output + answer.errors
    #expect(text.contains("Not a regular file; a named pipe is read only if"), "\(text)")
    #expect(answer.code == 1)
    let folder = try place.virga("simulate", "--recipes", "recipes")
    #expect(folder.errors.contains("Not a regular file"), "\(folder.errors)")
  }

  @Test("a device is refused")
  func device() throws {
    #expect(try place.virga("validate", "/dev/zero").errors.contains("Not a regular file"))
  }

  @Test("Ctrl-C ends the wait for somebody who writes")
  func interrupted() throws {
    // Opening the pipe for writing waits until the program has opened it.
    let answer = try shell(
      "mkfifo pipe; (exec 9>pipe; kill -INT $$) & exec \"$@\"", "open pipe", "")
    #expect(answer.code == nil, "a signal ends it: \(answer)")
  }

  @Test("a completion reads no pipe", arguments: ["pipe", "/dev/stdin"])
  func completion(_ manifest: String) throws {
    let words = "---complete fish b virga values \(manifest) --channel"
    let answer = try shell("mkfifo pipe; \"$@\"", words, "")
    #expect(answer.output == "")
    #expect(answer.code == 0)
  }

  private var environment: [String: String] { VirgaProgram.environment(home: place.directory.root) }

  private func shell(_ script: String, _ line: String, _ input: String) throws -> ChildProcess {
    let words = line.replacing("IN", with: input).split(separator: " ").map(String.init)
    return try ChildProcess.run(
      ["/bin/sh", "-c", script, "sh", VirgaProgram.path] + words, environment: environment,
      folder: place.directory.root)
  }
}

import Testing
import VirgaTestSupport

@Suite("Exit codes") struct ExitCodeTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test(
    "a missing file exits with 2",
    arguments: [
      ["validate", "none.yaml"], ["validate", "none.yaml", "--format", "json"],
      ["values", "none.yaml"],
      ["compare", "none.yaml"], ["open", "none.yaml"], ["open", "none.yaml", "--dump"],
      ["none.yaml"],
      ["open", "good.yaml", "--script", "none"],
      ["values", "good.yaml", "--channel", "beta", "--config", "omega=none"],
    ])
  func missingFile(arguments: [String]) throws {
    let answer = try VirgaProgram.run(
      arguments, in: place.directory.root, environment: ["TERM": "xterm"])
    #expect(answer.output == "")
    #expect(answer.errors.contains("No such file or directory"))
    #expect(answer.code == 2)
  }

  @Test(
    "wrong arguments exit with 64",
    arguments: [
      ["validate"], ["values", "good.yaml", "--no-such-option"],
      ["values", "good.yaml", "--format", "xml"],
      ["values", "good.yaml", "--channel", "beta", "--config", "omega"],
      ["open", "--dump", "--size", "0x0"],
      ["open", "--dump", "--theme", "none"], ["open", "--exit"], ["open", "--color", "some"],
    ])
  func wrongArguments(arguments: [String]) throws {
    let answer = try VirgaProgram.run(arguments, in: place.directory.root)
    #expect(answer.output == "")
    #expect(answer.errors.hasPrefix("error: "))
    #expect(answer.code == 64)
  }

  @Test(
    "a name that does not exist exits with 64 in every command, and a near one is suggested",
    arguments: [
      (["values", "good.yaml", "omegaa", "--channel", "beta"], "omega"),
      (["check", "good.yaml", "omegaa", "-", "--channel", "beta"], "omega"),
      (["schema", "good.yaml", "omegaa", "--channel", "beta"], "omega"),
      (["values", "good.yaml", "--channel", "betaa"], "beta"),
      (["open", "good.yaml", "--dump", "--channel", "betaa"], "beta"),
      (["expose", "omegaa", "--manifest", "good.yaml"], "omega"),
      (["config", "set", "omegaa", "greeting", "hi", "--manifest", "good.yaml"], "omega"),
      (["branch", "force", "zoom-levells", "fine"], "zoom-levels"),
      (["branch", "force", "zoom-levels", "fien"], "fine"),
      (["recipes", "remove", "zoom-levells"], "zoom-levels"),
      (["flags", "get", "omega.greetingg", "--manifest", "good.yaml"], nil),
      (["flags", "set", "alpha.enabledd", "on", "--manifest", "good.yaml"], nil),
    ])
  func unknownName(arguments: [String], near: String?) throws {
    let answer = try VirgaProgram.run(arguments, input: "{}", in: place.directory.root)
    #expect(answer.output == "")
    #expect(answer.errors.hasPrefix("error: "))
    if let near { #expect(answer.errors.contains("did you mean `\(near)`?"), "\(answer.errors)") }
    #expect(answer.code == 64, "\(answer.errors)")
  }

  @Test(
    "a misspelled subcommand is told apart from a manifest",
    arguments: [
      ("vlidate", "error: vlidate: no such command or file; did you mean `validate`?\n"),
      ("other.yaml", "error: Unexpected argument 'good.yaml'\n"),
    ])
  func misspelledSubcommand(_ first: String, _ said: String) throws {
    let answer = try VirgaProgram.run([first, "good.yaml"], in: place.directory.root)
    #expect(answer.errors.hasPrefix(said))
    #expect(answer.code == 64)
  }

  @Test(
    "a word that is neither a subcommand nor a file is reported as such",
    arguments: [
      ("vlidate", "error: vlidate: no such command or file; did you mean `validate`?\n"),
      ("gooseberry", "error: gooseberry: no such command or file\n"),
    ])
  func unknownWord(_ word: String, _ said: String) throws {
    let answer = try VirgaProgram.run([word], in: place.directory.root)
    #expect(answer.errors == said)
    #expect(answer.code == 2)
    place.directory.write(Workplace.good, to: "vlidate")
    #expect(try VirgaProgram.run(["vlidate", "--dump"], in: place.directory.root).code == 0)
  }

  @Test(
    "help and versions are printed and exit with 0",
    arguments: [
      (["--help"], "  virga [MANIFEST] [OPTION…]"), (["help"], "  virga [MANIFEST] [OPTION…]"),
      (["validate", "--help"], "OVERVIEW: "),
      (["values", "-h"], "OVERVIEW: "), (["help", "compare"], "OVERVIEW: "),
      (["--version"], "virga "),
    ])
  func helpAndVersion(arguments: [String], start: String) throws {
    let answer = try VirgaProgram.run(arguments, in: place.directory.root)
    #expect(answer.output.hasPrefix(start))
    #expect(answer.errors == "")
    #expect(answer.code == 0)
  }

  @Test(
    "help shows the full name of a command, however it is requested",
    arguments: [
      (["validate", "--help"], "virga validate <manifest>"),
      (["help", "validate"], "virga validate <manifest>"),
      (["fml", "info", "--help"], "virga fml info <input>"),
      (["help", "fml", "info"], "virga fml info <input>"),
      (["fml", "--help"], "virga fml <subcommand>"),
    ])
  func helpKnowsTheWholeName(_ arguments: [String], _ usage: String) throws {
    let answer = try VirgaProgram.run(arguments, in: place.directory.root)
    #expect(answer.output.contains("\nUSAGE: \(usage)"))
    #expect(answer.code == 0)
  }

  @Test(
    "an error in the arguments shows the full name of the command",
    arguments: [
      (["validate"], "Usage: virga validate", Int32(64)),
      (["fml", "info"], "Usage: virga fml info", 2),
      (["fml", "info", "a", "b"], "Usage: virga fml info", 2),
      (
        ["fml", "generate", "a", "b", "--language", "c", "--channel", "d"],
        "Usage: virga fml generate <", 2
      ),
      (
        ["fml", "generate", "a", "b", "--channel", "c", "--channel", "d"],
        "Usage: virga fml generate <", 2
      ),
      (["values", "a", "--chanel", "b"], "--channel", 64),
    ])
  func errorsKnowTheWholeName(_ arguments: [String], _ usage: String, _ code: Int32) throws {
    let answer = try VirgaProgram.run(arguments, in: place.directory.root)
    #expect(answer.errors.contains(usage))
    #expect(answer.output == "")
    #expect(answer.code == code)
  }

  @Test(
    "a command that needs a subcommand shows its help as an error",
    arguments: ["config", "branch", "recipes", "context", "session"])
  func groups(_ name: String) throws {
    let answer = try place.virga(name)
    #expect(answer.errors == (try place.virga("help", name).output))
    #expect((answer.output, answer.code) == ("", 64))
  }

  #if os(Linux)
    @Test(
      "an answer that cannot be written exits with 2",
      arguments: [
        "--help", "--version", "help", "help values", "values --help", "fml help",
        "validate good.yaml",
      ])
    func fullDisk(_ line: String) throws {
      let answer = try ChildProcess.run(
        ["/bin/sh", "-c", "\(VirgaProgram.path) \(line) > /dev/full"],
        environment: VirgaProgram.environment(home: place.directory.root),
        folder: place.directory.root)
      #expect(answer.errors == "error: the answer could not be written: No space left on device\n")
      #expect(answer.code == 2)
    }
  #endif

  @Test("completion scripts are generated for shells") func completionScript() throws {
    let answer = try place.virga("completions", "bash")
    #expect(answer.output.contains("-F _virga virga"))
    #expect(answer.code == 0)
  }
}

import Testing
import VirgaTestSupport

@Suite struct ExitCodeTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test(arguments: [
    ["validate", "none.yaml"], ["validate", "none.yaml", "--format", "json"], ["values", "none.yaml"],
    ["compare", "none.yaml"], ["open", "none.yaml"], ["open", "none.yaml", "--dump"], ["none.yaml"],
    ["open", "good.yaml", "--script", "none"], ["values", "good.yaml", "--channel", "beta", "--config", "omega=none"],
  ])
  func aFileThatIsMissingEndsWithTwo(arguments: [String]) throws {
    let answer = try VirgaProgram.run(arguments, in: place.directory.root, environment: ["TERM": "xterm"])
    #expect(answer.output == "")
    #expect(answer.errors.contains("No such file or directory"))
    #expect(answer.code == 2)
  }

  @Test(arguments: [
    ["validate"], ["values", "good.yaml", "--no-such-option"], ["values", "good.yaml", "--format", "xml"],
    ["values", "good.yaml", "--channel", "beta", "--config", "omega"], ["open", "--dump", "--size", "0x0"],
    ["open", "--dump", "--theme", "none"], ["open", "--exit"], ["open", "--color", "some"],
  ])
  func wrongArgumentsEndWithSixtyFour(arguments: [String]) throws {
    let answer = try VirgaProgram.run(arguments, in: place.directory.root)
    #expect(answer.output == "")
    #expect(answer.errors.lowercased().hasPrefix("error: "))
    #expect(answer.code == 64)
  }

  @Test(arguments: [
    ("vlidate", "error: vlidate: no such command or file; did you mean `validate`?\n"),
    ("other.yaml", "Error: Unexpected argument 'good.yaml'\n"),
  ])
  func aMisspeltSubcommandIsToldFromAManifest(_ first: String, _ said: String) throws {
    let answer = try VirgaProgram.run([first, "good.yaml"], in: place.directory.root)
    #expect(answer.errors.hasPrefix(said))
    #expect(answer.code == 64)
  }

  @Test(
    "a word that is neither a subcommand nor a file is said to be none",
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

  @Test(arguments: [
    (["--help"], "OVERVIEW: See what a feature manifest"), (["validate", "--help"], "OVERVIEW: "),
    (["values", "-h"], "OVERVIEW: "), (["help", "compare"], "OVERVIEW: "), (["--version"], "virga "),
  ])
  func whatIsAskedForIsAnAnswer(arguments: [String], start: String) throws {
    let answer = try VirgaProgram.run(arguments, in: place.directory.root)
    #expect(answer.output.hasPrefix(start))
    #expect(answer.errors == "")
    #expect(answer.code == 0)
  }

  @Test(
    "help says the whole name of a command, however it is asked for",
    arguments: [
      (["validate", "--help"], "virga validate <manifest>"),
      (["help", "validate"], "virga validate <manifest>"),
      (["fml", "info", "--help"], "virga fml info <input>"),
      (["help", "fml", "info"], "virga fml info <input>"),
      (["fml", "--help"], "virga fml <subcommand>"),
      (["--help"], "virga <subcommand>"),
    ])
  func helpKnowsTheWholeName(_ arguments: [String], _ usage: String) throws {
    let answer = try VirgaProgram.run(arguments, in: place.directory.root)
    #expect(answer.output.contains("\nUSAGE: \(usage)"))
    #expect(answer.code == 0)
  }

  @Test(
    "what is wrong with the arguments of a command is told with its whole name",
    arguments: [
      (["validate"], "Usage: virga validate", Int32(64)), (["fml", "info"], "Usage: virga fml info", 2),
      (["fml", "info", "a", "b"], "Usage: virga fml info", 2),
      (["fml", "generate", "a", "b", "--language", "c", "--channel", "d"], "Usage: virga fml generate <", 2),
      (["fml", "generate", "a", "b", "--channel", "c", "--channel", "d"], "Usage: virga fml generate <", 2),
      (["values", "a", "--chanel", "b"], "--channel", 64),
    ])
  func errorsKnowTheWholeName(_ arguments: [String], _ usage: String, _ code: Int32) throws {
    let answer = try VirgaProgram.run(arguments, in: place.directory.root)
    #expect(answer.errors.contains(usage))
    #expect(answer.output == "")
    #expect(answer.code == code)
  }

  @Test func shellsGetCompletions() throws {
    let answer = try place.virga("--generate-completion-script", "bash")
    #expect(answer.output.contains("validate"))
    #expect(answer.code == 0)
  }
}

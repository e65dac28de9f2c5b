import Testing
import VirgaTestSupport

@Suite("virga") struct VirgaCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test(
    "a misspelled subcommand is told apart from a manifest",
    arguments: [
      TestRow(
        "a word that is not a file",
        ("vlidate", "error: vlidate: no such command or file; did you mean `validate`?\n")),
      TestRow(
        "a file with a second one", ("other.yaml", "error: Unexpected argument 'good.yaml'\n")),
    ])
  func misspelledSubcommand(_ row: TestRow<(String, String)>) throws {
    let (first, said) = row.values
    let answer = try VirgaProgram.run([first, "good.yaml"], in: place.directory.root)
    #expect(answer.errors.hasPrefix(said))
    #expect(answer.code == 64)
  }

  @Test(
    "a word that is neither a subcommand nor a file is reported as such",
    arguments: [
      TestRow(
        "a word like a subcommand",
        ("vlidate", "error: vlidate: no such command or file; did you mean `validate`?\n")),
      TestRow(
        "a word unlike all of them", ("gooseberry", "error: gooseberry: no such command or file\n")),
    ])
  func unknownWord(_ row: TestRow<(String, String)>) throws {
    let (word, said) = row.values
    let answer = try VirgaProgram.run([word], in: place.directory.root)
    #expect(answer.errors == said)
    #expect(answer.code == 64)
  }

  @Test("a file may have a name like a subcommand")
  func fileLikeASubcommand() throws {
    place.directory.write(Workplace.good, to: "vlidate")
    #expect(try VirgaProgram.run(["vlidate", "--dump"], in: place.directory.root).code == 0)
  }

  @Test(
    "help shows the full name of a command, however it is requested",
    arguments: [
      TestRow("by --help", (["validate", "--help"], "virga validate [<options>] <manifest>")),
      TestRow("by help", (["help", "validate"], "virga validate [<options>] <manifest>")),
      TestRow(
        "of a nested command, by --help", (["fml", "info", "--help"], "virga fml info <input>")),
      TestRow("of a nested command, by help", (["help", "fml", "info"], "virga fml info <input>")),
      TestRow("of a group", (["fml", "--help"], "virga fml <subcommand>")),
    ])
  func helpKnowsTheWholeName(_ row: TestRow<([String], String)>) throws {
    let (arguments, usage) = row.values
    let answer = try VirgaProgram.run(arguments, in: place.directory.root)
    #expect(answer.output.contains("\nUSAGE: \(usage)"))
    #expect(answer.code == 0)
  }

  @Test(
    "an error in the arguments shows the full name of the command",
    arguments: [
      TestRow("a missing argument", (["validate"], "Usage: virga validate", Int32(64))),
      TestRow(
        "a missing argument of a nested command", (["fml", "info"], "Usage: virga fml info", 2)),
      TestRow("one argument too many", (["fml", "info", "a", "b"], "Usage: virga fml info", 2)),
      TestRow(
        "an unknown language",
        (
          ["fml", "generate", "a", "b", "--language", "c", "--channel", "d"],
          "Usage: virga fml generate <", 2
        )),
      TestRow(
        "an option that is given twice",
        (
          ["fml", "generate", "a", "b", "--channel", "c", "--channel", "d"],
          "Usage: virga fml generate <", 2
        )),
      TestRow("a misspelled option", (["values", "a", "--chanel", "b"], "--channel", 64)),
    ] as [TestRow<([String], String, Int32)>])
  func errorsKnowTheWholeName(_ row: TestRow<([String], String, Int32)>) throws {
    let (arguments, usage, code) = row.values
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
}

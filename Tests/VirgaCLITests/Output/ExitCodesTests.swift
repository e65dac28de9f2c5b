import Testing
import VirgaTestSupport

@Suite("Exit codes") struct ExitCodesTests {
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

  /// Command lines with an unknown name, and the name that each suggests.
  private static let nearNames: [(words: [String], near: String)] = [
    (["values", "good.yaml", "omegaa", "--channel", "beta"], "omega"),
    (["check", "good.yaml", "omegaa", "-", "--channel", "beta"], "omega"),
    (["schema", "good.yaml", "omegaa", "--channel", "beta"], "omega"),
    (["values", "good.yaml", "--channel", "betaa"], "beta"),
    (["open", "good.yaml", "--dump", "--channel", "betaa"], "beta"),
    (["expose", "omegaa", "--manifest", "good.yaml"], "omega"),
    (["config", "set", "omegaa", "greeting", "hi", "--manifest", "good.yaml"], "omega"),
    (["config", "drop", "omegaa", "--manifest", "good.yaml"], "omega"),
    (["compare", "good.yaml", "--feature", "omegaa"], "omega"),
    (["handoff", "--app", "fenixx", "--channel", "beta"], "fenix"),
    (["vlidate"], "validate"),
    (["branch", "drop", "zoom-levells"], "zoom-levels"),
    (["branch", "force", "zoom-levells", "fine"], "zoom-levels"),
    (["branch", "force", "zoom-levels", "fien"], "fine"),
    (["recipes", "remove", "zoom-levells"], "zoom-levels"),
    (["recipes", "show", "zoom-levells"], "zoom-levels"),
    (["recipes", "drop", "zoom-levells"], "zoom-levels"),
    (["recipes", "ratio", "zoom-levels", "fien", "3"], "fine"),
  ]

  /// More command lines with an unknown name.
  private static let otherNames = [
    ["flags", "get", "omega.greetingg", "--manifest", "good.yaml"],
    ["flags", "set", "alpha.enabledd", "on", "--manifest", "good.yaml"],
    ["flags", "clear", "alpha.enabledd", "--manifest", "good.yaml"],
  ]

  @Test(
    "an unknown name exits with 64 in every command",
    arguments: nearNames.map(\.words) + otherNames)
  func unknownName(_ words: [String]) throws {
    let answer = try VirgaProgram.run(words, input: "{}", in: place.directory.root)
    #expect(answer.output == "")
    #expect(answer.errors.hasPrefix("error: "))
    #expect(answer.code == 64, "\(answer.errors)")
  }

  @Test("an unknown name is answered with a near one", arguments: nearNames)
  func nearName(_ words: [String], _ near: String) throws {
    let answer = try VirgaProgram.run(words, input: "{}", in: place.directory.root)
    #expect(answer.errors.contains("did you mean `\(near)`?"), "\(answer.errors)")
  }

  @Test(
    "help and version exit with 0",
    arguments: [
      TestRow("the help of virga", (["--help"], "  virga [MANIFEST] [OPTION…]")),
      TestRow("the command help alone", (["help"], "  virga [MANIFEST] [OPTION…]")),
      TestRow("the help of a command", (["validate", "--help"], "OVERVIEW: ")),
      TestRow("the short option", (["values", "-h"], "OVERVIEW: ")),
      TestRow("the command help", (["help", "compare"], "OVERVIEW: ")),
      TestRow("the version", (["--version"], "virga ")),
    ])
  func helpAndVersion(_ row: TestRow<([String], String)>) throws {
    let (arguments, start) = row.values
    let answer = try VirgaProgram.run(arguments, in: place.directory.root)
    #expect(answer.output.hasPrefix(start))
    #expect(answer.errors == "")
    #expect(answer.code == 0)
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
}

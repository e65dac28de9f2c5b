import Testing
import VirgaTestSupport

@Suite struct ExitCodeTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test(arguments: [
    ["validate", "none.yaml"], ["validate", "none.yaml", "--format", "json"], ["values", "none.yaml"],
    ["compare", "none.yaml"], ["open", "none.yaml"], ["open", "none.yaml", "--dump"], ["none.yaml"], ["vlidate"],
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

  @Test(arguments: [["--help"], ["validate", "--help"], ["values", "-h"], ["help", "compare"], ["--version"]])
  func whatIsAskedForIsAnAnswer(arguments: [String]) throws {
    let answer = try VirgaProgram.run(arguments, in: place.directory.root)
    #expect(!answer.output.isEmpty)
    #expect(answer.errors == "")
    #expect(answer.code == 0)
  }

  @Test func shellsGetCompletions() throws {
    let answer = try place.virga("--generate-completion-script", "bash")
    #expect(answer.output.contains("validate"))
    #expect(answer.code == 0)
  }
}

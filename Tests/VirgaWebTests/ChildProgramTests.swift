import Testing
import VirgaWeb

@Suite("Child programs", .timeLimit(.minutes(20))) struct ChildProgramTests {
  @Test("output is read from both pipes, whichever fills first")
  func bothPipes() throws {
    let script = "head -c 300000 /dev/zero >&2; cat; head -c 300000 /dev/zero; exit 7"
    let outcome = try ChildProgram(name: "sh", arguments: ["-c", script]).run(
      input: Array("in".utf8), limit: 1 << 20)
    #expect(outcome.output == Array("in".utf8) + [UInt8](repeating: 0, count: 300_000))
    #expect((1 << 16...1 << 17).contains(outcome.errors.count))
    #expect(outcome.exitCode == 7)
    #expect(!outcome.wasKilled)
  }

  @Test("a program that writes too much is killed")
  func tooMuch() throws {
    let script = "trap '' TERM; while :; do echo a; echo b >&2; done"
    let outcome = try ChildProgram(name: "sh", arguments: ["-c", script]).run(
      input: [], limit: 1000)
    #expect(outcome.wasKilled)
    #expect(outcome.output == [])
  }

  @Test("a program gets the variables that are set for it") func settings() throws {
    let program = ChildProgram(
      name: "sh", arguments: ["-c", "printf %s \"$GREETING\""], adding: ["GREETING": "a b"])
    #expect(try program.run(input: [], limit: 100).output == Array("a b".utf8))
  }

  @Test("a program on this process's own outputs returns its exit code") func attached() throws {
    #expect(try ChildProgram(name: "sh", arguments: ["-c", "exit 7"]).runAttached() == 7)
  }
}

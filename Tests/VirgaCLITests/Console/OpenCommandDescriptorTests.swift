import Testing
import VirgaTestSupport

@Suite("With few descriptors") struct OpenCommandDescriptorTests {
  @Test("a console without a screen ends with a reason", .timeLimit(.minutes(20)), arguments: 3...6)
  func consoles(limit: Int) throws {
    let place = try Workplace()
    for command in [
      "open good.yaml --dump", "open good.yaml --plain", "run - good.yaml", "validate good.yaml",
    ] {
      let answer = try ChildProcess.run(
        ["/bin/sh", "-c", "ulimit -n \(limit); exec '\(VirgaProgram.path)' \(command)"],
        environment: VirgaProgram.environment(home: place.directory.root), input: "quit\n",
        folder: place.directory.root)
      #expect(answer.code != nil, "\(command)")
      #expect(answer.code == 0 || !answer.errors.isEmpty || !answer.output.isEmpty, "\(command)")
    }
  }

  @Test("the reason names the limit", .timeLimit(.minutes(20)))
  func reason() throws {
    let place = try Workplace()
    let answer = try ChildProcess.run(
      ["/bin/sh", "-c", "ulimit -n 4; exec '\(VirgaProgram.path)' open good.yaml --dump"],
      environment: VirgaProgram.environment(home: place.directory.root),
      folder: place.directory.root)
    #expect(answer.errors.contains("Too many open files"))
    #expect(answer.code == 2)
  }
}

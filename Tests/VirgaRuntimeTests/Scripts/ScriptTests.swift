import Testing

@testable import VirgaRuntime

@Suite("Script", .timeLimit(.minutes(20)))
struct ScriptTests {
  @Test("yields its lines without comments and blank lines, however many there are")
  func veryMany() {
    var script = Script(
      String(repeating: "# a comment\n\nexpose\n", count: 50_000), exitsAtEnd: true)
    var given = 0
    while let line = script.next() {
      given += line == "expose" ? 1 : 0
      script.record(refusal: nil)
    }
    #expect(given == 50_000)
  }

  @Test("ends at the first refused line if it runs without a person")
  func refused() {
    var script = Script("# a comment\nexpose\nundo\n", exitsAtEnd: true)
    #expect(script.next() == "expose")
    script.record(refusal: "no feature is selected")
    #expect(script.next() == nil)
    #expect(script.refusal == "script:2: no feature is selected")
  }

  @Test("counts lines of any line ending, also blank ones") func lineEndings() {
    #expect(Script.lines(of: "a\r\n\nb c\u{2028}d\r\n# e") == ["a", "", "b c\u{2028}d", "# e"])
    #expect(Script.lines(of: "a\n") == ["a"])
    #expect(Script.lines(of: "") == [])
  }
}

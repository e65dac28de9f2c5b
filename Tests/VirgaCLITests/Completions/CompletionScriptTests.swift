import Testing
import VirgaTestSupport

@Suite("Completion script") struct CompletionScriptTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("is printed for bash") func completionScript() throws {
    let answer = try place.virga("completions", "bash")
    #expect(answer.output.contains("-F _virga virga"))
    #expect(answer.code == 0)
  }
}

import Testing
import VirgaTestSupport

/// Standard input as the file `-`.
@Suite("Standard input") struct StandardInputTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("is refused for two inputs") func twoInputs() throws {
    let answer = try place.virga(
      "values", "-", "--channel", "beta", "--config", "alpha=-", input: Workplace.good)
    #expect(answer.output == "")
    #expect(
      answer.errors
        == "error: -: Standard input was already read, or is not open for reading; use `-` for one input only\n")
    #expect(answer.code == 2)
  }

  @Test("is refused for two options") func twoOptions() throws {
    let answer = try place.virga(
      "enroll", "--client-id", "00000000-0000-4000-8000-000000000001", "--context", "-", "--recipes", "-", input: "{}")
    #expect(answer.output == "")
    #expect(
      answer.errors
        == "error: -: Standard input was already read, or is not open for reading; use `-` for one input only\n")
    #expect(answer.code == 2)
  }
}

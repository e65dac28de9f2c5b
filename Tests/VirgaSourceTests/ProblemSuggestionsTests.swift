import Testing
import VirgaSource

@Suite("Suggestions of problems") struct ProblemSuggestionsTests {
  private func suggestions(_ hint: String?) -> [String] {
    Problem(.error, "wrong", "wrong").with(hint: hint).suggestions
  }

  @Test("are the names in the question of the hint") func names() {
    #expect(suggestions("did you mean `red`?") == ["red"])
    #expect(suggestions("did you mean \"a\"?") == ["a"])
    #expect(suggestions("did you mean one of \"a\", \"b c\" or \"d\"?") == ["a", "b c", "d"])
    #expect(suggestions("“ is not a quote; did you mean `x`?") == ["x"])
  }

  @Test("are none for another hint") func others() {
    #expect(suggestions(nil) == [])
    #expect(suggestions("write `5`") == [])
    #expect(suggestions("did you mean `red") == [])
  }
}

import Testing
import VirgaSource

@Suite("Similar names") struct NameSuggestionsTests {
  @Test("a misspelled name is found")
  func nearName() {
    #expect(
      NameSuggestions.nearest(
        to: "recent-savd", among: ["recently-saved", "pocket", "recent-saved"]
      ).first
        == "recent-saved")
  }

  @Test("an unrelated name is not found")
  func unrelatedName() {
    #expect(NameSuggestions.nearest(to: "pocket", among: ["jump-back-in", "enabled"]).isEmpty)
  }

  @Test("letter case and separators do not count")
  func caseAndSeparators() {
    #expect(
      NameSuggestions.hint(for: "boolean", among: ["Int", "Boolean"]) == "did you mean `Boolean`?")
    #expect(
      NameSuggestions.hint(for: "app_menu", among: ["app-menu"]) == "did you mean `app-menu`?")
  }

  @Test("a name that is closer than all others is found")
  func clearlyNearest() {
    let names = ["recent-sand", "jump-back-in", "recently-saved"]
    #expect(NameSuggestions.clearlyNearest(to: "recent-savd", among: names) == "recent-sand")
    #expect(
      NameSuggestions.clearlyNearest(to: "recent-savd", among: names.dropFirst())
        == "recently-saved")
    #expect(NameSuggestions.clearlyNearest(to: "sw", among: ["nw", "se"]) == nil)
    #expect(NameSuggestions.clearlyNearest(to: "pocket", among: names) == nil)
  }

  @Test("the name itself is not suggested")
  func sameName() {
    #expect(NameSuggestions.nearest(to: "beta", among: ["beta"]).isEmpty)
  }
}

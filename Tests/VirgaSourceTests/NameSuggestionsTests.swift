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

  @Test("without a near name, the only one that begins with the name is suggested")
  func beginnings() {
    let names = ["felt-privacy-feature", "search-bar", "search-engines"]
    #expect(
      NameSuggestions.hint(for: "felt-privacy", among: names)
        == "did you mean `felt-privacy-feature`?")
    #expect(
      NameSuggestions.hint(for: "Felt_Privacy", among: names)
        == "did you mean `felt-privacy-feature`?", "letter case and separators do not count")
    #expect(NameSuggestions.hint(for: "search", among: names) == nil, "two begin with it")
    #expect(NameSuggestions.hint(for: "fel", among: names) == nil, "too short")
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

  @Test("a name that begins with the typed text comes first, then one with it, then a near one")
  func probableFirst() {
    func sorted(_ names: [String], for typed: String) -> [String] {
      NameSuggestions.probableFirst(names, for: typed, by: \.self)
    }
    #expect(
      sorted(["body", "mlti", "a-multi-b", "multi-z", "multi-a"], for: "Multi")
        == ["multi-z", "multi-a", "a-multi-b", "mlti", "body"])
    #expect(sorted(["b", "a"], for: "") == ["b", "a"])
  }

  @Test("the name itself is not suggested")
  func sameName() {
    #expect(NameSuggestions.nearest(to: "beta", among: ["beta"]).isEmpty)
  }
}

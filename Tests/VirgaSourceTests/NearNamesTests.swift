import Testing
import VirgaSource

@Suite struct NearNamesTests {
  @Test func aSwappedLetterIsNear() {
    #expect(
      NearNames.nearest(to: "recent-savd", among: ["recently-saved", "pocket", "recent-saved"]).first == "recent-saved")
  }

  @Test func anUnrelatedNameIsNotNear() {
    #expect(NearNames.nearest(to: "pocket", among: ["jump-back-in", "enabled"]).isEmpty)
  }

  @Test func letterCaseAndSeparatorsCostNothing() {
    #expect(NearNames.hint(for: "boolean", among: ["Int", "Boolean"]) == "did you mean `Boolean`?")
    #expect(NearNames.hint(for: "app_menu", among: ["app-menu"]) == "did you mean `app-menu`?")
  }

  @Test func theOneThatIsNearerThanAllOthersIsFound() {
    let names = ["recent-sand", "jump-back-in", "recently-saved"]
    #expect(NearNames.clearlyNearest(to: "recent-savd", among: names) == "recent-sand")
    #expect(NearNames.clearlyNearest(to: "recent-savd", among: names.dropFirst()) == "recently-saved")
    #expect(NearNames.clearlyNearest(to: "sw", among: ["nw", "se"]) == nil)
    #expect(NearNames.clearlyNearest(to: "pocket", among: names) == nil)
  }

  @Test func theNameItselfIsNoProposal() {
    #expect(NearNames.nearest(to: "beta", among: ["beta"]).isEmpty)
  }
}

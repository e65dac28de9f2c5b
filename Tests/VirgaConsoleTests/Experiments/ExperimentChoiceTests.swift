import Testing
import VirgaCanvas
import VirgaConsole
import VirgaExperiments
import VirgaJSON
import VirgaSession

@Suite("Choices on screen 4")
struct ExperimentChoiceTests {
  private var console: ConsoleDriver

  init() throws { console = try .onExperiments() }

  private func word(_ slug: String) -> String? { console.word(of: slug) }

  @Test("all marked recipes stay left, also when what took their feature is left after them")
  mutating func leavesSeveral() {
    console.run("mark-all")
    console.press("o")
    #expect(console.status == "opt out of 2 recipes")
    #expect(word("homepage-order-2026") == "opted out")
    #expect(word("suggest-rollout") == "opted out")
    console.press("Esc")
    console.run("recipe homepage-cards")
    console.press("o")
    #expect(word("homepage-cards") == "opted out")
    #expect(word("homepage-order-2026") == "opted out")
    console.press("u", "u")
    #expect(word("homepage-order-2026") == "enrolled")
  }

  @Test("a branch that lies over several features is one override")
  mutating func countsOverrides() {
    console.run("force-branch homepage-order-2026 treatment-b", "features", "mark-all", "drop")
    #expect(console.state.session.overrideCount == 1)
    let features = console.state.session.recipe("homepage-order-2026")?.featureIDs.count ?? 0
    #expect(features > 1)
    #expect(console.state.overlay?.kind == .choice("Drop overrides of \(features) features"))
    #expect(console.state.overlay?.lines.map(\.title.plain) == ["drop it", "treatment-b of homepage-order-2026"])
    console.press("Enter")
    #expect(console.state.session.overrideCount == 0)
    console.run("drop")
    #expect(console.status?.contains("override") == true)
    #expect(console.effects.isEmpty)
  }

  @Test("the cursor stays on the attribute that was set, wherever that moves")
  mutating func followsTheAttribute() {
    console.run("recipe share-sheet-2026")
    console.press("e")
    #expect(console.state.experiments.selectedContext?.name == "region")
    console.run("set-context region US")
    #expect(console.state.experiments.selectedContext?.name == "region")
    console.run("set-context favourite_colour blue")
    #expect(console.state.experiments.selectedContext?.name == "favourite_colour")
  }

  @Test("an attribute is also set as messages write it")
  mutating func setsWithAnEqualsSign() {
    console.run(#"set-context region = "US""#)
    #expect(console.state.session[.context, "region"] == "US")
  }

  @Test("an exposure is asked for until one was recorded, and again once that is undone")
  mutating func tellsOfExposures() {
    console.run("recipe homepage-order-2026")
    #expect(console.lines.contains { $0.contains("Enrolled is not exposed yet") })
    console.press("x")
    #expect(console.lines.contains { $0.contains("An exposure was recorded; screen 5 lists it.") })
    console.press("u")
    #expect(console.lines.contains { $0.contains("Enrolled is not exposed yet") })
    console.press("U")
    #expect(console.lines.contains { $0.contains("An exposure was recorded; screen 5 lists it.") })
    console.run("force-branch homepage-order-2026 treatment-b")
    #expect(console.lines.contains { $0.contains("Enrolled is not exposed yet") }, "that was on another branch")
  }

  @Test("what begins like JSON and is none is refused")
  mutating func refusesHalfJSON() {
    console.run(#"set-context app_version "1312"#)
    #expect(console.status == #"`"1312` is no JSON; close the quote, or write the text without any"#)
    #expect(console.effects.isEmpty)
    console.run("set-context app_version 1312")
    #expect(console.state.session[.context, "app_version"] == "1312")
  }

  @Test("Ctrl-U clears what is typed, and leaves the command that a key began")
  mutating func keepsTheCommand() {
    console.run("recipe share-sheet-2026")
    console.press("e", "Enter", "Ctrl-U")
    #expect(console.state.overlay?.field.text == "set-context region ")
    console.type("US")
    console.press("Enter")
    #expect(console.state.session[.context, "region"] == "US")
    console.press(":")
    console.type("set-context")
    console.press("Ctrl-U")
    #expect(console.state.overlay?.field.text == "")
  }

  @Test("the keys say that a branch is forced of all marked recipes")
  mutating func namesTheMarked() {
    console.run("recipe homepage-cards")
    console.press("v", "v", "?")
    #expect(console.state.experiments.marked.count == 2)
    let line = console.state.overlay?.lines.first { $0.invocation?.name == "force-branch" }
    #expect(line?.detail.plain == "2 recipes")
  }

  @Test("forcing says which recipes are not forced any more for it")
  mutating func saysWhatIsLost() {
    console.run("force-branch homepage-order-2026 control", "force-branch homepage-cards wide")
    #expect(
      console.status
        == "forced wide of homepage-cards; not forced as another recipe has the feature now: homepage-order-2026")
    console.run("force-branch suggest-rollout on")
    #expect(console.status == "forced on of suggest-rollout")
  }
}

import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

/// Enter on what is in effect already.
@Suite("Choosing what is set already") struct ChooseCommandTests {
  private static let yaml = """
    channels: [release, nightly]
    features:
      zoom:
        description: Zoom.
        variables:
          icon: { description: An icon., type: Icon, default: star }
          level: { description: The level., type: Int, default: 1 }
          name: { description: A name., type: String, default: near }
    enums:
      Icon:
        description: Icons.
        variants: { heart: { description: A heart. }, star: { description: A star. } }
    """

  private func expectUnchanged(
    _ console: ConsoleDriver, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(console.message == .unchanged, "\(console.status ?? "")", sourceLocation: location)
    #expect(console.picker == nil && console.committed.isEmpty, sourceLocation: location)
  }

  @Test("keeps a value of the manifest", arguments: ["icon", "level", "name"]) func values(
    name: String
  ) throws {
    var console = try ConsoleDriver(yaml: Self.yaml, channel: "nightly").after(
      ":select zoom", ":open", ":go \(name)")
    console.act("e Enter")
    expectUnchanged(console)
    let shown = try #require(console.features.values.selectedRow?.value.compact)
    console.act(":set \(name) \(shown)")
    expectUnchanged(console)
    #expect(console.session.operations.isEmpty)
    console.act(":set icon heart", "e Enter") {
      $0.session[.edit, "zoom"] == ["icon": "heart"]
    }
  }

  @Test(
    "keeps what is shown",
    arguments: [
      .init("the channel", "c Enter"), .init("the features to list", "F Enter"),
      .init("the flags to list", "2 F Enter"), .init("the events to list", "5 f Enter"),
    ] as [Behavior<String>])
  func view(_ behavior: Behavior<String>) throws {
    let keys = behavior.example
    var console = ConsoleDriver.withRecipes()
    console.act(keys)
    expectUnchanged(console)
  }

  @Test("keeps the channel, also in a read-only session") func channel() throws {
    var console = ConsoleDriver()
    console.act(":channel nightly")
    expectUnchanged(console)
    console.act(":channel beta", says: .channel("beta"))
    console.makeReadOnly()
    console.act("c Enter")
    expectUnchanged(console)
  }

  @Test("leaves the client's branch unforced, unless its line says forced")
  func branch() throws {
    var console = ConsoleDriver.onExperiments().after(":recipe homepage-order-2026", "b")
    #expect(
      console.chosen == "treatment-a"
        && console.titles.last == "homepage-order-2026 · treatment-a, forced")
    console.press("Enter")
    expectUnchanged(console)
    console.act("b", "'forced", "Enter") {
      $0.session[.branch, "homepage-order-2026"] == "treatment-a"
    }
    console.act("b") {
      $0.chosen == "treatment-a" && !$0.titles.contains { $0.hasSuffix("forced") }
    }
    console.press("Enter")
    expectUnchanged(console)
    console.act(":force-branch homepage-order-2026 treatment-a")
    expectUnchanged(console)
  }

  @Test("leaves the client's branch unforced on the Features screen") func branchOfFeature() throws
  {
    var console = ConsoleDriver.withRecipes().after(":select homescreen", "b")
    #expect(console.chosen == "homepage-order-2026 · treatment-a")
    console.press("Enter")
    expectUnchanged(console)
  }

  @Test(
    "keeps the client as it is",
    arguments: [
      .init("an attribute with its own value", "set-context locale en-US"),
      .init("an attribute that follows from the manifest", "set-context channel nightly"),
      .init("the clock moved by nothing", "clock +0s"),
      .init("the clock set to now", "clock now+0s"),
      .init("participation that is on already", "take-part rollouts on"),
      .init("a clock that runs already", "clock run"),
    ] as [Behavior<String>])
  func client(_ behavior: Behavior<String>) throws {
    let line = behavior.example
    var console = ConsoleDriver.onExperiments()
    console.act(":set-context locale en-US", ":\(line)")
    #expect(
      console.status?.hasPrefix("unchanged") == true && console.message?.kind == .info,
      "\(console.status ?? "")")
    #expect(console.committed.isEmpty)
  }

  @Test("keeps the client's id") func clientID() throws {
    var console = ConsoleDriver.onExperiments().after(":focus context", ":first")
    for _ in 0..<60 where console.experiments.contextList.selected?.name != "nimbus_id" {
      console.press("j")
    }
    console.act("e Enter")
    expectUnchanged(console)
  }

  @Test("keeps the weights and the draw of a test", arguments: [false, true]) func shares(
    isStored: Bool
  ) throws {
    var console = FlagDriver.withRecipes().after("2")
    let test = try #require(console.sessionFlags?.catalogue.flags.first { $0.kind.isTest })
    console.act(":select-flag \(test.id)")
    if isStored { console.act("w Enter", ":draw 15", ":draw 15") }
    console.act("w Enter")
    expectUnchanged(console)
    console.act(":", "'draw ", "Enter")
    expectUnchanged(console)
  }

  @Test("keeps the choice that is stored for a flag", arguments: ["unset", "on"]) func choice(
    stored: String
  ) throws {
    var console = FlagDriver.withRecipes().after(
      "2", ":select-flag sentFromCirrus", ":choose-value \(stored)", "o Enter")
    expectUnchanged(console)
    console.act(":choose-value \(stored)")
    #expect(
      console.status?.hasPrefix("unchanged: ") == true && console.committed.isEmpty,
      "\(console.status ?? "")")
  }

  @Test("keeps the applied text of an edit") func texts() throws {
    let console = ConsoleDriver().after(":select homescreen", ":set pinned-limit 3", "i", "Ctrl-S")
    #expect(console.message == .unchanged && console.committed.isEmpty, "\(console.status ?? "")")
  }

  @Test("keeps the recipes that the session has") func recipes() throws {
    var console = ConsoleDriver()
    let recipe = RecipeBatch(.object(try Recipe.test("x", features: "homescreen").json))
    console.send(.recipes(recipe, from: "x.json"))
    console.send(.recipes(recipe, from: "x.json"))
    #expect(
      console.message == .info("unchanged: the session has all of it") && console.committed.isEmpty)
  }
}

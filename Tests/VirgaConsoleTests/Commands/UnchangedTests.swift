import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

/// Enter on what is in effect already.
@Suite("Choosing what is set already") struct UnchangedTests {
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
    #expect(console.model.overlay == nil && console.committed.isEmpty, sourceLocation: location)
  }

  @Test("a value of the manifest", arguments: ["icon", "level", "name"]) func values(
    name: String
  ) throws {
    var console = try ConsoleDriver(yaml: Self.yaml, channel: "nightly").after(
      ":select zoom", ":open", ":go \(name)")
    console.act("e Enter")
    expectUnchanged(console)
    let shown = try #require(console.model.features.values.selectedRow?.value.compact)
    console.act(":set \(name) \(shown)")
    expectUnchanged(console)
    #expect(console.model.session.operations.isEmpty)
    console.act(":set icon heart", "e Enter") {
      $0.model.session[.edit, "zoom"] == ["icon": "heart"]
    }
  }

  @Test(
    "the channel, and what a screen lists",
    arguments: ["c Enter", "F Enter", "2 F Enter", "5 f Enter"])
  func view(keys: String) throws {
    var console = ConsoleDriver.withRecipes()
    console.act(keys)
    expectUnchanged(console)
  }

  @Test("another channel is shown, also in a read-only session") func channel() throws {
    var console = ConsoleDriver()
    console.act(":channel nightly")
    expectUnchanged(console)
    console.act(":channel beta", says: .channel("beta"))
    console.makeReadOnly()
    console.act("c Enter")
    expectUnchanged(console)
  }

  @Test("the branch that the client is in stays unforced; another line forces it")
  func branch() throws {
    var console = ConsoleDriver.onExperiments().after(":recipe homepage-order-2026", "b")
    #expect(
      console.chosen == "treatment-a"
        && console.titles.last == "homepage-order-2026 · treatment-a, forced")
    console.press("Enter")
    expectUnchanged(console)
    console.act("b End Enter") { $0.model.session[.branch, "homepage-order-2026"] == "treatment-a" }
    console.act("b") {
      $0.chosen == "treatment-a" && !$0.titles.contains { $0.hasSuffix("forced") }
    }
    console.press("Enter")
    expectUnchanged(console)
    console.act(":force-branch homepage-order-2026 treatment-a")
    expectUnchanged(console)
  }

  @Test("the branch on the Features screen") func branchOfFeature() throws {
    var console = ConsoleDriver.withRecipes().after(":select homescreen", "b")
    #expect(console.chosen == "homepage-order-2026 · treatment-a")
    console.press("Enter")
    expectUnchanged(console)
  }

  @Test(
    "attributes, also those that follow from the manifest, the clock and participation",
    arguments: [
      "set-context locale en-US", "set-context channel nightly", "clock +0s", "clock now+0s",
      "take-part rollouts on",
      "clock run",
    ])
  func client(line: String) throws {
    var console = ConsoleDriver.onExperiments()
    console.act(":set-context locale en-US", ":\(line)")
    #expect(
      console.status?.hasPrefix("unchanged") == true && console.message?.kind == .info,
      "\(console.status ?? "")")
    #expect(console.committed.isEmpty)
  }

  @Test("the id of the client, proposed by e") func clientID() throws {
    var console = ConsoleDriver.onExperiments().after(":focus context", ":first")
    for _ in 0..<60 where console.model.experiments.contextList.selected?.name != "nimbus_id" {
      console.press("j")
    }
    console.act("e Enter")
    expectUnchanged(console)
  }

  @Test("the weights and the draw of a test, stored or not", arguments: [false, true]) func shares(
    isStored: Bool
  ) throws {
    var console = FlagDriver.withRecipes().after("2")
    let test = try #require(console.model.sessionFlags?.catalogue.flags.first { $0.kind.isTest })
    console.act(":select-flag \(test.id)")
    if isStored { console.act("w Enter", ":draw 15", ":draw 15") }
    console.act("w Enter")
    expectUnchanged(console)
    console.act(":", "'draw ", "Enter")
    expectUnchanged(console)
  }

  @Test("the choice that is stored for a flag", arguments: ["unset", "on"]) func choice(
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

  @Test("the applied text of an edit, and recipes that the session has") func texts() throws {
    var console = ConsoleDriver().after(":select homescreen", ":set pinned-limit 3", "i", "Ctrl-S")
    #expect(console.message == .unchanged && console.committed.isEmpty, "\(console.status ?? "")")
    let recipe = RecipeBatch(.object(try Recipe.test("x", features: "homescreen").json))
    console.send(.recipes(recipe, from: "x.json"))
    console.send(.recipes(recipe, from: "x.json"))
    #expect(
      console.message == .info("unchanged: the session has all of it") && console.committed.isEmpty)
  }
}

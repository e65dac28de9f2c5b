import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Going from an event to its subject") struct EventCommandsTests {
  @Test("Enter goes to the event's feature, or else to its recipe") func going()
    throws
  {
    var console = ConsoleDriver.onEvents()
    console.act("g Enter") { $0.selected == "homescreen" && $0.screen == .features }
    console.act("5 j j Enter", says: .recipeGone("order-2026").about("go to what it is about"))
    console.openDemoRecipes()
    var event = EventSamples.event(1, "enrollment", feature: nil)
    event.slug = "homepage-order-2026"
    console.send(.events([event], replacesAll: true)) { $0.hints.contains("Enter go there") }
    console.act("Enter") {
      $0.screen == .experiments
        && $0.experiments.selected?.slug == "homepage-order-2026"
    }
  }

  @Test("Enter on a stored flag value goes to the flag, or to the variable if no flag reads it")
  func choices() throws {
    let variables = ["compact: Boolean = true", "title: String = a, pref-key: title-key"]
    var console = try ConsoleDriver(
      yaml: ConsoleDriver.yaml(["menu": variables]), channel: "nightly")
    func goToLast() throws {
      console.show([try #require(console.session.operations.last?.events.first)])
      console.act(":events", "Enter")
    }
    func word() -> String? {
      console.title(ofCommand: "go-to-event")
    }
    console.run("select-flag menuCompact", "choose-value off")
    let stored = try #require(console.session.operations.last?.events.first)
    try goToLast()
    #expect(console.screen == .flags && console.flags.selectedFlag?.id == "menuCompact")
    try console.elsewhere { try $0.setPreference("title-key", to: "b") }
    try goToLast()
    #expect(console.screen == .features && console.path == "title")
    console.press("5")
    #expect(word() == "go to the variable")

    var undone = stored
    (undone.kind, undone.time, undone.process) = (
      SessionEvent.undoKind, EventSamples.start, "another 1"
    )
    console.show([undone])
    #expect(word() == "go to the flag", "also from what was taken back")
    console.run(
      "clock +1d", "choose-value on", "flag-layer", "choose-value on", "drop-flag", "features")
    try goToLast()
    #expect(console.screen == .flags, "with a clock of its own, and of both layers at once")
    let event = SessionEvent(
      time: EventSamples.start, kind: SessionEvent.operationKind, process: "another 1"
    ) {
      $0.reason = "set nobodys"
    }
    try console.elsewhere { _ in
      SessionOperation(
        "set nobodys",
        changes: [EntryChange(EntryKey(.preference, "nobodys"), from: nil, to: true)],
        time: EventSamples.start, process: "another 1"
      ).causing([event])
    }
    try goToLast()
    #expect(console.message == .eventHasNoSubject.about("go to what it is about"))
  }

  @Test(
    "x exposes the feature under the cursor on any screen",
    arguments: [("g x", "homescreen"), ("3 g x", "app-menu")])
  func exposing(keys: String, feature: String) throws {
    func exposed(_ console: ConsoleDriver) -> String? {
      guard case .commit(let operation)? = console.effects.first else { return nil }
      return operation.label
    }
    var console = ConsoleDriver.onEvents()
    console.act(keys)
    #expect(exposed(console) == "expose \(feature)")
    console.act("1 g x") { exposed($0) == "expose \($0.ids[0])" }
  }
}

import Testing
import VirgaCanvas
import VirgaConsole
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

@Suite("More flags than are found at once") struct ManyFlagsTests {
  private let manifest: Manifest

  init() throws { manifest = try Self.manifest(features: 51) }

  private static func manifest(features: Int, from first: Int = 0) throws -> Manifest {
    var yaml = "channels: [nightly, release]\nfeatures:\n"
    for number in first..<features {
      yaml += """
          feature-\(number):
            description: d
            variables:
              on: { description: d, type: Boolean, default: true }
            defaults:
              - { channel: release, value: { on: false } }

        """
    }
    return try ConsoleDriver.manifest(yaml)
  }

  /// A console that shows the manifest, with nothing found yet.
  private func loaded() -> State {
    var state = State(size: Size(columns: 120, rows: 40))
    _ = update(&state, .loaded(manifest, []))
    return state
  }

  /// The orders that an event gives.
  private func orders(_ state: inout State, _ event: Event) -> [FlagOrder] {
    update(&state, event).compactMap { if case .findFlags(let order) = $0 { order } else { nil } }
  }

  @Test("they are ordered when their screen is shown, and stand there when they are found") func ordering() throws {
    var state = loaded()
    let order = try #require(orders(&state, .command("flags")).first)
    #expect(frame(of: state).lines().joined().contains("looking for flags …"))
    #expect(orders(&state, .command("down")).isEmpty, "once is enough")
    _ = update(&state, .foundFlags(order.run()))
    #expect(state.flags.flagCount == 51)
    #expect(orders(&state, .command("down")).isEmpty)
  }

  @Test("they are ordered as soon as the manifest is checked, before anybody asks") func before() throws {
    var state = loaded()
    let order = try #require(orders(&state, .checked([nil: []])).first)
    _ = update(&state, .foundFlags(order.run()))
    #expect(orders(&state, .command("flags")).isEmpty)
    #expect(state.flags.flagCount == 51)
  }

  @Test("fewer are there at once") func few() throws {
    var state = State(size: Size(columns: 120, rows: 40))
    _ = update(&state, .loaded(try Self.manifest(features: 50), []))
    #expect(orders(&state, .command("flags")).isEmpty)
    #expect(state.flags.flagCount == 50)
  }

  @Test("what another channel makes of them is ordered too, and until then the last answers are shown") func channel()
    throws
  {
    var state = loaded()
    _ = update(&state, .command("channel nightly"))
    let first = try #require(orders(&state, .command("flags")).first)
    _ = update(&state, .foundFlags(first.run()))
    #expect(state.flags.onCount == 51)
    let second = try #require(orders(&state, .command("channel release")).first)
    #expect(state.flags.onCount == 51)
    _ = update(&state, .foundFlags(first.run()))
    #expect(state.flags.onCount == 51 && state.flags.isFinding, "an earlier order is not heard")
    _ = update(&state, .foundFlags(second.run()))
    #expect(state.flags.onCount == 0 && !state.flags.isFinding)
  }

  @Test("an order that is withdrawn keeps no later one from being carried out") func withdrawing() throws {
    var state = loaded()
    for channel in ["release", "nightly"] { _ = update(&state, .command("channel \(channel)")) }
    _ = update(&state, .foundFlags(try #require(orders(&state, .command("flags")).first).run()))
    let withdrawn = try #require(orders(&state, .command("channel release")).first)
    #expect(orders(&state, .command("channel nightly")).isEmpty)
    let isFinding = state.flags.isFinding
    #expect(!isFinding, "the answers of before are right again")
    #expect(orders(&state, .command("channel release")).isEmpty, "one is carried out at a time")
    let next = try #require(orders(&state, .foundFlags(withdrawn.run())).first)
    _ = update(&state, .foundFlags(next.run()))
    #expect(state.flags.onCount == 0 && !state.flags.isFinding)
  }

  @Test("with fewer flags after the file changed the cursor stays on its flag, and the command line opens") func fewer()
    throws
  {
    var console = try ConsoleDriver(
      Size(columns: 120, rows: 40), manifest: try Self.manifest(features: 60), channel: "nightly")
    console.run("flags", "select-flag feature7On", "features")
    console.load(try Self.manifest(features: 8))
    console.press(":")
    console.type("x")
    console.press("Esc", ":", "Esc", "2")
    #expect(console.state.flags.selectedRow?.id == "feature7On")
    console.run("select-flag feature3On", "features")
    console.load(try Self.manifest(features: 2))
    console.press(":")
    console.type("x")
    console.press("Esc", ":", "Esc", "2")
    #expect(console.state.flags.flagCount == 2 && console.state.flags.selectedRow != nil)
  }

  @Test("what is stored while they are looked for counts when they are found") func meanwhile() throws {
    var state = loaded()
    _ = update(&state, .command("channel nightly"))
    let order = try #require(orders(&state, .command("flags")).first)
    _ = update(&state, .command("select feature-3"))
    _ = update(&state, .command("set on false"))
    _ = update(&state, .foundFlags(order.run()))
    _ = update(&state, .command("flags"))
    #expect(state.flags.onCount == 50)
    #expect(!state.flags.isFinding)
  }

  @Test("a flag to go to gets the cursor as soon as it is found") func selecting() throws {
    var state = loaded()
    let order = try #require(orders(&state, .command("select-flag feature7On")).first)
    #expect(state.refusal == nil)
    _ = update(&state, .foundFlags(order.run()))
    #expect(state.flags.selectedRow?.id == "feature7On" && state.focus == .flags)
    _ = update(&state, .command("select-flag feature99On"))
    #expect(state.refusal?.contains("feature99On") == true)
  }

  @Test("dropping the overrides of all waits until they are found, and asks then") func dropping() throws {
    var state = loaded()
    _ = update(&state, .command("select feature-3"))
    let order = try #require(orders(&state, .command("drop-flags")).first)
    #expect(state.refusal == nil && state.status?.text.plain == "looking for the flags to drop their overrides …")
    _ = update(&state, .foundFlags(order.run()))
    #expect(state.refusal == nil && state.status?.text.plain == "no flag is overridden")
    var session = state.session
    session.perform(
      try session.operations(in: state.surroundings).setPreference("feature3OnUserPrefsKey", to: false))
    state = loaded()
    _ = update(&state, .session(session))
    let second = try #require(orders(&state, .command("drop-flags")).first)
    _ = update(&state, .foundFlags(second.run()))
    #expect(state.overlay?.kind == .choice("Drop overrides of all flags"))
    state = loaded()
    _ = update(&state, .session(session))
    let third = try #require(orders(&state, .command("drop-flags yes")).first)
    _ = update(&state, .terminal(.key("1")))
    _ = update(&state, .foundFlags(third.run()))
    #expect(state.session.overrideCount == 1, "whoever goes elsewhere wants it no more")
    _ = update(&state, .command("drop-flags yes"))
    #expect(state.session.overrideCount == 0)
  }

  @Test("from an event one goes to its flag as soon as it is found") func event() throws {
    var state = loaded()
    var session = state.session
    let event = session.perform(
      try session.operations(in: state.surroundings).setPreference("feature3OnUserPrefsKey", to: false)
    ).events[0]
    _ = update(&state, .session(session))
    _ = update(&state, .events([event], isWhole: true))
    let order = try #require(orders(&state, .command("events")).first)
    #expect(CommandTable.command(named: "go-to-event")?.shownTitle?(state) == "go to the flag")
    _ = update(&state, .terminal(.key("Enter")))
    #expect(state.status?.text.plain == "looking for the flags to go to the one of feature3OnUserPrefsKey …")
    _ = update(&state, .foundFlags(order.run()))
    #expect(state.screen == .flags && state.flags.selectedRow?.id == "feature3On")
  }

  @Test("a command line that is open lists them when they are found") func listing() throws {
    var state = loaded()
    let order = try #require(orders(&state, .command("command feature7On")).first)
    #expect(state.overlay?.lines.contains { $0.title.plain == "select-flag feature7On" } == false)
    _ = update(&state, .foundFlags(order.run()))
    #expect(state.overlay?.lines.contains { $0.title.plain == "select-flag feature7On" } == true)
  }

  @Test("of very many names the first 200 that fit are listed for an argument") func arguments() throws {
    var console = try ConsoleDriver(
      Size(columns: 120, rows: 40), manifest: try Self.manifest(features: 300), channel: nil)
    console.press(":")
    console.type("select feature")
    #expect(console.state.overlay?.lines.count == 200)
    console.type("-299")
    #expect(console.state.overlay?.lines.map(\.title.plain) == ["select feature-299"])
  }

  @Test("what commands apply is found again after anything else than a key") func commands() throws {
    var console = try ConsoleDriver()
    func applies() -> Bool? { console.state.overlay?.lines.first { $0.title.plain == "drop-all" }?.applies }
    console.press(":")
    console.type("drop-al")
    #expect(applies() == false)
    var changed = console
    changed.press("Esc")
    changed.run("select homescreen", "set sections-enabled.pocket false")
    console.send(.session(changed.state.session))
    console.type("l")
    #expect(applies() == true)
  }

  @Test("a flag that was awaited is gone to once") func awaited() throws {
    var state = loaded()
    _ = update(&state, .command("channel nightly"))
    let order = try #require(orders(&state, .command("select-flag feature7On")).first)
    _ = update(&state, .foundFlags(order.run()))
    _ = update(&state, .command("select-flag feature3On"))
    let next = try #require(orders(&state, .command("channel release")).first)
    _ = update(&state, .foundFlags(next.run()))
    #expect(state.flags.selectedRow?.id == "feature3On")
  }

  @Test("the line that was chosen on a command line stays so when the flags are found") func chosenLine() throws {
    var state = loaded()
    let order = try #require(orders(&state, .command("command feature-7")).first)
    let before = try #require(state.overlay?.selected?.invocation)
    _ = update(&state, .foundFlags(order.run()))
    #expect(state.overlay?.selected?.invocation == before)
  }

  @Test("where flags before it went the cursor stays on its flag") func shifted() throws {
    var console = try ConsoleDriver(
      Size(columns: 120, rows: 40), manifest: try Self.manifest(features: 80), channel: "nightly")
    console.run("flags", "select-flag feature27On")
    console.load(try Self.manifest(features: 80, from: 9))
    #expect(console.state.flags.selectedRow?.id == "feature27On")
  }
}

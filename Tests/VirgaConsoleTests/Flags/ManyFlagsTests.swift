import Testing
import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("More flags than are resolved at once") struct ManyFlagsTests {
  private let manifest: Manifest

  init() throws { manifest = try Self.manifest(features: 301) }

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

  /// A console with the manifest, before flags are resolved.
  private func loaded() -> State {
    var state = State(size: Size(columns: 120, rows: 40))
    _ = update(&state, .loaded(manifest, []))
    return state
  }

  private typealias Job = Background<FlagRequest, SessionFlags>.Job

  /// The requests to resolve flags that an event causes.
  private func jobs(_ state: inout State, _ event: Event) -> [Job] {
    update(&state, event).compactMap { if case .resolveFlags(let job) = $0 { job } else { nil } }
  }

  @Test("they are requested when their screen is shown, and are listed when they are resolved") func requesting() throws
  {
    var state = loaded()
    let job = try #require(jobs(&state, .command("flags")).first)
    #expect(frame(of: state).lines().joined().contains("resolving flags …"))
    #expect(jobs(&state, .command("down")).isEmpty, "once is enough")
    _ = update(&state, .resolvedFlags(job.run()))
    #expect(state.flags.matchCount == 301)
    #expect(jobs(&state, .command("down")).isEmpty)
  }

  @Test("they are requested as soon as the manifest is checked, before anybody asks") func before() throws {
    var state = loaded()
    let job = try #require(jobs(&state, .checked([nil: []])).first)
    _ = update(&state, .resolvedFlags(job.run()))
    #expect(jobs(&state, .command("flags")).isEmpty)
    #expect(state.flags.matchCount == 301)
  }

  @Test("fewer are there at once") func few() throws {
    var state = State(size: Size(columns: 120, rows: 40))
    _ = update(&state, .loaded(try Self.manifest(features: 300), []))
    #expect(jobs(&state, .command("flags")).isEmpty)
    #expect(state.flags.matchCount == 300)
  }

  @Test("another channel is requested too, and until then the last answers are shown") func channel() throws {
    var state = loaded()
    _ = update(&state, .command("channel nightly"))
    let first = try #require(jobs(&state, .command("flags")).first)
    _ = update(&state, .resolvedFlags(first.run()))
    #expect(state.flags.counts.on == 301)
    let second = try #require(jobs(&state, .command("channel release")).first)
    #expect(state.flags.counts.on == 301)
    #expect(frame(of: state).lines().joined().contains("resolving …"))
    _ = update(&state, .resolvedFlags(first.run()))
    #expect(state.flags.counts.on == 301 && state.flags.isResolving, "an earlier answer does not count")
    _ = update(&state, .resolvedFlags(second.run()))
    #expect(state.flags.counts.on == 0 && !state.flags.isResolving)
  }

  @Test("a request that is withdrawn keeps no later one from being answered") func withdrawing() throws {
    var state = loaded()
    for channel in ["release", "nightly"] { _ = update(&state, .command("channel \(channel)")) }
    _ = update(&state, .resolvedFlags(try #require(jobs(&state, .command("flags")).first).run()))
    let withdrawn = try #require(jobs(&state, .command("channel release")).first)
    #expect(jobs(&state, .command("channel nightly")).isEmpty)
    let isResolving = state.flags.isResolving
    #expect(!isResolving, "the answers of before are right again")
    #expect(jobs(&state, .command("channel release")).isEmpty, "one request is answered at a time")
    let next = try #require(jobs(&state, .resolvedFlags(withdrawn.run())).first)
    _ = update(&state, .resolvedFlags(next.run()))
    #expect(state.flags.counts.on == 0 && !state.flags.isResolving)
  }

  @Test("with fewer flags after the file changed the cursor stays on its flag, and the command line opens") func fewer()
    throws
  {
    var console = try ConsoleDriver(
      Size(columns: 120, rows: 40), manifest: try Self.manifest(features: 60), channel: "nightly")
    console.run("flags", "go feature7On", "features")
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
    #expect(console.state.flags.matchCount == 2 && console.state.flags.selectedRow != nil)
  }

  @Test("what is stored while they are resolved counts when they are there") func meanwhile() throws {
    var state = loaded()
    _ = update(&state, .command("channel nightly"))
    let job = try #require(jobs(&state, .command("flags")).first)
    _ = update(&state, .command("select feature-3"))
    _ = update(&state, .command("set on false"))
    _ = update(&state, .resolvedFlags(job.run()))
    _ = update(&state, .command("flags"))
    #expect(state.flags.counts.on == 300)
    #expect(!state.flags.isResolving)
  }

  @Test("whoever goes to a flag that is not resolved yet has all resolved at once") func selecting() throws {
    var state = loaded()
    let job = try #require(jobs(&state, .command("flags")).first)
    #expect(jobs(&state, .command("go feature7On")).isEmpty)
    #expect(state.flags.selectedRow?.id == "feature7On" && state.focus == .flags)
    _ = update(&state, .command("select-flag feature3On"))
    _ = update(&state, .resolvedFlags(job.run()))
    #expect(state.flags.selectedRow?.id == "feature3On" && !state.flags.isResolving)
    _ = update(&state, .command("select-flag feature999On"))
    #expect(state.refusal?.contains("feature999On") == true)
  }

  @Test("a flag that is not resolved yet can be set") func setting() throws {
    var state = loaded()
    _ = update(&state, .command("channel nightly"))
    _ = update(&state, .command("flag set feature3On off"))
    #expect(state.session[.preference, "feature3OnUserPrefsKey"] == false)
  }

  @Test("the overrides of all are dropped before they are resolved, after a question") func dropping() throws {
    var state = loaded()
    _ = update(&state, .command("drop-flags"))
    #expect(state.status?.text.plain == "no flag is overridden")
    var session = state.session
    session.perform(
      try session.operations(in: state.surroundings).setPreference("feature3OnUserPrefsKey", to: false))
    state = loaded()
    _ = update(&state, .session(session))
    _ = update(&state, .command("drop-flags"))
    #expect(state.overlay?.title == "Drop overrides of all flags")
    _ = update(&state, .command("drop-flags yes"))
    #expect(state.session.overrideCount == 0)
  }

  @Test("from an event one goes to its flag before it is resolved") func event() throws {
    var state = loaded()
    var session = state.session
    let event = session.perform(
      try session.operations(in: state.surroundings).setPreference("feature3OnUserPrefsKey", to: false)
    ).events[0]
    _ = update(&state, .session(session))
    _ = update(&state, .events([event], isWhole: true))
    #expect(jobs(&state, .command("events")).count == 1)
    #expect(CommandTable.command(named: "go-to-event")?.shownTitle?(state) == "go to the flag")
    _ = update(&state, .terminal(.key("Enter")))
    #expect(state.screen == .flags && state.flags.selectedRow?.id == "feature3On")
  }

  @Test("a command line that is open lists them when they are resolved") func listing() throws {
    var state = loaded()
    let job = try #require(jobs(&state, .command("command feature7On")).first)
    #expect(state.overlay?.lines.contains { $0.title.plain == "go feature7On" } == false)
    _ = update(&state, .resolvedFlags(job.run()))
    #expect(state.overlay?.lines.contains { $0.title.plain == "go feature7On" } == true)
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

  @Test("the line that was chosen on a command line stays so when the flags are resolved") func chosenLine() throws {
    var state = loaded()
    let job = try #require(jobs(&state, .command("command feature-7")).first)
    let before = try #require(state.overlay?.selected?.invocation)
    _ = update(&state, .resolvedFlags(job.run()))
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

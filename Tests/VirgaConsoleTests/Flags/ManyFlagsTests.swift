import Testing
import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

/// A console in which requests to resolve flags wait until a test answers them.
private struct WaitingConsole: ConsoleInput {
  typealias Job = Background<FlagRequest, SessionFlags>.Job

  private(set) var state = State(size: ConsoleDriver.defaultSize)
  /// The requests of the last event.
  private(set) var jobs: [Job] = []

  /// A console that shows a manifest, with no flag resolved yet.
  init(_ manifest: Manifest) { send(.loaded(manifest, [])) }

  mutating func send(_ event: Event) {
    jobs = update(&state, event).compactMap { if case .resolveFlags(let job) = $0 { job } else { nil } }
  }

  /// Runs a line and returns its request.
  mutating func requested(_ line: String) throws -> Job {
    run(line)
    return try #require(jobs.first)
  }

  mutating func answer(_ job: Job) { send(.resolvedFlags(job.run())) }

  var isResolving: Bool { state.flags.isResolving }
  var selected: String? { state.flags.selectedRow?.id }
  var titles: [String] { state.overlay?.lines.map(\.title.plain) ?? [] }
  func sees(_ text: String) -> Bool { frame(of: state).lines().joined().contains(text) }
}

@Suite("Flags resolved in the background") struct ManyFlagsTests {
  private var console: WaitingConsole

  init() throws { console = WaitingConsole(try Self.manifest(features: 301)) }

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

  /// A console that shows this number of features.
  private func shown(_ features: Int, channel: String? = "nightly") throws -> ConsoleDriver {
    try ConsoleDriver(ConsoleDriver.defaultSize, manifest: Self.manifest(features: features), channel: channel)
  }

  @Test("flags are requested when their screen is shown and listed once resolved")
  mutating func requesting() throws {
    let job = try console.requested("flags")
    #expect(console.sees("resolving flags …"))
    console.run("down")
    #expect(console.jobs.isEmpty, "once is enough")
    console.answer(job)
    #expect(console.state.flags.matchCount == 301)
    console.run("down")
    #expect(console.jobs.isEmpty)
  }

  @Test("flags are requested as soon as the manifest is checked") mutating func before() throws {
    console.send(.checked([nil: []]))
    console.answer(try #require(console.jobs.first))
    console.run("flags")
    #expect(console.jobs.isEmpty && console.state.flags.matchCount == 301)
  }

  @Test("300 flags are resolved immediately") mutating func few() throws {
    console = WaitingConsole(try Self.manifest(features: 300))
    console.run("flags")
    #expect(console.jobs.isEmpty && console.state.flags.matchCount == 300)
  }

  @Test("another channel is requested too, and the previous answers are shown until then") mutating func channel()
    throws
  {
    console.run("channel nightly")
    let first = try console.requested("flags")
    console.answer(first)
    #expect(console.state.flags.counts.on == 301)
    let second = try console.requested("channel release")
    #expect(console.state.flags.counts.on == 301 && console.sees("resolving …"))
    console.answer(first)
    #expect(console.state.flags.counts.on == 301 && console.isResolving, "an earlier answer does not count")
    console.answer(second)
    #expect(console.state.flags.counts.on == 0 && !console.isResolving)
  }

  @Test("an abandoned request does not block a later one") mutating func withdrawing() throws {
    console.run("channel release", "channel nightly")
    console.answer(try console.requested("flags"))
    let canceled = try console.requested("channel release")
    console.run("channel nightly")
    #expect(console.jobs.isEmpty && !console.isResolving, "the answers of before are right again")
    console.run("channel release")
    #expect(console.jobs.isEmpty, "one request is answered at a time")
    console.answer(canceled)
    console.answer(try #require(console.jobs.first))
    #expect(console.state.flags.counts.on == 0 && !console.isResolving)
  }

  @Test("the cursor stays on its flag if a reload leaves fewer flags")
  func fewer() throws {
    var console = try shown(60)
    console.run("flags", "go feature7On", "features")
    console.load(try Self.manifest(features: 8))
    console.act(":", "'x", "Esc", ":", "Esc 2")
    #expect(console.state.flags.selectedRow?.id == "feature7On")
    console.run("select-flag feature3On", "features")
    console.load(try Self.manifest(features: 2))
    console.act(":", "'x", "Esc", ":", "Esc 2")
    #expect(console.state.flags.matchCount == 2 && console.state.flags.selectedRow != nil)
  }

  @Test("a change made during resolving counts once the flags arrive") mutating func meanwhile() throws {
    console.run("channel nightly")
    let job = try console.requested("flags")
    console.run("select feature-3", "set on false")
    console.answer(job)
    console.run("flags")
    #expect(console.state.flags.counts.on == 300 && !console.isResolving)
  }

  @Test("going to an unresolved flag resolves all flags at once") mutating func selecting() throws {
    let job = try console.requested("flags")
    console.run("go feature7On")
    #expect(console.jobs.isEmpty && console.selected == "feature7On" && console.state.focus == .flags)
    console.run("select-flag feature3On")
    console.answer(job)
    #expect(console.selected == "feature3On" && !console.isResolving)
    console.run("select-flag feature999On")
    #expect(console.state.status == .unknown("flag", "feature999On", among: console.state.flags.ids))
  }

  @Test("an unresolved flag can be set") mutating func setting() {
    console.run("channel nightly", "flag set feature3On off")
    #expect(console.state.session[.preference, "feature3OnUserPrefsKey"] == false)
  }

  /// Stores a preference as another process would, and returns its event.
  private mutating func storePreference() throws -> SessionEvent {
    var session = console.state.session
    let operation = try session.operations(in: console.state.operationContext)
      .setPreference("feature3OnUserPrefsKey", to: false)
    let event = session.perform(operation).events[0]
    console.send(.session(session))
    return event
  }

  @Test("drop-flags asks before flags are resolved, and drops their overrides") mutating func dropping() throws {
    console.run("drop-flags")
    #expect(console.state.status == .info("no flag is overridden"))
    _ = try storePreference()
    console.run("drop-flags")
    #expect(console.state.overlay?.title == "Drop overrides of all flags")
    console.run("drop-flags yes")
    #expect(console.state.session.overrideCount == 0)
  }

  @Test("an event leads to its flag before flags are resolved") mutating func event() throws {
    console.send(.events([try storePreference()], isWhole: true))
    console.run("events")
    #expect(console.jobs.count == 1)
    #expect(CommandTable.command(named: "go-to-event")?.shownTitle?(console.state) == "go to the flag")
    console.press("Enter")
    #expect(console.state.screen == .flags && console.selected == "feature3On")
  }

  @Test("an open command line lists flags once they are resolved") mutating func listing() throws {
    let job = try console.requested("command feature7On")
    #expect(!console.titles.contains("go feature7On"))
    console.answer(job)
    #expect(console.titles.contains("go feature7On"))
  }

  @Test("the chosen line of a command line stays when flags are resolved")
  mutating func chosenLine() throws {
    let job = try console.requested("command feature-7")
    let before = try #require(console.state.overlay?.selected?.invocation)
    console.answer(job)
    #expect(console.state.overlay?.selected?.invocation == before)
  }

  @Test("an argument lists the first 200 matching names") func arguments() throws {
    var console = try shown(300, channel: nil)
    console.act(":", "'select feature")
    #expect(console.titles.count == 200)
    console.type("-299")
    #expect(console.titles == ["select feature-299"])
  }

  @Test("the command line notices that a command applies after a session change") func commands() throws {
    var console = try ConsoleDriver()
    func applies() -> Bool? { console.state.overlay?.lines.first { $0.title.plain == "drop-all" }?.applies }
    console.act(":", "'drop-al")
    #expect(applies() == false)
    var changed = console
    changed.act("Esc", ":select homescreen", ":set sections-enabled.pocket false")
    console.send(.session(changed.state.session))
    console.type("l")
    #expect(applies() == true)
  }

  @Test("the cursor stays on its flag if flags before it disappear") func shifted() throws {
    var console = try shown(80)
    console.run("flags", "select-flag feature27On")
    console.load(try Self.manifest(features: 80, from: 9))
    #expect(console.state.flags.selectedRow?.id == "feature27On")
  }
}

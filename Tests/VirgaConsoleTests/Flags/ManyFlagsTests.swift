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

  private(set) var model = Model(size: ConsoleDriver.defaultSize)
  /// The requests of the last event.
  private(set) var jobs: [Job] = []

  /// A console that shows a manifest, with no flag resolved yet.
  init(_ manifest: Manifest) { send(.loaded(manifest, [])) }

  mutating func send(_ event: Event) {
    jobs = update(&model, event).compactMap { if case .resolveFlags(let job) = $0 { job } else { nil } }
  }

  /// Runs a line and returns its request.
  mutating func requested(_ line: String) throws -> Job {
    run(line)
    return try #require(jobs.first)
  }

  mutating func answer(_ job: Job) { send(.resolvedFlags(job.run())) }

  var isResolving: Bool { model.flags.isResolving }
  var selected: String? { model.flags.selectedRow?.id }
  var onCount: Int { model.flags.count(.on) }
  var titles: [String] { model.overlay?.lines.map(\.title.plain) ?? [] }
  func sees(_ text: String) -> Bool { frame(of: model).lines().joined().contains(text) }
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

  @Test("flags are requested once, when their screen is shown or the manifest is checked", arguments: [true, false])
  mutating func requesting(isChecked: Bool) throws {
    if isChecked { console.send(.checked([nil: []])) } else { console.run("flags") }
    let job = try #require(console.jobs.first)
    console.run("flags", "down")
    #expect(console.jobs.isEmpty && console.sees("resolving flags …"))
    console.answer(job)
    console.run("down")
    #expect(console.jobs.isEmpty && console.model.flags.matchCount == 301)
  }

  @Test("300 flags are resolved immediately") mutating func few() throws {
    console = WaitingConsole(try Self.manifest(features: 300))
    console.run("flags")
    #expect(console.jobs.isEmpty && console.model.flags.matchCount == 300)
  }

  @Test("another channel is requested too, and the previous answers are shown until then") mutating func channel()
    throws
  {
    console.run("channel nightly")
    let first = try console.requested("flags")
    console.answer(first)
    #expect(console.onCount == 301)
    let second = try console.requested("channel release")
    #expect(console.onCount == 301 && console.sees("resolving …"))
    console.answer(first)
    #expect(console.onCount == 301 && console.isResolving, "an earlier answer does not count")
    console.answer(second)
    #expect(console.onCount == 0 && !console.isResolving)
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
    #expect(console.onCount == 0 && !console.isResolving)
  }

  @Test("the cursor stays on its flag if a reload leaves fewer flags", arguments: [0..<8, 5..<60])
  func fewer(rest: Range<Int>) throws {
    var console = try shown(60)
    console.run("flags", "go feature7On", "features")
    console.load(try Self.manifest(features: rest.upperBound, from: rest.lowerBound))
    console.act(":", "'x", "Esc", ":", "Esc 2")
    #expect(console.model.flags.matchCount == rest.count && console.model.flags.selectedRow?.id == "feature7On")
  }

  @Test("a change made during resolving counts once the flags arrive") mutating func meanwhile() throws {
    console.run("channel nightly")
    let job = try console.requested("flags")
    console.run("select feature-3", "set on false")
    console.answer(job)
    console.run("flags")
    #expect(console.onCount == 300 && !console.isResolving)
  }

  @Test("going to an unresolved flag resolves all flags at once") mutating func selecting() throws {
    let job = try console.requested("flags")
    console.run("go feature7On")
    #expect(console.jobs.isEmpty && console.selected == "feature7On" && console.model.focus == .flags)
    console.run("select-flag feature3On")
    console.answer(job)
    #expect(console.selected == "feature3On" && !console.isResolving)
    console.run("select-flag feature999On")
    #expect(console.model.status == .unknown("flag", "feature999On", among: console.model.flags.ids))
  }

  @Test("an unresolved flag can be set") mutating func setting() {
    console.run("channel nightly", "flag set feature3On off")
    #expect(console.model.session[.preference, "feature3OnUserPrefsKey"] == false)
  }

  /// Stores a preference as another process would, and returns its event.
  private mutating func storePreference() throws -> SessionEvent {
    var session = console.model.session
    let operation = try session.operations(in: console.model.operationContext)
      .setPreference("feature3OnUserPrefsKey", to: false)
    let event = session.perform(operation).events[0]
    console.send(.session(session))
    return event
  }

  @Test("drop-flags asks before flags are resolved, and drops their overrides") mutating func dropping() throws {
    console.run("drop-flags")
    #expect(console.model.status == .info("no flag is overridden"))
    _ = try storePreference()
    console.run("drop-flags")
    #expect(console.model.overlay?.title == "Drop overrides of all flags")
    console.run("drop-flags yes")
    #expect(console.model.session.overrideCount == 0)
  }

  @Test("an event leads to its flag before flags are resolved") mutating func event() throws {
    console.send(.events([try storePreference()], isWhole: true))
    console.run("events")
    #expect(console.jobs.count == 1)
    #expect(CommandTable.command(named: "go-to-event")?.shownTitle?(console.model) == "go to the flag")
    console.press("Enter")
    #expect(console.model.screen == .flags && console.selected == "feature3On")
  }

  @Test("an open command line lists flags once they are resolved, its cursor on the same line") mutating func listing()
    throws
  {
    let job = try console.requested("command feature-7")
    let before = try #require(console.model.overlay?.selected?.invocation)
    #expect(!console.titles.contains("go feature7On"))
    console.answer(job)
    #expect(console.model.overlay?.selected?.invocation == before)
    console.run("command feature7On")
    #expect(console.titles.contains("go feature7On"))
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
    func applies() -> Bool? { console.model.overlay?.lines.first { $0.title.plain == "drop-all" }?.applies }
    console.act(":", "'drop-al")
    #expect(applies() == false)
    try console.elsewhere { try $0.setPreference("anything", to: true) }
    console.type("l")
    #expect(applies() == true)
  }
}

import Testing
import VirgaCanvas
import VirgaGenerate
import VirgaSession
import VirgaTargeting
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Connected apps in the console") struct ConnectedAppTests {
  private static let start = Instant(seconds: 1_775_044_800)

  /// An app with the code of the demo manifest in a channel, connected for two minutes.
  private static func app(
    _ channel: String = "release", process: String = "cirrus 41", hash: String? = nil
  ) -> ConnectedApp {
    ConnectedApp(
      process: process, manifest: "cirrus", channel: channel,
      hash: hash ?? ConsoleDriver.demo.hash(in: channel), since: start.advanced(by: -120))
  }

  private func console(
    _ columns: Int = 80, _ apps: ConnectedApp..., channel: String = "release"
  ) -> ConsoleDriver {
    var console = ConsoleDriver(Size(columns: columns, rows: 24), channel: channel)
    console.tell(Self.start)
    if !apps.isEmpty { console.send(.apps(apps)) }
    return console
  }

  @Test(
    "are summarized in the first line",
    arguments: [
      .init(
        "one app is named with its channel and time",
        (80, [app()], "release", " cirrus, release, 2 min · no overrides")),
      .init("one app without room is counted", (50, [app()], "release", " 1 app")),
      .init("a different channel warns", (80, [app()], "developer", " ! cirrus, release, 2 min")),
      .init(
        "a different channel without room warns with the channel",
        (60, [app()], "developer", " ! app: release")),
      .init(
        "a different manifest warns", (80, [app(hash: "1")], "release", " ! app: other manifest")),
      .init(
        "a different manifest without room only warns", (60, [app(hash: "1")], "release", " ! app")),
      .init(
        "a different channel and manifest warn together",
        (80, [app(hash: "1")], "beta", " ! cirrus, release, 2 min, other manifest")),
      .init(
        "several apps are counted", (80, [app(), app(process: "cirrus 42")], "release", " 2 apps")),
      .init(
        "several apps warn with the number that differ",
        (80, [app(), app("beta", process: "cirrus 42")], "release", " ! 1 of 2 apps differ")),
      .init(
        "several apps without room only warn",
        (60, [app(), app("beta", process: "cirrus 42")], "release", " ! apps differ")),
    ] as [Behavior<(columns: Int, apps: [ConnectedApp], channel: String, words: String)>])
  func firstLine(
    _ behavior: Behavior<(columns: Int, apps: [ConnectedApp], channel: String, words: String)>
  ) {
    let (columns, apps, channel, words) = behavior.example
    var console = console(columns, channel: channel)
    console.send(.apps(apps))
    let line = console.lines[0]
    #expect(line.contains(words), "\(line)")
    console.send(.apps([]))
    let lineWithout = console.lines[0]
    #expect(!lineWithout.contains("app") && !lineWithout.contains("min"), "\(lineWithout)")
  }

  @Test("that differ are named on every screen at every width", arguments: [40, 50, 60, 80, 120])
  func everyScreen(columns: Int) {
    var console = console(columns, Self.app(), channel: "developer")
    for screen in Screen.allCases {
      console.run(screen.rawValue)
      let line = console.lines[0]
      #expect(line.contains(" ! app") || line.contains(" ! cirrus, release, 2 min"), "\(line)")
    }
  }

  @Test("are announced when they come and go, with the key that helps if they differ")
  func announced() {
    var console = console(120, channel: "developer")
    console.send(.apps([Self.app()]))
    let difference = "its channel or manifest is not the one on screen (P lists the apps)"
    #expect(console.status == "cirrus, release connected; \(difference)")
    #expect(console.hints.contains("P apps"))
    console.send(.apps([]))
    #expect(console.status == "cirrus, release disconnected")
    #expect(!console.hints.contains("P apps"))
    console.run("channel release")
    console.send(.apps([Self.app()])) { $0.status == "cirrus, release connected" }
  }

  @Test("are followed to their channel, as an operation that can be undone")
  func following() {
    var console = console(120, Self.app(), channel: "developer")
    console.act("P") { $0.titles == ["cirrus, release, 2 min"] }
    #expect(console.details == ["the session is in developer · cirrus 41"])
    console.act("Enter") {
      $0.lines[0].contains("▸ release") && $0.lines[0].contains(" cirrus, release, 2 min")
    }
    #expect(!console.lines[0].contains("!"))
    #expect(console.session.undoable?.label == "switch to channel release")
    console.act("u") { $0.lines[0].contains("! cirrus, release, 2 min") }
    console.act(":follow-app") { $0.lines[0].contains("▸ release") }
    console.act(":follow-app", says: .isInChannelOfApp("release").asNote)
  }

  @Test("are chosen from if they have several channels, or named")
  func several() {
    var console = console(
      120, Self.app(), Self.app("beta", process: "cirrus 42"), channel: "developer")
    console.act(":follow-app") { $0.titles == ["cirrus, release, 2 min", "cirrus, beta, 2 min"] }
    console.act("Down Enter") { $0.lines[0].contains("▸ beta") }
    console.act(":follow-app cirrus 41") { $0.lines[0].contains("▸ release") }
    console.act(":follow-app other 1") {
      $0.status == "unknown app other 1; choose from cirrus 41, cirrus 42"
    }
  }

  @Test("come and go in the open list")
  func openList() {
    var console = console(120, Self.app(), channel: "developer")
    console.act("P")
    console.send(.apps([Self.app(), Self.app("beta", process: "cirrus 42")])) {
      $0.titles.count == 2
    }
    console.send(.apps([])) { $0.titles.isEmpty && $0.picker == nil }
  }

  @Test("come in the open list of channels")
  func openChannels() {
    var console = console(120, channel: "developer")
    console.act("c")
    console.send(.apps([Self.app()])) {
      $0.listLines.contains { $0.hasPrefix("connected app release") }
    }
  }

  @Test("with a further manifest are followed to the channel of the one that is shown")
  func furtherManifest() {
    let further = ConnectedApp(
      process: "cirrus 41", manifest: "a-messaging", channel: "production", hash: "1", since: .epoch
    )
    var console = console(120, further, Self.app(), channel: "developer")
    console.act(":follow-app") { $0.lines[0].contains("▸ release") }
    console.act(":channel developer", ":follow-app cirrus 41") { $0.lines[0].contains("▸ release") }
  }

  @Test("are refused with a reason")
  func refused() {
    var console = console(channel: "developer")
    console.act("P", says: .noApps.about("list the connected apps"))
    console.act(":follow-app", says: .noApps.about("show the app's channel"))
    console.send(.apps([Self.app("canary", hash: "1")]))
    let channels = "its channels are developer, nightly, beta, release"
    console.act(
      ":follow-app",
      says: .refusal("this manifest does not have the channel of cirrus, canary; \(channels)"))
  }

  @Test("mark their channel in the list of channels")
  func channelList() {
    var console = console(120, Self.app(), channel: "developer")
    console.act("c") { console in
      console.listLines.contains { $0.hasPrefix("connected app release") }
        && console.listLines.contains { $0.hasPrefix("on screen developer") }
    }
    console.act("Esc", ":channel release", "c") { console in
      console.listLines.contains { $0.hasPrefix("on screen, connected app release") }
    }
  }

  @Test("are compared again with a manifest that was read again")
  func reread() throws {
    let yaml = ConsoleDriver.yaml(["menu": ["rows: Int = 1"]])
    var console = try ConsoleDriver(Size(columns: 120, rows: 24), yaml: yaml)
    let hash = try ConsoleDriver.manifest(yaml).hash(in: "nightly")
    console.send(
      .apps([
        ConnectedApp(
          process: "a 1", manifest: "test", channel: "nightly", hash: hash, since: .epoch)
      ])
    ) { !$0.lines[0].contains("other manifest") }
    console.load(try ConsoleDriver.manifest(ConsoleDriver.yaml(["menu": ["rows: Int = 2"]])))
    #expect(console.lines[0].contains("other manifest"))
    console.load(try ConsoleDriver.manifest(yaml))
    #expect(!console.lines[0].contains("other manifest"))
  }
}

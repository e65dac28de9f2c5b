import Testing
import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Manifests that are read again") struct ReloadTests {
  private static func yaml(_ extra: String = "", zoom: Int = 100) -> String {
    """
    channels: [nightly, beta]
    features:
      zoom:
        description: How large pages are.
        variables:
          level: { description: In percent., type: Int, default: \(zoom) }
          steps: { description: Steps., type: "Map<String, Int>", default: { a: 1, b: 2 } }
    \(extra)
    """
  }

  private static let tabs = "  tabs: { description: Tabs., variables: {} }"

  @Test("cursor, folds and filter stay") func place() throws {
    var console = try ConsoleDriver(yaml: Self.yaml())
    console.run("filter zo", "open", "go steps", "fold")
    console.load(try ConsoleDriver.manifest(Self.yaml(Self.tabs, zoom: 120)))
    #expect(console.path == "steps")
    #expect(console.state.table.selectedRow?.fold == .closed && console.state.focus == .values)
    #expect(console.state.features.list.filter.text == "zo" && console.state.table.rows[0].value == 120)
    #expect(console.status == "reloaded the manifest")
  }

  @Test("a broken file keeps the last good state and shows the problem") func brokenFile() throws {
    var console = try ConsoleDriver(yaml: Self.yaml())
    let problem = Problem(.error, "malformed-yaml", "it is broken")
    console.send(.loaded(nil, [problem]))
    #expect(console.selected == "zoom")
    #expect(console.state.workspace.isStale)
    #expect(console.state.currentProblems == [problem])
    #expect(console.lines[0].hasSuffix("no overrides · ! old state · ! 1 error"))
    console.load(try ConsoleDriver.manifest(Self.yaml()))
    #expect(!console.state.workspace.isStale)
    #expect(console.status == "the files on disk are good again")
  }

  @Test("a manifest that was never whole follows the files all the same") func incomplete() throws {
    var console = try ConsoleDriver(yaml: Self.yaml("  ") + "\nincludes: [nowhere.yaml]")
    #expect(console.state.workspace.manifest?.isComplete == false)
    #expect(console.lines[0].contains("! incomplete"))
    console.load(try ConsoleDriver.manifest(Self.yaml(zoom: 150) + "\nincludes: [nowhere.yaml]"))
    #expect(!console.state.workspace.isStale)
    #expect(console.state.table.rows[0].value == 150)
    console.load(try ConsoleDriver.manifest(Self.yaml()))
    #expect(console.status == "the files on disk are good again")
  }

  @Test("a feature that is gone gives the cursor to its neighbor") func goneFeature() throws {
    var console = try ConsoleDriver(yaml: Self.yaml(Self.tabs))
    console.run("select zoom")
    console.load(try ConsoleDriver.manifest("channels: [beta]\nfeatures:\n\(Self.tabs)"))
    #expect(console.selected == "tabs")
    #expect(console.state.channel == "beta")
  }

  @Test("a reading that is cancelled leaves what was read before") func cancelling() throws {
    var console = try ConsoleDriver(yaml: Self.yaml())
    console.send(.reading("fetching https://example.org/more.yaml"))
    console.press("Esc")
    #expect(console.effects == [.cancelWork])
    console.send(.readingCancelled)
    #expect(console.status == "reading was canceled and the old state stays; R reads again")
    #expect(console.selected == "zoom")
    console.press("q")
    #expect(console.effects == [.quit])
  }

  @Test("before anything was read it is said what is being read, why nothing could be, and how to read again")
  func firstReading() {
    var state = State(size: FrameCase.goldenSize)
    func sees(_ text: String) -> Bool { frame(of: state).lines().contains { $0.contains(text) } }
    _ = update(&state, .reading("reading the manifest"))
    #expect(sees("reading the manifest · Esc cancels"))
    _ = update(&state, .readingCancelled)
    #expect(sees("nothing was read; R reads the manifest"))
    #expect(!sees("Esc cancels") && !sees("reading …"))
    _ = update(&state, .reading("reading the manifest"))
    #expect(sees("reading …"))
    _ = update(&state, .loaded(nil, [Problem(.error, "unreadable-file", "there is no such file")]))
    #expect(sees("nothing could be read") && sees("there is no such file"))
  }

  @Test("what a read-only console took when it opened stays when another process changes the session")
  func openingStays() throws {
    var console = try ConsoleDriver(yaml: Self.yaml())
    console.makeReadOnly()
    console.send(.opening(SessionOpening(context: ["region": "US"])))
    #expect(console.effects.isEmpty)
    console.send(.session(Session()))
    #expect(console.state.session[.context, "region"] == "US")
    #expect(console.effects.isEmpty)
  }

  @Test("of files that are broken what could be read before is no longer blamed") func brokenFiles() throws {
    var console = try ConsoleDriver(yaml: FeatureFrameTests.broken)
    let errors = console.state.currentProblems.filter { $0.severity == .error }
    #expect(console.state.currentProblems.count > 1)
    #expect(!console.state.workspace.errorCounts(in: console.state.channel).isEmpty)
    console.send(.loaded(nil, [errors[0]]))
    #expect(console.state.currentProblems == [errors[0]])
    #expect(console.state.workspace.errorCounts(in: console.state.channel).isEmpty)
  }

  @Test("after a reload the cursor goes to the first problem, which is announced once") func again() throws {
    var console = try ConsoleDriver(yaml: FeatureFrameTests.broken)
    let read = console.messages.count
    console.press("F8")
    let first = console.status
    console.load(try ConsoleDriver.manifest(FeatureFrameTests.broken))
    #expect(console.messages.count { $0.hasPrefix("read ") } == 1 && read >= 1)
    console.press("F8")
    #expect(console.status == first && console.state.problems.list.scroll.cursor == 0)
  }

  @Test("a channel that the manifest has no more gives way to its first") func goneChannel() throws {
    func yaml(_ channels: String) -> String {
      """
      channels: [\(channels)]
      features:
        menu: { description: d, variables: { on: { description: d, type: Boolean, default: true } } }
      """
    }
    var console = try ConsoleDriver(yaml: yaml("nightly, beta, release"), channel: "beta")
    console.load(try ConsoleDriver.manifest(yaml("nightly, release")))
    #expect(console.state.channel == "nightly" && console.state.refusal == nil)
  }
}

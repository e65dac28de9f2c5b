import Testing
import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Reloaded manifests") struct ReloadTests {
  private static func yaml(_ extra: String = "", zoom: Int = 100) -> String {
    ConsoleDriver.yaml(
      channels: "nightly, beta",
      ["zoom": ["level: Int = \(zoom)", "steps: Map<String, Int> = { a: 1, b: 2 }"]]) + extra
  }

  private static let tabs = "  tabs: { description: Tabs., variables: {} }"

  @Test("a start on request selects the feature with most to tell") func firstFeature() throws {
    let yaml = """
      channels: [nightly]
      features:
        alpha: { description: A, variables: { on: { description: O, type: Boolean, default: true } } }
        beta:
          description: B
          variables: { on: { description: O, type: Boolean, default: true } }
          defaults: [{ channel: nightly, value: { on: false } }]
      """
    for (startsWithMostToTell, selected) in [(false, "alpha"), (true, "beta")] {
      var console = ConsoleDriver(unread: Size(columns: 80, rows: 24))
      console.configure { $0.startsWithMostToTell = startsWithMostToTell }
      console.load(try ConsoleDriver.manifest(yaml))
      #expect(console.selected == selected)
    }
  }

  @Test("recipes that are loaded at the start choose the feature again, until a key is pressed")
  func firstFeatureAgain() throws {
    let variables = ["on: Boolean = true"]
    let yaml = ConsoleDriver.yaml(["alpha": variables, "beta": variables])
    for key in [nil, "j"] {
      var console = ConsoleDriver(unread: Size(columns: 80, rows: 24))
      console.configure { $0.startsWithMostToTell = true }
      console.load(try ConsoleDriver.manifest(yaml))
      #expect(console.selected == "alpha")
      if let key { console.act(key, "k") }
      console.open([try .test("r", features: "beta", config: ["on": false])])
      #expect(console.selected == (key == nil ? "beta" : "alpha"))
    }
  }

  @Test("a reload keeps the cursor, the folds and the filter") func place() throws {
    var console = try ConsoleDriver(yaml: Self.yaml()).after(
      ":filter zo", ":open", ":go steps", ":fold")
    console.load(try ConsoleDriver.manifest(Self.yaml(Self.tabs, zoom: 120)))
    #expect(console.path == "steps")
    #expect(
      console.features.values.selectedRow?.isOpen == false && console.focus == .values)
    #expect(
      console.features.list.filter.text == "zo"
        && console.features.values.rows[0].value == 120)
    #expect(console.message == .reloaded())
  }

  private static let malformed = Problem(.error, "malformed-yaml", "it is broken")

  @Test("a broken file keeps the last good state") func brokenFile() throws {
    var console = try ConsoleDriver(yaml: Self.yaml())
    console.send(.loaded(nil, [Self.malformed])) {
      $0.selected == "zoom" && $0.workspace.isStale
    }
    #expect(console.lines[0].hasSuffix("no overrides · ! last good state · ! 1 error"))
  }

  @Test("the problem of a broken file is shown") func problemOfBrokenFile() throws {
    var console = try ConsoleDriver(yaml: Self.yaml())
    console.send(.loaded(nil, [Self.malformed]))
    #expect(console.problems == [Self.malformed])
  }

  @Test("a file that is good again replaces the last good state") func goodAgain() throws {
    var console = try ConsoleDriver(yaml: Self.yaml())
    console.send(.loaded(nil, [Self.malformed]))
    console.load(try ConsoleDriver.manifest(Self.yaml()))
    #expect(!console.workspace.isStale && console.message == .goodAgain)
  }

  @Test("a file that becomes empty keeps the last good state, as a broken one does")
  func emptyFile() throws {
    var console = try ConsoleDriver(yaml: Self.yaml())
    let error = #expect(throws: Problems.self) { try ConsoleDriver.manifest("") }
    let problems = try #require(error).all
    console.send(.loaded(nil, problems)) { $0.selected == "zoom" && $0.workspace.isStale }
    #expect(console.problems == problems && console.lines[0].contains("! last good state"))
  }

  @Test("an incomplete manifest still follows its files") func incomplete() throws {
    var console = try ConsoleDriver(yaml: Self.yaml("  ") + "\nincludes: [nowhere.yaml]")
    #expect(
      console.manifest?.isComplete == false
        && console.lines[0].contains("! incomplete"))
    console.load(try ConsoleDriver.manifest(Self.yaml(zoom: 150) + "\nincludes: [nowhere.yaml]"))
    #expect(!console.workspace.isStale && console.features.values.rows[0].value == 150)
    console.load(try ConsoleDriver.manifest(Self.yaml()))
    #expect(console.message == .goodAgain)
  }

  @Test("the cursor moves to the next feature if its own is gone") func goneFeature() throws {
    var console = try ConsoleDriver(yaml: Self.yaml(Self.tabs)).after(":select zoom")
    console.load(try ConsoleDriver.manifest("channels: [beta]\nfeatures:\n\(Self.tabs)"))
    #expect(console.selected == "tabs" && console.channel == "beta")
  }

  @Test("the list of problems loses the focus with the last problem") func lastProblem() throws {
    var console = try ConsoleDriver(yaml: ScreenFrameTests.broken).after(":focus problems")
    #expect(console.focus == .problems)
    console.send(.loaded(try ConsoleDriver.manifest(Self.yaml()), [])) {
      $0.focus == .features
    }
  }

  @Test("canceling a reload keeps the old state") func cancelling() throws {
    var console = try ConsoleDriver(yaml: Self.yaml())
    console.send(.reading("fetching https://example.org/more.yaml"))
    console.act("Esc") { $0.effects == [.cancelWork] }
    console.send(.readingCancelled) {
      $0.message == .readingCanceled(read: "R") && $0.selected == "zoom"
    }
    console.act("q") { $0.effects == [.quit] }
  }

  @Test("the first read shows its progress and can be canceled") func firstReading() {
    var console = ConsoleDriver(unread: FrameCase.goldenSize)
    console.send(.reading("reading the manifest"))
    #expect(console.sees("reading the manifest · Esc cancels"))
    console.send(.readingCancelled)
    #expect(
      console.sees("nothing was read; R reads the manifest") && !console.sees("Esc cancels")
        && !console.sees("reading …"))
  }

  @Test("a failed first read shows the failure") func failedReading() {
    var console = ConsoleDriver(unread: FrameCase.goldenSize)
    console.send(.reading("reading the manifest"))
    #expect(console.sees("reading …"))
    console.send(.loaded(nil, [Problem(.error, "unreadable-file", "there is no such file")]))
    #expect(console.sees("nothing could be read") && console.sees("there is no such file"))
  }

  @Test("broken files replace earlier problems") func brokenFiles() throws {
    var console = try ConsoleDriver(yaml: ScreenFrameTests.broken)
    let errors = console.problems.filter { $0.severity == .error }
    #expect(console.problems.count > 1)
    #expect(!console.workspace.channelProblems.errorCounts.isEmpty)
    console.send(.loaded(nil, [errors[0]])) { $0.problems == [errors[0]] }
    #expect(console.workspace.channelProblems.errorCounts.isEmpty)
  }

  @Test("a reload is not logged as another read") func again()
    throws
  {
    var console = try ConsoleDriver(yaml: ScreenFrameTests.broken)
    let read = console.messages.count
    console.press("F8")
    let first = console.status
    console.load(try ConsoleDriver.manifest(ScreenFrameTests.broken))
    #expect(console.messages.count { $0.hasPrefix("read ") } == 1 && read >= 1)
    console.act("F8") { $0.status == first && $0.features.problems.list.scroll.cursor == 0 }
  }
}

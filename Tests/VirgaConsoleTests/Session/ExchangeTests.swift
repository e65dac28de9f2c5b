import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Importing and exporting in the console") struct ExchangeTests {
  private static let export = SessionExport(
    manifest: "/home/ann/cirrus.fml.yaml",
    session: Session(entries: [EntryKey(.edit, "search"): ["enabled": false]]), events: [])

  @Test("session-export asks for a file name, completes it and writes there") func exporting() throws {
    var console = try ConsoleDriver()
    console.act(":", "'session-export", "Enter")
    #expect(console.effects == [.listFiles("")])
    console.send(.files(["notes.md", "sessions/", "state.json"], in: ""))
    console.type("st")
    #expect(
      console.state.overlay?.lines.map(\.text).prefix(2) == [
        "session-export st", "session-export state.json",
      ])
    console.press("Down", "Tab")
    #expect(console.field == "session-export state.json")
    console.press("Enter")
    #expect(console.effects == [.exportSession("state.json", channel: "nightly")])
    console.run("session-export other.json")
    #expect(console.effects == [.exportSession("other.json", channel: "nightly")])
  }

  @Test("only files with a matching extension are listed, then folders")
  func endings() throws {
    var console = try ConsoleDriver()
    let names = ["a.txt", "b.csv", "c.md", "d.json", "e.ndjson", "f/"]
    console.act(":channels", ":export", "Ctrl-U")
    console.send(.files(names, in: ""))
    let lines = console.state.overlay?.lines.map { $0.title.plain }
    #expect(lines == ["b.csv", "c.md", "d.json", "f/"])
    console.act("Esc", ":session-import")
    console.send(.files(names, in: ""))
    let sessions = console.state.overlay?.lines.map { $0.title.plain }
    #expect(sessions == ["d.json", "f/"])
  }

  @Test("load-recipes lists only files that may hold recipes, by name below their folder")
  func kinds() throws {
    var console = try ConsoleDriver(Size(columns: 80, rows: 24))
    console.run("experiments", "load-recipes")
    console.press("Enter")
    #expect(console.message == .fileExpected)
    #expect(console.state.overlay?.field.text == "load-recipes ")
    console.type("a-long-folder-of-recipes/")
    let name = "android-long-term-holdback-validation-first-run-sub-experiment.json"
    console.send(
      .files(
        [name, "features.json", "session.json", "unknown.yaml", "notes.md", "older/"], in: "a-long-folder-of-recipes/",
        kinds: [name: .recipes, "features.json": .flags, "session.json": .session]))
    #expect(
      console.state.overlay?.lines.map { "\($0.title.plain): \($0.detail.plain)" } == [
        "\(name): recipes", "unknown.yaml: recipes", "older/: a folder",
      ])
    FrameCase.expect(console, equals: "large-files")
  }

  @Test("a part of a name stands for the file that it matches, and a missing file is refused in the prompt")
  func partsOfNames() throws {
    var console = try ConsoleDriver(FrameCase.goldenSize)
    console.run("experiments", "load-recipes")
    console.type("collections/")
    let names = ["android-initial-experiments-2024-06.json", "ios-initial-experiments-2024-10.json"]
    console.send(.files(names, in: "collections/"))
    #expect(console.titles == names && names.allSatisfy { console.sees(" \($0) ") })
    console.press("Enter")
    #expect(console.message == .folder("collections/") && console.field == "load-recipes collections/")
    console.type("io")
    #expect(console.titles == [names[1]])
    console.type("x")
    console.press("Enter")
    #expect(console.message == .noFile("iox", in: "collections/") && console.field == "load-recipes collections/iox")
    console.press("Backspace", "Enter")
    #expect(console.effects == [.readRecipes("collections/\(names[1])")])
    console.run("load-recipes")
    #expect(console.effects == [.listFiles("")] || console.state.files.listed == nil, "a new prompt lists again")
  }

  @Test(
    "a file is recognized by its name and first bytes",
    arguments: [
      ("a.fml.yaml", "about:", FileKind.manifest), ("r.json", #"{"schemaVersion": "1", "slug": "x"}"#, .recipes),
      ("r.json", #"{"data": [{"appId": "x", "slug": "y"}]}"#, .recipes), ("s.json", #"{"virga-session": 1}"#, .session),
      ("f.json", #"{"features": [{"name": "x"}]}"#, .flags), ("o.json", #"{"name": "x"}"#, .other),
    ])
  func recognized(name: String, text: String, kind: FileKind) {
    #expect(FileKind(name, beginning: Array(text.utf8)) == kind)
  }

  @Test("Tab completes the common beginning, or the only matching name")
  func completing() throws {
    var console = try ConsoleDriver()
    console.run("experiments", "load-recipes")
    console.send(.files(["ios-39-one.json", "ios-39-two.json", "notes/"], in: ""))
    console.act("'ios", "Tab")
    #expect(console.field == "load-recipes ios-39-")
    console.act("'t", "Tab")
    #expect(console.field == "load-recipes ios-39-two.json")
    console.press("Enter")
    #expect(console.effects == [.readRecipes("ios-39-two.json")])
  }

  @Test("w exports the session if the screen has no export of its own") func exportKey() throws {
    var console = try ConsoleDriver()
    for screen in ["1", "4"] {
      console.press("Esc", KeyPress(screen)!, "w")
      #expect(console.field == "session-export session.json")
      console.press("Esc")
    }
    console.press("3", "w")
    #expect(console.field == "export channels.md")
  }

  @Test("a session of the same manifest is imported at once as one operation") func importing() throws {
    var console = try ConsoleDriver()
    console.run("session-import state.json")
    #expect(console.effects == [.readSession("state.json")])
    console.send(.imported(Self.export, from: "state.json", isOther: false))
    #expect(console.message == .imported("state.json", events: 0, of: 0))
    #expect(console.state.session[.edit, "search"] == ["enabled": false])
    console.press("u")
    #expect(console.state.session[.edit, "search"] == nil)
  }

  @Test("imported events come along and go with undo, except the oldest beyond 1000")
  func importedEvents() throws {
    var console = try ConsoleDriver()
    var export = Self.export
    let event = SessionEvent(time: Instant(seconds: 5), kind: "exposure", process: "app")
    export.events = [event, event]
    console.send(.imported(export, from: "state.json", isOther: false))
    #expect(console.message == .imported("state.json", events: 2, of: 2))
    #expect(console.state.session.undoable?.events.suffix(2) == [event, event])
    console.run("undo")
    export.events = Array(repeating: event, count: 1_002)
    console.send(.imported(export, from: "state.json", isOther: false))
    #expect(console.state.session.undoable?.events.count { $0 == event } == 1_000)
    #expect(console.message == .imported("state.json", events: 1_000, of: 1_002))
  }

  @Test("a folder is opened instead of overwritten") func folders() throws {
    var console = try ConsoleDriver()
    console.act(":", "'session-export state/", "Enter")
    #expect(console.effects == [.listFiles("state/")])
    #expect(console.field == "session-export state/")
    #expect(console.message == .folder("state/"))
  }

  @Test("a session of another manifest asks first") func importingOther() throws {
    var console = try ConsoleDriver()
    console.send(.imported(Self.export, from: "state.json", isOther: true))
    #expect(console.state.session.overrideCount == 0)
    #expect(console.state.overlay?.title == "state.json is a session of cirrus.fml.yaml")
    console.press("Enter")
    #expect(console.state.session.overrideCount == 0)
    #expect(console.state.files.waitingImport == nil)
    console.send(.imported(Self.export, from: "state.json", isOther: true))
    console.press("Down", "Enter")
    #expect(console.state.session.overrideCount == 1)
    #expect(Self.export.isForOtherManifest(than: "/srv/other.fml.yaml"))
    #expect(!Self.export.isForOtherManifest(than: "/srv/cirrus.fml.yaml"))
    #expect(!Self.export.isForOtherManifest(than: nil))
  }

  @Test("edits become a recipe, recipes are loaded, and the session is copied as shell commands") func recipes() throws
  {
    var console = try ConsoleDriver()
    console.run("recipe-of-edits")
    #expect(console.message == StatusMessage.noEdits.about("make a recipe of the edits"))
    console.run("select homescreen", "set sections-enabled.pocket false", "recipe-of-edits")
    let (text, what) = try console.copied()
    #expect(what == "a recipe of the edits")
    let recipes = RecipeBatch(try JSONValue.parse(text))
    #expect(recipes.recipes.map(\.slug) == ["virga-edits"])
    console.press("y", "s")
    let words = "the session as shell commands, without history and events"
    guard case .copy(let script, words)? = console.effects.first else {
      Issue.record("the session was not copied")
      return
    }
    #expect(script.contains("virga config set -- homescreen sections-enabled.pocket false\n"))
    console.run("load-recipes edits.json")
    #expect(console.effects == [.readRecipes("edits.json")])
    console.send(.recipes(recipes, from: "edits.json"))
    #expect(console.message == .loadedRecipes(1, from: "edits.json"))
    #expect(console.state.session.count(of: .recipe) == 1)
    console.send(.recipes(recipes, from: "edits.json"))
    #expect(console.status == "nothing would change: the session has all of it")
  }

  @Test("the copied script includes client changes and mentions unapplied drafts")
  func scriptOfClient() throws {
    var console = try ConsoleDriver.onExperiments()
    console.run("set-context region US", "record-event opened 3", "select homescreen", "edit", "type x", "leave-edit")
    console.press("y", "s")
    let (script, what) = try console.copied()
    let with = "with 2 changes of the client and 1 draft not applied"
    #expect(what == "the session as shell commands, \(with), without history and events")
    #expect(script.contains("# Without the session's history and events"))
    #expect(script.contains(#""label": "change the client, 2 changes""#))
    #expect(script.contains(#""opened""#) && script.contains(#""region": "US""#))
  }

  @Test("unreadable recipes are reported with positions, logged and listed by !")
  func brokenRecipes() throws {
    var console = try ConsoleDriver()
    let text = #"[{"slug": "x"}]"#
    let batch = RecipeBatch(JSONDocument.parse(text, name: "broken.json"))
    console.send(.recipes(batch, from: "broken.json"))
    #expect(batch.problems.count > 1)
    #expect(console.message == .unreadRecipes(1, batch.problems[0], of: batch.problems.count, list: "!"))
    #expect(console.state.messages.entries.last?.message == console.message)
    #expect(console.lines[0].contains(" errors"))
    console.press("!")
    #expect(console.sees("broken.json:1:"))
    console.press("Enter")
    #expect(console.message == .found(console.state.currentProblems[0]))
    let problems = console.state.currentProblems.count
    let path = "./sub/../broken.json"
    console.send(.recipes(RecipeBatch(JSONDocument.parse(text, name: path)), from: path))
    #expect(console.state.currentProblems.count == problems, "the same file by another path")
    console.send(.recipes(RecipeBatch(JSONDocument.parse("[]", name: "broken.json")), from: "broken.json"))
    #expect(console.message == .hasNoRecipes("broken.json"))
    console.run("problems")
    #expect(console.message == StatusMessage.noProblems.about("list what is wrong"))
  }

  @Test("unreadable recipes at the start are reported after the readable ones")
  func brokenOpening() throws {
    var console = try ConsoleDriver()
    let batch = RecipeBatch(JSONDocument.parse(#"{"foo": 1}"#, name: "r.json"))
    var opening = SessionOpening(context: ["region": "DE"])
    (opening.problems, opening.unread) = (batch.problems, batch.unread)
    console.send(.opening(opening))
    let unread = StatusMessage.unreadRecipes(1, batch.problems[0], of: 1, list: "!")
    #expect(console.message == StatusMessage.info("loaded 1 attribute").then(unread))
    console.send(.opening(opening))
    #expect(console.state.currentProblems.count == batch.problems.count, "the same file counts once")
    console.run("next-problem 1")
    #expect(console.message == .found(batch.problems[0]))
    for argument in ["0", "2", "-9223372036854775808", "first"] {
      console.run("next-problem \(argument)")
      #expect(console.message == .noProblem(argument, of: 1))
    }
  }

  @Test("background work shows its progress, is canceled by Esc and delays quitting")
  func working() throws {
    var console = try ConsoleDriver()
    console.send(.working("writing 100000 events, 40 %"))
    #expect(console.lines[38].hasSuffix("writing 100000 events, 40 % · Esc cancels"))
    console.press("q")
    #expect(console.effects == [])
    #expect(console.message == StatusMessage.busy("writing 100000 events, 40 %", cancel: "Esc").about("quit"))
    console.press("Esc")
    #expect(console.effects == [.cancelWork])
    console.send(.working(nil))
    console.press("q")
    #expect(console.effects == [.quit])
  }

  @Test("the latest 1000 events of an imported session are kept") func latestEvents() throws {
    var console = try ConsoleDriver()
    var export = Self.export
    export.events = (1...1_002).map { number in
      SessionEvent(time: .epoch, kind: "exposure", process: "another 1") { $0.feature = "feature-\(number)" }
    }
    console.send(.imported(export, from: "state.json", isOther: false))
    let features =
      console.state.session.undoable?.events.compactMap(\.feature).filter { $0.hasPrefix("feature-") } ?? []
    #expect(features.first == "feature-3" && features.last == "feature-1002" && features.count == 1_000)
  }

  @Test("the copied script leaves drafts out and says so") func draftsAreLeftOut() throws {
    var console = try ConsoleDriver()
    console.act(":select homescreen", "i")
    console.type("\"")
    console.press("Esc", "Esc")
    #expect(console.state.session.count(of: .draft) == 1)
    console.press("y", "s")
    let what = try console.copied().what
    #expect(what == "the session as shell commands, with 1 draft not applied, without history and events")
  }

  @Test("a rejected import can no longer be adopted") func leaving() throws {
    var console = try ConsoleDriver()
    console.send(.imported(Self.export, from: "state.json", isOther: true))
    console.run("leave-session", "adopt-session")
    #expect(console.message == StatusMessage.noImport.about("adopt the imported session"))
  }
}

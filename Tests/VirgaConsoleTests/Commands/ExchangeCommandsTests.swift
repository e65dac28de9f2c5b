import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Importing and exporting in the console") struct ExchangeCommandsTests {
  private static let export = SessionExport(
    manifest: "/home/ann/cirrus.fml.yaml",
    session: Session(entries: [EntryKey(.edit, "search"): ["enabled": false]]), events: [])
  private var console = ConsoleDriver()

  @Test("session-export writes a file whose name was completed")
  mutating func exporting() {
    console.act(":", "'session-export", "Enter") { $0.effects == [.listFiles("")] }
    console.send(.files(["notes.md", "sessions/", "state.json"], in: ""))
    console.type("st")
    #expect(
      console.picker?.lines.map(\.text).prefix(2) == [
        "session-export st", "session-export state.json",
      ])
    console.act("Down Tab") { $0.field == "session-export state.json" }
    console.act("Enter") { $0.effects == [.exportSession("state.json", channel: "nightly")] }
  }

  @Test("files with another extension are not listed") mutating func endings() {
    let names = ["a.txt", "b.csv", "c.md", "d.json", "e.ndjson", "f/"]
    for (command, shown) in [
      (":channels :export Ctrl-U", ["b.csv", "c.md", "d.json", "f/"]),
      ("Esc :session-import", ["d.json", "f/"]),
    ] {
      console.act(command.split(separator: " ").map(String.init))
      console.send(.files(names, in: "")) { $0.titles == shown }
    }
  }

  @Test("session-import lists exported sessions before other JSON files")
  mutating func sessionFiles() {
    console.act(":", "'session-import ")
    console.send(
      .files(["a.json", "b.json", "old/"], in: "", sessions: ["b.json"])
    ) {
      $0.titles == ["b.json", "a.json", "old/"]
        && $0.details == ["a session", "a JSON file", "a folder"]
    }
    console.act("Enter", says: .fileExpected)
    console.act("'b", "Enter") { $0.effects == [.readSession("b.json")] }
  }

  @Test("load-recipes lists files by name below their folder") func names() throws {
    var console = ConsoleDriver(Size(columns: 80, rows: 24))
    console.act(":experiments", ":load-recipes", "Enter") {
      $0.message == .fileExpected && $0.field == "load-recipes "
    }
    console.type("a-long-folder-of-recipes/")
    let name = "android-long-term-holdback-validation-first-run-sub-experiment.json"
    console.send(
      .files([name, "unknown.yaml", "notes.md", "older/"], in: "a-long-folder-of-recipes/"))
    #expect(console.listLines == [" \(name) recipes", " unknown.yaml recipes", " older/ a folder"])
    FrameCase.expect(console, equals: "large-files")
  }

  @Test("a part of a name stands for the only file that it matches")
  func partsOfNames() throws {
    var console = ConsoleDriver(FrameCase.goldenSize).after(
      ":experiments", ":load-recipes", "'collections/")
    let names = [
      "android-initial-experiments-2024-06.json", "ios-initial-experiments-2024-10.json",
    ]
    console.send(.files(names, in: "collections/"))
    #expect(console.titles == names && names.allSatisfy { console.sees(" \($0) ") })
    console.act("Enter") {
      $0.message == .folder("collections/") && $0.field == "load-recipes collections/"
    }
    console.act("'io") { $0.titles == [names[1]] }
    console.act("'x", "Enter")
    #expect(
      console.message == .noFile("iox", in: "collections/")
        && console.field == "load-recipes collections/iox")
    console.act("Backspace Enter") { $0.effects == [.readRecipes("collections/\(names[1])")] }
  }

  @Test("load-recipes completes the names of live recipes")
  mutating func completedLiveRecipes() throws {
    console.run("experiments", "load-recipes")
    console.send(.files(["a.json"], in: "")) { $0.titles == ["a.json"] }
    console.type("nimbus:firefox_desk")
    #expect(
      console.titles.prefix(2) == ["nimbus:firefox_desktop", "nimbus:firefox_desktop/preview"])
    console.type("top")
    let live = try #require(try LiveRecipes("nimbus:firefox_desktop", in: RecipeCollection.known))
    console.act("Enter") { $0.effects == [.fetchRecipes(live)] }
  }

  @Test("load-recipes fetches a live recipe by its name")
  mutating func liveRecipes() throws {
    console.run("experiments")
    let slug = try #require(try LiveRecipes("nimbus:my-slug", in: RecipeCollection.known))
    console.act(":load-recipes nimbus:my-slug") { $0.effects == [.fetchRecipes(slug)] }
  }

  @Test("load-recipes refuses what is not a name of live recipes")
  mutating func unknownLiveRecipes() {
    console.act(":experiments", ":load-recipes nimbus:a/b/c")
    #expect(console.message?.text.plain.contains("nimbus:a/b/c is not a name of recipes") == true)
  }

  @Test("Tab completes what the matching names have in common") mutating func completing() {
    console.run("experiments", "load-recipes")
    console.send(.files(["ios-39-one.json", "ios-39-two.json", "notes/"], in: ""))
    console.act("'ios", "Tab") { $0.field == "load-recipes ios-39-" }
    console.act("'t", "Tab", "Enter") { $0.effects == [.readRecipes("ios-39-two.json")] }
  }

  @Test("importing a session of the same manifest is one operation with its latest 1000 events")
  mutating func importing() {
    console.act(":session-import state.json") { $0.effects == [.readSession("state.json")] }
    var export = Self.export
    export.events = (1...1_002).map { number in
      SessionEvent(time: .epoch, kind: "exposure", process: "another 1") {
        $0.feature = "feature-\(number)"
      }
    }
    console.send(.imported(export, from: "state.json", isOther: false))
    #expect(console.message == .imported("state.json", of: nil, events: 1_000, among: 1_002))
    #expect(console.session[.edit, "search"] == ["enabled": false])
    #expect(console.session.undoable?.events.suffix(1_000) == export.events.suffix(1_000))
    #expect(console.session.undoable?.events.contains(export.events[1]) == false)
    console.act("u") { $0.session[.edit, "search"] == nil }
  }

  @Test("importing a session of another manifest names that manifest")
  mutating func importingOther() {
    console.send(.imported(Self.export, from: "state.json", isOther: true)) {
      $0.session.overrideCount == 1
    }
    #expect(
      console.status
        == "imported state.json (a session of cirrus.fml.yaml); undo restores what was here")
    console.act("u") { $0.session.overrideCount == 0 }
    #expect(Self.export.isForOtherManifest(than: "/srv/other.fml.yaml"))
    #expect(!Self.export.isForOtherManifest(than: "/srv/cirrus.fml.yaml"))
    #expect(!Self.export.isForOtherManifest(than: nil))
  }

  @Test("y d copies the default blocks that make the edits permanent")
  mutating func defaults() throws {
    console.act(":copy-defaults", says: StatusMessage.noEdits.about("copy the edits as defaults"))
    console.run("select homescreen", "set sections-enabled.pocket false")
    console.act("y d")
    let (text, what) = try console.copied()
    #expect(what == "1 default block for the manifest")
    #expect(
      text == """
        # features/home.yaml:59: after this line, for homescreen
              - channel: nightly
                value:
                  sections-enabled:
                    pocket: false

        """)
  }

  @Test("a recipe made of the edits can be loaded again") mutating func recipes() throws {
    console.act(":recipe-of-edits", says: StatusMessage.noEdits.about("make a recipe of the edits"))
    console.run("select homescreen", "set sections-enabled.pocket false", "recipe-of-edits")
    let (text, what) = try console.copied()
    #expect(what == "a recipe of the edits")
    let recipes = RecipeBatch(try JSONValue.parse(text))
    #expect(recipes.recipes.map(\.slug) == ["virga-edits"])
    console.act(":load-recipes edits.json") { $0.effects == [.readRecipes("edits.json")] }
    for message in [
      StatusMessage.loadedRecipes(1, from: "edits.json"),
      .info("unchanged: the session has all of it"),
    ] {
      console.send(.recipes(recipes, from: "edits.json"))
      #expect(console.status == message.text.plain && console.session.count(of: .recipe) == 1)
    }
  }

  @Test("the copied script says what it leaves out")
  func script() throws {
    var console = ConsoleDriver.onExperiments().after(
      ":select homescreen", ":set sections-enabled.pocket false", "y s")
    #expect(
      try console.copied().what == "the session as shell commands, without history and events")
    console.run(
      "set-context region US", "record-event opened 3", "select homescreen", "edit", "type x",
      "leave-edit")
    console.press("y", "s")
    let (script, what) = try console.copied()
    let with = "with 2 changes of the client and 1 draft not applied"
    #expect(what == "the session as shell commands, \(with), without history and events")
    for part in [
      "# Without the session's history and events", #""label": "change the client, 2 changes""#,
      #""opened""#,
      #""region": "US""#, "virga config set -- homescreen sections-enabled.pocket false\n",
    ] {
      #expect(script.contains(part))
    }
  }

  @Test("unreadable recipes are reported with their positions")
  mutating func brokenRecipes() {
    let text = #"[{"slug": "x"}]"#
    let batch = RecipeBatch(SourceText(name: "broken.json", text: text))
    console.send(.recipes(batch, from: "broken.json"))
    #expect(batch.problems.count > 1)
    #expect(
      console.message == .unreadRecipes(1, batch.problems[0], of: batch.problems.count, list: "!"))
    #expect(
      console.loggedMessages.last?.message == console.message
        && console.lines[0].contains(" errors"))
    console.act("!") { $0.sees("broken.json:1 ") }
    console.act("Enter") { $0.message == .found($0.problems[0]) }
    let problems = console.problems.count
    let path = "./sub/../broken.json"
    console.send(.recipes(RecipeBatch(SourceText(name: path, text: text)), from: path))
    #expect(console.problems.count == problems, "the same file by another path")
    console.send(
      .recipes(RecipeBatch(SourceText(name: "broken.json", text: "[]")), from: "broken.json"))
    #expect(console.message == .hasNoRecipes("broken.json"))
    console.act(":problems", says: StatusMessage.noProblems.about("list what is wrong"))
  }

  @Test("unreadable recipes at the start are reported after the readable ones")
  mutating func brokenOpening() {
    let batch = RecipeBatch(SourceText(name: "r.json", text: #"{"foo": 1}"#))
    var opening = SessionOpening(context: ["region": "DE"])
    (opening.problems, opening.unread) = (batch.problems, batch.unread)
    console.send(.opening(opening))
    let unread = StatusMessage.unreadRecipes(1, batch.problems[0], of: 1, list: "!")
    #expect(console.message == StatusMessage.info("loaded 1 attribute").then(unread))
    console.send(.opening(opening))
    #expect(
      console.problems.count == batch.problems.count, "the same file counts once")
    console.act(":next-problem 1", says: .found(batch.problems[0]))
    for argument in ["0", "2", "-9223372036854775808", "first"] {
      console.act(":next-problem \(argument)", says: .numberExpected("problem", argument, of: 1))
    }
  }

  @Test("background work shows its progress")
  mutating func working() {
    console.send(.working("writing the session"))
    #expect(console.lines[38].hasSuffix("writing the session · Esc cancels"))
  }

  @Test("background work delays quitting") mutating func busy() {
    console.send(.working("writing the session"))
    console.act("q") { $0.effects == [] }
    #expect(
      console.message == StatusMessage.busy("writing the session", cancel: "Esc").about("quit"))
  }

  @Test("Esc cancels background work") mutating func cancelled() {
    console.send(.working("writing the session"))
    console.act("Esc") { $0.effects == [.cancelWork] }
    console.send(.working(nil))
    console.act("q") { $0.effects == [.quit] }
  }
}

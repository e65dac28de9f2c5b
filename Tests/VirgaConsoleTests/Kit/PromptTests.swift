import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Prefilled prompts") struct PromptTests {
  private var console = FlagDriver.withRecipes()

  @Test("an attribute's value starts selected while all values are offered")
  mutating func attribute() throws {
    console.run("set-context region DE", "experiments", "focus context")
    let row = try #require(
      console.experiments.contextList.items.firstIndex { $0.name == "region" })
    console.act(":line \(row + 1)", "Enter")
    #expect(console.field == "set-context region DE" && console.chosen == "set-context region DE")
    #expect(
      console.titles == ["set-context region DE", "set-context region US", "set-context region CA"])
    for (keys, value) in [
      (["Down", "Enter"], "US"), (["Enter", "'GB", "Enter"], "GB"),
      (["Enter End", "'R", "Enter"], "GBR"),
    ] {
      console.act(keys)
      #expect(console.session[.context, "region"] == .string(value))
    }
    console.act(":drop-context region", ":features", ":", "'set-context region ")
    #expect(console.titles == ["set-context region US", "set-context region CA"])
    console.act("Enter") {
      $0.session[.context, "region"] == "US" && $0.screen == .features
    }
  }

  @Test("a long path shows its end with the caret")
  func longPaths() throws {
    var console = ConsoleDriver(FrameCase.goldenSize)
    let folder = "manifests/" + String(repeating: "of-many-words/", count: 6)
    console.act(":experiments", ":load-recipes", "'\(folder)")
    console.send(.files(["first.json", "second.json"], in: folder))
    #expect(
      console.sees("┃ : …", "of-many-words/ ┃") && console.sees(" first.json ")
        && console.sees(" second.json "))
    let caret = try #require(console.frame.cursor)
    #expect(console.lines[caret.row].contains("┃ : …") && caret.column == 78)
    console.act("Home") { $0.sees("┃ : load-recipes manifests/of-many-words/") }
  }

  @Test("a version is offered without the sign of a pattern") func patterns() throws {
    var console = ConsoleDriver()
    console.open([try .test("x", app: "cirrus", "app_version|versionCompare('116.!') >= 0")])
    console.act(":", "'set-context app_version ") { $0.titles == ["set-context app_version 116"] }
  }

  @Test("e selects the old value, which typing replaces and an arrow key keeps")
  mutating func value() {
    console.act(":select homescreen", ":go pinned-limit", "e 6 Enter")
    #expect(console.session[.edit, "homescreen"] == ["pinned-limit": 6])
    console.act("e Left 1 Enter") { $0.session[.edit, "homescreen"] == ["pinned-limit": 16] }
  }

  @Test("Enter and Tab open a folder", arguments: ["Enter", "Tab"] as [KeyPress])
  mutating func folder(key: KeyPress) {
    console.run("load-recipes")
    console.send(.files(["a.json", "recipes/"], in: ""))
    #expect(console.titles == ["a.json", "recipes/"])
    console.press("Down", key)
    #expect(console.field == "load-recipes recipes/" && console.effects == [.listFiles("recipes/")])
    console.send(.files(["b.json"], in: "recipes/"))
    console.act("Down Enter") { $0.effects == [.readRecipes("recipes/b.json")] }
  }

  @Test("a refused command line keeps its text and its screen, with the reason below")
  mutating func refused() {
    console.act(":features", ":select homescreen", ":", "'recipe nope", "Enter")
    #expect(
      console.message == .unknown("recipe", "nope", among: console.session.names(of: .recipe))
    )
    #expect(console.field == "recipe nope" && console.screen == .features)
    console.act("Ctrl-U") { $0.status?.isEmpty != false }
    console.act("'recipe homepage-order-2026", "Enter") {
      $0.picker == nil && $0.screen == .experiments
    }
  }

  @Test(
    "w proposes a new file name, never an existing file",
    arguments: [
      ("features", "session-export session", "json"),
      ("experiments", "session-export session", "json"),
      ("channels", "export channels", "md"),
      ("events", "export events", "ndjson"),
    ])
  mutating func fresh(screen: String, line: String, ending: String) {
    console.show(EventSamples.few)
    console.act(":\(screen)", "w") { $0.effects == [.listFiles("")] }
    let words = line.split(separator: " ").map(String.init)
    console.send(
      .files(["a.\(ending)", "\(words[1])-2.\(ending)", "\(words[1]).\(ending)"], in: "")
    ) {
      $0.field == "\(line)-3.\(ending)" && $0.titles.first == $0.field
        && $0.details.first == "a new file"
    }
    console.act("'x") { $0.field == "\(words[0]) x" }
    console.press("Esc", "w")
    console.send(.files(["a.\(ending)"], in: "")) { $0.field == "\(line).\(ending)" }
  }

  @Test("a hand-off avoids existing files too, with the next number") mutating func handoff() throws
  {
    console.offer(HandoffTarget.demoBuilds)
    console.run("branch homepage-order-2026=treatment-a")
    let line = "hand-off \(HandoffTarget.demoBuilds[0].name) launch "
    for (names, new) in [
      (["hand-off.sh"], "hand-off-2.sh"), (["hand-off-2.sh", "hand-off.sh"], "hand-off-3.sh"),
    ] {
      console.act(":", "'\(line)") { $0.effects == [.listFiles("")] }
      console.send(.files(names, in: "")) { $0.titles == [line + new] }
      console.press("Enter")
      #expect(try console.written().path == new)
    }
  }
}

import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaTestSupport
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Verbs and names") struct VerbTests {
  private var console: ConsoleDriver

  init() throws { console = try FlagDriver.withRecipes() }

  @Test("drop drops what is under the cursor on every screen, or what a kind and a name say") mutating func drop() {
    console.run("select homescreen", "set greeting Hi", "go greeting", "drop")
    #expect(console.model.session.overrides == [])
    console.run("flags", "select-flag sentFromCirrus", "cycle-flag", "drop")
    #expect(console.stored == [])
    console.run("experiments", "recipe homepage-order-2026", "force-branch homepage-order-2026 treatment-a", "drop")
    #expect(console.model.session.overrides == [])
    console.run("events", "drop")
    #expect(console.message == .cannotDrop)
    for line in [
      "drop edit homescreen greeting", "drop-override edit homescreen", #"drop ["edit homescreen greeting"]"#,
    ] {
      console.run("select homescreen", "set greeting Hi", "events", line)
      #expect(console.model.session.overrides == [] && console.model.screen == .events, "\(line)")
    }
  }

  @Test("edit, toggle, list, export and copy act on what has the focus") mutating func others() throws {
    console.run("select homescreen", "go sections-enabled.pocket", "toggle")
    #expect(console.model.session.names(of: .edit) == ["homescreen"])
    console.run("go greeting", "copy path")
    #expect(console.effects == [.copy("greeting", what: "the path greeting")])
    console.run("copy colour")
    let parts = CommandTable.forms(of: "copy").map { String($0.name.dropFirst("copy-".count)) }
    #expect(console.message == .unknown("part", "colour", among: parts))
    console.run("edit")
    #expect(console.model.focus == .editor)
    console.run("flags", "select-flag sentFromCirrus", "toggle")
    #expect(!console.stored.isEmpty)
    console.run("list overridden")
    #expect(console.model.flags.selection == .overridden)
    console.run("only-overridden")
    #expect(console.model.flags.selection == .all)
    console.run("export state.json")
    #expect(console.effects == [.exportSession("state.json", channel: console.model.channel)])
    console.run("channels", "export matrix.md")
    #expect(try console.written().path == "matrix.md")
  }

  @Test("go finds a value, feature, flag or recipe, and suggests a name for a misspelled one")
  mutating func go() {
    console.run("select homescreen", "go greeting")
    #expect(console.model.focus == .values && console.path == "greeting")
    console.run("go messaging")
    #expect(console.selected == "messaging")
    console.run("go sentFromCirrus")
    #expect(console.model.flags.selectedRow?.id == "sentFromCirrus" && console.model.screen == .flags)
    console.run("go homepage-order-2026")
    #expect(console.model.experiments.selectedRow?.slug == "homepage-order-2026")
    console.run("go mesaging")
    #expect(console.message == .unknown("value, feature, flag or recipe", "mesaging", among: ["messaging"]))
  }

  @Test("go asks about an ambiguous name, except in a script") mutating func ambiguous() throws {
    console.act(":features", ":", "'go flags", "Enter")
    #expect(console.model.focus == .flags)
    var recipe = try #require(console.model.session[.recipe, "zoom-levels"]?.objectValue)
    recipe["slug"] = "messaging"
    console.send(.recipes(RecipeBatch([.object(recipe)]), from: "recipes.json"))
    console.act(":", "'go messaging", "Enter")
    #expect(console.listed == ["select", "recipe"])
    console.press("Enter")
    #expect(console.selected == "messaging" && console.model.screen == .features)
    console.run("flags", "go messaging")
    #expect(console.model.overlay == nil && console.model.screen == .features)
  }

  @Test("; switches between a flag and the value it reads") mutating func counterpart() {
    console.act(":flags", ":select-flag sentFromCirrus", ";")
    #expect(console.model.screen == .features && console.model.focus == .values)
    console.press(";")
    #expect(console.model.flags.selectedRow?.id == "sentFromCirrus" && console.model.screen == .flags)
    console.act(":select homescreen", ":features", ";")
    #expect(console.message == StatusMessage.noFlagReads.about("go to its flag, or back"))
  }
}

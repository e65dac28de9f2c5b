import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Verbs and names") struct VerbCommandsTests {
  private var console = FlagDriver.withRecipes()

  @Test("drop drops what is under the cursor, or what it names")
  mutating func drop() {
    console.act(":select homescreen", ":set greeting Hi", ":go greeting", ":drop") {
      $0.session.overrides == []
    }
    console.act(":flags", ":select-flag sentFromCirrus", ":cycle-flag", ":drop") { $0.stored == [] }
    console.run(
      "experiments", "recipe homepage-order-2026", "force-branch homepage-order-2026 treatment-a",
      "drop")
    #expect(console.session.overrides == [])
    console.act(":events", ":drop", says: .cannotDrop)
    for line in ["drop edit homescreen greeting", "drop edit homescreen"] {
      console.run("select homescreen", "set greeting Hi", "events", line)
      #expect(console.session.overrides == [] && console.screen == .events, "\(line)")
    }
  }

  @Test("edit, toggle, list, export and copy act on what has the focus") mutating func others()
    throws
  {
    console.act(":select homescreen", ":go sections-enabled.pocket", ":toggle") {
      $0.session.names(of: .edit) == ["homescreen"]
    }
    console.act(":go greeting", ":copy id") {
      $0.effects == [.copy("greeting", what: "the path greeting")]
    }
    let parts = CommandTable.commands(ofVerb: "copy").map {
      String($0.name.dropFirst("copy-".count))
    }
    console.act(":copy colour", says: .unknown("part", "colour", among: parts))
    console.act(":edit") { $0.focus == .editor }
    console.act(":flags", ":select-flag sentFromCirrus", ":toggle") { !$0.stored.isEmpty }
    console.act(":list overridden") { $0.flags.subset == .overridden }
    console.act(":only-overridden") { $0.flags.subset == .all }
    console.act(":export state.json") {
      $0.effects == [.exportSession("state.json", channel: "nightly")]
    }
    console.run("channels", "export matrix.md")
    #expect(try console.written().path == "matrix.md")
  }

  @Test("go finds a value, feature, flag or recipe by name")
  mutating func go() {
    console.act(":select homescreen", ":go greeting") {
      $0.focus == .values && $0.path == "greeting"
    }
    console.act(":go messaging") { $0.selected == "messaging" }
    console.act(":go sentFromCirrus") {
      $0.focus == .flags && $0.flags.selectedFlag?.id == "sentFromCirrus"
    }
    console.act(":go homepage-order-2026") {
      $0.experiments.selectedRow?.slug == "homepage-order-2026"
    }
    console.act(
      ":go mesaging",
      says: .unknown("value, feature, flag or recipe", "mesaging", among: ["messaging"]))
  }

  @Test("go asks about an ambiguous name, except in a script") mutating func ambiguous() throws {
    console.act(":features", ":", "'go flags", "Enter") { $0.focus == .flags }
    console.open([try .test("messaging")])
    console.act(":", "'go messaging", "Enter") { $0.listed == ["select", "recipe"] }
    console.act("Enter") { $0.selected == "messaging" && $0.screen == .features }
    console.act(":flags", ":go messaging") {
      $0.picker == nil && $0.screen == .features
    }
  }

  @Test("; switches between a flag and the value it reads") mutating func counterpart() {
    console.act(":flags", ":select-flag sentFromCirrus", ";")
    #expect(console.screen == .features && console.focus == .values)
    console.act(";") {
      $0.flags.selectedFlag?.id == "sentFromCirrus" && $0.screen == .flags
    }
    console.act(":select homescreen", ":features", ";")
    #expect(console.message == StatusMessage.noFlagReads.about("go to its flag, or back"))
  }
}

import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource

@testable import VirgaConsole

@Suite("Moving through features and values") struct MovingCommandsTests {
  private var console = ConsoleDriver()
  private var small = ConsoleDriver(FrameCase.goldenSize)

  @Test("the values follow the cursor in the list")
  mutating func followingValues() {
    console.act("G") { $0.features.values.featureID == $0.ids.last }
  }

  @Test("G and g go to both ends of the list")
  mutating func ends() {
    console.act("G") { $0.selected == $0.ids.last }
    console.act("g") { $0.selected == $0.ids.first && $0.focus == .features }
  }

  @Test("Tab cycles through the panels") mutating func panels() {
    for panel in [Panel.values, .details, .features] {
      console.act("Tab") { $0.focus == panel }
    }
  }

  @Test("J and K go to siblings")
  mutating func siblings() {
    console.act(":select homescreen", ":go sections-enabled.pocket", "h J") {
      $0.path == "section-order"
    }
    console.act("K") { $0.path == "sections-enabled" }
  }

  @Test("h leaves a value level by level")
  mutating func parents() {
    console.act(":select homescreen", ":go sections-enabled.pocket", "h") {
      $0.path == "sections-enabled"
    }
    console.act("h") { $0.features.values.selectedRow?.isOpen == false }
    console.act("h") { $0.focus == .features }
  }

  @Test("- folds all values and leaves the cursor on its variable")
  mutating func foldingAll() {
    console.act(":select homescreen", ":go sponsored-tiles.label.lines", "-") {
      $0.path == "sponsored-tiles" && $0.features.values.rows.count == 5
    }
  }

  @Test("= unfolds all values")
  mutating func unfoldingAll() {
    console.act(":select homescreen", ":go sponsored-tiles.label.lines", "- =") {
      $0.features.values.rows.count > 20
    }
  }

  @Test("folds are kept while another feature is selected") mutating func foldsSurvive() {
    console.act(":select homescreen", ":open", ":go sections-enabled") {
      $0.features.values.selectedRow?.isOpen == true
    }
    console.act("Space") { $0.features.values.selectedRow?.isOpen == false }
    let count = console.features.values.rows.count
    console.act(":select zoom", ":select homescreen") {
      $0.features.values.rows.count == count && $0.path == "sections-enabled"
    }
  }

  @Test("values with up to eight members start unfolded") func openMembers() throws {
    func entries(_ count: Int) -> String {
      (1...count).map { "k\($0): \($0)" }.joined(separator: ", ")
    }
    let variables = [8, 9].map { "of-\($0): Map<String, Int> = { \(entries($0)) }" }
    let console = try ConsoleDriver(yaml: ConsoleDriver.yaml(["home": variables]))
    #expect(
      console.features.values.rows.filter { $0.depth == 0 }.map(\.isOpen) == [true, false])
  }

  @Test("a folded value shows the highest layer inside it") mutating func highestLayer() {
    console.act(
      ":select homescreen", ":set sections-enabled.pocket false", ":go sections-enabled",
      ":collapse"
    ) {
      $0.features.values.selectedRow?.isOpen == false
        && $0.features.values.selectedRow?.highestLayer == .edit
    }
  }

  @Test("channels wrap around") func channels()
    throws
  {
    var console = ConsoleDriver(channel: "release")
    console.act("]") { $0.channel == "developer" }
    console.act("[") { $0.channel == "release" }
  }

  @Test("a single channel is refused with the reason") func oneChannel() throws {
    var console = try ConsoleDriver(yaml: "channels: [beta]\nfeatures: {}")
    console.act("]", says: .oneChannel.about("next channel"))
  }

  @Test("p shows where a value comes from")
  mutating func details() throws {
    var tiny = ConsoleDriver(Size(columns: 60, rows: 15))
    tiny.act(":select homescreen", ":go sections-enabled.pocket", "p")
    #expect(tiny.focus == .details && tiny.sees("nightly"))
  }

  @Test("another value's details start at the top") mutating func otherDetails() throws {
    small.resize(80, 16)
    for leaving in [":go greeting", ":focus features"] {
      small.act(":select homescreen", ":go sections-enabled.pocket", "p G") {
        $0.top(of: .details) > 0
      }
      small.act(leaving) { $0.top(of: .details) == 0 }
    }
    small.act(":select homescreen", ":focus Features", "a G")
    #expect(small.focus == .details && small.sees("written in "))
  }

  @Test("only a key that opens the text goes to it", arguments: ["edit", "merged"], [true, false])
  mutating func closedText(panel: String, isReadOnly: Bool) {
    if isReadOnly { console.makeReadOnly() }
    console.act(":select homescreen", ":focus \(panel)") {
      $0.focus == .features && $0.editor == nil
    }
  }

  @Test(
    "q leaves a terminal that is too small, whatever was being typed",
    arguments: ["", "/", ":", "?", "c"])
  mutating func tooSmall(keys: String) {
    console.act(keys)
    console.resize(20, 5)
    #expect(console.lines[0] == "too small: 20x5")
    console.act("q") { $0.effects == [.quit] }
  }

  @Test("Ctrl-Z suspends even while typing and names the undo key") mutating func suspending() {
    for (keys, undo) in [
      ("Ctrl-Z", ("u", "undo")), ("i x Ctrl-Z", ("Ctrl-U", "undo typing")), ("Esc / Ctrl-Z", nil),
    ] {
      console.act(keys, says: .suspended(by: "Ctrl-Z", undo: undo))
      #expect(console.effects == [.suspend])
    }
    console.act(":", "Ctrl-Z") { $0.effects == [.suspend] }
  }

  @Test("resizing keeps the cursor in view") func resizing() throws {
    var console = ConsoleDriver(Size(columns: 200, rows: 60)).after("G")
    console.resize(80, 24)
    #expect(console.sees("▸", String(try #require(console.selected).prefix(10))))
  }

  @Test("a filter applies to all features again when the selection is widened")
  mutating func listedAgain() {
    console.run("select homescreen", "set sections-enabled.pocket false", "filter e")
    let ids = console.ids
    console.act(":list-features overridden") { $0.ids == ["homescreen"] }
    console.act(":list-features all") { $0.ids == ids && ids.count > 1 }
  }

  @Test("the cursor stays in its row if the selected feature leaves the list")
  mutating func leavingTheList() {
    let edited = Array(console.ids.prefix(3))
    func session(_ ids: [String]) -> Session {
      Session(
        entries: Dictionary(uniqueKeysWithValues: ids.map { (EntryKey(.edit, $0), ["a": 1]) }))
    }
    console.send(.session(session(edited)))
    console.act(":list-features overridden") { $0.ids == edited }
    console.press("j")
    console.send(.session(session([edited[0], edited[2]]))) { $0.selected == edited[2] }
  }

  @Test("keys of the values that can do nothing say why") mutating func refusedInValues() throws {
    console.act(
      ":select homescreen", ":go greeting", "l",
      says: .nothingInside("greeting").about("expand, or go inside"))
    console.act("g K", says: .noPreviousSibling)
    console.act("G J", says: .noNextSibling)
    var flat = try ConsoleDriver(yaml: ConsoleDriver.yaml(["one": ["x: Int = 1"]]))
    flat.act(":open", "=", says: .noContainer)
  }

  @Test("n and V say that a filter matches nothing") mutating func refusedInEmptyList() {
    console.act(":filter zzzz", "n", says: .noMatch("zzzz", wasJustTyped: false))
    console.act("V", says: StatusMessage.emptyList.about("mark all that are listed"))
  }

  @Test("focus says that a panel is not shown") mutating func hiddenPanel() {
    console.act(":focus merged", says: .cannotFocus(Panel.merged.title))
    #expect(console.focus == .features)
    console.act(":focus simulation") { $0.focus == .simulation && $0.message == nil }
  }
}

import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession

@testable import VirgaConsole

@Suite("Moving through features and values") struct NavigationTests {
  private var console: ConsoleDriver
  private var small: ConsoleDriver

  init() throws {
    console = try ConsoleDriver()
    small = try ConsoleDriver(FrameCase.goldenSize)
  }

  @Test("G and g reach both ends of the list, and the values follow") mutating func ends() {
    console.press("G")
    #expect(console.selected == console.ids.last && console.state.table.featureID == console.ids.last)
    console.press("g")
    #expect(console.selected == console.ids.first && console.state.focus == .features)
  }

  @Test("Tab cycles through the visible panels") mutating func tab() {
    for panel in [Panel.values, .details, .features] {
      console.press("Tab")
      #expect(console.state.focus == panel)
    }
  }

  @Test("h goes to the parent and then the list, and J and K go to siblings")
  mutating func parents() {
    console.act(":select homescreen", ":go sections-enabled.pocket", "h")
    #expect(console.path == "sections-enabled")
    console.press("J")
    #expect(console.path == "section-order")
    console.press("K")
    #expect(console.path == "sections-enabled")
    console.press("h")
    #expect(console.state.table.selectedRow?.fold == .closed)
    console.press("h")
    #expect(console.state.focus == .features)
  }

  @Test("- folds all values with the cursor on its variable, and = unfolds them") mutating func foldingAll() {
    console.act(":select homescreen", ":go sponsored-tiles.label.lines", "-")
    #expect(console.path == "sponsored-tiles" && console.state.table.rows.count == 5)
    console.press("=")
    #expect(console.state.table.rows.count > 20)
  }

  @Test("folds are kept while another feature is selected") mutating func foldsSurvive() {
    console.run("select homescreen", "open", "go sections-enabled")
    #expect(console.state.table.selectedRow?.fold == .open)
    console.press("Space")
    #expect(console.state.table.selectedRow?.fold == .closed)
    let count = console.state.table.rows.count
    console.run("select zoom", "select homescreen")
    #expect(console.state.table.rows.count == count && console.path == "sections-enabled")
  }

  @Test("values with up to eight members start unfolded") func openMembers() throws {
    func entries(_ count: Int) -> String { (1...count).map { "k\($0): \($0)" }.joined(separator: ", ") }
    let console = try ConsoleDriver(
      yaml: """
        features:
          home:
            description: A screen.
            variables:
              eight: { description: d, type: "Map<String, Int>", default: { \(entries(8)) } }
              nine: { description: d, type: "Map<String, Int>", default: { \(entries(9)) } }
        """)
    #expect(console.state.table.rows.filter { $0.depth == 0 }.map(\.fold) == [.open, .closed])
  }

  @Test("a folded value shows the highest layer inside it") mutating func highestLayer() {
    console.run("select homescreen", "set sections-enabled.pocket false", "go sections-enabled", "collapse")
    #expect(console.state.table.selectedRow?.fold == .closed)
    #expect(console.state.table.selectedRow?.highestLayer == .edit)
  }

  @Test("channels wrap around, and a single channel is refused with the reason") func channels() throws {
    var console = try ConsoleDriver(channel: "release")
    console.press("]")
    #expect(console.state.channel == "developer")
    console.press("[")
    #expect(console.state.channel == "release")
    console = try ConsoleDriver(yaml: "channels: [beta]\nfeatures: {}")
    console.press("]")
    #expect(console.message == StatusMessage.oneChannel.about("next channel"))
  }

  @Test("p shows where a value comes from, and another value's details start at the top")
  mutating func details() throws {
    var tiny = try ConsoleDriver(Size(columns: 60, rows: 15))
    tiny.act(":select homescreen", ":go sections-enabled.pocket", "p")
    #expect(tiny.state.focus == .details && tiny.sees("nightly"))
    small.resize(80, 16)
    for leaving in ["go greeting", "focus features"] {
      small.act(":select homescreen", ":go sections-enabled.pocket", "p G")
      #expect(small.state.features.details.top > 0)
      small.run(leaving)
      #expect(small.state.features.details.top == 0)
    }
    small.act(":select homescreen", ":focus features", "a G")
    #expect(small.state.focus == .details && small.sees("section holds."))
  }

  @Test("q leaves a terminal that is too small, whatever was being typed", arguments: ["", "/", ":", "?", "c"])
  mutating func tooSmall(keys: String) {
    console.act(keys)
    console.resize(20, 5)
    #expect(console.lines[0] == "too small: 20x5")
    console.press("q")
    #expect(console.effects == [.quit])
  }

  @Test("Ctrl-Z suspends even while typing and names the undo key")
  mutating func suspending() {
    for (keys, undo) in [("Ctrl-Z", ("u", "undo")), ("i x Ctrl-Z", ("Ctrl-U", "undo typing")), ("Esc / Ctrl-Z", nil)] {
      console.act(keys)
      #expect(console.effects == [.suspend] && console.message == .suspended(by: "Ctrl-Z", undo: undo))
    }
    console.press(":", "Ctrl-Z")
    #expect(console.effects == [.suspend])
  }

  @Test("resizing keeps the cursor in view") func resizing() throws {
    var console = try ConsoleDriver(Size(columns: 200, rows: 60))
    console.press("G")
    console.resize(80, 24)
    #expect(console.sees("▸", String(try #require(console.selected).prefix(10))))
  }

  @Test("untrusted text is shown without its control characters") func untrustedText() throws {
    var console = try ConsoleDriver(
      yaml: """
        channels: [beta]
        features:
          evil:
            description: "a\\u001b[31mb\\u202ec"
            variables:
              v: { description: "\\u0007", type: String, default: "x\\u001b]0;t\\u0007" }
        """)
    console.run("open")
    let text = console.lines.joined()
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E } && text.contains("evil"))
  }

  @Test("a filter applies to all features again when the selection is widened")
  mutating func listedAgain() {
    console.run("select homescreen", "set sections-enabled.pocket false", "filter e")
    let ids = console.ids
    console.run("list-features overridden")
    #expect(console.ids == ["homescreen"])
    console.run("list-features all")
    #expect(console.ids == ids && ids.count > 1)
  }

  @Test("the cursor stays in its row if the selected feature leaves the list") mutating func leavingTheList() {
    let edited = Array(console.ids.prefix(3))
    func session(_ ids: [String]) -> Session {
      Session(entries: Dictionary(uniqueKeysWithValues: ids.map { (EntryKey(.edit, $0), ["a": 1]) }))
    }
    console.send(.session(session(edited)))
    console.run("list-features overridden")
    #expect(console.ids == edited)
    console.press("j")
    console.send(.session(session([edited[0], edited[2]])))
    #expect(console.selected == edited[2])
  }

  @Test("edits of missing features are filtered too") mutating func filteredLost() {
    console.send(.session(Session(entries: [EntryKey(.edit, "gone-feature"): ["a": 1]])))
    #expect(console.ids.last == "gone-feature")
    console.run("filter homescreen")
    #expect(console.ids == ["homescreen"])
    console.run("filter gone-f")
    #expect(console.ids == ["gone-feature"])
  }
}

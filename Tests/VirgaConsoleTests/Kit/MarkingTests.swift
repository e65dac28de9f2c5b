import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Marking rows") struct MarkingTests {
  /// Three features with Booleans, one of which differs between the channels.
  static let yaml = """
    channels: [a, b]
    features:
      one: { description: d, variables: { on: { description: d, type: Boolean, default: false },
        off: { description: d, type: Boolean, default: false }, size: { description: d, type: Int, default: 1 } } }
      three: { description: d, variables: { on: { description: d, type: Boolean, default: false } } }
      two: { description: d, variables: { on: { description: d, type: Boolean, default: false } },
        defaults: [{ channel: b, value: { on: true } }] }
    """
  private var console: ConsoleDriver

  init() throws { console = try ConsoleDriver(yaml: Self.yaml, channel: "a") }

  @Test("y i copies the ids of marked features")
  mutating func features() {
    console.act(
      ":select one", ":set on true", ":select two", ":set on true", ":select one", "v v v y i")
    #expect(console.effects == [.copy("one\nthree\ntwo", what: "3 ids")])
  }

  @Test("y c copies the command that prints the values of marked features")
  mutating func command() {
    console.configure { $0.manifestPath = "app.fml.yaml" }
    console.act(":select one", "v v y c")
    #expect(
      console.effects == [
        .copy(
          "virga values app.fml.yaml --feature one --feature three --channel a",
          what: "the command that prints the values of 2 features")
      ])
  }

  /// Marks features of which two are overridden, and presses the key that drops their overrides.
  private mutating func dropMarked() {
    console.act(
      ":select one", ":set on true", ":select two", ":set on true", ":select one", "v v v")
    console.press("d")
  }

  @Test("dropping the overrides of marked features asks first")
  mutating func asking() {
    dropMarked()
    #expect(
      console.picker?.title == "Drop overrides of 2 features"
        && console.session.overrideCount == 2)
  }

  @Test("dropping the overrides of marked features is one undo step")
  mutating func dropping() {
    dropMarked()
    for (key, count) in [("Enter", 0), ("u", 2)] {
      console.act(key)
      #expect(console.session.overrideCount == count)
    }
    console.act("Esc") { $0.marked == [] }
  }

  @Test("a single mark counts, not the cursor") mutating func singleMark() {
    console.act(":select two", ":set on true", ":select one", ":set on true", "v", ":select two")
    console.act("d") { $0.session[.edit, "one"] == nil && $0.session[.edit, "two"] != nil }
  }

  @Test("a single marked value is dropped, not the one under the cursor")
  mutating func singleMarkedValue() {
    console.act(":select one", ":set on true", ":set off true", ":open", "g", "v")
    let marked = console.features.values.list.markedItems.first?.path.description
    console.act("j", "d") {
      $0.session[.edit, "one"] == (marked == "off" ? ["on": true] : ["off": true])
    }
  }

  @Test("marked Booleans change together in one operation")
  mutating func values() throws {
    console.act(":select one", ":open", "V Space") {
      $0.session[.edit, "one"] == ["on": true, "off": true]
    }
    #expect(console.session.operations.count == 1)
    console.press("j", "j", "Space")
    #expect(
      console.session[.edit, "one"] == ["on": false, "off": false],
      "the first of them decides, not the cursor")
    console.act("u y j")
    let copied = try console.copied()
    #expect(copied.what == "3 values as JSON")
    #expect(try JSONValue.parse(copied.text) == ["on": true, "off": true, "size": 1])
    console.act("d Enter") {
      $0.session[.edit, "one"] == nil && $0.status == "dropped 2 values of one"
    }
    console.act(":select two", ":select one", ":open") {
      $0.features.values.list.markCount == 0
    }
  }

  @Test("a list and one of its items, marked together, are copied as one value")
  func listWithItem() throws {
    var console = try ConsoleDriver(yaml: EditorDriver.yaml, channel: "nightly")
    console.act(":select menu", ":go section-order", "L v v") {
      $0.features.values.list.markCount == 2
    }
    console.press("y", "j")
    let copied = try console.copied()
    #expect(copied.what == "1 value as JSON")
    #expect(try JSONValue.parse(copied.text) == ["section-order": ["top-sites", "pocket"]])
  }

  @Test("exposing several features reports totals")
  mutating func exposing() {
    console.act("V x", says: .exposed(3, recorded: 0, suppressed: 3))
    #expect(console.session.operations.isEmpty && console.effects.count == 1)
  }

  @Test("a suppressed exposure is not an undo step") mutating func suppressed() {
    console.act("x u", says: StatusMessage.nothingToUndo.about("undo"))
  }

  @Test("copy and export write only the marked events") func events() throws {
    var console = ConsoleDriver.onEvents().after("g v v y j")
    let copied = try console.copied()
    #expect(copied.what == "2 events" && copied.text.split(separator: "\n").count == 2)
    console.run("export-events some.ndjson")
    #expect(try console.written().text == copied.text)
  }

  @Test("Esc clears the filter before the marks")
  func order() throws {
    var console = ConsoleDriver()
    console.act("v", ":filter homescreen", "V Esc") {
      $0.marked.count == 2 && $0.features.list.filter.text.isEmpty
    }
    console.act("Esc") { $0.marked == [] }
  }

  @Test("V on marked rows clears all marks")
  func clearing() throws {
    var console = ConsoleDriver()
    console.act("v", ":filter homescreen", "V Esc", ":filter homescreen", "V") { $0.marked == [] }
  }

  @Test("prompts count only the marked rows that the operation changes, even if there is one")
  func single() throws {
    var console = ConsoleDriver().after(":select homescreen", ":set pinned-limit 3")
    console.act(":focus features", "v", ":select search", ":focus features", "v d")
    #expect(console.marked == ["homescreen", "search"])
    #expect(console.picker?.title == "Drop overrides of homescreen")
    console.act(
      "Esc", ":select homescreen", ":go pinned-limit", "v", ":go sections-enabled.pocket", "v d")
    #expect(console.picker?.title == "Drop the edits of 1 value")
    console.act("Enter") {
      $0.status == "dropped pinned-limit" && $0.session.overrideCount == 0
    }
    console.act(":toggle") {
      $0.status?.hasPrefix("set homescreen ▸ sections-enabled.pocket = ") == true
    }
    console = try ChannelSamples.console()
    console.act(":select kept", ":set size 3", ":channels", "= V d")
    #expect(
      console.picker?.title == "Drop the edits of 1 value"
        && console.session.overrideCount == 1)
    console.act("Enter") { $0.session.overrideCount == 0 }
  }
}

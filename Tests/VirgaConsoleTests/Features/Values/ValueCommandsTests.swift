import Testing
import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession

@testable import VirgaConsole

@Suite("Editing values in place") struct ValueCommandsTests {
  private var console = ConsoleDriver.onHomescreen()

  @Test("a value that is not allowed is refused with the allowed ones")
  mutating func refusedChoice() throws {
    console.act(":go sections-enabled.pocket", "e", "'/maybe", "Enter")
    #expect(
      console.message
        == .notAllowed("maybe", of: "sections-enabled.pocket", among: ["true", "false"]))
    #expect(console.picker != nil && console.edit == nil)
  }

  @Test("Space toggles a Boolean")
  mutating func toggling() throws {
    console.act(":go sections-enabled.pocket", "Space")
    #expect(
      console.committed[EntryKey(.edit, "homescreen")] == ["sections-enabled": ["pocket": false]])
  }

  @Test("a second Space on a Boolean drops its override")
  mutating func togglingBack() throws {
    console.act(":go sections-enabled.pocket", "Space Space") {
      $0.session.overrideCount == 0 && $0.status == "dropped sections-enabled.pocket"
    }
  }

  @Test("Space does not drop an edit below an app setting, which would change nothing")
  func togglingBelowSetting() throws {
    var console = try ConsoleDriver(
      yaml: ConsoleDriver.yaml(["one": ["on: Boolean = true, pref-key: on-key"]]))
    let edited: [EntryKey: JSONValue] = [
      EntryKey(.preference, "on-key"): true, EntryKey(.edit, "one"): ["on": false],
    ]
    console.send(.session(Session(entries: edited)))
    console.act(":select one", ":open", ":go on", "Space")
    #expect(console.session[.edit, "one"] == ["on": false])
  }

  @Test("Space only folds an object") mutating func folding() throws {
    console.act(":go sections-enabled", "Space") {
      $0.effects.isEmpty && $0.features.values.selectedRow?.isOpen == false
    }
  }

  @Test("set warns of a value that apps cannot read")
  mutating func set() throws {
    console.run("set pinned-limit 2.5")
    let warning = "2.5 is not a whole number: apps take their default instead"
    #expect(console.message == .done("set pinned-limit = 2.5", but: warning))
  }

  @Test("set refuses an invalid value") mutating func refusedSet() throws {
    console.act(":set pinned-limit 3") { $0.status == "set pinned-limit = 3" }
    console.act(":set pinned-limit many") {
      $0.effects.isEmpty && $0.status?.contains("pinned-limit") == false
    }
    #expect(console.message?.refusal?.contains("Int") == true)
    console.act(":set pinned-limit", says: .valueExpected)
  }

  @Test("set accepts a path with a blank in a key") func keyWithBlank() throws {
    let variable = "seen: Map<String, Boolean> = { New York: true }"
    var console = try ConsoleDriver(yaml: ConsoleDriver.yaml(["places": [variable]]))
    console.run("select places", "set seen['New York'] false")
    #expect(console.session[.edit, "places"] == ["seen": ["New York": false]])
  }

  @Test("e edits a number in its row until it is valid") mutating func number()
    throws
  {
    console.act(":go pinned-limit", "e") { $0.features.editing.typedValue?.field.text == "8" }
    console.act("End x", says: .invalid("8x", as: .int))
    console.act("Enter") { $0.features.editing.typedValue != nil && $0.effects.isEmpty }
    console.act("Ctrl-U", says: .nothingTyped(as: .int))
    console.act("'8", "0 Enter") { $0.features.editing.typedValue == nil }
    #expect(console.committed[EntryKey(.edit, "homescreen")] == ["pinned-limit": 80])
  }

  private static func yaml(_ type: String, _ value: String, name: String = "level") -> String {
    ConsoleDriver.yaml(["zoom": ["first: Int = 1", "\(name): \(type) = \(value)"]])
  }

  @Test("a value being typed follows its variable until it cannot be typed")
  func typedValueFollows() throws {
    for (type, value, name) in [
      ("Int", "5", "scale"), ("Boolean", "true", "level"), ("List<Int>", "[]", "level"),
    ] {
      var console = try ConsoleDriver(yaml: Self.yaml("Int", "5"))
      console.act(":select zoom", ":open", ":go level", "e Ctrl-U 4 2")
      console.load(try ConsoleDriver.manifest(Self.yaml("String", "x")))
      #expect(console.features.editing.typedValue?.field.text == "42" && console.sees(" 42 "))
      #expect(console.features.editing.typedValue?.type?.description == "String")
      console.load(try ConsoleDriver.manifest(Self.yaml(type, value, name: name)))
      #expect(console.features.editing.typedValue == nil && console.typedLine == nil)
      #expect(console.message == .cannotType(["level"], of: "zoom", typed: "42"))
      #expect(console.loggedMessages.contains { $0.message == console.message })
    }
  }

  @Test("a value being typed is checked at once against a new type")
  func typedValueIsJudged() throws {
    var console = try ConsoleDriver(yaml: Self.yaml("String", "x"))
    console.act(":select zoom", ":open", ":go level", "e Ctrl-U a") {
      $0.features.editing.typedValue?.refusal == nil
    }
    console.load(try ConsoleDriver.manifest(Self.yaml("Int", "5")))
    #expect(
      console.message == .invalid("a", as: .int)
        && console.features.editing.typedValue?.refusal == console.message)
  }

  @Test("a value being typed is kept in a message if its feature goes") func goneFeature() throws {
    var console = try ConsoleDriver(yaml: Self.yaml("String", "x"))
    console.act(":select zoom", ":open", ":go level", "e Ctrl-U a") {
      $0.features.editing.typedValue?.refusal == nil
    }
    console.load(try ConsoleDriver.manifest("channels: [nightly]\nfeatures: {}\n"))
    #expect(console.message == .cannotType(["level"], of: "zoom", typed: "a"))
  }

  @Test("Esc, or Enter without a change, leaves a value as it was") mutating func leavingValues()
    throws
  {
    console.act(":go greeting", "e x Esc") {
      $0.features.editing.typedValue == nil && $0.session.operations.isEmpty
    }
    console.act("e Enter", says: .unchanged)
    #expect(console.features.editing.typedValue == nil && console.session.operations.isEmpty)
  }

  @Test("e lists the variants of an enum with the effective one selected") mutating func picking()
    throws
  {
    console.act(":go sponsored-tiles.style", "e") { $0.picker?.selected?.leading == "now" }
    let now = try #require(console.picker?.lines.firstIndex { $0.leading == "now" })
    console.act(now == 0 ? "Down" : "Up", "Enter")
    let edit = console.edit
    #expect(edit?.objectValue?["sponsored-tiles"]?.objectValue?.keys.contains("style") == true)
  }
}

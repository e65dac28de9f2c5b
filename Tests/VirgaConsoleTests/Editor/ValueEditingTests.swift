import Testing
import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession

@testable import VirgaConsole

@Suite("Values that are set where they stand") struct ValueEditingTests {
  private func console() throws -> ConsoleDriver {
    var console = try ConsoleDriver()
    console.run("select homescreen")
    return console
  }

  @Test("a value that cannot be chosen says which can") func refusedChoice() throws {
    var console = try console()
    console.act(":go sections-enabled.pocket", "e", "'/maybe", "Enter")
    #expect(console.status == "“maybe” is not an allowed value of sections-enabled.pocket; it can be true, false")
    #expect(console.state.overlay != nil && console.state.session[.edit, "homescreen"] == nil)
  }

  @Test("Space switches a value, and again goes back to what lies below, so that nothing stays overridden")
  func switchingTwice() throws {
    var console = try console()
    console.act(":go sections-enabled.pocket", "Space")
    #expect(console.state.session[.edit, "homescreen"] == ["sections-enabled": ["pocket": false]])
    console.press("Space")
    #expect(console.state.session.overrideCount == 0 && console.status == "dropped sections-enabled.pocket")
  }

  @Test("a value that no app reads is set, and that is said") func unreadableValue() throws {
    var console = try console()
    console.run("set pinned-limit 2.5")
    #expect(console.status == "set pinned-limit = 2.5, but 2.5 is not a whole number: apps take their default instead")
    console.run("set pinned-limit 3")
    #expect(console.status == "set pinned-limit = 3")
  }

  @Test("a key with a blank is set as its path is written") func keyWithBlank() throws {
    var console = try ConsoleDriver(
      yaml: """
        channels: [a]
        features:
          places:
            description: Places.
            variables:
              seen: {description: Where, type: "Map<String, Boolean>", default: {New York: true}}
        """, channel: "a")
    console.run("select places", "set seen['New York'] false")
    #expect(console.state.session[.edit, "places"] == ["seen": ["New York": false]])
    console.run("set seen")
    #expect(console.status?.hasPrefix("say which value") == true)
  }

  @Test("Space switches a Boolean in the edit") func toggling() throws {
    var console = try console()
    console.act(":go sections-enabled.pocket", "Space")
    #expect(console.committed[EntryKey(.edit, "homescreen")] == ["sections-enabled": ["pocket": false]])
    console.act(":go sections-enabled", "Space")
    #expect(console.effects.isEmpty && console.state.table.selectedRow?.fold == .closed)
  }

  @Test("e lets a number be typed in its row, and Enter takes only one that fits") func number() throws {
    var console = try console()
    console.act(":go pinned-limit", "e")
    #expect(console.state.editing.value?.field.text == "8")
    console.press("End", "x")
    #expect(console.status == "8x is not a valid Int")
    console.press("Enter")
    #expect(console.state.editing.value != nil && console.effects.isEmpty)
    console.press("Ctrl-U")
    #expect(console.status == "nothing is typed; the value is of type Int")
    console.act("'8", "0 Enter")
    #expect(console.state.editing.value == nil)
    #expect(console.committed[EntryKey(.edit, "homescreen")] == ["pinned-limit": 80])
  }

  private static func yaml(_ type: String, _ value: String, name: String = "level") -> String {
    """
    channels: [nightly]
    features:
      zoom:
        description: How large pages are.
        variables:
          first: { description: One., type: Int, default: 1 }
          \(name): { description: In percent., type: \(type), default: \(value) }
    """
  }

  @Test("a value that is typed follows its type, and ends where it is gone or chosen from a list")
  func typedValueFollows() throws {
    for (type, value, name) in [("Int", "5", "scale"), ("Boolean", "true", "level"), ("List<Int>", "[]", "level")] {
      var console = try ConsoleDriver(yaml: Self.yaml("Int", "5"))
      console.act(":select zoom", ":open", ":go level", "e Ctrl-U 4 2")
      console.load(try ConsoleDriver.manifest(Self.yaml("String", "x")))
      #expect(console.state.editing.value?.field.text == "42" && console.sees(" 42 "))
      #expect(console.state.editing.value?.type?.description == "String")
      console.load(try ConsoleDriver.manifest(Self.yaml(type, value, name: name)))
      #expect(console.state.editing.value == nil && console.state.typedLine == nil)
      let words = "level of zoom can no longer be typed here; what was typed: 42"
      #expect(console.status == words && console.state.messages.entries.contains { $0.message.text.plain == words })
    }
  }

  @Test("a value that is typed is judged by another type at once, and kept where its feature goes")
  func typedValueIsJudged() throws {
    var console = try ConsoleDriver(yaml: Self.yaml("String", "x"))
    console.act(":select zoom", ":open", ":go level", "e Ctrl-U a")
    #expect(console.state.editing.value?.refusal == nil)
    console.load(try ConsoleDriver.manifest(Self.yaml("Int", "5")))
    #expect(console.state.editing.value?.refusal == "a is not a valid Int" && console.status == "a is not a valid Int")
    console.load(try ConsoleDriver.manifest("channels: [nightly]\nfeatures: {}\n"))
    #expect(console.status == "level of zoom can no longer be typed here; what was typed: a")
  }

  @Test("Esc does not change a value, and neither does Enter if nothing was typed") func leavingValues() throws {
    var console = try console()
    console.act(":go greeting", "e x Esc")
    #expect(console.state.editing.value == nil && console.state.session.operations.isEmpty)
    console.press("e", "Enter")
    #expect(console.state.editing.value == nil && console.state.session.operations.isEmpty)
  }

  @Test("e lists the variants of an enum, the one that counts under the cursor") func picking() throws {
    var console = try console()
    console.act(":go sponsored-tiles.style", "e")
    #expect(console.state.overlay?.selected?.keys == "now")
    let other = try #require(console.state.overlay?.lines.first { $0.keys != "now" })
    console.type(other.title.plain)
    console.press("Enter")
    let edit = console.state.session[.edit, "homescreen"]
    #expect(edit?.objectValue?["sponsored-tiles"]?.objectValue?.keys.contains("style") == true)
  }

  @Test("set refuses what does not fit and says why") func refusedSet() throws {
    var console = try console()
    console.run("set pinned-limit many")
    #expect(console.effects.isEmpty && console.status?.contains("pinned-limit") == false)
    #expect(console.state.refusal?.contains("Int") == true)
    console.run("set pinned-limit")
    #expect(console.state.refusal?.contains("set sections-enabled.pocket false") == true)
  }
}

import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession

@testable import VirgaConsole

@Suite("Key list") struct KeyListTests {
  private var console = ConsoleDriver()

  /// All lines of the open list, regardless of its filter.
  private var items: [PickerLine] { console.picker?.list.items ?? [] }

  @Test("keys are grouped by where they apply")
  mutating func sections() {
    console.press("?", "Up")
    #expect(
      items.filter(\.isHeading).map(\.title.plain) == [
        "in Features", "on screen 1 Features", "everywhere", "always", "moving",
        "without a key: press Enter, or type : and the name", "signs",
      ])
  }

  @Test("the cursor skips headings") mutating func cursor() {
    console.press("?", "Up")
    for index in items.indices where !items[index].isHeading {
      #expect(console.picker?.list.scroll.cursor == index)
      console.press("Down")
    }
  }

  @Test(
    "export and launch commands are found by those words on every screen",
    arguments: Screen.allCases)
  mutating func words(screen: Screen) {
    console.act(":\(screen.rawValue)", "?") { $0.sees("type to filter; : has every command") }
    let keyed = [
      ("session export", "session-export"), ("launch", "hand-off"), ("export", "copy-session"),
    ]
    let named = ["session-export", "export", "hand-off", "recipe-of-edits"].map { ("export", $0) }
    for (keys, commands) in [("Ctrl-U", keyed), ("Esc :", named + [("launch", "hand-off")])] {
      console.act(keys)
      for (word, name) in commands {
        console.act("Ctrl-U", "'\(word)")
        #expect(console.listed.contains(name), "\(name) for \(word)")
      }
    }
    console.act("Esc ?", "'simulat quux") {
      $0.sees("no key here does that; Esc, then : has every command")
    }
  }

  @Test("the keys of a list say how to clear a filter without a match")
  mutating func noMatchOverList() {
    console.act("c", "F1", "'quux") {
      $0.picker?.kind == .keys && $0.sees("no match; Esc clears the filter")
    }
  }

  @Test("Enter on a command without a key continues in the command line")
  mutating func withoutKeys() {
    console.press("?")
    let names = items.filter { $0.leading.isEmpty }.compactMap { $0.invocation?.name }
    #expect(names.contains("session-import"))
    #expect(!names.contains("overwrite") && !names.contains("compare-with"))
    console.act("'session-import") { $0.chosen == "read a session from a file" }
    #expect(console.details.first?.hasPrefix(":session-import  Replaces this") == true)
    console.act("Enter") { $0.picker?.kind == .commandLine && $0.field == "session-import " }
  }

  @Test("the key list ends with the signs, which cannot be run")
  mutating func signs() {
    console.press("?")
    #expect(console.picker?.count == items.count { $0.invocation != nil })
    console.act("'not applied") {
      $0.chosen == "draft" && $0.sees("✎  ", "a text of the config editor")
    }
    console.act("Enter") { $0.chosen == "draft" }
  }

  @Test("a command says why it does not apply") mutating func reasons() {
    console.press("?")
    console.act("Ctrl-U", "'before a restart") {
      $0.listed.first == "undo" && $0.details.first == "– nothing to undo"
    }
  }

  @Test(
    "the title counts the commands in view, down to the end of the list", arguments: [15, 24, 30])
  func seen(rows: Int) throws {
    var console = ConsoleDriver(Size(columns: 80, rows: rows)).after("?")
    let count = try #require(console.picker?.count)
    #expect(console.sees("Keys in Features", " 1–", " of \(count) commands "))
    for _ in 0..<40 {
      console.act("PgDn") { $0.sees("Keys in Features", " \(count) commands ") }
    }
    #expect(console.chosen == "decides")
  }
}

import Testing
import VirgaCanvas
import VirgaFiles
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

@testable import VirgaConsole

@Suite("App setting on the Flags screen") struct AppSettingTests {
  private static let key = EntryKey(.preference, "toolbar-hides-on-scroll")
  private static let id = "toolbarHidesOnScroll"
  private var console = FlagDriver.console(Size(columns: 160, rows: 40)).after(
    ":flags", ":select-flag \(Self.id)")

  /// Changes the setting as an app would.
  private mutating func set(_ value: JSONValue) throws {
    try console.elsewhere("app 1") { try $0.setPreference(Self.key.name, to: value) }
  }

  @Test("is not a preference of the user") mutating func noPreference() throws {
    try set(false)
    let answer = try #require(console.answer(Self.id))
    #expect(answer.preference == nil && answer.build.value == .off)
    #expect(console.sees("┃▸", " off ", " · ", " ● app setting "), "the user has not chosen")
  }

  @Test("is named by the sentence about the flag") mutating func sentence() throws {
    try set(false)
    #expect(console.sees("buildAndUser is off: the app setting `toolbar-hides-on-scroll` turns"))
    #expect(console.sees("app setting toolbar-hides-on-scroll  off  by app, "))
  }

  @Test("counts as an override of the flag") mutating func counted() throws {
    try set(false)
    #expect(
      console.sees("overridden 1 ") && console.sees("● 1 overridden") && console.sees("1 override ")
    )
    console.act(":list-flags overridden") { $0.flagIDs == [Self.id] }
  }

  @Test("is dropped by d") mutating func dropped() throws {
    try set(false)
    console.act("d") {
      $0.session[Self.key] == nil && $0.flags.matchCount(.overridden) == 0
    }
    #expect(console.lines[0].contains("no override"))
  }

  @Test("is named in the list of overrides and in the message after dropping it")
  mutating func words() throws {
    try set(true)
    console.run("overrides")
    let line = try #require(console.picker?.lines.first)
    #expect((line.leading.plain, line.title.plain) == ("app setting", "toolbar-hides-on-scroll"))
    console.run("drop preference toolbar-hides-on-scroll")
    #expect(console.status == "dropped app setting toolbar-hides-on-scroll")
  }
}

import Testing
import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaTargeting

@testable import VirgaConsole

@Suite("App setting on the Flags screen") struct AppSettingTests {
  private static let key = EntryKey(.preference, "toolbar-hides-on-scroll")
  private static let id = "toolbarHidesOnScroll"
  private var console: ConsoleDriver

  init() throws {
    console = try FlagDriver.console(Size(columns: 160, rows: 40))
    console.run("flags", "select-flag \(Self.id)")
  }

  /// Changes the setting as another process would.
  private mutating func set(_ value: JSONValue?) {
    var session = console.model.session
    let change = EntryChange(Self.key, from: session[Self.key], to: value)
    session.perform(SessionOperation("set it", changes: [change], time: .epoch, process: "app 1"))
    console.send(.session(session))
  }

  @Test("is named by the sentence, the cells and the counts, and d drops it") mutating func agrees() throws {
    set(false)
    let answer = try #require(console.answer(Self.id))
    #expect(answer.preference == nil && answer.build.value == .off)
    #expect(console.sees("buildAndUser is off: the app setting `toolbar-hides-on-scroll` turns"))
    #expect(console.sees("app setting toolbar-hides-on-scroll  off  by app 1"))
    #expect(console.sees("┃▸", " off ", " · ", " ● app setting "), "the user has not chosen")
    #expect(console.sees("overridden 1 ") && console.sees("● 1 overridden") && console.sees("1 override "))
    console.run("list-flags overridden")
    #expect(console.flagIDs == [Self.id])
    console.press("d")
    #expect(console.model.session[Self.key] == nil && console.model.flags.count(.overridden) == 0)
    #expect(console.lines[0].contains("no override"))
  }

  @Test("is named in the list of overrides and in the message after dropping it") mutating func words() throws {
    set(true)
    console.run("overrides")
    let line = try #require(console.model.overlay?.lines.first)
    #expect((line.keys.plain, line.title.plain) == ("app setting", "toolbar-hides-on-scroll"))
    console.run("drop-override preference toolbar-hides-on-scroll")
    #expect(console.status == "dropped app setting toolbar-hides-on-scroll")
  }
}

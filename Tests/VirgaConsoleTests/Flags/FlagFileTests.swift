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

@Suite("Flag files in the console") struct FlagFileTests {
  @Test("Esc cancels fetching flags, but only while they are fetched", arguments: [true, false])
  func cancelling(isLoading: Bool) throws {
    var console = ConsoleDriver()
    var (random, files) = (SystemRandomNumberGenerator(), FlagFiles())
    var set = LoadedFlags(
      source: .web("https://example.com/f.json"), fallback: nil, caching: .none,
      reading: ConfigurationReading(web: { url throws(FileFailure) in
        throw FileFailure(path: url, reason: "")
      }),
      random: &random)
    set.load.isLoading = isLoading
    files.add(set, of: "https://example.com/f.json")
    console.send(.flags(files))
    console.act("Esc") { $0.effects == (isLoading ? [.cancelWork] : []) }
  }

  @Test("a broken flag file is reported once, and again if it breaks differently") func toldOnce()
    throws
  {
    var console = ConsoleDriver()
    console.open("flags.json", #"{"flags": ["#)
    func errors(in file: String) -> [Problem] {
      console.model.shared.flagProblems.filter { $0.location?.file == file }
    }
    #expect(console.message == .flagsUnreadable(errors(in: "flags.json"), list: "!"))
    #expect(
      console.lines[0].contains("error")
        && console.model.currentProblems.first?.location?.file == "flags.json")
    let manifest = try #require(console.model.workspace.manifest)
    console.load(manifest)
    #expect(console.message == .reloaded(isSame: true).with(["1 error"]))
    console.open("flags.yaml", "flags:\n- { id: a }\n- { id: b }\n")
    #expect(console.message == .flagsUnreadable(errors(in: "flags.yaml"), list: "!"))
    #expect(errors(in: "flags.yaml").count == 2)
  }

  @Test("flag file problems appear in the first line and the problem list, and lead to their flag")
  func problemsEverywhere() throws {
    var console = ConsoleDriver()
    console.open("flags.yaml", "flags:\n- {id: a, feature: homescren, path: x}\n")
    console.act(":flags") { $0.lines[0].contains("1 warning") && $0.lines[1].contains("1 problem") }
    console.act(":features", "!") { $0.sees("flags.yaml:2 ") }
    console.act("Enter") { $0.sees("the manifest has no feature `homescren`") }
    console.act(":features", ":next-problem") {
      $0.status?.hasPrefix("the only problem; flags.yaml:2:") == true
    }
    #expect(console.model.screen == .flags && console.selectedFlag == "a")
  }

  @Test("a file that cannot be read again keeps its flags and says so") func unreadable() throws {
    var console = FlagDriver.console().after(":flags")
    let text = #"[{"name": "Reader", "enabled": true}]"#
    let read = try #require(Instant(iso8601: "2026-03-01T09:30:00Z"))
    var files = FlagFiles()
    files.add(SourceText(name: "https://example.com/f.json", text: text), at: read)
    console.send(.flags(files))
    console.act(":select-flag Reader") {
      $0.sees("read from https://example.com/f.json of 2026-03-01T09:30:00Z")
    }
    var failed = FlagFiles()
    failed.add(
      FileFailure(path: "https://example.com/f.json", reason: "timed out"),
      of: "https://example.com/f.json")
    console.send(.flags(failed)) {
      $0.answer("Reader")?.state == .on && $0.lines[1].contains("1 problem")
    }
    #expect(console.sees("▸   Reader", " kept "))
    #expect(console.sees("cached from an earlier read of 2026-03-01T09:30:00Z;"))
    console.send(.flags(failed)) { $0.answer("Reader")?.state == .on }
    let broken = FlagFiles([SourceText(name: "https://example.com/f.json", text: "[{")])
    console.send(.flags(broken)) {
      $0.answer("Reader")?.state == .on && $0.lines[1].contains("1 problem")
    }
  }
}

@Suite("App setting on the Flags screen") struct AppSettingTests {
  private static let key = EntryKey(.preference, "toolbar-hides-on-scroll")
  private static let id = "toolbarHidesOnScroll"
  private var console = FlagDriver.console(Size(columns: 160, rows: 40)).after(
    ":flags", ":select-flag \(Self.id)")

  /// Changes the setting as an app would.
  private mutating func set(_ value: JSONValue) throws {
    try console.elsewhere("app 1") { try $0.setPreference(Self.key.name, to: value) }
  }

  @Test("is named by the sentence, the cells and the counts, and d drops it") mutating func agrees()
    throws
  {
    try set(false)
    let answer = try #require(console.answer(Self.id))
    #expect(answer.preference == nil && answer.build.value == .off)
    #expect(console.sees("buildAndUser is off: the app setting `toolbar-hides-on-scroll` turns"))
    #expect(console.sees("app setting toolbar-hides-on-scroll  off  by app 1"))
    #expect(console.sees("┃▸", " off ", " · ", " ● app setting "), "the user has not chosen")
    #expect(
      console.sees("overridden 1 ") && console.sees("● 1 overridden") && console.sees("1 override ")
    )
    console.act(":list-flags overridden") { $0.flagIDs == [Self.id] }
    console.act("d") {
      $0.model.session[Self.key] == nil && $0.model.flags.matchCount(.overridden) == 0
    }
    #expect(console.lines[0].contains("no override"))
  }

  @Test("is named in the list of overrides and in the message after dropping it")
  mutating func words() throws {
    try set(true)
    console.run("overrides")
    let line = try #require(console.model.overlay?.lines.first)
    #expect((line.keys.plain, line.title.plain) == ("app setting", "toolbar-hides-on-scroll"))
    console.run("drop preference toolbar-hides-on-scroll")
    #expect(console.status == "dropped app setting toolbar-hides-on-scroll")
  }
}

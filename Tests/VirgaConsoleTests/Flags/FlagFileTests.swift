import Testing
import VirgaCanvas
import VirgaFiles
import VirgaFlags
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Flag files in the console") struct FlagFileTests {
  private var console: ConsoleDriver

  init() throws {
    console = try FlagDriver.console()
    console.run("flags")
  }

  @Test("Esc cancels fetching flags, but only while they are fetched", arguments: [true, false])
  func cancelling(isLoading: Bool) throws {
    var console = try ConsoleDriver()
    var (random, files) = (SystemRandomNumberGenerator(), FlagFiles())
    var set = LoadedFlags(
      source: .web("https://example.com/f.json"), fallback: nil, caching: .none,
      reading: ConfigurationReading(web: { url throws(FileFailure) in throw FileFailure(path: url, reason: "") }),
      random: &random)
    set.load.isLoading = isLoading
    files.add(set, of: "https://example.com/f.json")
    console.send(.flags(files))
    console.press("Esc")
    #expect(console.effects == (isLoading ? [.cancelWork] : []))
  }

  @Test("a broken flag file is reported once, and again if it breaks differently") func toldOnce() throws {
    var console = try ConsoleDriver()
    console.send(.flags(FlagFiles([SourceText(name: "flags.json", text: #"{"flags": ["#)])))
    func errors(in file: String) -> [Problem] { console.model.flags.problems.filter { $0.location?.file == file } }
    #expect(console.message == .flagsUnreadable(errors(in: "flags.json"), list: "!"))
    #expect(console.lines[0].contains("error") && console.model.currentProblems.first?.location?.file == "flags.json")
    let manifest = try #require(console.model.workspace.manifest)
    console.load(manifest)
    #expect(console.message == .reloaded)
    let text = "flags:\n- { id: a }\n- { id: b }\n"
    console.send(.flags(FlagFiles([SourceText(name: "flags.yaml", text: text)])))
    #expect(console.message == .flagsUnreadable(errors(in: "flags.yaml"), list: "!"))
    #expect(errors(in: "flags.yaml").count == 2)
  }

  @Test("flag file problems appear in the first line and the problem list, and lead to their flag")
  func problemsEverywhere() throws {
    var console = try ConsoleDriver()
    let text = "flags:\n- {id: a, feature: homescren, path: x}\n"
    console.send(.flags(FlagFiles([SourceText(name: "flags.yaml", text: text)])))
    console.run("flags")
    #expect(console.lines[0].contains("1 warning") && console.lines[1].contains("1 problem"))
    console.act(":features", "!")
    #expect(console.sees("flags.yaml:2 "))
    console.press("Enter")
    #expect(console.sees("the manifest has no feature `homescren`"))
    console.run("features", "next-problem")
    #expect(console.status?.hasPrefix("flags.yaml:2:") == true)
    #expect(console.model.screen == .flags && console.model.flags.selectedRow?.id == "a")
  }

  @Test("a file that cannot be read again keeps its flags and says so")
  mutating func unreadable() throws {
    let text = #"[{"name": "Reader", "enabled": true}]"#
    let read = try #require(Instant(iso8601: "2026-03-01T09:30:00Z"))
    var files = FlagFiles()
    files.add(SourceText(name: "https://example.com/f.json", text: text), at: read)
    console.send(.flags(files))
    console.run("select-flag Reader")
    #expect(console.sees("read from https://example.com/f.json of 2026-03-01T09:30:00Z"))
    var failed = FlagFiles()
    failed.add(FileFailure(path: "https://example.com/f.json", reason: "timed out"), of: "https://example.com/f.json")
    console.send(.flags(failed))
    #expect(console.answer("Reader")?.state == .on)
    #expect(console.lines[1].contains("1 problem"))
    #expect(console.sees("▸   Reader", " kept "))
    #expect(console.sees("cached from an earlier read of 2026-03-01T09:30:00Z;"))
    console.send(.flags(failed))
    #expect(console.answer("Reader")?.state == .on)
  }
}

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
  @Test("Esc cancels fetching flags while they are fetched", arguments: [true, false])
  func cancelling(isLoading: Bool) throws {
    var console = ConsoleDriver()
    var (random, files) = (SystemRandomNumberGenerator(), FlagFiles())
    var set = LoadedFlags(
      source: .web("https://example.com/f.json"), fallback: nil, caching: .none,
      reading: ConfigurationReading(web: { url throws(FileFailure) in
        throw FileFailure(path: url, reason: "")
      }),
      random: &random)
    set.loadResult.isLoading = isLoading
    files.add(set, of: "https://example.com/f.json")
    console.send(.flags(files))
    console.act("Esc") { $0.effects == (isLoading ? [.cancelWork] : []) }
  }

  /// A console with a flag file that ends too early.
  private func consoleWithBrokenFile() -> ConsoleDriver {
    var console = ConsoleDriver()
    console.open("flags.json", #"{"flags": ["#)
    return console
  }

  private func errors(in file: String, of console: ConsoleDriver) -> [Problem] {
    console.flagProblems.filter { $0.location?.file == file }
  }

  @Test("a broken flag file is reported once") func toldOnce() throws {
    var console = consoleWithBrokenFile()
    let errors = errors(in: "flags.json", of: console)
    #expect(console.message == .flagsUnreadable(errors, list: "!"))
    #expect(
      console.lines[0].contains("error")
        && console.problems.first?.location?.file == "flags.json")
    let manifest = try #require(console.manifest)
    console.load(manifest)
    #expect(console.message == .reloaded(isSame: true).with(counts: ["1 error"]))
  }

  @Test("flag files that break differently are reported again") func toldAgain() {
    var console = consoleWithBrokenFile()
    console.open("flags.yaml", "flags:\n- { id: a }\n- { id: b }\n")
    let errors = errors(in: "flags.yaml", of: console)
    #expect(console.message == .flagsUnreadable(errors, list: "!"))
    #expect(errors.count == 2)
  }

  @Test("a problem of a flag file is listed with the others and leads to its flag")
  func problemsEverywhere() throws {
    var console = ConsoleDriver()
    console.open("flags.yaml", "flags:\n- {id: a, feature: homescren, path: x}\n")
    console.act(":flags") { $0.lines[0].contains("1 warning") && $0.lines[1].contains("1 problem") }
    console.act(":features", "!") { $0.sees("flags.yaml:2 ") }
    console.act("Enter") { $0.sees("the manifest has no feature `homescren`") }
    console.act(":features", ":next-problem") {
      $0.status?.hasPrefix("the only problem; flags.yaml:2:") == true
    }
    #expect(console.screen == .flags && console.selectedFlag == "a")
  }

  @Test("a file that cannot be read again keeps its flags") func unreadable() throws {
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

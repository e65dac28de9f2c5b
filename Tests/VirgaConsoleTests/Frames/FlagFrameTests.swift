import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Frames of the Flags screen") struct FlagFrameTests {
  /// The demo with a choice on every layer, and orphans.
  private func chosen(_ size: Size) throws -> ConsoleDriver {
    var console = try FlagDriver.console(size)
    console.send(
      .session(
        .init(entries: [
          .init(.preference, "SentFromCirrusUserPrefsKey"): false,
          .init(.preference, "ToolbarPlaceUsersPrefsKey"): "top",
          .init(.debug, "translateFinnishDebugKey"): true, .init(.debug, "Onboarding steps"): "Five",
          .init(.lock, "Premium themes"): true, .init(.draw, "Fast tabs"): 12,
          .init(.preference, "RetiredUserPrefsKey"): true,
        ])))
    console.run("flags")
    return console
  }

  @Test("show the list with the sentence, the layers and the keys", arguments: FrameCase.sizes)
  func list(size: Size) throws {
    let console = try chosen(size)
    FrameCase.expect(console, equals: "flags")
  }

  @Test("show a large app at 80x24 with headings, whole paths, and equal checks only once")
  func largeApp() throws {
    var console = try LargeApp.console(FrameCase.goldenSize)
    console.run("flags", "filter cards", "line 7")
    console.press("Space")
    FrameCase.expect(console, equals: "large-flags")
    let isCut = console.lines.contains { $0.hasPrefix("┃") && $0.contains("…") }
    #expect(!isCut)
    console.press("Esc", "g", "Enter")
    #expect(console.lines[4].contains("▸ ▸ address-bar-gesture-to-open-tab-tray-feature  1"))
  }

  @Test("show overridden flags of every kind and an orphan") func overridden() throws {
    var console = try chosen(Size(columns: 120, rows: 40))
    console.press("f")
    FrameCase.expect(console, equals: "flags-overridden", atEverySize: true)
  }

  @Test("show every state of configured flags, with the variations of a test") func configured() throws {
    var console = try chosen(Size(columns: 120, rows: 40))
    console.run("channel release", "select-flag Fast tabs", "simulate-shares")
    FrameCase.expect(console, equals: "flags-configured", atEverySize: true)
  }

  @Test("show a debug override that the channel ignores") func ignored() throws {
    var console = try chosen(FrameCase.goldenSize)
    console.run("channel release", "select-flag translateFinnish")
    FrameCase.expect(console, equals: "flags-ignored")
  }

  @Test("show the options of a flag") func options() throws {
    var console = try chosen(FrameCase.goldenSize)
    console.run("select-flag startAtHome", "choose-value")
    FrameCase.expect(console, equals: "flags-options")
  }

  @Test("show the list in ASCII") func ascii() throws {
    var console = try FlagDriver.console(Size(columns: 120, rows: 40), ascii: true)
    console.run("flags", "cycle-flag", "mark")
    FrameCase.expect(console, equals: "flags-ascii", atEverySize: true)
    let isASCII = console.lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
    #expect(isASCII)
  }
}

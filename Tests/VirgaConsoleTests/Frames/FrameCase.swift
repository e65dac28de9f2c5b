import Testing
import VirgaCanvas
import VirgaJSON
import VirgaTestSupport

@testable import VirgaConsole

/// Sizes, golden files, and a console with content on every screen, for the frame tests.
enum FrameCase {
  static let sizes = [
    Size(columns: 60, rows: 15), goldenSize, Size(columns: 120, rows: 40),
    Size(columns: 200, rows: 60),
  ]
  /// The size of most golden files.
  static let goldenSize = Size(columns: 80, rows: 24)

  /// A console with recipes, flags, events and an override of each kind, on a screen.
  static func console(
    _ size: Size, on screen: Screen = .features, ascii: Bool = false
  ) -> ConsoleDriver {
    var console = ConsoleOpenings.console("frames \(size) \(ascii)") {
      var console = FlagDriver.withRecipes(size, ascii: ascii)
      console.show(EventSamples.few)
      console.run(
        "select homescreen", "go sections-enabled.pocket", "set sections-enabled.pocket false",
        "branch homepage-order-2026=treatment-b",
        ConsoleDriver.draft(
          "{\n  \"greeting\": 1\n}\n", of: "homescreen",
          over: ["sections-enabled": ["pocket": false]]),
        "flags",
        "select-flag sentFromCirrus", "choose-value off", "select-flag translateFinnish",
        "flag-layer",
        "choose-value on", "channels", "filter homescreen", "line 2", "next-column", "drop-column",
        "experiments",
        "recipe share-sheet-2026")
      return console
    }
    console.run(screen.rawValue)
    #expect(console.message?.refusal == nil)
    return console
  }

  /// Checks that the frame fills its terminal, and compares it with its golden file
  /// `NAME@SIZE.txt`.
  ///
  /// Only frames at ``goldenSize`` have a golden file unless `atEverySize` is true: a person reads
  /// each difference.
  static func expect(
    _ console: ConsoleDriver, equals name: String, atEverySize: Bool = false,
    at location: SourceLocation = #_sourceLocation
  ) {
    expect(
      console.lines, size: console.size, equals: name, atEverySize: atEverySize, at: location)
  }

  /// Checks lines that were drawn for a terminal of `size`.
  static func expect(
    _ lines: [String], size: Size, equals name: String, atEverySize: Bool = false,
    at location: SourceLocation = #_sourceLocation
  ) {
    let isWhole =
      lines.count == size.rows && lines.allSatisfy { DisplayText($0).columns <= size.columns }
    #expect(isWhole, "the frame does not have the size of its terminal", sourceLocation: location)
    guard atEverySize || size == goldenSize else { return }
    expectGolden(lines, equals: "\(name)@\(size)", at: location)
  }

  /// Compares lines with a golden file.
  static func expectGolden(
    _ lines: [String], equals name: String, at location: SourceLocation = #_sourceLocation
  ) {
    GoldenText.expect(
      lines.joined(separator: "\n") + "\n", equals: "\(name).txt",
      in: "\(Repository.root)/Tests/VirgaConsoleTests/Frames/Golden", sourceLocation: location)
  }
}

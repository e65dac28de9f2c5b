import Testing
import VirgaCanvas
import VirgaConsole
import VirgaTestSupport

/// What the frame tests share: the sizes, a console in which every screen has something to show, and the golden files.
enum FrameCase {
  static let sizes = FeatureFrameTests.sizes

  /// A console with recipes, flags, events and an override of each kind, on a screen.
  static func console(
    _ size: Size, on screen: Screen = .features, ascii: Bool = false
  ) throws -> ConsoleDriver {
    var console = try FlagDriver.console(size, ascii: ascii)
    try console.openDemoRecipes()
    console.send(.events(EventSamples.few, isWhole: true))
    console.run(
      "select homescreen", "go sections-enabled.pocket", "set sections-enabled.pocket false",
      "branch homepage-order-2026=treatment-b", "set-draft homescreen \"{\\n  \\\"greeting\\\": 1\\n}\\n\"",
      "flags", "select-flag sentFromCirrus", "choose-value off", "select-flag translateFinnish", "flag-layer",
      "choose-value on", "channels", "filter homescreen", "line 2", "next-column", "drop-column", "experiments",
      "recipe share-sheet-2026", screen.rawValue)
    #expect(console.state.refusal == nil)
    return console
  }

  /// Compares the frame with its golden file, `NAME@SIZE.txt`.
  static func expect(_ console: ConsoleDriver, equals name: String, at location: SourceLocation = #_sourceLocation) {
    let lines = console.lines
    let size = console.state.size
    let isWhole = lines.count == size.rows && lines.allSatisfy { DisplayText($0).columns <= size.columns }
    #expect(isWhole, "the frame is not of its size", sourceLocation: location)
    expect(lines, equals: "\(name)@\(size)", at: location)
  }

  /// Compares lines with a golden file.
  static func expect(_ lines: [String], equals name: String, at location: SourceLocation = #_sourceLocation) {
    GoldenText.expect(
      lines.joined(separator: "\n") + "\n", equals: "\(name).txt",
      in: "\(Repository.root)/Tests/VirgaConsoleTests/Frames/Golden", sourceLocation: location)
  }
}

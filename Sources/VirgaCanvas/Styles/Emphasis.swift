/// The emphasis of a cell besides color.
package struct Emphasis: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  package var rawValue: UInt8

  /// Creates an emphasis from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Heavier strokes.
  package static let bold = Emphasis(rawValue: 1)
  /// Fainter than ordinary text.
  package static let dim = Emphasis(rawValue: 2)
  /// Underlined.
  package static let underline = Emphasis(rawValue: 4)
  /// Foreground and background swapped.
  package static let reverse = Emphasis(rawValue: 8)
}

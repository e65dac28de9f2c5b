/// How a cell stands out without colour.
package struct Emphasis: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  package var rawValue: UInt8

  /// The kinds whose bits are set.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Heavier strokes.
  package static let bold = Emphasis(rawValue: 1)
  /// Fainter than ordinary text.
  package static let dim = Emphasis(rawValue: 2)
  /// A line below.
  package static let underline = Emphasis(rawValue: 4)
  /// Foreground and background exchanged.
  package static let reverse = Emphasis(rawValue: 8)
}

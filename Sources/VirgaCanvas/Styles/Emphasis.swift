/// How a cell stands out without colour.
public struct Emphasis: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public var rawValue: UInt8

  /// The kinds whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Heavier strokes.
  public static let bold = Emphasis(rawValue: 1)
  /// Fainter than ordinary text.
  public static let dim = Emphasis(rawValue: 2)
  /// A line below.
  public static let underline = Emphasis(rawValue: 4)
  /// Foreground and background exchanged.
  public static let reverse = Emphasis(rawValue: 8)
}

import VirgaCanvas

/// The marks that stand before names; words and colours come on top of them, never instead.
enum Marks {
  static let cursor: DisplayText = "▸"
  static let closed: DisplayText = "▸"
  static let open: DisplayText = "▾"
  static let changed: DisplayText = "~"
  static let problem: DisplayText = "!"
}

/// What an installation kept and what was chosen for one JSON-configured flag.
public struct FlagChoices: Hashable, Sendable {
  /// The draw of a test, 0 to 100; nil where none was made.
  public var draw: Double?
  /// The lock state of an unlock flag, true for unlocked; nil where the file's counts.
  public var lock: Bool?
  /// Weights that stand in for those of the file.
  public var weights: [Double]?
  /// A developer's choice between on and off; nil where the file's counts.
  public var isEnabled: Bool?
  /// The variation of a test that a developer forced.
  public var variation: Variation?

  /// Choices, of which any may be left out.
  public init(
    draw: Double? = nil, lock: Bool? = nil, weights: [Double]? = nil, isEnabled: Bool? = nil,
    variation: Variation? = nil
  ) {
    self.draw = draw
    self.lock = lock
    self.weights = weights
    self.isEnabled = isEnabled
    self.variation = variation
  }
}

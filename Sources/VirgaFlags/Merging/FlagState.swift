public import VirgaJSON

/// What an installation keeps of JSON-configured flags, by name: all that is its own and not the file's.
public struct FlagState: Hashable, Sendable {
  /// The draws of tests, 0 to 100.
  public var draws: NameTable<Double>
  /// The lock states of unlock flags that the user locked or unlocked, true for unlocked.
  public var locks: NameTable<Bool>

  /// What an installation keeps; nothing yet unless given.
  public init(draws: NameTable<Double> = [:], locks: NameTable<Bool> = [:]) {
    self.draws = draws
    self.locks = locks
  }
}

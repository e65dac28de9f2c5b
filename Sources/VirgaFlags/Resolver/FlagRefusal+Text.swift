extension FlagRefusal: CustomStringConvertible {
  /// The reason and what may help, in a sentence without a final full stop.
  public var description: String { hint.map { "\(message); \($0)" } ?? message }
}

/// What a parser allows, so that hostile text costs bounded memory and stack.
public struct JSONLimits: Hashable, Sendable {
  /// How deep arrays and objects may be nested.
  ///
  /// Values are compared, printed and freed by recursion; 256 levels of that fit the 512 KiB stack of a secondary
  /// thread on macOS even in a debug build.
  public var depth: Int
  /// How many problems are reported before parsing stops with one more that says so.
  public var problems: Int

  /// Limits; the defaults suit text that a person wrote.
  public init(depth: Int = 256, problems: Int = 100) {
    self.depth = depth
    self.problems = problems
  }
}

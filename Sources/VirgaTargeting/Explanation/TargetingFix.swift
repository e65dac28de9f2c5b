/// Something to do so that a part of an expression comes out as it has to.
public enum TargetingFix: Equatable, Sendable {
  /// Set an attribute of the client.
  case set(AttributeSetting)
  /// Force a branch of another recipe, by their slugs: `enrollments_map` has to name it.
  case force(branch: String, recipe: String)

  /// Whether both change the same thing.
  func changesSame(as other: TargetingFix) -> Bool {
    switch (self, other) {
    case (.set(let one), .set(let other)): ByteText.areEqual(one.name, other.name)
    case (.force(_, let one), .force(_, let other)): ByteText.areEqual(one, other)
    default: false
    }
  }
}

/// An attribute, and a value with which a part of an expression comes out as it has to.
public struct AttributeSetting: Equatable, Sendable {
  /// The attribute's name.
  public let name: String
  /// The value.
  public let value: ExpressionValue
}

/// Draws and weights as people read them.
public enum FlagNumber {
  /// A number without a fraction where it has none, and with at most four digits of one: `25`, `33.3333`.
  public static func text(_ number: Double) -> String {
    let rounded = (number * 10_000).rounded() / 10_000
    guard rounded == rounded.rounded(), abs(rounded) < 1e15 else { return String(rounded) }
    return String(Int64(rounded))
  }
}

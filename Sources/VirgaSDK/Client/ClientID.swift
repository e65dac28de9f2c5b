/// The random id by which a client is drawn into recipes.
///
/// An app keeps it from its first start on, so that its user stays on one branch.
public enum ClientID {
  /// A new id: a random UUID in lower case.
  public static func random() -> String {
    var random = SystemRandomNumberGenerator()
    return made(high: random.next(), low: random.next())
  }

  /// The UUID (RFC 9562, version 4) of 122 of these 128 random bits.
  static func made(high: UInt64, low: UInt64) -> String {
    let high = high & ~0xF000 | 0x4000
    let low = low & ~(0b11 << 62) | (0b10 << 62)
    let digits = (hexadecimal(high) + hexadecimal(low))[...]
    let bounds = [0, 8, 12, 16, 20, 32]
    return zip(bounds, bounds.dropFirst()).map { digits.dropFirst($0).prefix($1 - $0) }.joined(separator: "-")
  }

  private static func hexadecimal(_ bits: UInt64) -> String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

internal import Crypto
public import VirgaTargeting

/// The place of a client on the scale on which recipes draw their clients and branches: 48 bits of a SHA-256.
public struct BucketHash: Hashable, Comparable, Sendable {
  /// The 48 bits; the scale ends at 2⁴⁸−1.
  public let bits: UInt64

  /// The largest place.
  public static let greatest = BucketHash(bits: (1 << 48) - 1)

  init(bits: UInt64) { self.bits = bits }

  /// The place of a fraction of the scale; nil for one outside 0 to 1.
  public init?(fraction: Double) {
    guard fraction >= 0, fraction <= 1 else { return nil }
    bits = UInt64((fraction * Double(Self.greatest.bits)).rounded(.down))
  }

  /// The place of a value: its compact JSON is hashed, a text with its quotes.
  public init(of value: ExpressionValue) {
    var bytes: [UInt8] = []
    value.appendCompactJSON(to: &bytes)
    self.init(hashing: bytes)
  }

  /// The place of a message.
  init(hashing message: [UInt8]) {
    bits = SHA256.hash(data: message).withUnsafeBytes { digest in
      UInt64(bigEndian: digest.loadUnaligned(as: UInt64.self)) >> 16
    }
  }

  /// The place as a share of the scale, 0 to 1.
  public var fraction: Double { Double(bits) / Double(Self.greatest.bits) }

  /// Whether one place comes before another.
  public static func < (left: BucketHash, right: BucketHash) -> Bool { left.bits < right.bits }
}

extension BucketHash: CustomStringConvertible {
  /// The place as 12 hexadecimal digits in lower case.
  public var description: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 12 - digits.count) + digits
  }
}

import VirgaTargeting

/// Hashes one message for many clients: only the id of the client changes in it, in one reused buffer.
struct UnitHasher {
  private var bytes: [UInt8]
  private let prefixCount: Int
  private let suffix: [UInt8]

  /// A message with the client's id between two pieces of finished JSON.
  private init(prefix: [UInt8], suffix: [UInt8]) {
    bytes = prefix
    prefixCount = prefix.count
    self.suffix = suffix
  }

  /// The message by which a recipe selects its clients: `["id","namespace"]`.
  static func selection(namespace: String) -> UnitHasher {
    var suffix = Array(#"",""#.utf8)
    suffix += quoted(namespace).dropFirst()
    return UnitHasher(prefix: Array(#"[""#.utf8), suffix: suffix + [UInt8(ascii: "]")])
  }

  /// The message by which a recipe chooses a branch: `"experimentmanager-id-slug-branch"`.
  static func branch(recipe slug: String) -> UnitHasher {
    UnitHasher(
      prefix: Array(#""experimentmanager-"#.utf8),
      suffix: [UInt8(ascii: "-")] + quoted(slug).dropFirst().dropLast() + Array(#"-branch""#.utf8))
  }

  /// The place of a client.
  mutating func hash(_ unit: String) -> BucketHash {
    fill(with: unit)
    return BucketHash(hashing: bytes)
  }

  /// The message for a client, as it is hashed.
  mutating func message(for unit: String) -> String {
    fill(with: unit)
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func fill(with unit: String) {
    bytes.removeLast(bytes.count - prefixCount)
    var unit = unit
    let isPlain = unit.withUTF8 { unit in
      bytes.append(contentsOf: unit)
      return unit.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
    if !isPlain {
      bytes.removeLast(bytes.count - prefixCount)
      bytes += Self.quoted(unit).dropFirst().dropLast()
    }
    bytes.append(contentsOf: suffix)
  }

  private static func quoted(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    ExpressionValue.appendQuoted(text, to: &bytes)
    return bytes
  }
}

import VirgaTargeting

/// Hashes one message for many clients: only the client's id changes, in a reused buffer.
struct UnitHasher {
  private var bytes: [UInt8]
  private let prefixCount: Int
  private let suffix: [UInt8]

  private init(prefix: [UInt8], suffix: [UInt8]) {
    bytes = prefix
    prefixCount = prefix.count
    self.suffix = suffix
  }

  /// The message that selects a recipe's clients: `["id","namespace"]`.
  static func selection(namespace: String) -> UnitHasher {
    var suffix = Array(#"",""#.utf8)
    suffix += quoted(namespace).dropFirst()
    return UnitHasher(prefix: Array(#"[""#.utf8), suffix: suffix + [UInt8(ascii: "]")])
  }

  /// The message that chooses a recipe's branch: `"experimentmanager-id-slug-branch"`.
  static func branch(recipe slug: String) -> UnitHasher {
    UnitHasher(
      prefix: Array(#""experimentmanager-"#.utf8),
      suffix: [UInt8(ascii: "-")] + quoted(slug).dropFirst().dropLast() + Array(#"-branch""#.utf8))
  }

  mutating func hash(_ unit: String) -> BucketHash {
    fill(with: unit)
    return BucketHash(hashing: bytes)
  }

  mutating func message(for unit: String) -> String {
    fill(with: unit)
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func fill(with unit: String) {
    var unit = unit
    let isPlain = unit.withUTF8 { unit in
      makeRoom(for: unit.count)
      return bytes.withUnsafeMutableBufferPointer { Self.copy(unit, to: $0[prefixCount...]) }
    }
    guard !isPlain else { return }
    let escaped = Self.quoted(unit).dropFirst().dropLast()
    makeRoom(for: escaped.count)
    bytes.replaceSubrange(prefixCount..<prefixCount + escaped.count, with: escaped)
  }

  /// Resizes the message for an id of `count` bytes; most ids have the same length.
  private mutating func makeRoom(for count: Int) {
    guard bytes.count != prefixCount + count + suffix.count else { return }
    bytes.removeLast(bytes.count - prefixCount)
    bytes.append(contentsOf: repeatElement(0, count: count))
    bytes.append(contentsOf: suffix)
  }

  /// Copies an id and returns whether it needs no JSON escaping; branch-free for speed.
  private static func copy(
    _ unit: UnsafeBufferPointer<UInt8>, to destination: Slice<UnsafeMutableBufferPointer<UInt8>>
  ) -> Bool {
    let destination = UnsafeMutableBufferPointer(rebasing: destination)
    var marks: UInt8 = 0
    for index in 0..<min(unit.count, destination.count) {
      let byte = unit[index]
      destination[index] = byte
      marks |= (byte < 0x20 ? 1 : 0) | (byte == UInt8(ascii: "\"") ? 1 : 0) | (byte == UInt8(ascii: "\\") ? 1 : 0)
    }
    return marks == 0
  }

  private static func quoted(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    ExpressionValue.appendQuoted(text, to: &bytes)
    return bytes
  }
}

import VirgaTargeting

package struct BucketSelection: Sendable {
  package struct Outcome: Hashable, Sendable {
    package let message: String
    package let hash: BucketHash
    package let isSelected: Bool
  }

  private let range: BucketRange
  private var hasher: UnitHasher

  package init(_ buckets: BucketConfig) {
    range = BucketRange(buckets)
    hasher = .selection(namespace: buckets.namespace)
  }

  package mutating func isSelected(_ unit: String) -> Bool { range.contains(hasher.hash(unit)) }

  /// Whether a hash is selected; the start of the first bucket is included, the end of the last one
  /// is not.
  package func selects(_ hash: BucketHash) -> Bool { range.contains(hash) }

  package mutating func outcome(of unit: String) -> Outcome {
    let hash = hasher.hash(unit)
    return Outcome(message: hasher.message(for: unit), hash: hash, isSelected: range.contains(hash))
  }
}

/// Chooses a branch for each client, in proportion to the branches' ratios.
package struct BranchAssignment: Sendable {
  package enum Failure: String, Error {
    case noBranches = "empty-ratios"
    case noRatios = "invalid-fraction"
  }

  package struct Outcome: Hashable, Sendable {
    package let message: String
    package let hash: BucketHash
    package let branch: Int
  }

  private let ends: [BucketHash]
  private var hasher: UnitHasher

  package init(recipe slug: String, branches: [Branch]) throws(Failure) {
    guard !branches.isEmpty else { throw .noBranches }
    let total = branches.reduce(0) { $0 + Double($1.ratio) }
    guard total > 0 else { throw .noRatios }
    var sum = 0.0
    ends = branches.map { branch in
      sum += Double(branch.ratio)
      return BucketHash(fraction: sum / total) ?? .greatest
    }
    hasher = .branch(recipe: slug)
  }

  /// The index of a client's branch: the first whose share reaches the client's hash.
  package mutating func branch(of unit: String) -> Int { branch(at: hasher.hash(unit)) }

  package mutating func outcome(of unit: String) -> Outcome {
    let hash = hasher.hash(unit)
    return Outcome(message: hasher.message(for: unit), hash: hash, branch: branch(at: hash))
  }

  /// The index of the branch at a hash; the end of a share is inclusive.
  package func branch(at hash: BucketHash) -> Int {
    ends.firstIndex { $0 >= hash } ?? ends.count - 1
  }
}

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
      marks |=
        (byte < 0x20 ? 1 : 0) | (byte == UInt8(ascii: "\"") ? 1 : 0)
        | (byte == UInt8(ascii: "\\") ? 1 : 0)
    }
    return marks == 0
  }

  private static func quoted(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    ExpressionValue.appendQuoted(text, to: &bytes)
    return bytes
  }
}

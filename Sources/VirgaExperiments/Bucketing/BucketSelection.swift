import VirgaTargeting

/// Determines whether a recipe's buckets select a client.
package struct BucketSelection: Sendable {
  /// The result for one client, and how it was computed.
  package struct Outcome: Hashable, Sendable {
    /// The text that was hashed.
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

  /// Whether the buckets select the client with the id `unit`.
  package mutating func isSelected(_ unit: String) -> Bool { range.contains(hasher.hash(unit)) }

  /// Whether a hash is selected; the start of the first bucket is included, the end of the last one
  /// is not.
  package func selects(_ hash: BucketHash) -> Bool { range.contains(hash) }

  /// Whether the buckets select the client with the id `unit`, with what was hashed.
  package mutating func outcome(of unit: String) -> Outcome {
    let hash = hasher.hash(unit)
    return Outcome(message: hasher.message(for: unit), hash: hash, isSelected: range.contains(hash))
  }
}

/// Chooses a branch for each client, in proportion to the branches' ratios.
package struct BranchAssignment: Sendable {
  /// Why no branch can be chosen; the raw value is the SDK's name.
  package enum Failure: String, Error {
    case noBranches = "empty-ratios"
    /// All ratios are 0.
    case noRatios = "invalid-fraction"
  }

  /// The result for one client, and how it was computed.
  package struct Outcome: Hashable, Sendable {
    /// The text that was hashed.
    package let message: String
    package let hash: BucketHash
    package let branchIndex: Int
  }

  /// The last hash of each branch's share, in the order of the branches.
  private let shareEnds: [BucketHash]
  private var hasher: UnitHasher

  /// Computes at which hash the share of each branch ends: with the ratios 1 and 3, at a quarter of
  /// the greatest hash and at the greatest hash.
  package init(recipe slug: String, branches: [Branch]) throws(Failure) {
    guard !branches.isEmpty else { throw .noBranches }
    let total = branches.reduce(0) { sum, branch in sum + Double(branch.ratio) }
    guard total > 0 else { throw .noRatios }
    var sum = 0.0
    shareEnds = branches.map { branch in
      sum += Double(branch.ratio)
      // A fraction above 1, which only rounding can cause, has no hash.
      return BucketHash(fraction: sum / total) ?? .greatest
    }
    // Hashes a client's id with the slug, so that its branches in two recipes are independent.
    hasher = .branch(recipe: slug)
  }

  /// The index of the branch of the client with the id `unit`: the first branch whose share reaches
  /// the client's hash.
  package mutating func branchIndex(of unit: String) -> Int { branchIndex(at: hasher.hash(unit)) }

  /// The index of the branch of the client with the id `unit`, with the message that was hashed and
  /// its hash, by which the branch is chosen.
  package mutating func outcome(of unit: String) -> Outcome {
    let hash = hasher.hash(unit)
    return Outcome(
      message: hasher.message(for: unit), hash: hash, branchIndex: branchIndex(at: hash))
  }

  /// The index of the branch at a hash; the end of a share is inclusive.
  package func branchIndex(at hash: BucketHash) -> Int {
    // Rounding may leave the end of the last share below the greatest hash.
    shareEnds.firstIndex { $0 >= hash } ?? shareEnds.count - 1
  }
}

/// Hashes one message for many clients: only the client's id changes, in a reused buffer.
struct UnitHasher {
  /// The message of the last client: the prefix, the client's id, the suffix.
  private var bytes: [UInt8]
  /// The length of the prefix in bytes.
  private let prefixCount: Int
  private let suffix: [UInt8]

  /// A hasher before its first client: the message is only the prefix, and gets the suffix with an
  /// id.
  private init(prefix: [UInt8], suffix: [UInt8]) {
    bytes = prefix
    prefixCount = prefix.count
    self.suffix = suffix
  }

  /// The message that selects a recipe's clients: `["id","namespace"]`.
  static func selection(namespace: String) -> UnitHasher {
    let suffix = Array(#"","#.utf8) + quoted(namespace) + Array("]".utf8)
    return UnitHasher(prefix: Array(#"[""#.utf8), suffix: suffix)
  }

  /// The message that chooses a recipe's branch: `"experimentmanager-id-slug-branch"`.
  static func branch(recipe slug: String) -> UnitHasher {
    let suffix = Array("-".utf8) + escaped(slug) + Array(#"-branch""#.utf8)
    return UnitHasher(prefix: Array(#""experimentmanager-"#.utf8), suffix: suffix)
  }

  /// The hash of the message for the client with an id.
  mutating func hash(_ unit: String) -> BucketHash {
    fill(with: unit)
    return BucketHash(hashing: bytes)
  }

  /// The message that is hashed for a client.
  mutating func message(for unit: String) -> String {
    fill(with: unit)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a client's id into the message, between its prefix and its suffix, escaped as in JSON.
  ///
  /// Hardly any id needs escapes, so it is first copied as it is. ``makeRoom(for:)`` also puts the
  /// suffix after the id.
  private mutating func fill(with unit: String) {
    // A variable, because `withUTF8` may have to change how the string is stored.
    var unit = unit
    let needsEscaping = unit.withUTF8 { unescaped in
      makeRoom(for: unescaped.count)
      return bytes.withUnsafeMutableBufferPointer { message in
        Self.copyAndReturnWhetherEscapesNeeded(unescaped, to: message[prefixCount...])
      }
    }
    guard needsEscaping else { return }
    // Escaping makes the id longer.
    let escaped = Self.escaped(unit)
    makeRoom(for: escaped.count)
    bytes.replaceSubrange(prefixCount..<prefixCount + escaped.count, with: escaped)
  }

  /// Resizes the message that is hashed, a prefix, an id and a suffix, for an id of `count` bytes;
  /// most ids have the same length.
  private mutating func makeRoom(for count: Int) {
    guard bytes.count != prefixCount + count + suffix.count else { return }
    // Only the prefix stays: the suffix moves with the length of the id.
    bytes.removeLast(bytes.count - prefixCount)
    bytes.append(contentsOf: repeatElement(0, count: count))
    bytes.append(contentsOf: suffix)
  }

  /// Copies an id as it is and returns whether it needs JSON escaping; branch-free for speed.
  private static func copyAndReturnWhetherEscapesNeeded(
    _ unit: UnsafeBufferPointer<UInt8>, to destination: Slice<UnsafeMutableBufferPointer<UInt8>>
  ) -> Bool {
    let destination = UnsafeMutableBufferPointer(rebasing: destination)
    // Becomes 1 with the first character that needs escaping.
    var escapeFlag: UInt8 = 0
    // The destination has room for the whole id, so this never cuts it.
    for index in 0..<min(unit.count, destination.count) {
      let byte = unit[index]
      destination[index] = byte
      escapeFlag |=
        (byte < UInt8(ascii: " ") ? 1 : 0) | (byte == UInt8(ascii: "\"") ? 1 : 0)
        | (byte == UInt8(ascii: "\\") ? 1 : 0)
    }
    return escapeFlag != 0
  }

  /// A text escaped as in JSON, without quotes around it.
  private static func escaped(_ text: String) -> ArraySlice<UInt8> {
    quoted(text).dropFirst().dropLast()
  }

  /// A text as a JSON string, with its quotes.
  private static func quoted(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    ExpressionValue.appendQuoted(text, to: &bytes)
    return bytes
  }
}

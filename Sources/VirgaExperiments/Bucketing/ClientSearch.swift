package import VirgaJSON

/// Looks for a client id that a recipe's buckets select, for a client that should enroll.
package struct ClientSearch: Sendable {
  /// The number of ids that are tried at most.
  private static let maxIDs = 100_000
  /// The number of selected ids that are also checked against the other recipes, at most.
  private static let maxSelectedIDs = 1_000

  /// The candidate ids; the same ids give the same client.
  package let ids: SeededIDs

  package init(from ids: SeededIDs) { self.ids = ids }

  /// The first id that the recipe's buckets select.
  ///
  /// Prefers an id that the client's current recipes select too, so that it stays in them, but that
  /// no rival selects. A rival is an enrolled recipe that has a feature of this one; features in
  /// `coenrolling` do not count, because several recipes can have them at once. If none of the
  /// first 1,000 selected ids is such an id, the first selected one is returned.
  ///
  /// - Returns: The id; nil if none of the first 100,000 is selected, for example because the
  ///   recipe has no buckets, or buckets of accounts, which the client's id does not affect.
  package func clientID(
    for recipe: Recipe, stayingIn enrollments: EnrollmentState, coenrolling: Set<Name> = []
  ) -> String? {
    let hasBuckets = recipe.bucketConfig.count > 0
    let selectsByClientID = recipe.bucketConfig.randomizationUnit == .clientID
    guard hasBuckets, selectsByClientID else { return nil }
    let rivals = Set(naming: enrollments.rivals(of: recipe, coenrolling: coenrolling))
    // Recipes with a forced branch are not among them: the client stays in these with any id.
    let recipesToStayIn = enrollments.recipes.filter { other in
      enrollments.dependsOnBuckets(of: other.slug) && !rivals.contains(other.slug)
    }
    // A rival that selected the client would keep the feature that this recipe needs.
    let recipesToLeave = enrollments.recipes.filter { rivals.contains($0.slug) }
    return firstID(selectedBy: recipe, stayingIn: recipesToStayIn, leaving: recipesToLeave)
  }

  /// The first id that the recipe's buckets and those of `recipesToStayIn` select, but none of
  /// `recipesToLeave`; without such an id, the first that the recipe's buckets select.
  ///
  /// Nil if none of the ids is selected.
  private func firstID(
    selectedBy recipe: Recipe, stayingIn recipesToStayIn: [Recipe],
    leaving recipesToLeave: [Recipe]
  ) -> String? {
    var selection = BucketSelection(recipe.bucketConfig)
    var selectionsToStayIn = recipesToStayIn.map { BucketSelection($0.bucketConfig) }
    var selectionsToLeave = recipesToLeave.map { BucketSelection($0.bucketConfig) }
    var firstSelected: String?
    var selectedCount = 0
    for number in 0..<Self.maxIDs {
      // Searching on would take too long: the first selected id has to do.
      guard selectedCount < Self.maxSelectedIDs else { break }
      let id = ids[number]
      guard selection.isSelected(id) else { continue }
      let isIdeal = selectionsToStayIn.allSelect(id) && !selectionsToLeave.anySelects(id)
      if isIdeal { return id }
      firstSelected = firstSelected ?? id
      selectedCount += 1
    }
    return firstSelected
  }
}

// By index, because hashing an id changes a selection's buffer.
extension [BucketSelection] {
  /// Whether the buckets of each recipe select a client id.
  fileprivate mutating func allSelect(_ id: String) -> Bool {
    indices.allSatisfy { self[$0].isSelected(id) }
  }

  /// Whether the buckets of any recipe select a client id.
  fileprivate mutating func anySelects(_ id: String) -> Bool {
    indices.contains { self[$0].isSelected(id) }
  }
}

extension EnrollmentState {
  /// Whether the client enrolled in a recipe by passing its gates, so that another bucket would
  /// unenroll it.
  fileprivate func dependsOnBuckets(of slug: String) -> Bool {
    if case .enrolled(.qualified, _)? = records[slug] { true } else { false }
  }
}

/// Reproducible random client ids: the same seed and number give the same UUID.
package struct SeededIDs: Sendable {
  private let seed: UInt64

  /// An odd number with evenly spread bits, like the next two: seeds 1 and 2 become very different.
  ///
  /// Other numbers would give other ids, but equally good ones.
  private static let seedIncrement: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let numberFactor: UInt64 = 0xD1B5_4A32_D192_ED03
  private static let secondHalfIncrement: UInt64 = 0x8CB9_2BA7_2F3D_8DD7

  package init(seed: UInt64) { self.seed = Self.mixed(seed &+ Self.seedIncrement) }

  /// The id with this number: a lower-case version 4 UUID.
  package subscript(number: Int) -> String {
    let number = UInt64(truncatingIfNeeded: number)
    // Both halves depend on the seed and on the number. `mixed` makes very different values of
    // similar ones, so that consecutive numbers give unrelated ids.
    let first = Self.mixed(seed &+ number &* Self.numberFactor)
    let second = Self.mixed((first ^ seed) &+ Self.secondHalfIncrement)
    return Self.uuid(first, second)
  }

  /// The version 4 UUID with 122 of these 128 random bits; the other 6 say that it is one.
  package static func uuid(_ first: UInt64, _ second: UInt64) -> String {
    let length = 36
    let byteCount = 16
    return String(unsafeUninitializedCapacity: length) { text in
      var offset = 0
      for index in 0..<byteCount {
        // The groups have 4, 2, 2, 2 and 6 bytes.
        let startsGroup = index == 4 || index == 6 || index == 8 || index == 10
        if startsGroup { put(UInt8(ascii: "-"), in: text, &offset) }
        putDigits(of: byte(index, first, second), in: text, &offset)
      }
      return offset
    }
  }

  /// Writes the two hexadecimal digits of a byte at `offset`, and moves `offset` behind them.
  private static func putDigits(
    of byte: UInt8, in text: UnsafeMutableBufferPointer<UInt8>, _ offset: inout Int
  ) {
    let upperHalf = byte >> 4
    let lowerHalf = byte & 0b0000_1111
    put(digit(upperHalf), in: text, &offset)
    put(digit(lowerHalf), in: text, &offset)
  }

  /// One of the 16 bytes of a UUID, of which the first word has the first 8.
  private static func byte(_ index: Int, _ first: UInt64, _ second: UInt64) -> UInt8 {
    let bytesOfWord = 8
    let word = index < bytesOfWord ? first : second
    let byte = UInt8(truncatingIfNeeded: word >> UInt64(index % bytesOfWord * 8))
    return switch index {
    // The version, 4, in the upper four bits.
    case 6: byte & 0b0000_1111 | 0b0100_0000
    // The variant, binary 10, in the upper two bits.
    case 8: byte & 0b0011_1111 | 0b1000_0000
    default: byte
    }
  }

  /// Writes a byte at `offset`, and moves `offset` behind it.
  private static func put(
    _ byte: UInt8, in text: UnsafeMutableBufferPointer<UInt8>, _ offset: inout Int
  ) {
    text[offset] = byte
    offset += 1
  }

  /// The hexadecimal digit of a value from 0 to 15.
  private static func digit(_ value: UInt8) -> UInt8 {
    let firstLetter: UInt8 = 10
    return value < firstLetter
      ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - firstLetter
  }

  /// A value in which each bit of the given one affects about half of all bits.
  ///
  /// The steps, with their shifts and factors, are those of the finalizer of SplitMix64.
  private static func mixed(_ value: UInt64) -> UInt64 {
    let firstFactor: UInt64 = 0xBF58_476D_1CE4_E5B9
    let secondFactor: UInt64 = 0x94D0_49BB_1331_11EB
    var value = value
    value = (value ^ (value >> 30)) &* firstFactor
    value = (value ^ (value >> 27)) &* secondFactor
    return value ^ (value >> 31)
  }
}

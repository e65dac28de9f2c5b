package import VirgaJSON

package struct ClientSearch: Sendable {
  /// The candidate ids; the same ids give the same client.
  package let ids: SeededIDs

  package init(from ids: SeededIDs) { self.ids = ids }

  /// The first id that the recipe's buckets select.
  ///
  /// Prefers an id that stays selected in the client's current recipes, except those that have a
  /// feature of this recipe: they must not select it. If no such id is found, the first selected id
  /// is returned.
  ///
  /// - Returns: The id; nil if none of the first 100,000 is selected, for example because the
  ///   recipe has no buckets.
  package func client(
    for recipe: Recipe, stayingIn enrollments: EnrollmentState, coenrolling: Set<Name> = []
  ) -> String? {
    guard recipe.bucketConfig.count > 0, recipe.bucketConfig.randomizationUnit == .clientID else {
      return nil
    }
    var draw = BucketSelection(recipe.bucketConfig)
    let rivals = Set(naming: enrollments.rivals(of: recipe, coenrolling: coenrolling))
    var others = enrollments.recipes.filter {
      enrollments.isQualified(for: $0.slug) && !rivals.contains($0.slug)
    }
    .map { BucketSelection($0.bucketConfig) }
    var taking = enrollments.recipes.filter { rivals.contains($0.slug) }.map {
      BucketSelection($0.bucketConfig)
    }
    var (first, seen): (String?, Int) = (nil, 0)
    for number in 0..<100_000 where seen < 1_000 {
      let id = ids[number]
      guard draw.isSelected(id) else { continue }
      let stays = others.indices.allSatisfy { others[$0].isSelected(id) }
      if stays, !taking.indices.contains(where: { taking[$0].isSelected(id) }) { return id }
      first = first ?? id
      seen += 1
    }
    return first
  }
}

extension EnrollmentState {
  /// Whether the client passed the gates to enroll, so that another bucket would unenroll it.
  fileprivate func isQualified(for slug: String) -> Bool {
    if case .enrolled(.qualified, _)? = records[slug] { true } else { false }
  }
}

/// Reproducible random client ids: the same seed and number give the same UUID.
package struct SeededIDs: Sendable {
  private let seed: UInt64

  package init(seed: UInt64) { self.seed = Self.mixed(seed &+ 0x9E37_79B9_7F4A_7C15) }

  /// The id with this number: a lower-case version 4 UUID.
  package subscript(number: Int) -> String {
    let first = Self.mixed(seed &+ UInt64(truncatingIfNeeded: number) &* 0xD1B5_4A32_D192_ED03)
    return Self.text(first, Self.mixed(first ^ seed &+ 0x8CB9_2BA7_2F3D_8DD7))
  }

  /// The version 4 UUID with 122 of these 128 random bits.
  package static func text(_ first: UInt64, _ second: UInt64) -> String {
    String(unsafeUninitializedCapacity: 36) { text in
      var offset = 0
      for index in 0..<16 {
        if [4, 6, 8, 10].contains(index) { put(UInt8(ascii: "-"), in: text, &offset) }
        let byte = byte(index, first, second)
        put(digit(byte >> 4), in: text, &offset)
        put(digit(byte & 0x0F), in: text, &offset)
      }
      return offset
    }
  }

  private static func byte(_ index: Int, _ first: UInt64, _ second: UInt64) -> UInt8 {
    let byte = UInt8(truncatingIfNeeded: (index < 8 ? first : second) >> (UInt64(index % 8) * 8))
    return switch index {
    case 6: byte & 0x0F | 0x40
    case 8: byte & 0x3F | 0x80
    default: byte
    }
  }

  private static func put(
    _ byte: UInt8, in text: UnsafeMutableBufferPointer<UInt8>, _ offset: inout Int
  ) {
    text[offset] = byte
    offset += 1
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

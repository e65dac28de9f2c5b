import VirgaSource

/// The order of versions for `versionCompare`, which is the one of Firefox.
///
/// `121.!` < `121.0b2` < `121.0` = `121` < `121.0.1` < `121.*` < `122.!`
package enum VersionOrder {
  /// Returns 1, 0 or -1 if the left version is newer, equal or older.
  ///
  /// They are compared part by part. The shorter one goes on with parts that are 0, so that `121`
  /// and `121.0` are equal.
  ///
  /// Throws a transform error if a version is not ASCII or contains a number above 2³¹−1.
  package static func compare(_ left: String, _ right: String) throws(EvaluationError) -> Int64 {
    var left = try VersionParts(left)
    var right = try VersionParts(right)
    while left.hasMore || right.hasMore {
      let order = try left.next().order(to: try right.next())
      if order != 0 { return order }
    }
    return 0
  }
}

/// ASCII text of a version.
private typealias Bytes = Substring.UTF8View

/// The dot-separated parts of a version, followed by infinitely many empty ones, so that `121` and
/// `121.0` are equal.
private struct VersionParts {
  /// The parts that were not returned yet.
  private var rest: Bytes
  private(set) var hasMore = true

  /// The parts of a version, of which `next()` reads one at a time; throws if the version is not
  /// ASCII.
  init(_ version: String) throws(EvaluationError) {
    let isASCII = version.utf8.allSatisfy { $0 < 0x80 }
    guard isASCII else {
      throw .transform("the version \(version) has non-ASCII characters")
    }
    rest = version[...].utf8
  }

  /// The next part; an empty one, which is the number 0, after the last.
  mutating func next() throws(EvaluationError) -> VersionPart {
    guard hasMore else { return VersionPart() }
    let part = rest.prefix { $0 != UInt8(ascii: ".") }
    rest = rest[part.endIndex...]
    // What is left begins with the dot before the next part, which may be empty as in `121.`.
    hasMore = !rest.isEmpty
    rest = rest.dropFirst()
    return try VersionPart(part)
  }
}

/// One part of a version: a number, a text, a number and a remainder.
///
/// `3b12-x` has 3, `b`, 12 and `-x`. `*` is the greatest number, and `3+` the same as `4pre`.
private struct VersionPart {
  private var number: Int32 = 0
  private var text = Substring().utf8
  private var secondNumber: Int32 = 0
  private var rest = Substring().utf8

  init() {}

  /// Reads a part; an error if one of its numbers is above 2³¹−1.
  ///
  /// `3b12-x` has 3, `b`, 12 and `-x`. `*` is the greatest number, and `3+` is the same as `4pre`.
  init(_ part: Bytes) throws(EvaluationError) {
    let isWildcard = part.elementsEqual("*".utf8)
    if isWildcard {
      number = .max
      return
    }
    var remaining = part
    number = try Self.leadingNumber(of: &remaining)
    if remaining.first == UInt8(ascii: "+") {
      // `3+` becomes `4pre`; what follows the `+` does not count.
      guard number < .max else { throw Self.overflow(part) }
      number += 1
      text = Substring("pre").utf8
      return
    }
    // The text ends at the second number, or at the `+` or `-` that begins the rest.
    text = remaining.prefix { !$0.isDigit && !"+-".utf8.contains($0) }
    remaining = remaining[text.endIndex...]
    secondNumber = try Self.leadingNumber(of: &remaining)
    rest = remaining
  }

  /// 1, 0 or −1 if this part is greater than, equal to or less than another one.
  ///
  /// A part such as `3b12-x` is compared piece by piece: the number 3, the text `b`, the second
  /// number 12 and the rest `-x`. A missing text is the greatest, so that `3b1` is before `3`.
  func order(to other: VersionPart) -> Int64 {
    if number != other.number { return number < other.number ? -1 : 1 }
    let texts = Self.order(text, other.text)
    if texts != 0 { return texts }
    if secondNumber != other.secondNumber { return secondNumber < other.secondNumber ? -1 : 1 }
    return Self.order(rest, other.rest)
  }

  /// The order of two texts; an empty one is the greatest, so that `3b1` is before `3`.
  private static func order(_ left: Bytes, _ right: Bytes) -> Int64 {
    if left.elementsEqual(right) { return 0 }
    if left.isEmpty { return 1 }
    if right.isEmpty { return -1 }
    return left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  /// Removes the digits at the start of a text and returns their number; 0 without digits.
  private static func leadingNumber(of text: inout Bytes) throws(EvaluationError) -> Int32 {
    let digits = text.prefix(while: \.isDigit)
    var number: Int32 = 0
    for digit in digits {
      let (tenfold, isProductTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isSumTooLarge) = tenfold.addingReportingOverflow(Int32(digit - UInt8(ascii: "0")))
      guard !isProductTooLarge, !isSumTooLarge else { throw overflow(digits) }
      number = sum
    }
    text = text[digits.endIndex...]
    return number
  }

  /// The error for a number in a version that is above 2³¹−1.
  private static func overflow(_ digits: Bytes) -> EvaluationError {
    .transform("the number \(Substring(digits)) in a version is too large")
  }
}

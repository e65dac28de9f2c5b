import VirgaSource

/// The order of versions for `versionCompare`: `121.!` sorts before every 121 and `121.*` after.
package enum VersionOrder {
  /// Returns 1, 0 or -1 if the left version is newer, equal or older.
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

private typealias Bytes = Substring.UTF8View

/// The dot-separated parts of a version, followed by infinitely many empty ones.
private struct VersionParts {
  private var rest: Bytes
  private(set) var hasMore = true

  init(_ version: String) throws(EvaluationError) {
    guard version.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw .transform("the version \(version) has non-ASCII characters")
    }
    rest = version[...].utf8
  }

  mutating func next() throws(EvaluationError) -> VersionPart {
    guard hasMore else { return VersionPart() }
    let part = rest.prefix { $0 != UInt8(ascii: ".") }
    rest = rest[part.endIndex...]
    hasMore = !rest.isEmpty
    rest = rest.dropFirst()
    return try VersionPart(part)
  }
}

/// One part of a version: a number, a text, a number and a remainder.
private struct VersionPart {
  private var number: Int32 = 0
  private var text = Substring().utf8
  private var secondNumber: Int32 = 0
  private var rest = Substring().utf8

  init() {}

  init(_ part: Bytes) throws(EvaluationError) {
    guard part.count != 1 || part.first != UInt8(ascii: "*") else {
      number = .max
      return
    }
    var remaining = part
    number = try Self.leadingNumber(of: &remaining)
    if remaining.first == UInt8(ascii: "+") {
      guard number < .max else { throw Self.overflow(part) }
      number += 1
      text = Substring("pre").utf8
      return
    }
    text = remaining.prefix { !$0.isDigit && !"+-".utf8.contains($0) }
    remaining = remaining[text.endIndex...]
    secondNumber = try Self.leadingNumber(of: &remaining)
    rest = remaining
  }

  func order(to other: VersionPart) -> Int64 {
    if number != other.number { return number < other.number ? -1 : 1 }
    let texts = Self.order(text, other.text)
    if texts != 0 { return texts }
    if secondNumber != other.secondNumber { return secondNumber < other.secondNumber ? -1 : 1 }
    return Self.order(rest, other.rest)
  }

  private static func order(_ left: Bytes, _ right: Bytes) -> Int64 {
    if left.elementsEqual(right) { return 0 }
    if left.isEmpty { return 1 }
    if right.isEmpty { return -1 }
    return left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  private static func leadingNumber(of text: inout Bytes) throws(EvaluationError) -> Int32 {
    let digits = text.prefix(while: \.isDigit)
    var number: Int32 = 0
    for digit in digits {
      let (shifted, tooLong) = number.multipliedReportingOverflow(by: 10)
      let (sum, tooLarge) = shifted.addingReportingOverflow(Int32(digit - UInt8(ascii: "0")))
      guard !tooLong, !tooLarge else { throw overflow(digits) }
      number = sum
    }
    text = text[digits.endIndex...]
    return number
  }

  private static func overflow(_ digits: Bytes) -> EvaluationError {
    .transform("the number \(Substring(digits)) in a version is too large")
  }
}

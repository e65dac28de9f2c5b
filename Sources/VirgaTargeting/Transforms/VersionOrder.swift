import VirgaSource

/// The order of versions for `versionCompare`: `121.!` sorts before every 121 and `121.*` after.
public enum VersionOrder {
  /// Returns 1, 0 or -1 if the left version is newer, equal or older.
  ///
  /// Throws a transform error if a version is not ASCII or contains a number above 2³¹−1.
  public static func compare(_ left: String, _ right: String) throws(EvaluationError) -> Int64 {
    var left = left
    var right = right
    return try left.withUTF8 { left in
      right.withUTF8 { right in
        Result { () throws(EvaluationError) in try compare(VersionParts(left), VersionParts(right)) }
      }
    }.get()
  }

  private static func compare(_ left: VersionParts, _ right: VersionParts) throws(EvaluationError) -> Int64 {
    var left = left
    var right = right
    while left.hasMore || right.hasMore {
      let order = try left.next().order(to: try right.next())
      if order != 0 { return order }
    }
    return 0
  }
}

private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

/// The dot-separated parts of a version, followed by infinitely many empty ones.
private struct VersionParts {
  private var rest: Bytes
  private(set) var hasMore = true

  init(_ version: UnsafeBufferPointer<UInt8>) throws(EvaluationError) {
    guard version.allSatisfy({ $0 < 0x80 }) else {
      throw .transform("the version \(String(decoding: version, as: UTF8.self)) has non-ASCII characters")
    }
    rest = version[...]
  }

  mutating func next() throws(EvaluationError) -> VersionPart {
    guard hasMore else { return VersionPart() }
    let part = rest.prefix { $0 != UInt8(ascii: ".") }
    rest = rest.dropFirst(part.count)
    hasMore = !rest.isEmpty
    rest = rest.dropFirst()
    return try VersionPart(part)
  }
}

/// One part of a version: a number, a text, a number and a remainder.
private struct VersionPart {
  private var number: Int32 = 0
  private var text = Self.none
  private var secondNumber: Int32 = 0
  private var rest = Self.none

  private static var none: Bytes { UnsafeBufferPointer(start: nil, count: 0)[...] }

  private static var pre: Bytes {
    let text: StaticString = "pre"
    return UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)[...]
  }

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
      text = Self.pre
      return
    }
    text = remaining.prefix { !Self.endsText($0) }
    remaining = remaining.dropFirst(text.count)
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

  private static func endsText(_ byte: UInt8) -> Bool {
    byte.isDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
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
    text = text.dropFirst(digits.count)
    return number
  }

  private static func overflow(_ digits: Bytes) -> EvaluationError {
    .transform("the number \(String(decoding: digits, as: UTF8.self)) in a version is too large")
  }
}

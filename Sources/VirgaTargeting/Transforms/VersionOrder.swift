/// The order of versions that `versionCompare` uses, in which `121.!` comes before every 121 and `121.*` after it.
public enum VersionOrder {
  /// 1, 0 or -1 for a version after, level with or before another.
  ///
  /// Throws a transform error for a text that is not ASCII or has a number beyond 2³¹−1.
  public static func compare(_ left: String, _ right: String) throws(EvaluationError) -> Int64 {
    var left = VersionParts(try ascii(left))
    var right = VersionParts(try ascii(right))
    while left.hasMore || right.hasMore {
      let order = try left.next().order(to: try right.next())
      if order != 0 { return order }
    }
    return 0
  }

  private static func ascii(_ version: String) throws(EvaluationError) -> String {
    guard version.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw .transform("the version \(version) has characters other than ASCII")
    }
    return version
  }
}

/// The parts of a version between its dots; beyond the last, empty ones.
private struct VersionParts {
  private var rest: Substring.UTF8View
  private(set) var hasMore = true

  init(_ version: String) { rest = Substring(version).utf8 }

  mutating func next() throws(EvaluationError) -> VersionPart {
    guard hasMore else { return VersionPart() }
    let part = rest.prefix { $0 != UInt8(ascii: ".") }
    rest = rest.dropFirst(part.count)
    hasMore = !rest.isEmpty
    rest = rest.dropFirst()
    return try VersionPart(part)
  }
}

/// One part of a version: a number, a text, a number and what is left.
private struct VersionPart {
  private var number: Int32 = 0
  private var text = Substring("").utf8
  private var secondNumber: Int32 = 0
  private var rest = Substring("").utf8

  init() {}

  init(_ part: Substring.UTF8View) throws(EvaluationError) {
    guard !part.elementsEqual("*".utf8) else {
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

  private static func order(_ left: Substring.UTF8View, _ right: Substring.UTF8View) -> Int64 {
    if left.elementsEqual(right) { return 0 }
    if left.isEmpty { return 1 }
    if right.isEmpty { return -1 }
    return left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  private static func endsText(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func leadingNumber(of text: inout Substring.UTF8View) throws(EvaluationError) -> Int32 {
    let digits = text.prefix(while: isDigit)
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

  private static func overflow(_ digits: Substring.UTF8View) -> EvaluationError {
    .transform("the number \(Substring(digits)) in a version is too large")
  }
}

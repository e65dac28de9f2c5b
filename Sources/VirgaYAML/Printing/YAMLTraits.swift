/// What about a string decides how YAML can write it.
struct YAMLTraits {
  /// Whether it can stand without quotes, as far as its signs go.
  private(set) var allowsPlain = true
  /// Whether it can stand as a literal block.
  private(set) var allowsBlock = true
  /// Whether it has a line end.
  private(set) var hasLineBreak = false
  /// Whether it has a sign that has to be escaped.
  private(set) var hasSpecialSign = false

  init(_ text: String) {
    if text.hasPrefix("---") || text.hasPrefix("...") { allowsPlain = false }
    var rest = text.unicodeScalars.makeIterator()
    let first = rest.next()
    var last: Unicode.Scalar?
    var current = first
    while let scalar = current {
      let next = rest.next()
      look(at: scalar, before: last, next)
      last = scalar
      current = next
    }
    if let first, first == " " || Self.isBreak(first) { allowsPlain = false }
    if let last, last == " " || Self.isBreak(last) { allowsPlain = false }
    if last == " " { allowsBlock = false }
    if hasSpecialSign { allowsBlock = false }
    if hasLineBreak { allowsPlain = false }
  }

  private mutating func look(at scalar: Unicode.Scalar, before: Unicode.Scalar?, _ next: Unicode.Scalar?) {
    if Self.isBreak(scalar) { hasLineBreak = true }
    // A block ends a line only with a line feed; other ends, and blanks before one, would be lost.
    if Self.isBreak(scalar), scalar != "\n" || before == " " { allowsBlock = false }
    if !Self.isPrintable(scalar), scalar != "\n" { hasSpecialSign = true }
    let isBeforeBlank = next.map { $0 == " " || $0 == "\t" || Self.isBreak($0) } ?? true
    switch scalar {
    case ":": if isBeforeBlank { allowsPlain = false }
    case "#": if before == nil || before == " " { allowsPlain = false }
    case "-", "?": if before == nil, isBeforeBlank { allowsPlain = false }
    case ",", "[", "]", "{", "}", "&", "*", "!", "|", ">", "'", "\"", "%", "@", "`":
      if before == nil { allowsPlain = false }
    default: break
    }
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  /// Whether a YAML reader accepts the character unescaped.
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: scalar.value != 0xFEFF && !isBreak(scalar)
    default: false
    }
  }
}

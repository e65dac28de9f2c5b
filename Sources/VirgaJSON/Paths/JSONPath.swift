public import VirgaSource

/// The path of a value inside another: keys and indices, such as `items[2].icon`.
///
/// Keys are separated by dots, indices are in brackets, and a key that contains a dot, bracket,
/// quote, space or control character is in brackets and quotes: `['a.b']`. The empty path is the
/// value itself.
public struct JSONPath: Hashable, Sendable {
  /// One step of a path.
  public enum Component: Sendable {
    /// A member of an object.
    case key(String)
    /// An element of an array, from 0.
    case index(Int)

    /// The key, or the digits of the index.
    package var text: String {
      switch self {
      case .key(let key): key
      case .index(let index): String(index)
      }
    }
  }

  /// The steps, outermost first.
  public var components: [Component]

  /// Creates a path from `components`; without any, the path of the value itself.
  public init(_ components: [Component] = []) { self.components = components }

  /// The path of the value itself.
  public static let root = JSONPath()

  /// Whether it is the path of the value itself.
  public var isRoot: Bool { components.isEmpty }

  /// The path without its last step; nil if it is empty.
  public var parent: JSONPath? { isRoot ? nil : JSONPath(components.dropLast()) }

  /// The path with one more step.
  public func appending(_ component: Component) -> JSONPath { JSONPath(components + [component]) }

  /// The path extended by a member.
  public func appending(key: String) -> JSONPath { appending(.key(key)) }

  /// The path extended by an element.
  public func appending(index: Int) -> JSONPath { appending(.index(index)) }

  /// The maximum number of steps, matching the maximum depth of a parsed text.
  public static let maxComponents = 256

  /// Parses a path.
  ///
  /// - Throws: `Problems` with one problem, the first mistake; its columns are those of `text`.
  public static func parse(_ text: String) throws(Problems) -> JSONPath {
    let bytes = Array(text.utf8)
    do throws(Mistake) {
      return try readSteps(bytes)
    } catch {
      let source = SourceText(name: "path", bytes: bytes)
      let location = SourceLocation(file: "path", range: source.range(of: error.range))
      throw Problems([Problem(.error, "json-bad-path", error.message, at: location)])
    }
  }

  /// A mistake in the text of a path, at a range of bytes.
  private struct Mistake: Error {
    let range: Range<Int>
    let message: String
  }

  /// Reads all steps of a path's text; throws at the first mistake.
  ///
  /// Each key without brackets has a dot before it, unless it is the first step: `a.b[0].c`.
  private static func readSteps(_ bytes: [UInt8]) throws(Mistake) -> JSONPath {
    var components: [Component] = []
    var offset = 0
    while offset < bytes.count {
      guard components.count < maxComponents else {
        throw Mistake(
          range: offset..<bytes.count, message: "a path has at most \(maxComponents) steps")
      }
      if bytes[offset] == Byte.openBracket {
        components.append(try readBracketed(bytes, &offset))
      } else {
        components.append(try readPlainKey(bytes, &offset, isFirst: components.isEmpty))
      }
    }
    return JSONPath(components)
  }

  /// Reads a key at `offset` without brackets, and moves `offset` behind it: `items` as the first
  /// step, else with the dot before it, `.icon`.
  private static func readPlainKey(
    _ bytes: [UInt8], _ offset: inout Int, isFirst: Bool
  ) throws(Mistake) -> Component {
    let start = offset
    if !isFirst { try skipDot(bytes, &offset) }
    let key = bytes[offset...].prefix { !needsQuotes($0) }
    guard !key.isEmpty else {
      throw Mistake(
        range: start..<start + 1,
        message: "expected a key; one with special characters is `['like this']`")
    }
    offset = key.endIndex
    try checkByte(afterPlainKey: offset, in: bytes)
    return .key(String(decoding: key, as: UTF8.self))
  }

  /// Moves `offset` behind the dot before a key; throws if another byte is there, as in `[0]a`.
  ///
  /// Another byte can only follow a `]`: a key without brackets ends before a dot or a bracket, or
  /// with the path.
  private static func skipDot(_ bytes: [UInt8], _ offset: inout Int) throws(Mistake) {
    guard bytes[offset] == Byte.point else {
      throw Mistake(range: offset..<offset + 1, message: "expected `.` or `[` after `]`")
    }
    offset += 1
  }

  /// Throws if anything but another step follows a key without brackets, as in `a b` and `a]`;
  /// `end` is the end of the key.
  private static func checkByte(afterPlainKey end: Int, in bytes: [UInt8]) throws(Mistake) {
    guard end < bytes.count else { return }
    let startsStep = bytes[end] == Byte.point || bytes[end] == Byte.openBracket
    if !startsStep {
      throw Mistake(
        range: end..<end + 1, message: "write a key with special characters as `['like this']`")
    }
  }

  /// Reads a step in brackets at `offset`, and moves `offset` behind it: `[2]` or `['a.b']`.
  private static func readBracketed(
    _ bytes: [UInt8], _ offset: inout Int
  ) throws(Mistake) -> Component {
    let start = offset
    // Skips the opening bracket.
    offset += 1
    let component: Component
    if offset < bytes.count, bytes[offset] == Byte.apostrophe || bytes[offset] == Byte.quote {
      component = .key(try readQuotedKey(bytes, &offset))
    } else {
      component = .index(try readIndex(bytes, &offset, inBracketAt: start))
    }
    guard offset < bytes.count, bytes[offset] == Byte.closeBracket else {
      throw Mistake(range: start..<offset, message: "this bracket is not closed; add `]`")
    }
    offset += 1
    return component
  }

  /// Reads the digits of an array's index, and moves `offset` behind them; a mistake begins at
  /// `start`, the opening bracket.
  private static func readIndex(
    _ bytes: [UInt8], _ offset: inout Int, inBracketAt start: Int
  ) throws(Mistake) -> Int {
    let digits = bytes[offset...].prefix(while: \.isDigit)
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else {
      throw Mistake(
        range: start..<digits.endIndex, message: "expected an index or a quoted key")
    }
    offset = digits.endIndex
    return number
  }

  /// Reads a key in quotes at `offset`, and moves `offset` behind it: `'a.b'`.
  private static func readQuotedKey(_ bytes: [UInt8], _ offset: inout Int) throws(Mistake) -> String
  {
    let start = offset
    let quote = bytes[start]
    let content = start + 1..<closingQuote(quote, from: start + 1, in: bytes)
    guard content.upperBound < bytes.count else {
      throw Mistake(
        range: start..<bytes.count,
        message: "this key is not closed; add `\(Character(Unicode.Scalar(quote)))`")
    }
    // Skips the closing quote.
    offset = content.upperBound + 1
    return bytes.withUnsafeBufferPointer { bytes in
      JSONText.unescaped(UnsafeBufferPointer(rebasing: bytes[content]))
    }
  }

  /// The offset of the first `quote` at `start` or after it that is not escaped; the end of the
  /// bytes if there is none.
  private static func closingQuote(_ quote: UInt8, from start: Int, in bytes: [UInt8]) -> Int {
    var offset = start
    while offset < bytes.count, bytes[offset] != quote {
      // A backslash and the character after it are skipped together.
      offset += bytes[offset] == Byte.backslash ? 2 : 1
    }
    return min(offset, bytes.count)
  }
}

extension JSONPath.Component: Hashable {
  /// Whether both are the same step; keys are compared by Unicode scalars, because Swift's `==`
  /// takes `é` for `e` with a combining accent.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.key(let left), .key(let right)): Name(left) == Name(right)
    case (.index(let left), .index(let right)): left == right
    case (.key, _), (.index, _): false
    }
  }

  /// Hashes the step; keys that only Swift's own `==` considers equal share a hash.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .key(let key): hasher.combine(key)
    case .index(let index): hasher.combine(index)
    }
  }
}

extension JSONPath: ExpressibleByArrayLiteral {
  /// Creates a path from the steps in the literal.
  public init(arrayLiteral components: Component...) { self.init(components) }
}

extension JSONPath.Component: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// A step into a member.
  public init(stringLiteral key: String) { self = .key(key) }

  /// A step into an element.
  public init(integerLiteral index: Int) { self = .index(index) }
}

extension JSONPath: CustomStringConvertible {
  /// The path in the syntax that ``parse(_:)`` reads.
  public var description: String {
    var text = ""
    for component in components {
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where Self.isPlain(key): text += text.isEmpty ? key : "." + key
      case .key(let key): text += "['\(Self.escaped(key))']"
      }
    }
    return text
  }

  /// Whether a key needs no quotes.
  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty && key.utf8.allSatisfy { !needsQuotes($0) }
  }

  /// Whether a key that contains `byte` must be quoted.
  static func needsQuotes(_ byte: UInt8) -> Bool {
    let delete: UInt8 = 0x7F
    return switch byte {
    case 0...Byte.space, delete: true
    case Byte.point, Byte.openBracket, Byte.closeBracket, Byte.quote, Byte.apostrophe: true
    default: false
    }
  }

  /// A key as it is written between single quotes: escaped as in JSON, and `'` as `\'`.
  private static func escaped(_ key: String) -> String {
    var printer = JSONPrinter(indent: nil)
    printer.write(string: key)
    let withoutQuotes = printer.output.dropFirst().dropLast()
    let text = String(decoding: withoutQuotes, as: UTF8.self)
    return text.replacing(bytesOf: "'", with: "\\'")
  }
}

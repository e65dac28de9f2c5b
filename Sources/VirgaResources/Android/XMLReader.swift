import VirgaSource

/// Reads the XML of Android resource files piece by piece: tags, attributes, text, CDATA, entities.
///
/// Not a general XML parser: names are not checked, only the five XML entities and numeric ones are
/// resolved, and a document type is skipped, so that no file can cause excessive work.
struct XMLReader {
  /// A part of a document.
  enum Piece {
    /// An opening tag; `isEmpty` if it closes itself, as `<a/>`.
    case opening(name: String, attributes: [String: String], isEmpty: Bool, at: SourceLocation)
    case closing
    case text(String)
    /// Text of a CDATA section, which keeps its white space.
    case cdata(String)
    /// Something unterminated; reading stops here.
    case broken(String, at: SourceLocation)
  }

  private var scanner: TextScanner

  init(_ source: SourceText) { scanner = TextScanner(source) }

  /// Returns the next piece, nil at the end; skips comments, instructions and a document type.
  mutating func next() -> Piece? {
    while !scanner.isAtEnd {
      if let piece = readPieceOrSkip() { return piece }
    }
    return nil
  }

  /// Reads what begins here; nil if it is a comment, an instruction or a document type, which are
  /// skipped.
  private mutating func readPieceOrSkip() -> Piece? {
    let start = scanner.offset
    // The longest beginnings come first: `<!--` begins with `<!` and with `<`, too.
    if scanner.consume("<!--") {
      return scanner.skip(past: "-->")
        ? nil : broken("Close the comment that starts here with `-->`", start)
    }
    if scanner.consume("<![CDATA[") { return readCDATA(from: start) }
    if scanner.consume("<?") {
      return scanner.skip(past: "?>") ? nil : broken("Close what starts here with `?>`", start)
    }
    if scanner.consume("<!") {
      return skipDocumentType() ? nil : broken("Close what starts here with `>`", start)
    }
    if scanner.consume("</") {
      return scanner.skip(past: ">")
        ? Piece.closing : broken("Close the tag that starts here with `>`", start)
    }
    if scanner.consume("<") { return readOpeningTag(from: start) }
    return .text(XMLEntity.resolved(scanner.consumeWhile { $0 != UInt8(ascii: "<") }))
  }

  /// Reads a CDATA section after its opening `<![CDATA[`, which is at the offset `start`.
  private mutating func readCDATA(from start: Int) -> Piece {
    let textStart = scanner.offset
    guard scanner.skip(past: "]]>") else {
      return broken("Close the section that starts here with `]]>`", start)
    }
    let textEnd = scanner.offset - "]]>".utf8.count
    return .cdata(scanner.text(from: textStart, to: textEnd))
  }

  /// Reads an opening tag after its `<`, which is at the offset `start`.
  private mutating func readOpeningTag(from start: Int) -> Piece {
    let name = consumeName()
    var attributes: [String: String] = [:]
    while !scanner.isAtEnd {
      skipSpace()
      let closesItself = scanner.consume("/>")
      if closesItself || scanner.consume(">") {
        return .opening(
          name: name, attributes: attributes, isEmpty: closesItself,
          at: scanner.location(from: start))
      }
      // Neither the end of the tag nor an attribute: the tag is broken.
      guard let (key, value) = consumeAttribute() else { break }
      attributes[key] = value
    }
    return broken("Close the tag that starts here with `>`", start)
  }

  /// Reads an attribute such as `name="text"`; nil if none begins here, or if it does not end.
  private mutating func consumeAttribute() -> (name: String, value: String)? {
    let name = consumeName()
    skipSpace()
    guard !name.isEmpty, scanner.consume("=") else { return nil }
    skipSpace()
    guard let value = consumeQuotedText() else { return nil }
    return (name, XMLEntity.resolved(value))
  }

  /// Reads what is between two double or two single quotes; nil if none begins here, or if the
  /// closing quote is missing.
  private mutating func consumeQuotedText() -> String? {
    guard let quote = scanner.peek else { return nil }
    let isQuote = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    guard isQuote else { return nil }
    scanner.skip(1)
    let text = scanner.consumeWhile { $0 != quote }
    let isClosed = !scanner.isAtEnd
    guard isClosed else { return nil }
    scanner.skip(1)
    return text
  }

  /// Skips a document type up to its `>`; returns false if it does not end.
  ///
  /// A `>` in brackets does not end it: `<!DOCTYPE a [<!ENTITY b "c">]>`.
  private mutating func skipDocumentType() -> Bool {
    var isInBrackets = false
    while let byte = scanner.peek {
      scanner.skip(1)
      switch byte {
      case UInt8(ascii: "["): isInBrackets = true
      case UInt8(ascii: "]"): isInBrackets = false
      case UInt8(ascii: ">") where !isInBrackets: return true
      default: break
      }
    }
    return false
  }

  /// Reads everything up to a space or one of the characters `=/<>"'`; may be empty.
  private mutating func consumeName() -> String {
    scanner.consumeWhile { byte in !byte.isSpaceOrControl && !"=/<>\"'".utf8.contains(byte) }
  }

  /// Skips spaces and line ends.
  private mutating func skipSpace() { _ = scanner.consumeWhile(\.isSpaceOrControl) }

  /// The piece that reports something not terminated, which begins at the offset `start`.
  ///
  /// Reading stops: what follows could be inside of it.
  private mutating func broken(_ message: String, _ start: Int) -> Piece {
    scanner.skipToEnd()
    return .broken(message, at: scanner.location(from: start, to: start + 1))
  }
}

/// The entities of XML: five names, and scalars by number.
enum XMLEntity {
  /// The text with its entities resolved; unknown ones stay: `a &lt; b &x;` gives `a < b &x;`.
  static func resolved(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let bytes = Array(text.utf8)
    var resolved: [UInt8] = []
    resolved.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let isEntityStart = bytes[index] == UInt8(ascii: "&")
      if isEntityStart, let (scalar, nameLength) = entity(in: bytes, at: index + 1) {
        resolved += Character(scalar).utf8
        let ampersandAndSemicolon = 2
        index += nameLength + ampersandAndSemicolon
      } else {
        resolved.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: resolved, as: UTF8.self)
  }

  /// The scalar of the entity whose name starts at an offset, and the length of the name in bytes;
  /// nil if no known entity is there.
  private static func entity(
    in bytes: [UInt8], at start: Int
  ) -> (scalar: Unicode.Scalar, nameLength: Int)? {
    let name = bytes[start...].prefix(maxNameLength).prefix { $0 != UInt8(ascii: ";") }
    let end = name.endIndex
    guard end < bytes.count, bytes[end] == UInt8(ascii: ";") else { return nil }
    guard let scalar = scalar(String(decoding: name, as: UTF8.self)) else { return nil }
    return (scalar, name.count)
  }

  /// The maximum number of bytes of a name; `#x10FFFF`, the last scalar, has 8.
  private static let maxNameLength = 12

  /// The scalar of an entity's name: `amp`, `#233` or `#xE9`; nil for an unknown name.
  private static func scalar(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    // A hexadecimal number, then a decimal one.
    case _ where name.hasPrefix("#x"):
      UInt32(name.dropFirst("#x".count), radix: 16).flatMap(Unicode.Scalar.init)
    case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
    default: nil
    }
  }
}

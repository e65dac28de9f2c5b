import VirgaSource

extension TextTable {
  /// Reads the `<string>` elements of an Android resource file, such as `res/values/strings.xml`.
  ///
  /// Tags inside a text are removed, their content is kept. A text `@string/other` refers to
  /// another text of the file.
  public init(android bytes: [UInt8], name: String) {
    self.init()
    guard let source = decoded(bytes, name: name) else { return }
    var reader = AndroidReader(reader: XMLReader(source))
    reader.read(into: &self)
    resolveReferences()
  }

  private mutating func resolveReferences() {
    for (key, text) in texts {
      var target = text.text
      var hops = 0
      while hops < 8, target.hasPrefix("@string/"),
        let next = texts[String(target.dropFirst("@string/".count))]
      {
        target = next.text
        hops += 1
      }
      if hops > 0 { replace(key, ResourceText(target, at: text.location)) }
    }
  }
}

private struct AndroidReader {
  var reader: XMLReader

  mutating func read(into table: inout TextTable) {
    var depth = 0
    while let piece = reader.next() {
      switch piece {
      case .opening("string", let attributes, let isEmpty, let location) where depth == 1:
        readString(attributes, isEmpty, location, &table)
      case .opening(_, _, let isEmpty, _): depth += isEmpty ? 0 : 1
      case .closing: depth = max(0, depth - 1)
      case .text, .literal: break
      case .broken(let message, let location):
        table.report(.error, "broken-xml", message, at: location)
      }
    }
  }

  private mutating func readString(
    _ attributes: [String: String], _ isEmpty: Bool, _ location: SourceLocation,
    _ table: inout TextTable
  ) {
    guard let text = isEmpty ? "" : readText(from: location, &table) else { return }
    guard let name = attributes["name"] else {
      return table.report(.error, "missing-name", "Give the text a `name`", at: location)
    }
    table.add(name, ResourceText(text, at: location), writtenAt: location)
  }

  /// The text up to the closing tag of the string; nil if that is missing.
  private mutating func readText(from location: SourceLocation, _ table: inout TextTable) -> String?
  {
    var text = AndroidText()
    var depth = 1
    while let piece = reader.next() {
      switch piece {
      case .text(let part): text.add(part)
      case .literal(let part): text.add(part, keepsSpace: true)
      case .opening(_, _, let isEmpty, _): depth += isEmpty ? 0 : 1
      case .closing:
        depth -= 1
        if depth == 0 { return text.text }
      case .broken(let message, let brokenLocation):
        table.report(.error, "broken-xml", message, at: brokenLocation)
        return nil
      }
    }
    table.report(
      .error, "broken-xml", "Close the text that starts here with `</string>`", at: location)
    return nil
  }
}

/// Assembles one Android string by Android's rules for white space, quotes and escapes.
///
/// White space outside quotes is collapsed to one space and trimmed at the ends; an unescaped quote
/// is only a mark.
struct AndroidText {
  private var result: [UInt8] = []
  private var isQuoted = false
  private var hasSpace = false

  /// Adds text; `keepsSpace` preserves white space as in quotes.
  mutating func add(_ text: String, keepsSpace: Bool = false) {
    var scanner = TextScanner(SourceText(name: "", text: text))
    while let byte = scanner.peek {
      scanner.skip(1)
      switch byte {
      case UInt8(ascii: "\"") where !keepsSpace: toggleQuotes()
      case UInt8(ascii: "\\"): put(Self.escape(&scanner))
      case _ where byte.isSpace: if isQuoted || keepsSpace { put([byte]) } else { hasSpace = true }
      default: put([byte])
      }
    }
  }

  var text: String { String(decoding: result, as: UTF8.self) }

  private mutating func toggleQuotes() {
    // Space before an opening quote is part of the text, even if only space is quoted.
    put([])
    isQuoted.toggle()
  }

  private mutating func put(_ bytes: [UInt8]) {
    if hasSpace, !result.isEmpty { result.append(0x20) }
    hasSpace = false
    result += bytes
  }

  private static func escape(_ scanner: inout TextScanner) -> [UInt8] {
    guard let byte = scanner.peek else { return [] }
    scanner.skip(1)
    switch byte {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      return StringsEscape.readUnicode(&scanner).map { Array(String($0).utf8) } ?? []
    default: return [byte]
    }
  }
}

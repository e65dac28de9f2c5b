import VirgaSource

extension TextTable {
  /// Reads the `<string>` elements of an Android resource file, such as `res/values/strings.xml`.
  ///
  /// Tags inside a text are removed, their content is kept. A text `@string/other` refers to
  /// another text of the file.
  package init(android bytes: [UInt8], name: String) {
    self.init()
    // Nil if the bytes are not Unicode text, which is reported.
    guard let source = decoded(bytes, name: name) else { return }
    var reader = AndroidReader(reader: XMLReader(source))
    reader.read(into: &self)
    resolveReferences()
  }

  /// Replaces each text such as `@string/other` by the text of `other`, which may be a reference
  /// too, up to a limit; a reference to a missing text stays.
  private mutating func resolveReferences() {
    // All references are followed in the unresolved texts, so that the limit does not depend on the
    // order of the texts.
    let unresolved = self
    for (key, text) in texts {
      let resolved = unresolved.resolved(text.text)
      if resolved != text.text { setText(of: key, to: ResourceText(resolved, at: text.location)) }
    }
  }

  /// How many references are followed from one text, so that a cycle ends.
  private static let maxReferences = 8

  /// The text at the end of the references from `text`; `text` itself if it is not a reference.
  ///
  /// Follows a limited number of references, because they can form a cycle.
  private func resolved(_ text: String) -> String {
    let prefix = "@string/"
    var text = text
    for _ in 0..<Self.maxReferences {
      guard text.hasPrefix(prefix) else { break }
      guard let target = texts[String(text.dropFirst(prefix.count))] else { break }
      text = target.text
    }
    return text
  }
}

/// Reads the texts of an Android resource file.
private struct AndroidReader {
  var reader: XMLReader

  /// Adds the texts of the `<string>` elements directly in the root element.
  mutating func read(into table: inout TextTable) {
    // The number of elements that are open: 1 in the root element.
    var depth = 0
    while let piece = reader.next() {
      switch piece {
      case .opening("string", let attributes, let isEmpty, let location) where depth == 1:
        // Adds the text, and reads up to its closing tag, so the depth stays the same.
        readString(attributes, isEmpty, location, &table)
      case .opening(_, _, let isEmpty, _):
        // A tag that closes itself, such as `<a/>`, opens nothing.
        if !isEmpty { depth += 1 }
      // A closing tag without an opening one is ignored.
      case .closing: depth = max(0, depth - 1)
      case .text, .cdata: break
      case .broken(let message, let location):
        table.report(.error, "broken-xml", message, at: location)
      }
    }
  }

  /// Reads a string element whose opening tag was read, and adds its text to the table.
  ///
  /// - Parameters:
  ///   - isEmpty: Whether the tag closes itself, so that neither a text nor a closing tag follows.
  ///   - location: Where the element begins.
  private mutating func readString(
    _ attributes: [String: String], _ isEmpty: Bool, _ location: SourceLocation,
    _ table: inout TextTable
  ) {
    // Nil if the text does not end or its XML is broken, which was reported.
    guard let text = isEmpty ? "" : readText(from: location, &table) else { return }
    guard let name = attributes["name"] else {
      return table.report(.error, "missing-name", "Give the text a `name`", at: location)
    }
    table.add(name, ResourceText(text, at: location), writtenAt: location)
  }

  /// Reads the text up to the closing tag of the string, without the tags in it.
  ///
  /// Nil if the closing tag is missing or the XML is broken, which is reported to `table`.
  ///
  /// - Parameter location: Where the string begins.
  private mutating func readText(from location: SourceLocation, _ table: inout TextTable) -> String?
  {
    var text = AndroidText()
    // The number of elements that are open, from the string element on.
    var depth = 1
    while let piece = reader.next() {
      switch piece {
      case .text(let part): text.add(part)
      case .cdata(let part): text.add(part, keepsSpaceAndQuotes: true)
      case .opening(_, _, let isEmpty, _): if !isEmpty { depth += 1 }
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
/// White space outside quotes is collapsed to one space and trimmed at the ends; unescaped quotes
/// are removed: ` a   b" c " ` gives `a b c `.
struct AndroidText {
  private var result: [UInt8] = []
  /// Whether the text is inside quotes.
  private var isQuoted = false
  /// Whether white space was read that is only added before more text.
  private var hasPendingSpace = false

  /// Adds a part of the text and resolves its escapes; `keepsSpaceAndQuotes`, for CDATA, preserves
  /// its white space and its quotes.
  ///
  /// Other white space outside quotes is only noted as pending: it becomes one space before
  /// what follows, so that none is left at the end.
  mutating func add(_ text: String, keepsSpaceAndQuotes: Bool = false) {
    var scanner = TextScanner(SourceText(name: "", text: text))
    while let byte = scanner.peek {
      scanner.skip(1)
      let collapsesSpace = !isQuoted && !keepsSpaceAndQuotes
      switch byte {
      case UInt8(ascii: "\"") where !keepsSpaceAndQuotes: toggleQuotes()
      case UInt8(ascii: "\\"): append(Self.readEscape(&scanner))
      case _ where byte.isSpace && collapsesSpace: hasPendingSpace = true
      default: append([byte])
      }
    }
  }

  /// The text so far; a pending space at its end is dropped.
  var text: String { String(decoding: result, as: UTF8.self) }

  /// Begins or ends a part of the text in quotes.
  private mutating func toggleQuotes() {
    // Space before an opening quote is part of the text, even if only space is quoted.
    appendPendingSpace()
    isQuoted.toggle()
  }

  /// Appends bytes after the pending space.
  private mutating func append(_ bytes: [UInt8]) {
    appendPendingSpace()
    result += bytes
  }

  /// Appends the pending space, if there is one; at the start of the text it is dropped.
  private mutating func appendPendingSpace() {
    if hasPendingSpace, !result.isEmpty { result.append(UInt8(ascii: " ")) }
    hasPendingSpace = false
  }

  /// Reads the escape after a backslash and returns its bytes: `n` gives a line feed, `u00e9` an é,
  /// and any other character itself; a `u` without digits gives nothing.
  private static func readEscape(_ scanner: inout TextScanner) -> [UInt8] {
    guard let byte = scanner.peek else { return [] }
    scanner.skip(1)
    switch byte {
    case UInt8(ascii: "n"): return [UInt8(ascii: "\n")]
    case UInt8(ascii: "t"): return [UInt8(ascii: "\t")]
    case UInt8(ascii: "u"):
      return StringsEscape.readUnicode(&scanner).map { Array(String($0).utf8) } ?? []
    default: return [byte]
    }
  }
}

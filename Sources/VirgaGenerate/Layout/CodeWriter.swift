import VirgaSource

/// Writes lines of code with indentation.
struct CodeWriter {
  /// The code so far.
  private(set) var text = ""
  private var indent = ""
  private let step: String

  /// A writer that indents each level by `step` spaces.
  init(step: Int = 2) { self.step = String(repeating: " ", count: step) }

  /// Writes a line, or each line of `code` if it has several.
  mutating func line(_ code: String = "") {
    let lineEnd = UInt8(ascii: "\n")
    guard code.hasByte({ $0 == lineEnd }) else { return add(code) }
    for line in code.utf8.split(separator: lineEnd, omittingEmptySubsequences: false) {
      add(String(Substring(line)))
    }
  }

  /// Adds one line; an empty one is not indented.
  private mutating func add(_ line: String) {
    if !line.isEmpty { text += indent }
    text += line
    text += "\n"
  }

  /// Writes a list with an item on each line, see ``CodeList``.
  mutating func list(_ open: String, _ items: [String], _ close: String) {
    line(CodeList.code(open, items, close, step: step))
  }

  /// Writes `head` and a body in braces.
  mutating func block(_ head: String, _ body: (inout CodeWriter) -> Void) {
    line("\(head) {")
    indented(body)
    line("}")
  }

  /// Writes a blank line, and the comment on the declaration that follows.
  mutating func section(about description: String) {
    line()
    swiftComment(description)
  }

  /// Writes a blank line, a comment, and `head` with a body in braces.
  mutating func section(
    _ head: String, about description: String = "", _ body: (inout CodeWriter) -> Void
  ) {
    section(about: description)
    block(head, body)
  }

  /// Writes parts of a file, each after a blank line.
  mutating func writeParts<Part>(_ parts: [Part], _ write: (Part, inout CodeWriter) -> Void) {
    for part in parts {
      line()
      write(part, &self)
    }
  }

  /// Writes `body` with one more level of indentation.
  mutating func indented(_ body: (inout CodeWriter) -> Void) {
    indent += step
    body(&self)
    indent.removeLast(step.count)
  }

  /// Writes a description as a doc comment; nothing if it is empty.
  mutating func swiftComment(_ description: String) {
    for text in Self.lines(of: description) { line(text.isEmpty ? "///" : "/// \(text)") }
  }

  /// Writes a description as KDoc; nothing if it is empty.
  mutating func kotlinComment(_ description: String) {
    let lines = Self.lines(of: description)
    guard !lines.isEmpty else { return }
    line("/**")
    for text in lines {
      // Comments nest in Kotlin, so a description must neither begin nor end one.
      let withoutEnds = text.replacing(bytesOf: "*/", with: "*&#47;")
      let safeText = withoutEnds.replacing(bytesOf: "/*", with: "/&#42;")
      line(safeText.isEmpty ? " *" : " * \(safeText)")
    }
    line(" */")
  }

  /// The lines of a description, without hidden characters that could disguise the code after it,
  /// and without blank lines at its end.
  private static func lines(of description: String) -> [String] {
    // The usual case, without a look at each character: one line of printable ASCII, not blank.
    let blank = UInt8(ascii: " ")
    let isPrintableASCII = !description.hasByte { $0 < blank || $0 > UInt8(ascii: "~") }
    let isBlank = !description.hasByte { $0 != blank }
    if isPrintableASCII, !isBlank { return [description] }
    // Joiners combine emoji and are harmless.
    let joiners: [Unicode.Scalar] = ["\u{200C}", "\u{200D}"]
    let visible = description.unicodeScalars.filter { scalar in
      scalar.isLineEnd || scalar == "\t" || joiners.contains(scalar) || !scalar.isHidden
    }
    let parts = visible.split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd)
    var lines = parts.map { part in String(part) }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines
  }
}

/// Lays out lists of arguments and elements.
enum CodeList {
  /// The items between `open` and `close`, on a line each; without items `open` and `close` stay on
  /// one line.
  static func code(
    _ open: String, _ items: [String], _ close: String, step: String = "  "
  ) -> String {
    guard !items.isEmpty else { return open + close }
    // All lines of an item are indented.
    let rows = items.map { item in step + item.replacing(bytesOf: "\n", with: "\n\(step)") }
    return "\(open)\n\(rows.joined(separator: ",\n"))\n\(close)"
  }
}

extension Unicode.Scalar {
  /// Whether it ends a line, and with it a comment of one line, in some editor or language.
  fileprivate var isLineEnd: Bool {
    switch self {
    case "\n"..."\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  /// Whether editors do not show it, or reorder other characters because of it.
  ///
  /// The selectors of the style of an emoji only change the look of the character before them.
  var isHidden: Bool { isInvisible && !("\u{FE0E}"..."\u{FE0F}").contains(self) }
}

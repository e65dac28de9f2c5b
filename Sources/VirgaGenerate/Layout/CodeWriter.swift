import VirgaSource

/// Collects lines of code, each as far in as the braces around it.
struct CodeWriter {
  private var bytes: [UInt8] = []
  /// Whether some line is longer than lines may be, as with a name that alone is.
  private(set) var hasLongLine = false
  private var indent = 0
  private let layout: CodeLayout

  /// A writer of code whose levels are `step` spaces apart.
  init(step: Int = 2) { layout = CodeLayout(step: step) }

  /// The lines so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds a line, which may consist of several pieces; none of its own for an empty one.
  mutating func line(_ code: String = "", _ more: String = "") {
    let start = bytes.count
    if !code.isEmpty { bytes.append(contentsOf: repeatElement(0x20, count: indent)) }
    bytes.append(contentsOf: code.utf8)
    bytes.append(contentsOf: more.utf8)
    if bytes.count - start > layout.width { noteLength(from: start) }
    bytes.append(0x0A)
  }

  /// Looks for a line that is too long in what was written since `start`.
  private mutating func noteLength(from start: Int) {
    for line in bytes[start...].split(separator: 0x0A) where line.count > layout.width {
      if String(decoding: line, as: UTF8.self).columns > layout.width { hasLongLine = true }
    }
  }

  /// Whether a line of code is no longer than lines may be.
  func fits(_ code: String) -> Bool { indent + code.columns <= layout.width }

  /// Adds code that may take several lines.
  mutating func code(_ code: CodeText) {
    line(layout.lines(code, indent: indent, column: indent))
  }

  /// Adds `head`, an opening brace, what `body` writes, and the closing brace.
  mutating func block(_ head: String, _ body: (inout CodeWriter) -> Void) {
    line(head.isEmpty ? "{" : "\(head) {")
    indented(body)
    line("}")
  }

  /// Adds a function of Swift: `head`, an arrow and what it gives, in as many lines as the formatter wants.
  mutating func function(_ head: String, giving result: String, _ body: (inout CodeWriter) -> Void) {
    let whole = "\(head) -> \(result)"
    if fits(whole + " {") { return block(whole, body) }
    if fits(whole) {
      line(whole)
    } else {
      line(head)
      indented { $0.line("-> \(result)") }
    }
    block("", body)
  }

  /// Adds what `body` writes, one level further in.
  mutating func indented(_ body: (inout CodeWriter) -> Void) {
    indent += layout.step
    body(&self)
    indent -= layout.step
  }

  /// Adds a description as a comment of lines that begin with `///`.
  mutating func swiftComment(_ description: String) {
    for line in Wrapping.lines(Self.printable(description), width: 76 - indent) {
      self.line(line.isEmpty ? "///" : "/// ", line)
    }
  }

  /// Adds a description as a comment for the documentation of Kotlin.
  mutating func kotlinComment(_ description: String) {
    var safe = Self.printable(description)
    if safe.utf8.contains(UInt8(ascii: "*")) {
      // Comments of Kotlin stand within each other, so that one that begins is as bad as one that ends.
      safe = safe.replacing(bytesOf: "*/", with: "*&#47;").replacing(bytesOf: "/*", with: "/&#42;")
    }
    let lines = Wrapping.lines(safe, width: 76 - indent)
    guard !lines.isEmpty else { return }
    line("/**")
    for line in lines { self.line(line.isEmpty ? " *" : " * ", line) }
    line(" */")
  }

  /// The text without signs that would end a comment's line, or make what stands there look like something else.
  private static func printable(_ text: String) -> String {
    if text.isPlain { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter {
          // Signs of one writing are joined by a mark that is not seen; it harms nothing.
          $0 == "\n" || $0 == "\t" || $0 == "\u{200C}" || $0 == "\u{200D}" || $0.isLineEnd || !$0.isHidden
        }))
  }
}

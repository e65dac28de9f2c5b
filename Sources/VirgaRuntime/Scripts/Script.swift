import VirgaConsole

/// The remaining lines of a script, and the refused ones.
package struct Script {
  /// The name in messages: the file's, or `standard input`.
  let name: String
  /// Whether the console exits after the script.
  let exitsAtEnd: Bool
  /// The refusal that ended it; nil if none did, or if the console stays and shows refusals itself.
  private(set) var refusal: String?
  /// The refusals while the console stays.
  private var refusalsToShow: [String] = []
  private var rest: ArraySlice<String>
  /// The number of the line that is running, from 1; nil between lines.
  private var currentLine: Int?

  /// A script of the lines of a text; an empty one by default.
  package init(_ text: String = "", name: String = "script", exitsAtEnd: Bool = false) {
    self.name = name
    rest = Self.lines(of: text)[...]
    self.exitsAtEnd = exitsAtEnd
  }

  /// The lines of a text, which end with LF or CR LF, including blank ones.
  ///
  /// Splits bytes, because CR LF is a single `Character`.
  static func lines(of text: String) -> [String] {
    let lineFeed = UInt8(ascii: "\n")
    let carriageReturn = UInt8(ascii: "\r")
    var lines = text.utf8.split(separator: lineFeed, omittingEmptySubsequences: false)
    // The text after the last line end is a line only if there is any.
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      let hasCarriageReturn = line.last == carriageReturn
      return String(Substring(hasCarriageReturn ? line.dropLast() : line))
    }
  }

  /// The next line that is neither blank nor a comment; nil at the end.
  mutating func next() -> String? {
    while let line = rest.popFirst() {
      // The index of the next line from 0 is the number of this one from 1.
      currentLine = rest.startIndex
      let isComment = line.hasPrefix("#")
      let isBlank = line.allSatisfy { $0 == " " || $0 == "\t" }
      if !isComment, !isBlank { return line }
    }
    currentLine = nil
    return nil
  }

  /// Records why the running line was refused, as `NAME:LINE: REASON`; nil if it was not.
  ///
  /// A refusal ends a script that exits at its end, because later lines may depend on the refused
  /// one.
  mutating func record(refusal: String?) {
    defer { currentLine = nil }
    guard let currentLine, let refusal else { return }
    let located = "\(name):\(currentLine): \(refusal)"
    if exitsAtEnd {
      self.refusal = located
      rest = []
    } else {
      refusalsToShow.append(located)
    }
  }

  /// Removes the refusals since the last call, and returns them as one message; nil if there are
  /// none.
  mutating func removeRefusals() -> StatusMessage? {
    defer { refusalsToShow = [] }
    return refusalsToShow.isEmpty ? nil : .refusedLines(refusalsToShow)
  }
}

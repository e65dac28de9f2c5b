import VirgaJSON
import VirgaSource

/// Follows the objects and lists of a YAML text line by line, without parsing it.
struct IndentationScanner {
  /// A key or an element that the following lines may be inside.
  private struct Level {
    let indent: Int
    let component: JSONPath.Component
    let isElement: Bool
  }

  /// What is typed at the end of a line.
  struct Place {
    var expects: YAMLPlace.Expectation
    var path: [JSONPath.Component]
    /// Where the typed text starts in its line.
    var start: Int
    /// The number of bytes before the key or value.
    var column: Int
    var isInBrackets = false
    /// In brackets, the keys of the object or the values of the list before the typed text.
    var entriesInBrackets: [String] = []
  }

  private var levels: [Level] = []
  private var brackets = BracketScanner()
  /// The indentation of the key with a block of text, which has more; nil outside of a block.
  private var blockIndent: Int?

  private static let space = UInt8(ascii: " ")
  private static let dash = UInt8(ascii: "-")

  /// Reads a whole line.
  mutating func read(_ line: [UInt8]) { _ = place(at: line) }

  /// Reads a line up to a position, and returns what is typed there; nil if nothing can be.
  mutating func place(at line: [UInt8]) -> Place? {
    let indent = line.firstIndex { $0 != Self.space } ?? line.count
    let isBlank = indent == line.count
    // In a block of text after `|` or `>`, nothing is completed; it ends at the first line that is
    // not indented more than its key.
    if let blockIndent {
      if isBlank || indent > blockIndent { return nil }
      self.blockIndent = nil
    }
    if brackets.isOpen { return readBrackets(line, from: 0, column: indent) }
    if isBlank { return blankPlace(column: indent) }
    let isComment = line[indent] == UInt8(ascii: "#")
    if isComment { return nil }
    if line.starts(with: "---".utf8) {
      levels = []
      return nil
    }
    let content = readDashes(of: line, from: indent)
    return readContent(of: line, from: content)
  }

  /// The keys of the innermost object in brackets, or the values of the list, after the typed word.
  mutating func entriesInBrackets(in rest: ArraySlice<UInt8>) -> [String] {
    brackets.entries(in: rest)
  }

  /// What is typed in an empty line: a key of the object with this indentation.
  private func blankPlace(column: Int) -> Place {
    let around = levels.filter { $0.indent < column }
    return Place(
      expects: .keyOrValue, path: around.map(\.component), start: column, column: column)
  }

  /// Reads the dashes of elements; returns where the content after them starts.
  private mutating func readDashes(of line: [UInt8], from indent: Int) -> Int {
    var column = indent
    while column < line.count, Self.isDash(line, column) {
      var number = 0
      while let last = levels.last {
        let isElementBefore = last.indent == column && last.isElement
        guard last.indent > column || isElementBefore else { break }
        if last.indent == column, case .index(let before) = last.component { number = before + 1 }
        levels.removeLast()
      }
      levels.append(Level(indent: column, component: .index(number), isElement: true))
      column += 1
      while column < line.count, line[column] == Self.space { column += 1 }
    }
    return column
  }

  /// Whether a dash of an element is at a column: one before a space or the end of the line.
  private static func isDash(_ line: [UInt8], _ column: Int) -> Bool {
    guard line[column] == dash else { return false }
    return column + 1 == line.count || line[column + 1] == space
  }

  /// Where the content of a line starts, after its spaces and dashes.
  static func contentStart(of line: [UInt8]) -> Int {
    var column = 0
    while column < line.count, line[column] == space || isDash(line, column) { column += 1 }
    return column
  }

  /// What a line has after its spaces and dashes, without a comment.
  static func value(in line: [UInt8]) -> String {
    let content = line.dropFirst(contentStart(of: line))
    let comment = content.indices.first { index in
      line[index] == UInt8(ascii: "#") && (index == 0 || line[index - 1] == space)
    }
    let value = content[..<(comment ?? content.endIndex)]
    let end = value.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? value.startIndex
    return String(decoding: value[..<end], as: UTF8.self)
  }

  /// Reads the key and the value of a line, or a value alone; nil if nothing can be completed at
  /// the end of the line.
  private mutating func readContent(of line: [UInt8], from column: Int) -> Place? {
    guard let key = Self.key(in: line, from: column) else {
      let around = levels.filter { $0.indent < column }
      let path = around.map(\.component)
      if BracketScanner.opens(line, at: column) {
        levels = around
        return readBrackets(line, from: column, column: column)
      }
      // In a block of text, which begins with `|` or `>`, nothing is completed.
      if Self.beginsBlock(line, at: column) { blockIndent = levels.last?.indent }
      let isInComment = Self.hasComment(line, from: column)
      return isInComment
        ? nil : Place(expects: .keyOrValue, path: path, start: column, column: column)
    }
    while let last = levels.last, last.indent >= column { levels.removeLast() }
    levels.append(Level(indent: column, component: .key(key.name), isElement: false))
    let value = Self.valueStart(in: line, from: key.end)
    if BracketScanner.opens(line, at: value) {
      return readBrackets(line, from: value, column: column)
    }
    if Self.beginsBlock(line, at: value) {
      blockIndent = column
      return nil
    }
    let hasSpace = key.end < line.count
    guard hasSpace, !Self.hasComment(line, from: key.end) else { return nil }
    return Place(
      expects: .value, path: levels.map(\.component), start: value, column: column)
  }

  /// Reads brackets from a column to the end of the line.
  private mutating func readBrackets(_ line: [UInt8], from start: Int, column: Int) -> Place? {
    guard let found = brackets.read(line, from: start) else { return nil }
    return Place(
      expects: found.expectsKey ? .key : .value, path: levels.map(\.component) + found.path,
      start: found.start, column: column, isInBrackets: true,
      entriesInBrackets: found.entries)
  }

  /// Whether a block of text begins at a column: `|` or `>`.
  private static func beginsBlock(_ line: [UInt8], at column: Int) -> Bool {
    guard column < line.count else { return false }
    return line[column] == UInt8(ascii: "|") || line[column] == UInt8(ascii: ">")
  }

  /// Whether a comment begins after a column: a `#` after a space.
  private static func hasComment(_ line: [UInt8], from column: Int) -> Bool {
    line.indices.dropFirst(column).contains { index in
      line[index] == UInt8(ascii: "#") && (index == 0 || line[index - 1] == space)
    }
  }

  /// Where a value starts: after spaces, and after an anchor or a tag.
  private static func valueStart(in line: [UInt8], from column: Int) -> Int {
    var column = column
    while column < line.count {
      if line[column] == space {
        column += 1
        continue
      }
      let isMark = line[column] == UInt8(ascii: "&") || line[column] == UInt8(ascii: "!")
      guard isMark else { break }
      while column < line.count, line[column] != space { column += 1 }
    }
    return column
  }

  /// The key of a line, and where the text after its colon starts; nil if the line has no key
  /// there.
  static func key(in line: [UInt8], from column: Int) -> (name: String, end: Int)? {
    // A bracket opens an object or a list, whose keys a ``BracketScanner`` reads.
    guard column < line.count, !BracketScanner.opens(line, at: column) else { return nil }
    let first = line[column]
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      guard let close = line[(column + 1)...].firstIndex(of: first) else { return nil }
      let colon = close + 1
      guard colon < line.count, line[colon] == UInt8(ascii: ":") else { return nil }
      return (String(decoding: line[column + 1..<close], as: UTF8.self), colon + 1)
    }
    for index in column..<line.count {
      if line[index] == UInt8(ascii: "#"), index > column, line[index - 1] == space { return nil }
      guard line[index] == UInt8(ascii: ":") else { continue }
      let endsKey = index + 1 == line.count || line[index + 1] == space
      if endsKey { return (String(decoding: line[column..<index], as: UTF8.self), index + 1) }
    }
    return nil
  }
}

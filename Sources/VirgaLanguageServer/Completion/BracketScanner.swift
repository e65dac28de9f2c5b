import VirgaJSON
import VirgaSource

/// Follows objects and lists in brackets, `{a: [1, 2]}`, which may be on several lines.
struct BracketScanner {
  /// An open bracket.
  private struct Bracket {
    let isObject: Bool
    /// The key before the value; nil before it is whole.
    var key: String?
    /// The keys of an object that were read, or the values of a list that are not in brackets.
    var entries: [String] = []
    /// The number of elements before this one.
    var index = 0
  }

  /// What is typed at the end of a line.
  struct Place {
    var expectsKey: Bool
    /// The path from the outermost bracket.
    var path: [JSONPath.Component]
    /// Where the typed text starts in its line.
    var start: Int
    /// The keys of the innermost object, or the values of the innermost list.
    var entries: [String]
  }

  private var open: [Bracket] = []
  /// The quote of a text that has not ended.
  private var quote: UInt8?
  /// Whether the next byte follows a backslash that escapes it.
  private var isEscaped = false
  /// The key or value that is being read.
  private var token: [UInt8] = []

  /// Whether a bracket is open.
  var isOpen: Bool { !open.isEmpty }

  /// Whether a bracket opens at a column.
  static func opens(_ line: [UInt8], at column: Int) -> Bool {
    guard column < line.count else { return false }
    return line[column] == UInt8(ascii: "{") || line[column] == UInt8(ascii: "[")
  }

  /// Reads a line from a column; returns what is typed at its end, nil outside of all brackets and
  /// in a comment.
  mutating func read(_ line: [UInt8], from start: Int) -> Place? {
    var tokenStart = line.count
    for index in start..<max(start, line.count) {
      let byte = line[index]
      let isComment =
        byte == UInt8(ascii: "#") && quote == nil && (index == 0 || line[index - 1].isSpace)
      if isComment { return nil }
      let wasEmpty = token.isEmpty
      let next = index + 1 < line.count ? line[index + 1] : UInt8(ascii: " ")
      read(byte, before: next)
      if token.isEmpty {
        tokenStart = line.count
      } else if wasEmpty {
        tokenStart = index
      }
      if !isOpen { return nil }
    }
    return place(tokenStart: tokenStart)
  }

  /// The keys of the innermost object, or the values of the innermost list, after the typed word.
  ///
  /// - Parameter rest: The text after the word, which may be long: it is read up to the end of the
  ///   object or the list.
  mutating func entries(in rest: ArraySlice<UInt8>) -> [String] {
    guard let innermost = open.last else { return [] }
    let depth = open.count
    let countBefore = innermost.entries.count
    // The typed word is over, even if its quote is not closed.
    quote = nil
    isEscaped = false
    token = []
    var entries: [String] = []
    for index in rest.indices {
      let next = index + 1 < rest.endIndex ? rest[index + 1] : UInt8(ascii: " ")
      let endsList = rest[index] == UInt8(ascii: "]") && open.count == depth && quote == nil
      // The last value of a list has no comma after it.
      if endsList { return entries + [element].compactMap(\.self) }
      read(rest[index], before: next)
      guard open.count >= depth else { break }
      let isNew = open[depth - 1].entries.count > countBefore + entries.count
      if isNew, let entry = open[depth - 1].entries.last { entries.append(entry) }
    }
    return entries
  }

  /// The value of a list that was read, without quotes; nil in an object, and if it is in brackets.
  private var element: String? {
    guard let innermost = open.last, !innermost.isObject, !token.isEmpty else { return nil }
    let end = token.lastIndex { !$0.isSpace } ?? token.startIndex
    return String(decoding: token[...end], as: UTF8.self).trimmingQuotes
  }

  /// What is typed after what was read so far; nil outside of all brackets.
  private func place(tokenStart: Int) -> Place? {
    guard let innermost = open.last else { return nil }
    var path: [JSONPath.Component] = []
    for bracket in open.dropLast() { path.append(Self.step(into: bracket)) }
    let expectsKey = innermost.isObject && innermost.key == nil
    // While a key is typed, the path ends at its object.
    if !expectsKey { path.append(Self.step(into: innermost)) }
    return Place(
      expectsKey: expectsKey, path: path, start: tokenStart, entries: innermost.entries)
  }

  /// The step to the value that is being read.
  private static func step(into bracket: Bracket) -> JSONPath.Component {
    bracket.isObject ? .key(bracket.key ?? "") : .index(bracket.index)
  }

  /// Reads a byte; `next` is the one after it.
  private mutating func read(_ byte: UInt8, before next: UInt8) {
    if let quote {
      token.append(byte)
      if byte == quote, !isEscaped { self.quote = nil }
      let isBackslash = byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
      isEscaped = isBackslash && !isEscaped
      return
    }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      if token.isEmpty { quote = byte }
      token.append(byte)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      open.append(Bracket(isObject: byte == UInt8(ascii: "{")))
      token = []
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if !open.isEmpty { open.removeLast() }
      token = []
    case UInt8(ascii: ","):
      let element = element
      changeInnermost { bracket in
        // Only in a list: the value before the comma.
        if let element { bracket.entries.append(element) }
        bracket.index += 1
        bracket.key = nil
      }
      token = []
    case UInt8(ascii: ":") where endsKey(before: next):
      let name = String(decoding: token, as: UTF8.self).trimmingQuotes
      changeInnermost { bracket in
        bracket.key = name
        bracket.entries.append(name)
      }
      token = []
    default: if !token.isEmpty || !byte.isSpace { token.append(byte) }
    }
  }

  /// Whether a colon ends a key: one before a blank, or after a text in quotes.
  private func endsKey(before next: UInt8) -> Bool {
    guard let innermost = open.last, innermost.isObject, innermost.key == nil else { return false }
    let isQuoted = token.last == UInt8(ascii: "\"") || token.last == UInt8(ascii: "'")
    return isQuoted || next.isSpace
  }

  private mutating func changeInnermost(_ change: (inout Bracket) -> Void) {
    guard let last = open.indices.last else { return }
    change(&open[last])
  }
}

import VirgaJSON

/// Finds the path of the value at a place of a text, whether or not that is whole.
///
/// What is open before every so many lines is kept, so that a key costs a few lines, however long the text is.
struct PathFinder: Sendable {
  /// A bracket that is open, with where in it a place is.
  private struct Level {
    var isObject: Bool
    /// How many values stand before the one of the place.
    var index = 0
    /// Where the name of the value stands in an object; nil before one.
    var key: (line: Int, bytes: Range<Int>)?
  }

  /// What is open before a place.
  private struct Open {
    /// The outermost brackets.
    var levels: [Level] = []
    /// How many more are open in them, of which no more is known.
    var deeper = 0

    mutating func begin(isObject: Bool) {
      if levels.count < PathFinder.deepest { levels.append(Level(isObject: isObject)) } else { deeper += 1 }
    }

    mutating func end() {
      if deeper > 0 { deeper -= 1 } else { _ = levels.popLast() }
    }

    mutating func goOn() {
      guard deeper == 0, let last = levels.indices.last else { return }
      levels[last].index += 1
      levels[last].key = nil
    }

    mutating func take(key line: Int, _ bytes: Range<Int>) {
      guard deeper == 0, let last = levels.indices.last, levels[last].isObject, levels[last].key == nil else { return }
      levels[last].key = (line, bytes)
    }
  }

  private static let spacing = 256
  /// How many brackets in each other are told apart; a path that goes deeper ends there.
  private static let deepest = 100
  /// The longest line, in bytes, that is read while a key is handled.
  private static let longestLine = 64 << 10

  /// What is open before each of the lines 0, `spacing`, twice that, and so on, as far as anybody was there.
  private var marks = [Open()]

  /// Forgets what followed from a line that changed.
  mutating func forget(from line: Int) {
    marks.removeLast(max(0, marks.count - line / Self.spacing - 1))
  }

  /// The path of the value at a place; nil where lines before it are too long to be read.
  ///
  /// Before the bracket with which a line begins that is the value that it closes, and not the last one in that.
  mutating func path(to place: TextPlace, in buffer: TextBuffer) -> JSONPath? {
    let mark = min(place.line / Self.spacing, marks.count - 1)
    var open = marks[mark]
    for line in mark * Self.spacing..<place.line {
      guard Self.read(line, of: buffer, before: .max, &open) else { return nil }
      if (line + 1) % Self.spacing == 0 { marks.append(open) }
    }
    guard Self.read(place.line, of: buffer, before: place.offset, &open) else { return nil }
    if Self.closes(buffer.lines[place.line], at: place.offset) { open.end() }
    var path = JSONPath.root
    for level in open.levels {
      if let key = level.key {
        let text = buffer.part(of: key.line, key.bytes)
        path = path.appending(key: (try? JSONValue.parse(text))?.stringValue ?? text)
      } else if !level.isObject {
        path = path.appending(index: level.index)
      }
    }
    return path
  }

  /// Follows a line up to a place, with the string at that place; false where it is too long for that.
  private static func read(_ line: Int, of buffer: TextBuffer, before end: Int, _ open: inout Open) -> Bool {
    guard buffer.length(of: line) <= longestLine else { return false }
    var text = buffer.lines[line]
    text.withUTF8 { bytes in
      var offset = 0
      while offset < bytes.count, offset <= end {
        if bytes[offset] == UInt8(ascii: "\"") {
          let start = offset
          offset = stringEnd(from: start, in: bytes)
          open.take(key: line, start..<offset)
        } else {
          if offset < end { step(over: bytes[offset], &open) }
          offset += 1
        }
      }
    }
    return true
  }

  /// Whether a line begins with a closing bracket, and a place is not behind that.
  private static func closes(_ line: String, at offset: Int) -> Bool {
    let blanks = line.utf8.prefix { $0 <= 0x20 }.count
    return offset <= blanks && "}]".utf8.contains { $0 == line.utf8.dropFirst(blanks).first }
  }

  private static func step(over byte: UInt8, _ open: inout Open) {
    switch byte {
    case UInt8(ascii: "{"): open.begin(isObject: true)
    case UInt8(ascii: "["): open.begin(isObject: false)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): open.end()
    case UInt8(ascii: ","): open.goOn()
    default: break
    }
  }

  /// The offset behind a string; no string goes over a line's end.
  private static func stringEnd(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var offset = start + 1
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(offset + 1, bytes.count)
  }
}

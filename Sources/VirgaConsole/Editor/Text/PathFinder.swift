import VirgaJSON

/// Finds the path of the value at a position, even in an incomplete text.
///
/// Caches the open brackets at regular line intervals, so that a key reads only a few lines of a long text.
struct PathFinder: Sendable {
  private struct Level {
    var isObject: Bool
    var index = 0
    /// The range of the value's key in an object; nil if the key is not complete.
    var key: (line: Int, bytes: Range<Int>)?
  }

  private struct Open {
    var levels: [Level] = []
    var deeper = 0

    mutating func begin(isObject: Bool) {
      if levels.count < PathFinder.deepest { levels.append(Level(isObject: isObject)) } else { deeper += 1 }
    }

    mutating func end() {
      if deeper > 0 { deeper -= 1 } else { _ = levels.popLast() }
    }

    mutating func advance() {
      guard deeper == 0, let last = levels.indices.last else { return }
      levels[last].index += 1
      levels[last].key = nil
    }

    mutating func setKey(onLine line: Int, _ bytes: Range<Int>) {
      guard deeper == 0, let last = levels.indices.last, levels[last].isObject, levels[last].key == nil else { return }
      levels[last].key = (line, bytes)
    }
  }

  private static let spacing = 256
  /// The number of nested brackets to track; deeper paths end there.
  private static let deepest = 100
  /// The longest line, in bytes, to read while a key is handled.
  private static let maxLineLength = 64 << 10

  /// The open brackets before every line whose number is a multiple of `spacing`, if known.
  private var marks = [Open()]

  /// Drops what was computed from a changed line on.
  mutating func forget(from line: Int) {
    marks.removeLast(max(0, marks.count - line / Self.spacing - 1))
  }

  /// The path of the value at a position; nil if a line before it is too long to read.
  ///
  /// Before a closing bracket that begins its line, the path is that of the value it closes, not of the last one
  /// inside.
  mutating func path(to position: TextPosition, in buffer: TextBuffer) -> JSONPath? {
    let mark = min(position.line / Self.spacing, marks.count - 1)
    var open = marks[mark]
    for line in mark * Self.spacing..<position.line {
      guard Self.read(line, of: buffer, before: buffer.length(of: line), &open) else { return nil }
      if (line + 1) % Self.spacing == 0 { marks.append(open) }
    }
    guard Self.read(position.line, of: buffer, before: position.offset, &open) else { return nil }
    if Self.closes(buffer.lines[position.line], at: position.offset) { open.end() }
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

  /// Updates the open brackets from a line up to a position; returns false if the line is too long.
  private static func read(_ line: Int, of buffer: TextBuffer, before end: Int, _ open: inout Open) -> Bool {
    guard buffer.length(of: line) <= maxLineLength else { return false }
    for token in JSONToken.tokens(of: buffer.lines[line], in: 0..<end + 1) {
      switch token.firstByte {
      case UInt8(ascii: "\""): open.setKey(onLine: line, token.range)
      case _ where token.range.lowerBound == end: break
      case UInt8(ascii: "{"): open.begin(isObject: true)
      case UInt8(ascii: "["): open.begin(isObject: false)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): open.end()
      case UInt8(ascii: ","): open.advance()
      default: break
      }
    }
    return true
  }

  /// Whether a line begins with a closing bracket and the position is not after it.
  private static func closes(_ line: String, at offset: Int) -> Bool {
    let blanks = line.utf8.prefix { $0 <= 0x20 }.count
    return offset <= blanks && "}]".utf8.contains { $0 == line.utf8.dropFirst(blanks).first }
  }
}

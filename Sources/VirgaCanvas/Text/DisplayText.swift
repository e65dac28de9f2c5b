/// Text made safe for a terminal: the only thing that a canvas draws.
///
/// Whatever goes in, what comes out has no control, direction or invisible characters, and a width in cells that
/// terminals agree on; see `Sanitiser` for the rules. Raw text stays raw in the model.
package struct DisplayText: Hashable, Sendable {
  /// The safe text.
  package let plain: String
  /// How many cells it takes.
  package let columns: Int

  /// The longest text in bytes that is shown whole: no terminal has room for a longer one, and a frame should not read
  /// all of it.
  static let longest = 1 << 16

  /// Makes `raw` safe to show on one line; of a text of more than 64 KiB the beginning and the end.
  package init(_ raw: String) {
    self.init(whole: raw.utf8.count > Self.longest ? raw.withoutMiddle(Self.longest) : raw)
  }

  /// Makes all of `raw` safe to show on one line, however long it is.
  package init(whole raw: String) {
    if raw.isPrintableASCII {
      self.init(safe: raw, columns: raw.utf8.count)
    } else if let columns = raw.columnsAsItStands {
      self.init(safe: raw, columns: columns)
    } else {
      self.init(raw.unicodeScalars)
    }
  }

  /// Makes a part of a text safe to show on one line.
  package init(_ raw: Substring) { self.init(String(raw)) }

  /// Makes the scalars safe to show on one line.
  package init(_ scalars: some Sequence<Unicode.Scalar>) {
    var sanitiser = Sanitiser()
    for scalar in scalars { sanitiser.take(scalar) }
    self.init(safe: String(sanitiser.safe), columns: sanitiser.columns)
  }

  init(safe: String, columns: Int) {
    plain = safe
    self.columns = columns
  }

  /// No text.
  package static let empty = DisplayText(safe: "", columns: 0)

  /// What stands for the part of a text that is left out.
  package static let ellipsis = DisplayText(safe: "…", columns: 1)

  /// Whether there is nothing to draw.
  package var isEmpty: Bool { columns == 0 }

  /// Whether every scalar is one byte and one cell.
  var isASCII: Bool { plain.utf8.count == columns }

  /// How many blanks it ends with.
  package var endBlanks: Int {
    var count = 0
    for byte in plain.utf8.reversed() {
      guard byte == 0x20 else { break }
      count += 1
    }
    return count
  }

  /// So many blanks; none for a negative count.
  package static func blanks(_ count: Int) -> DisplayText { empty.padded(to: count) }

  /// The lines of `raw`, each made safe and whole; a line end at the very end starts another, empty line.
  package static func lines(_ raw: String) -> [DisplayText] {
    guard raw.hasPlainLineEnds else {
      return raw.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
        DisplayText(whole: String(line))
      }
    }
    return raw.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      DisplayText(whole: String(Substring(line)))
    }
  }

  /// The columns that nine of ten texts need: a column as wide as the widest would waste room for one of them.
  package static func commonWidth(of texts: some Sequence<String>) -> Int {
    let widths = texts.map { DisplayText($0).columns }.sorted()
    return widths.isEmpty ? 0 : widths[(widths.count - 1) * 9 / 10]
  }

  /// Both, one after the other.
  package static func + (left: DisplayText, right: DisplayText) -> DisplayText {
    DisplayText(safe: left.plain + right.plain, columns: left.columns + right.columns)
  }

  /// Puts `right` after `left`.
  package static func += (left: inout DisplayText, right: DisplayText) { left = left + right }
}

extension DisplayText: ExpressibleByStringInterpolation {
  /// The literal, made safe.
  package init(stringLiteral value: String) { self.init(value) }
}

extension DisplayText: CustomStringConvertible {
  /// The safe text.
  package var description: String { plain }
}

extension Sequence<DisplayText> {
  /// All of them in one, with `separator` between.
  package func joined(separator: DisplayText = .empty) -> DisplayText {
    var plain = ""
    var columns = 0
    var isFirst = true
    for part in self {
      if !isFirst {
        plain += separator.plain
        columns += separator.columns
      }
      isFirst = false
      plain += part.plain
      columns += part.columns
    }
    return DisplayText(safe: plain, columns: columns)
  }
}

extension String {
  /// Whether LF is the only kind of line end that occurs; others need a look at whole characters.
  fileprivate var hasPlainLineEnds: Bool {
    var copy = self
    return copy.withUTF8 { bytes in
      for place in bytes.indices {
        switch bytes[place] {
        case 0x0B...0x0D: return false
        case 0xC2 where bytes[place + 1] == 0x85: return false
        case 0xE2 where bytes[place + 1] == 0x80 && (0xA8...0xA9).contains(bytes[place + 2]): return false
        default: break
        }
      }
      return true
    }
  }

  /// The beginning and the end of a text around an ellipsis, `limit` bytes in all: names may differ in both.
  fileprivate func withoutMiddle(_ limit: Int) -> String {
    let bytes = Array(utf8.prefix(limit * 3 / 4)), end = Array(utf8.suffix(limit / 4))
    return String(decoding: bytes.dropPartialScalar, as: UTF8.self) + "…"
      + String(decoding: end.drop { $0 & 0xC0 == 0x80 }, as: UTF8.self)
  }

  /// The cells of a text of which no scalar is changed or left out; nil where one may be.
  fileprivate var columnsAsItStands: Int? {
    var columns = 0
    for scalar in unicodeScalars {
      let width = CellWidth(scalar)
      // A skin tone is left out behind an emoji.
      guard width == .narrow || width == .wide, !(0x1F3FB...0x1F3FF).contains(scalar.value) else { return nil }
      columns += width.columns
    }
    return columns
  }

  /// Whether every byte is a printable ASCII character.
  fileprivate var isPrintableASCII: Bool {
    var copy = self
    return copy.withUTF8 { bytes in
      var worst: UInt8 = 0
      for byte in bytes { worst |= (byte &- 0x20) >= 0x5F ? 1 : 0 }
      return worst == 0
    }
  }
}

extension [UInt8] {
  /// The bytes of UTF-8 without a scalar at the end that may not be whole.
  fileprivate var dropPartialScalar: ArraySlice<UInt8> {
    guard let last = lastIndex(where: { $0 & 0xC0 != 0x80 }), self[last] >= 0x80 else { return self[...] }
    return self[..<last]
  }
}

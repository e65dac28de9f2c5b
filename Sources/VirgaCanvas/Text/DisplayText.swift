/// Text that is safe for a terminal: the only text that a canvas draws.
///
/// Contains no control, direction or invisible characters, and has a width in cells that terminals
/// agree on; see `Sanitiser`. The model keeps the raw text.
package struct DisplayText: Hashable, Sendable {
  /// The safe text.
  package let plain: String
  /// The width in cells.
  package let columns: Int

  /// In bytes; no terminal has room for more, and frames should not read it all.
  static let longest = 1 << 16

  /// Makes `raw` safe to show on one line; text over 64 KiB is cut in the middle.
  package init(_ raw: String) {
    self.init(whole: raw.utf8.count > Self.longest ? raw.withoutMiddle(Self.longest) : raw)
  }

  /// Makes all of `raw` safe to show on one line, at any length.
  package init(whole raw: String) {
    if raw.isPrintableASCII {
      self.init(safe: raw, columns: raw.utf8.count)
    } else if let columns = raw.unsanitizedWidth {
      self.init(safe: raw, columns: columns)
    } else {
      self.init(raw.unicodeScalars)
    }
  }

  /// Makes a part of a text safe to show on one line.
  package init(_ raw: Substring) { self.init(String(raw)) }

  /// Makes scalars safe to show on one line.
  package init(_ scalars: some Sequence<Unicode.Scalar>) {
    var sanitiser = Sanitiser()
    for scalar in scalars { sanitiser.append(scalar) }
    self.init(safe: String(sanitiser.safe), columns: sanitiser.columns)
  }

  init(safe: String, columns: Int) {
    plain = safe
    self.columns = columns
  }

  /// The empty text.
  package static let empty = DisplayText(safe: "", columns: 0)

  /// The mark for left out text.
  package static let ellipsis = DisplayText(safe: "…", columns: 1)

  /// Whether it draws nothing.
  package var isEmpty: Bool { columns == 0 }

  /// Whether all scalars are one byte and one cell.
  var isASCII: Bool { plain.utf8.count == columns }

  /// The number of blanks at the end.
  package var endBlanks: Int {
    var count = 0
    for byte in plain.utf8.reversed() {
      guard byte == 0x20 else { break }
      count += 1
    }
    return count
  }

  /// A number of blanks; empty if negative.
  package static func blanks(_ count: Int) -> DisplayText { empty.padded(to: count) }

  /// The lines of `raw`, each safe and uncut; a final line end starts another, empty line.
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

  /// Concatenates two texts.
  package static func + (left: DisplayText, right: DisplayText) -> DisplayText {
    DisplayText(safe: left.plain + right.plain, columns: left.columns + right.columns)
  }

  /// Appends `right` to `left`.
  package static func += (left: inout DisplayText, right: DisplayText) { left = left + right }
}

extension DisplayText: ExpressibleByStringInterpolation {
  /// Makes a literal safe.
  package init(stringLiteral value: String) { self.init(value) }
}

extension DisplayText: CustomStringConvertible {
  /// The safe text.
  package var description: String { plain }
}

extension Sequence<DisplayText> {
  /// Joins the texts with `separator` in between.
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
  /// Whether LF is the only line end; others require looking at whole characters.
  fileprivate var hasPlainLineEnds: Bool {
    var copy = self
    return copy.withUTF8 { bytes in
      for index in bytes.indices {
        switch bytes[index] {
        case 0x0B...0x0D: return false
        case 0xC2 where bytes[index + 1] == 0x85: return false
        case 0xE2 where bytes[index + 1] == 0x80 && (0xA8...0xA9).contains(bytes[index + 2]):
          return false
        default: break
        }
      }
      return true
    }
  }

  /// `limit` bytes in total, with an ellipsis in between.
  fileprivate func withoutMiddle(_ limit: Int) -> String {
    let bytes = Array(utf8.prefix(limit * 3 / 4)), end = Array(utf8.suffix(limit / 4))
    return String(decoding: bytes.dropPartialScalar, as: UTF8.self) + "…"
      + String(decoding: end.drop { $0 & 0xC0 == 0x80 }, as: UTF8.self)
  }

  /// The width of a text that needs no changes; nil if it may need some.
  fileprivate var unsanitizedWidth: Int? {
    var columns = 0
    for scalar in unicodeScalars {
      let width = CellWidth(scalar)
      // Skin tones after an emoji are removed.
      guard width == .narrow || width == .wide, !(0x1F3FB...0x1F3FF).contains(scalar.value) else {
        return nil
      }
      columns += width.columns
    }
    return columns
  }

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
  fileprivate var dropPartialScalar: ArraySlice<UInt8> {
    guard let last = lastIndex(where: { $0 & 0xC0 != 0x80 }), self[last] >= 0x80 else {
      return self[...]
    }
    return self[..<last]
  }
}

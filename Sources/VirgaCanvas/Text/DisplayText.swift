/// Text that is safe for a terminal: the only text that a canvas draws.
///
/// Contains no control, direction or invisible characters, and has a width in cells that terminals
/// agree on; see `Sanitiser`. The model keeps the raw text.
package struct DisplayText: Hashable, Sendable {
  /// The safe text.
  package let plain: String
  /// The width in cells.
  package let columns: Int

  /// The maximum length in bytes of a text to draw: no terminal has room for more, and frames
  /// should not read it all.
  static let maxLength = 1 << 16

  /// Makes `raw` safe to show on one line; text over 64 KiB is cut in the middle.
  package init(_ raw: String) {
    let isTooLong = raw.utf8.count > Self.maxLength
    self.init(whole: isTooLong ? raw.withoutMiddle(Self.maxLength) : raw)
  }

  /// Makes all of `raw` safe to show on one line, at any length.
  package init(whole raw: String) {
    // Most texts are safe already, which is found out faster than by the sanitiser.
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

  /// Takes a text that is safe already, with its width.
  init(safe: String, columns: Int) {
    plain = safe
    self.columns = columns
  }

  /// The empty text.
  package static let empty = DisplayText(safe: "", columns: 0)

  /// The mark in place of text that was cut.
  package static let ellipsis = DisplayText(safe: "…", columns: 1)

  /// Whether it draws nothing.
  package var isEmpty: Bool { columns == 0 }

  /// Whether all scalars are one byte and one cell.
  var isASCII: Bool { plain.utf8.count == columns }

  /// The number of blanks at the end.
  package var endBlanks: Int {
    var count = 0
    for byte in plain.utf8.reversed() {
      guard byte == UInt8(ascii: " ") else { break }
      count += 1
    }
    return count
  }

  /// A number of blanks; empty if negative.
  package static func blanks(_ count: Int) -> DisplayText { empty.padded(to: count) }

  /// The lines of `raw`, each safe and uncut; a final line end starts another, empty line.
  package static func lines(_ raw: String) -> [DisplayText] {
    // A text with other line ends is split by characters, which is slower.
    guard raw.hasPlainLineEnds else {
      return raw.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
        DisplayText(whole: String(line))
      }
    }
    let lineFeed = UInt8(ascii: "\n")
    return raw.utf8.split(separator: lineFeed, omittingEmptySubsequences: false).map { line in
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
  /// Whether LF is the only line end in it; others require looking at whole characters.
  fileprivate var hasPlainLineEnds: Bool {
    var copy = self
    return copy.withUTF8 { bytes in
      // The bytes of a string are valid UTF-8, so that those of a scalar are all there.
      for index in bytes.indices {
        switch bytes[index] {
        // Vertical tab, form feed and carriage return.
        case 0x0B...0x0D: return false
        // U+0085, the next line control.
        case 0xC2 where bytes[index + 1] == 0x85: return false
        // U+2028 and U+2029, the line and paragraph separators.
        case 0xE2 where bytes[index + 1] == 0x80 && (0xA8...0xA9).contains(bytes[index + 2]):
          return false
        default: break
        }
      }
      return true
    }
  }

  /// About the first three quarters of `limit` bytes from the start, an ellipsis, and a quarter
  /// from the end; no scalar is split.
  fileprivate func withoutMiddle(_ limit: Int) -> String {
    let bytesAtEnd = limit / 4
    let bytesAtStart = limit * 3 / 4
    let start = Array(utf8.prefix(bytesAtStart)).withoutCutScalar
    // The first byte may be in the middle of a scalar.
    let end = Array(utf8.suffix(bytesAtEnd)).drop { $0.isContinuation }
    return String(decoding: start, as: UTF8.self) + "…" + String(decoding: end, as: UTF8.self)
  }

  /// The width of a text that is safe as it is; nil if the sanitiser may have to change it.
  fileprivate var unsanitizedWidth: Int? {
    var columns = 0
    for scalar in unicodeScalars {
      let width = CellWidth(scalar)
      let isDrawnAsIs = width == .narrow || width == .wide
      guard isDrawnAsIs else { return nil }
      // The sanitiser removes a skin tone after an emoji.
      let isSkinTone = (0x1F3FB...0x1F3FF).contains(scalar.value)
      guard !isSkinTone else { return nil }
      columns += width.columns
    }
    return columns
  }

  /// Whether all bytes are from 0x20 (a blank) to 0x7E (`~`); without branches, because most texts
  /// are.
  fileprivate var isPrintableASCII: Bool {
    var copy = self
    return copy.withUTF8 { bytes in
      let blank: UInt8 = 0x20
      let printableCount: UInt8 = 0x5F
      var others: UInt8 = 0
      // One comparison for both ends: bytes below the blank wrap around to large numbers.
      for byte in bytes { others |= (byte &- blank) >= printableCount ? 1 : 0 }
      return others == 0
    }
  }
}

extension [UInt8] {
  /// The bytes without a last scalar of several bytes, because it may be cut.
  fileprivate var withoutCutScalar: ArraySlice<UInt8> {
    guard let start = lastIndex(where: { !$0.isContinuation }) else { return self[...] }
    let isASCII = self[start] < 0x80
    return isASCII ? self[...] : self[..<start]
  }
}

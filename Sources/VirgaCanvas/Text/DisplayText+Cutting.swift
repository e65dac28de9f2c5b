// Cutting by cells. If a cut splits a wide character, its visible half becomes a blank.
extension DisplayText {
  /// The part in some columns; columns outside of the text are ignored.
  package func slice(_ range: Range<Int>) -> DisplayText {
    let isWhole = range.lowerBound <= 0 && range.upperBound >= columns
    if isWhole { return self }
    let existing = range.clamped(to: 0..<columns)
    return isASCII ? asciiSlice(existing) : scalarSlice(existing)
  }

  /// The first columns.
  package func prefix(_ count: Int) -> DisplayText { slice(0..<max(0, count)) }

  /// The text without its first columns.
  package func dropping(_ count: Int) -> DisplayText {
    slice(min(max(0, count), columns)..<columns)
  }

  /// The text, cut at the end with an ellipsis to a number of columns: `homescreen` to 7 gives
  /// `homesc…`.
  package func truncated(to limit: Int, with ellipsis: DisplayText = .ellipsis) -> DisplayText {
    if columns <= limit { return self }
    guard limit >= ellipsis.columns else { return ellipsis.prefix(limit) }
    return prefix(limit - ellipsis.columns) + ellipsis
  }

  /// The text, cut in the middle with an ellipsis, because names may differ at both ends; two
  /// thirds are its start.
  ///
  /// `homescreen-sections` to 10 gives `homesc…ons`.
  package func truncatedInside(to limit: Int, with ellipsis: DisplayText = .ellipsis) -> DisplayText
  {
    if columns <= limit { return self }
    let endColumns = (limit - ellipsis.columns) / 3
    guard endColumns > 0 else { return truncated(to: limit, with: ellipsis) }
    let start = truncated(to: limit - endColumns, with: ellipsis)
    return start + dropping(columns - endColumns)
  }

  /// The text, cut at the start with an ellipsis, for paths, whose end matters most: `a/b/c.yaml`
  /// to 7 gives `…c.yaml`.
  package func truncatedAtStart(
    to limit: Int, with ellipsis: DisplayText = .ellipsis
  ) -> DisplayText {
    if columns <= limit { return self }
    guard limit >= ellipsis.columns else { return ellipsis.prefix(limit) }
    let endColumns = limit - ellipsis.columns
    return ellipsis + dropping(columns - endColumns)
  }

  /// The text with blanks appended up to a width.
  package func padded(to width: Int) -> DisplayText {
    let missing = width.subtractingClamped(columns)
    guard missing > 0 else { return self }
    return DisplayText(safe: plain + Self.blankText(missing), columns: width)
  }

  /// The text with blanks prepended up to a width.
  package func paddedAtStart(to width: Int) -> DisplayText {
    let missing = width.subtractingClamped(columns)
    guard missing > 0 else { return self }
    return DisplayText(safe: Self.blankText(missing) + plain, columns: width)
  }

  /// A string of blanks, filled at once because every frame needs hundreds.
  private static func blankText(_ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { bytes in
      bytes.initialize(repeating: UInt8(ascii: " "))
      return count
    }
  }

  /// The part in some columns of a text in which each byte is a cell.
  private func asciiSlice(_ range: Range<Int>) -> DisplayText {
    let start = plain.utf8.index(plain.startIndex, offsetBy: range.lowerBound)
    let end = plain.utf8.index(start, offsetBy: range.count)
    return DisplayText(safe: String(plain[start..<end]), columns: range.count)
  }

  /// The part in some columns: `日本` in the columns `1..<4` gives a blank, for half of `日`, and `本`.
  private func scalarSlice(_ range: Range<Int>) -> DisplayText {
    var part = String.UnicodeScalarView()
    var column = 0
    // Marks follow the character that they belong to, or are left out with it.
    var isInside = false
    for scalar in plain.unicodeScalars {
      let width = CellWidth(scalar)
      if width == .mark {
        if isInside { part.append(scalar) }
        continue
      }
      if column >= range.upperBound { break }
      let end = column + width.columns
      isInside = column >= range.lowerBound && end <= range.upperBound
      let isCut = !isInside && end > range.lowerBound
      if isInside {
        part.append(scalar)
      } else if isCut {
        part.append(" ")
      }
      column = end
    }
    return DisplayText(safe: String(part), columns: range.count)
  }
}

// Cutting by cells. If a cut splits a wide character, its visible half becomes a blank.
extension DisplayText {
  /// The part in some columns; columns outside of the text are ignored.
  package func slice(_ range: Range<Int>) -> DisplayText {
    if range.lowerBound <= 0 && range.upperBound >= columns { return self }
    let wanted = range.clamped(to: 0..<columns)
    return isASCII ? asciiSlice(wanted) : scalarSlice(wanted)
  }

  /// The first columns.
  package func prefix(_ count: Int) -> DisplayText { slice(0..<max(0, count)) }

  /// The text without its first columns.
  package func dropping(_ count: Int) -> DisplayText {
    slice(min(max(0, count), columns)..<columns)
  }

  /// The text, cut at the end with an ellipsis to a number of columns.
  package func truncated(to limit: Int, with ellipsis: DisplayText = .ellipsis) -> DisplayText {
    if columns <= limit { return self }
    guard limit >= ellipsis.columns else { return ellipsis.prefix(limit) }
    return prefix(limit - ellipsis.columns) + ellipsis
  }

  /// The text, cut in the middle with an ellipsis: names may differ at both ends.
  package func truncatedInside(to limit: Int, with ellipsis: DisplayText = .ellipsis) -> DisplayText
  {
    if columns <= limit { return self }
    let end = (limit - ellipsis.columns) / 3
    guard end > 0 else { return truncated(to: limit, with: ellipsis) }
    return truncated(to: limit - end, with: ellipsis) + dropping(columns - end)
  }

  /// The text, cut at the start with an ellipsis: for paths, whose end matters most.
  package func truncatedAtStart(
    to limit: Int, with ellipsis: DisplayText = .ellipsis
  ) -> DisplayText {
    if columns <= limit { return self }
    guard limit >= ellipsis.columns else { return ellipsis.prefix(limit) }
    return ellipsis + dropping(columns - limit + ellipsis.columns)
  }

  /// The text with blanks appended up to a width.
  package func padded(to width: Int) -> DisplayText {
    let missing = width.distanceWithin(from: columns)
    guard missing > 0 else { return self }
    return DisplayText(safe: plain + Self.blankText(missing), columns: width)
  }

  /// The text with blanks prepended up to a width.
  package func paddedAtStart(to width: Int) -> DisplayText {
    let missing = width.distanceWithin(from: columns)
    guard missing > 0 else { return self }
    return DisplayText(safe: Self.blankText(missing) + plain, columns: width)
  }

  /// Created at once because every frame needs hundreds.
  private static func blankText(_ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { bytes in
      bytes.initialize(repeating: 0x20)
      return count
    }
  }

  private func asciiSlice(_ range: Range<Int>) -> DisplayText {
    let start = plain.utf8.index(plain.startIndex, offsetBy: range.lowerBound)
    let end = plain.utf8.index(start, offsetBy: range.count)
    return DisplayText(safe: String(plain[start..<end]), columns: range.count)
  }

  private func scalarSlice(_ range: Range<Int>) -> DisplayText {
    var part = String.UnicodeScalarView()
    var column = 0
    var isInside = false
    for scalar in plain.unicodeScalars {
      let width = CellWidth(scalar)
      if width == .mark {
        if isInside { part.append(scalar) }
        continue
      }
      let next = column + width.columns
      isInside = column >= range.lowerBound && next <= range.upperBound
      if isInside {
        part.append(scalar)
      } else if next > range.lowerBound && column < range.upperBound {
        part.append(" ")
      }
      if next > range.upperBound && column >= range.upperBound { break }
      column = next
    }
    return DisplayText(safe: String(part), columns: range.count)
  }
}

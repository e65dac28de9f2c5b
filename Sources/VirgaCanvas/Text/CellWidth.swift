import VirgaSource

/// The effect of a scalar on the cells of a line.
@frozen
package enum CellWidth: UInt8, Sendable {
  /// Combines with the previous cell: an accent, or part of a Hangul syllable.
  case mark
  /// Fills one cell.
  case narrow
  /// Fills two cells.
  case wide
  /// Is never drawn: a control or format character, or one whose width differs between terminals.
  case replaced

  /// The width of `scalar` in terminals with Unicode 14.
  package init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    // Common letters, dashes, lines and Chinese and Korean characters need no look-up.
    case 0x20..<0x7F, 0xA1..<0xAD, 0x2010..<0x2028, 0x2500..<0x25FD: self = .narrow
    case 0x4E00..<0x9FFF, 0xAC00..<0xD7A4: self = .wide
    default: self = WidthTable.width(of: scalar.value)
    }
  }

  /// The number of cells: 0, 1 or 2.
  package var columns: Int {
    switch self {
    case .mark: 0
    case .narrow, .replaced: 1
    case .wide: 2
    }
  }
}

extension WidthTable {
  /// The width of the scalar `value`: that of the last run that starts at or before it.
  ///
  /// An entry has the run's first scalar and, in the two lowest bits, its width: `0x281` says that
  /// scalars from U+00A0 on are narrow.
  fileprivate static func width(of value: UInt32) -> CellWidth {
    let widthBits: UInt32 = 0b11
    // No entry that starts at the scalar is greater, whatever its width.
    let lastEntryOfScalar = value << 2 | widthBits
    let indexAfter = starts.partitioningIndex { $0 > lastEntryOfScalar }
    let entry = starts[indexAfter - 1]
    return CellWidth(rawValue: UInt8(entry & widthBits)) ?? .replaced
  }
}

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
    case 0x20..<0x7F, 0xA1..<0xAD, 0x2010..<0x2028, 0x2500..<0x25FD: self = .narrow
    case 0x4E00..<0x9FFF, 0xAC00..<0xD7A4: self = .wide
    default: self = CellWidth(rawValue: UInt8(WidthTable.run(of: scalar.value) & 3)) ?? .replaced
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
  /// The entry of the run that contains `value`.
  fileprivate static func run(of value: UInt32) -> UInt32 {
    starts[starts.partitioningIndex { $0 > value << 2 | 3 } - 1]
  }
}

/// What a scalar does to the cells of a line.
@frozen
package enum CellWidth: UInt8, Sendable {
  /// It joins the cell before it: an accent, or a part of a Hangul syllable.
  case mark
  /// It fills one cell.
  case narrow
  /// It fills two cells.
  case wide
  /// It is never drawn: a control or format character, or one that terminals do not agree on.
  case replaced

  /// What `scalar` does, as terminals with Unicode 14 have it.
  package init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20..<0x7F, 0xA1..<0xAD, 0x2010..<0x2028, 0x2500..<0x25FD: self = .narrow
    case 0x4E00..<0x9FFF, 0xAC00..<0xD7A4: self = .wide
    default: self = CellWidth(rawValue: UInt8(WidthTable.run(of: scalar.value) & 3)) ?? .replaced
    }
  }

  /// How many cells it fills: 0, 1 or 2.
  package var columns: Int {
    switch self {
    case .mark: 0
    case .narrow, .replaced: 1
    case .wide: 2
    }
  }
}

extension WidthTable {
  /// The entry of the run that `value` is part of.
  fileprivate static func run(of value: UInt32) -> UInt32 {
    let sought = value << 2 | 3
    var low = 0
    var high = starts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= sought { low = middle } else { high = middle }
    }
    return starts[low]
  }
}

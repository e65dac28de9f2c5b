/// A cell of a canvas, in eight bytes.
package struct Cell: Hashable, Sendable {
  /// A scalar, or with ``clusterBit`` set, an index of the canvas's clusters.
  var glyph: UInt32
  /// In the lowest byte the style's role, in the next its emphasis, in the third the cell's span.
  private var paint: UInt32

  /// The positions of the emphasis and of the span in ``paint``, in bits.
  private static let emphasisShift: UInt32 = 8
  private static let spanShift: UInt32 = 16

  /// The bytes of ``paint`` that are the style.
  private static let styleMask: UInt32 = 0xFFFF

  /// Creates a cell with a glyph as ``glyph`` has it.
  init(glyph: UInt32, style: Style, span: Span = .narrow) {
    self.glyph = glyph
    let role = UInt32(style.role.rawValue)
    let emphasis = UInt32(style.emphasis.rawValue) << Self.emphasisShift
    let spanBits = UInt32(span.rawValue) << Self.spanShift
    paint = role | emphasis | spanBits
  }

  /// The part of its glyph that a cell shows: all of a narrow one, or a half of a wide one.
  enum Span: UInt8 {
    case narrow, wideStart, wideEnd
  }

  /// The part of its glyph that the cell shows.
  var span: Span { Span(rawValue: UInt8(truncatingIfNeeded: paint >> Self.spanShift)) ?? .narrow }

  /// The style of the cell.
  package var style: Style {
    get {
      // Truncating to a byte leaves the lowest one, after the shift that of the emphasis.
      let role = StyleRole(rawValue: UInt8(truncatingIfNeeded: paint)) ?? .text
      let emphasisBits = UInt8(truncatingIfNeeded: paint >> Self.emphasisShift)
      return Style(role, Emphasis(rawValue: emphasisBits))
    }
    set { self = Cell(glyph: glyph, style: newValue, span: span) }
  }

  /// Whether a wide glyph starts here.
  package var isWide: Bool { has(.wideStart) }
  /// Whether the cell is the second half of a wide glyph.
  package var isContinuation: Bool { has(.wideEnd) }

  /// Whether the cell has a span; faster than making ``span``.
  private func has(_ span: Span) -> Bool {
    UInt8(truncatingIfNeeded: paint >> Self.spanShift) == span.rawValue
  }

  /// The index of the glyph's cluster; nil if the glyph is a single scalar.
  var cluster: Int? { glyph & Self.clusterBit == 0 ? nil : Int(glyph & ~Self.clusterBit) }

  /// Whether both have the same style and span; glyphs are not compared.
  func hasPaint(of other: Cell) -> Bool { paint == other.paint }

  /// Whether both have the same style; glyphs and spans are not compared.
  func hasStyle(of other: Cell) -> Bool { (paint ^ other.paint) & Self.styleMask == 0 }

  /// The bits in which glyph and paint differ; 0 if both are the same.
  func difference(from other: Cell) -> UInt32 { (glyph ^ other.glyph) | (paint ^ other.paint) }

  /// The bit of ``glyph`` that makes it an index of a cluster; no scalar has it.
  static let clusterBit: UInt32 = 1 << 31

  /// An empty cell.
  package static let blank = Cell(glyph: blankGlyph, style: .text)

  /// An empty cell in a style.
  static func blank(_ style: Style) -> Cell { Cell(glyph: blankGlyph, style: style) }

  /// The scalar U+0020, a blank.
  private static let blankGlyph: UInt32 = 0x20
}

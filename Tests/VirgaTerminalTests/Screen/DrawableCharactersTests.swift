import CVirgaCurses
import Testing
import VirgaCanvas

@testable import VirgaTerminal

@Suite("Character widths") struct DrawableCharactersTests {
  /// Scalars whose width the C library counts differently, or that are never drawn that wide.
  private static let allowed: [ClosedRange<UInt32>] = [
    0x2630...0x2637, 0x268A...0x268F, 0x31E4...0x31E5, 0x4DC0...0x4DFF, 0x1D300...0x1D376,
  ]

  #if os(Linux)
    @Test("agree with the C library for every drawable scalar") func libraryWidths() {
      #expect(DrawableCharacters.select([:]) == .unicode)
      var differing: [UInt32] = []
      for value in UInt32(0x20)...0x10FFFF {
        guard let scalar = Unicode.Scalar(value), case let width = CellWidth(scalar),
          width != .replaced
        else {
          continue
        }
        if Int(virga_curses_width(value)) != width.columns
          && !Self.allowed.contains(where: { $0 ~= value })
        {
          differing.append(value)
        }
      }
      #expect(differing == [])
    }
  #endif

  /// Replacement characters and borders must have the same width everywhere.
  @Test(
    "are one cell for every character that the console itself draws",
    arguments: ["\u{FFFD}", "⏎", "␛", "␡", "…", "▸", "▾", "●", "◆", "◇", "·", "–", "─", "┃", "╋"])
  func ownCharacters(text: String) {
    #expect(text.unicodeScalars.map { CellWidth($0) } == [.narrow])
    #expect(DrawableCharacters.select([:]) == .unicode)
    #expect(text.unicodeScalars.map { virga_curses_width($0.value) } == [1])
  }
}

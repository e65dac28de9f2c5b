import CVirgaCurses
import VirgaCanvas

/// The ncurses attributes for the styles of a theme.
///
/// A color pair gets its number when first needed and keeps it: ncurses redraws the screen when a
/// pair changes.
struct CursesStyles {
  /// The attributes of each role, by its raw value.
  private var roles: [virga_curses_look] = []
  /// The numbers of the pairs; 0 is that of the terminal's own colors.
  private var pairs: [Colors: Int32] = [.standard: 0]

  /// A foreground and a background, as ncurses numbers colors.
  private struct Colors: Hashable {
    var foreground: Int32
    var background: Int32

    static let standard = Colors(
      foreground: Color.standardNumber, background: Color.standardNumber)
  }

  /// Looks up how ncurses draws each role in a theme, with as many colors as the terminal has.
  mutating func use(_ theme: Theme, depth: ColorDepth) {
    roles = StyleRole.allCases.map { role in
      let appearance = theme.appearance(of: Style(role), depth: depth)
      let colors = Colors(
        foreground: appearance.foreground.number, background: appearance.background.number)
      return virga_curses_look(
        emphasis: Int32(appearance.emphasis.rawValue), pair: number(of: colors))
    }
  }

  /// How ncurses draws a style: as its role, with the style's own emphasis added.
  subscript(style: Style) -> virga_curses_look {
    var look = roles[Int(style.role.rawValue)]
    look.emphasis |= Int32(style.emphasis.rawValue)
    return look
  }

  /// The number of a pair; 0 (the terminal's own colors) if there are no more pairs.
  private mutating func number(of colors: Colors) -> Int32 {
    if let number = pairs[colors] { return number }
    let next = Int32(pairs.count)
    guard virga_curses_pair(next, colors.foreground, colors.background) != 0 else { return 0 }
    pairs[colors] = next
    return next
  }
}

extension Color {
  /// The number of the terminal's own color in ncurses.
  fileprivate static let standardNumber: Int32 = -1

  /// The color's number in ncurses: that of its palette entry, or the 24 bits of its components on
  /// a terminal that takes those.
  ///
  /// Such a terminal still takes the numbers 0 to 7 as palette entries, so an almost black color
  /// becomes the number 8.
  fileprivate var number: Int32 {
    let paletteEnd: Int32 = 8
    let takesComponents = virga_curses_is_direct() != 0
    if case .indexed(let index) = self, index < paletteEnd || !takesComponents {
      return Int32(index)
    }
    guard let rgb = components else { return Self.standardNumber }
    let bits = Int32(rgb.red << 16 | rgb.green << 8 | rgb.blue)
    return max(paletteEnd, bits)
  }
}

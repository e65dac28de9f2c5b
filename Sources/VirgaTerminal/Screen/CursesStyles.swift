import CVirgaCurses
import VirgaCanvas

/// The ncurses attributes for the styles of a theme.
///
/// A color pair gets its number when first needed and keeps it: ncurses redraws the screen when a
/// pair changes.
struct CursesStyles {
  private var roles: [virga_curses_look] = []
  private var pairs: [Colors: Int32] = [Colors(foreground: -1, background: -1): 0]

  private struct Colors: Hashable {
    var foreground: Int32
    var background: Int32
  }

  mutating func use(_ theme: Theme, depth: ColorDepth) {
    roles = StyleRole.allCases.map { role in
      let appearance = theme.appearance(of: Style(role), depth: depth)
      let colors = Colors(
        foreground: appearance.foreground.number, background: appearance.background.number)
      return virga_curses_look(
        emphasis: Int32(appearance.emphasis.rawValue), pair: number(of: colors))
    }
  }

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
  /// The color number for ncurses; the first eight are always palette entries.
  fileprivate var number: Int32 {
    if case .indexed(let index) = self, index < 8 || virga_curses_is_direct() == 0 {
      return Int32(index)
    }
    guard let (red, green, blue) = components else { return -1 }
    return max(8, Int32(red) << 16 | Int32(green) << 8 | Int32(blue))
  }
}

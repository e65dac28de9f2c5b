/// A color of a theme.
package enum Color: Hashable, Sendable {
  /// The terminal's default color.
  case standard
  /// A palette entry; the first 16 are configured by the person.
  case indexed(UInt8)
  /// Red, green and blue.
  case rgb(UInt8, UInt8, UInt8)

  /// The nearest color at a color depth.
  package func reduced(to depth: ColorDepth) -> Color {
    switch (self, depth) {
    case (.standard, _), (_, .none): .standard
    case (.rgb(let red, let green, let blue), .indexed256):
      .indexed(XtermColors.nearest256(RGB(red, green, blue)))
    case (.rgb(let red, let green, let blue), .ansi16),
      (.rgb(let red, let green, let blue), .ansi8):
      .indexed(XtermColors.nearest(RGB(red, green, blue), of: depth == .ansi8 ? 8 : 16))
    case (.indexed(let index), .ansi8) where index >= 16,
      (.indexed(let index), .ansi16) where index >= 16:
      .indexed(XtermColors.nearest(XtermColors.rgb(index), of: depth == .ansi8 ? 8 : 16))
    case (.indexed(let index), .ansi8): .indexed(index & 7)
    default: self
    }
  }

  /// Red, green and blue as in most terminals; nil for the standard color.
  package var components: (red: UInt8, green: UInt8, blue: UInt8)? {
    switch self {
    case .standard: nil
    case .rgb(let red, let green, let blue): (red, green, blue)
    case .indexed(let index):
      { (UInt8($0.red), UInt8($0.green), UInt8($0.blue)) }(XtermColors.rgb(index))
    }
  }
}

/// Components from 0 to 255.
struct RGB {
  var red: Int
  var green: Int
  var blue: Int

  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    (self.red, self.green, self.blue) = (Int(red), Int(green), Int(blue))
  }

  /// Whether it has a recognizable hue.
  var isChromatic: Bool { max(red, green, blue) - min(red, green, blue) >= 48 }

  func distance(to other: RGB) -> Int {
    let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
    return red * red + green * green + blue * blue
  }
}

/// The xterm colors for the 256 palette entries.
enum XtermColors {
  private static let first16: [RGB] = [
    RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0), RGB(0, 0, 238),
    RGB(205, 0, 205),
    RGB(0, 205, 205), RGB(229, 229, 229), RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0),
    RGB(255, 255, 0),
    RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
  ]
  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

  static func rgb(_ index: UInt8) -> RGB {
    if index < 16 { return first16[Int(index)] }
    if index >= 232 {
      let grey = (index - 232) * 10 + 8
      return RGB(grey, grey, grey)
    }
    let cubeIndex = Int(index) - 16
    return RGB(levels[cubeIndex / 36], levels[cubeIndex / 6 % 6], levels[cubeIndex % 6])
  }

  /// From 16 on, as the first 16 differ between terminals.
  static func nearest256(_ color: RGB) -> UInt8 { nearest(color, in: 16...255) }

  /// With a hue only if `color` has one; skips entry 8, which some palettes make invisible.
  static func nearest(_ color: RGB, of count: UInt8) -> UInt8 {
    nearest(color, in: 0...(count - 1)) { $0 != 8 && rgb($0).isChromatic == color.isChromatic }
  }

  private static func nearest(
    _ color: RGB, in entries: ClosedRange<UInt8>, where isWanted: (UInt8) -> Bool = { _ in true }
  ) -> UInt8 {
    entries.filter(isWanted).min { rgb($0).distance(to: color) < rgb($1).distance(to: color) }
      ?? entries.lowerBound
  }
}

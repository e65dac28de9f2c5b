/// A color of a theme.
package enum Color: Hashable, Sendable {
  /// The terminal's default color.
  case standard
  /// A palette entry; the first 16 are configured by the person.
  case indexed(UInt8)
  /// Red, green and blue.
  case rgb(UInt8, UInt8, UInt8)

  /// The nearest color that a terminal with a color depth can show.
  ///
  /// Orange, `rgb(255, 95, 0)`, becomes entry 202 of 256 entries, entry 9 (bright red) of 16, and
  /// entry 1 (red) of 8.
  package func reduced(to depth: ColorDepth) -> Color {
    switch depth {
    case .none: .standard
    case .ansi8: nearest(amongFirst: 8)
    case .ansi16: nearest(amongFirst: 16)
    case .indexed256: nearestOf256
    case .trueColor: self
    }
  }

  /// The nearest of the first 8 or 16 palette entries.
  private func nearest(amongFirst count: UInt8) -> Color {
    switch self {
    case .standard: .standard
    case .rgb(let red, let green, let blue):
      .indexed(XtermColors.nearest(RGB(red, green, blue), of: count))
    case .indexed(let index) where index < count: self
    // Entries 8 to 15 are the bright variants of 0 to 7: 9, bright red, becomes 1, red.
    case .indexed(let index) where XtermColors.brightEntries.contains(index):
      .indexed(index - XtermColors.brightEntries.lowerBound)
    case .indexed(let index): .indexed(XtermColors.nearest(XtermColors.rgb(index), of: count))
    }
  }

  /// The nearest entry of the whole palette; the standard color and entries stay as they are.
  private var nearestOf256: Color {
    guard case .rgb(let red, let green, let blue) = self else { return self }
    return .indexed(XtermColors.nearest256(RGB(red, green, blue)))
  }

  /// Red, green and blue as in most terminals; nil for the standard color.
  package var components: RGB? {
    switch self {
    case .standard: nil
    case .rgb(let red, let green, let blue): RGB(red, green, blue)
    case .indexed(let index): XtermColors.rgb(index)
    }
  }
}

/// A color as its components, each from 0 to 255.
package struct RGB: Hashable, Sendable {
  /// The amount of red.
  package var red: Int
  /// The amount of green.
  package var green: Int
  /// The amount of blue.
  package var blue: Int

  /// Creates a color from components of one byte.
  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = Int(red)
    self.green = Int(green)
    self.blue = Int(blue)
  }

  /// Whether it has a recognizable hue, unlike a grey: its components differ enough.
  var isChromatic: Bool {
    let difference = max(red, green, blue) - min(red, green, blue)
    return difference >= Self.leastDifferenceOfHues
  }

  private static let leastDifferenceOfHues = 48

  /// Whether it is nearer to white than to black, weighted as the eye does.
  package var isLight: Bool {
    let brightness = Self.redWeight * red + Self.greenWeight * green + Self.blueWeight * blue
    let white = Int(UInt8.max) * (Self.redWeight + Self.greenWeight + Self.blueWeight)
    return 2 * brightness > white
  }

  // The weights of ITU-R BT.709, in thousandths.
  private static let redWeight = 213
  private static let greenWeight = 715
  private static let blueWeight = 72

  /// The square of the distance in the cube of red, green and blue; it orders colors as the
  /// distance does.
  func squaredDistance(to other: RGB) -> Int {
    let redDifference = red - other.red
    let greenDifference = green - other.green
    let blueDifference = blue - other.blue
    return redDifference * redDifference + greenDifference * greenDifference
      + blueDifference * blueDifference
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

  /// The entries that are the bright variants of the first eight.
  static let brightEntries: ClosedRange<UInt8> = 8...15
  /// The entry of bright black, a dark grey.
  private static let brightBlack: UInt8 = 8
  /// The levels that each component of the color cube has.
  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
  /// The entries of the color cube: its index is `36 * red + 6 * green + blue`, in levels.
  private static let cube: ClosedRange<UInt8> = 16...231
  /// The first of 24 greys, from almost black to almost white in steps of 10.
  private static let firstGrey: UInt8 = 232

  /// The color of a palette entry: 1 is red, 202 orange (255, 95, 0), 232 almost black (8, 8, 8).
  static func rgb(_ index: UInt8) -> RGB {
    if index < cube.lowerBound { return first16[Int(index)] }
    if index >= firstGrey {
      let darkest: UInt8 = 8
      let step: UInt8 = 10
      let grey = darkest + (index - firstGrey) * step
      return RGB(grey, grey, grey)
    }
    // The index in the cube is a number of three digits to the base 6, one for each component.
    let cubeIndex = Int(index - cube.lowerBound)
    let base = levels.count
    let red = levels[cubeIndex / (base * base)]
    let green = levels[cubeIndex / base % base]
    let blue = levels[cubeIndex % base]
    return RGB(red, green, blue)
  }

  /// The nearest entry from 16 on: the first 16 differ between terminals.
  static func nearest256(_ color: RGB) -> UInt8 {
    nearest(color, in: cube.lowerBound...255) { _ in true }
  }

  /// The nearest of the first `count` entries; a grey stays a grey, and a hue a hue.
  ///
  /// Bright black is skipped: some palettes make it as dark as the background.
  static func nearest(_ color: RGB, of count: UInt8) -> UInt8 {
    nearest(color, in: 0...(count - 1)) { entry in
      entry != brightBlack && rgb(entry).isChromatic == color.isChromatic
    }
  }

  /// The entry whose color is most like `color`, among the candidates in a range; the lowest entry
  /// wins a tie, and is the result without any candidates.
  private static func nearest(
    _ color: RGB, in entries: ClosedRange<UInt8>, where isCandidate: (UInt8) -> Bool
  ) -> UInt8 {
    let candidates = entries.filter(isCandidate)
    let nearest = candidates.min {
      rgb($0).squaredDistance(to: color) < rgb($1).squaredDistance(to: color)
    }
    return nearest ?? entries.lowerBound
  }
}

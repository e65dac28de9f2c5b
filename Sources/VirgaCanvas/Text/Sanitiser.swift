/// Converts untrusted text to text that a terminal draws exactly.
///
/// The result is printable scalars of one or two cells, each followed by at most `markLimit` marks,
/// so that a scalar has the same width in the C library, tmux and the terminal: - Tabs become two
/// spaces, line ends `⏎`, other controls their picture (`␛`), and C1 controls `U+FFFD`. - Direction
/// controls, zero-width and other format characters become `U+FFFD`, so that names cannot hide
/// anything. - Emoji sequences are reduced to their first scalar, followed by an ellipsis if a
/// joiner, skin tone, keycap or tag changed the picture. Presentation selectors are just removed.
struct Sanitiser {
  /// The maximum number of marks per cell: ncurses draws no more.
  static let markLimit = 4

  private(set) var safe = String.UnicodeScalarView()
  private(set) var columns = 0
  private var base = Base.none
  private var marks = 0
  private var followsReturn = false
  private var isShortened = false

  /// The context that decides what may follow.
  fileprivate enum Base {
    case none, letter, keycapDigit, pictograph, blackFlag, joiner
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    let follows = followsReturn
    followsReturn = scalar == "\r"
    switch scalar.value {
    case 0x0A where follows: return
    case 0x09: replace(with: " ", count: 2)
    case 0x0A, 0x0D, 0x2028, 0x2029: replace(with: "⏎")
    case 0..<0x20: replace(with: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
    case 0x7F: replace(with: "\u{2421}")
    default: appendPrintable(scalar)
    }
  }

  private mutating func appendPrintable(_ scalar: Unicode.Scalar) {
    if isDroppedAfterBase(scalar) { return }
    switch CellWidth(scalar) {
    case .mark: appendMark(scalar)
    case .replaced: replace(with: "\u{FFFD}")
    case .narrow, .wide: draw(scalar)
    }
  }

  private mutating func draw(_ scalar: Unicode.Scalar) {
    let isJoined = base == .joiner && scalar.isPictograph
    base = .init(scalar)
    if isJoined { return }
    (marks, isShortened) = (0, false)
    safe.append(scalar)
    columns += CellWidth(scalar).columns
  }

  private mutating func appendMark(_ scalar: Unicode.Scalar) {
    guard base != .none else { return replace(with: "\u{FFFD}") }
    marks += 1
    if marks <= Self.markLimit { safe.append(scalar) }
  }

  private mutating func replace(with scalar: Unicode.Scalar, count: Int = 1) {
    for _ in 0..<count { safe.append(scalar) }
    columns += count
    base = .none
  }

  /// Whether the scalar only changes the look of the emoji before it; a tag sequence has at most
  /// six tags.
  private mutating func isDroppedAfterBase(_ scalar: Unicode.Scalar) -> Bool {
    switch (base, scalar.value) {
    case (.pictograph, 0xFE0E...0xFE0F), (.blackFlag, 0xFE0E...0xFE0F), (.keycapDigit, 0xFE0F):
      return true
    case (.pictograph, 0x200D), (.blackFlag, 0x200D): base = .joiner
    case (.pictograph, 0x1F3FB...0x1F3FF), (.keycapDigit, 0x20E3): break
    case (.blackFlag, 0xE0020...0xE007F) where marks < 6: marks += 1
    default: return false
    }
    markShortened()
    return true
  }

  private mutating func markShortened() {
    guard !isShortened else { return }
    isShortened = true
    safe.append("…")
    columns += 1
  }
}

extension Sanitiser.Base {
  fileprivate init(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "0"..."9", "#", "*": self = .keycapDigit
    case "\u{1F3F4}": self = .blackFlag
    default: self = scalar.isPictograph ? .pictograph : .letter
    }
  }
}

extension Unicode.Scalar {
  /// The excluded ranges are common letters, dashes and lines, because the lookup is slow.
  fileprivate var isPictograph: Bool {
    switch value {
    case 0..<0xA9, 0xAF..<0x203C, 0x2500..<0x25A0: false
    default: properties.isEmoji
    }
  }
}

/// Converts untrusted text to text that a terminal draws exactly.
///
/// The result is printable scalars of one or two cells, each followed by at most `markLimit` marks,
/// so that a scalar has the same width in the C library, tmux and the terminal:
///
/// - Tabs become two spaces, line ends `⏎`, other controls their picture (`␛`), and C1 controls
///   `U+FFFD`.
/// - Direction controls, zero-width and other format characters become `U+FFFD`, so that names
///   cannot hide anything.
/// - Emoji sequences are reduced to their first scalar, followed by an ellipsis if a joiner, skin
///   tone, keycap or tag changed the picture: a family of three becomes `👨…`. Presentation
///   selectors are just removed.
struct Sanitiser {
  /// The maximum number of marks per cell: ncurses draws no more.
  static let markLimit = 4

  /// The safe text so far.
  private(set) var safe = String.UnicodeScalarView()
  /// The width of ``safe``, in cells.
  private(set) var columns = 0
  private var base = Base.none
  /// The number of marks and tags that the base has so far.
  private var attachedCount = 0
  /// Whether the last scalar was a carriage return.
  private var followsReturn = false
  /// Whether the base already has an ellipsis because its picture was changed.
  private var isShortened = false

  /// The character to which the next scalar may belong.
  fileprivate enum Base {
    /// There is none, or a replaced one: nothing may follow it.
    case none
    case letter
    /// A digit, `#` or `*`, which becomes a key with `U+20E3`.
    case keycapDigit
    case pictograph
    /// The black flag, which becomes a region's flag with tags.
    case blackFlag
    /// A joiner after a pictograph: the next pictograph is part of the same picture.
    case joiner
  }

  /// Appends a character that is safe to draw: a tab becomes two blanks, a line end `⏎`, another
  /// control its picture.
  mutating func append(_ scalar: Unicode.Scalar) {
    let previousIsReturn = followsReturn
    followsReturn = scalar == "\r"
    switch scalar {
    // CR and LF are one line end.
    case "\n" where previousIsReturn: return
    case "\t": replace(with: " ", count: 2)
    // Line feed, carriage return, and the line and paragraph separators.
    case "\n", "\r", "\u{2028}", "\u{2029}": replace(with: "⏎")
    case "\0"..<" ": replace(with: Self.controlPicture(of: scalar))
    case "\u{7F}": replace(with: Self.deletePicture)
    default: appendPrintable(scalar)
    }
  }

  /// The picture of a control, such as `␛` for Escape (0x1B, shown by U+241B).
  private static func controlPicture(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    let pictureOfNull: UInt32 = 0x2400
    return Unicode.Scalar(pictureOfNull + scalar.value) ?? replacement
  }

  /// The picture of everything that is never drawn.
  private static let replacement: Unicode.Scalar = "\u{FFFD}"

  private static let deletePicture: Unicode.Scalar = "\u{2421}"

  /// Appends a scalar that is not a control.
  private mutating func appendPrintable(_ scalar: Unicode.Scalar) {
    if absorbIntoEmoji(scalar) { return }
    switch CellWidth(scalar) {
    case .mark: appendMark(scalar)
    case .replaced: replace(with: Self.replacement)
    case .narrow, .wide: appendBase(scalar)
    }
  }

  /// Appends a scalar that starts another character, unless it is joined to the picture before it.
  private mutating func appendBase(_ scalar: Unicode.Scalar) {
    let isJoined = base == .joiner && scalar.isPictograph
    base = .init(scalar)
    if isJoined { return }
    attachedCount = 0
    isShortened = false
    safe.append(scalar)
    columns += CellWidth(scalar).columns
  }

  /// Appends a mark to the last character, unless that has too many; without one, its replacement.
  private mutating func appendMark(_ scalar: Unicode.Scalar) {
    guard base != .none else { return replace(with: Self.replacement) }
    attachedCount += 1
    if attachedCount <= Self.markLimit { safe.append(scalar) }
  }

  /// Appends a replacement, which is one column wide and takes no marks.
  private mutating func replace(with scalar: Unicode.Scalar, count: Int = 1) {
    for _ in 0..<count { safe.append(scalar) }
    columns += count
    base = .none
  }

  /// Drops a scalar that only changes the look of the emoji before it; returns whether it did.
  ///
  /// All but presentation selectors leave an ellipsis after the emoji.
  private mutating func absorbIntoEmoji(_ scalar: Unicode.Scalar) -> Bool {
    switch (base, scalar.value) {
    case (.pictograph, Self.presentationSelectors), (.blackFlag, Self.presentationSelectors),
      (.keycapDigit, Self.emojiSelector):
      return true
    // The next pictograph is dropped too, because it is part of the same picture.
    case (.pictograph, Self.joiner), (.blackFlag, Self.joiner): base = .joiner
    case (.pictograph, Self.skinTones), (.keycapDigit, Self.keycap): break
    // More tags than a flag has are not part of its picture.
    case (.blackFlag, Self.tags) where attachedCount < Self.tagLimit: attachedCount += 1
    default: return false
    }
    markShortened()
    return true
  }

  /// The scalars that ask for a letter-like or a colored picture of an emoji.
  private static let presentationSelectors: ClosedRange<UInt32> = 0xFE0E...0xFE0F
  private static let emojiSelector: UInt32 = 0xFE0F
  private static let joiner: UInt32 = 0x200D
  private static let skinTones: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF
  private static let keycap: UInt32 = 0x20E3
  private static let tags: ClosedRange<UInt32> = 0xE0020...0xE007F
  /// The maximum number of tags after a flag, as in the flag of Scotland: `gbsct` and an end.
  private static let tagLimit = 6

  /// Appends an ellipsis once, for what was dropped from the last character.
  private mutating func markShortened() {
    guard !isShortened else { return }
    isShortened = true
    safe.append("…")
    columns += 1
  }
}

extension Sanitiser.Base {
  /// How a character takes part in an emoji sequence that follows it.
  fileprivate init(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "0"..."9", "#", "*": self = .keycapDigit
    case "\u{1F3F4}": self = .blackFlag
    default: self = scalar.isPictograph ? .pictograph : .letter
    }
  }
}

extension Unicode.Scalar {
  /// Whether it may be drawn as an emoji; common letters, dashes and lines are not looked up, which
  /// would be slow.
  fileprivate var isPictograph: Bool {
    switch value {
    case 0..<0xA9, 0xAF..<0x203C, 0x2500..<0x25A0: false
    default: properties.isEmoji
    }
  }
}

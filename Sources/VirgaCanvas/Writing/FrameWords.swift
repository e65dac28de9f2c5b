/// What a type of terminal wants to be told to draw.
package struct FrameWords {
  /// A string of a description without pauses, in bytes; empty where the type has none.
  typealias Word = [UInt8]
  static let blank = UInt32(0x20)

  let clear: Word
  let clearToEnd: Word
  let plain: Word
  let showCursor: Word
  let hideCursor: Word
  /// Whether the cursor is on the next row as soon as the last column is filled, so that the last row would scroll.
  let wrapsAtOnce: Bool
  /// What cannot be shown together with a colour.
  let withoutColor: Emphasis
  private let emphases: [(Emphasis, Word)]
  /// Whether a colour number is red, green and blue instead of an entry of a palette.
  private let isDirect: Bool
  private let move: String
  private let moveInRow: String
  /// Whether the cursor is moved as in most types, so that nothing has to be worked out for each move.
  private var movesAsUsual = false
  private let erase: String
  private let foreground: String
  private let background: String
  private let filling: (String, Int, Int) -> Word

  /// The words of a type.
  package init(_ type: TerminalDescription) {
    let text = { (name: String) in type.string(name) ?? "" }
    let word = { (name: String) in Word(text(name).utf8) }
    filling = type.filled
    (clear, clearToEnd, plain) = (word("clear"), word("el"), word("sgr0"))
    (showCursor, hideCursor) = (word("cnorm"), word("civis"))
    wrapsAtOnce = type.flag("am") && !type.flag("xenl")
    isDirect = type.flag("RGB")
    emphases = [(.bold, "bold"), (.dim, "dim"), (.underline, "smul"), (.reverse, "rev")].map { ($0, word($1)) }
    (move, moveInRow, erase) = (text("cup"), text("hpa"), text("ech"))
    (foreground, background) = (text("setaf"), text("setab"))
    let excluded = max(0, type.number("ncv"))
    let bits: [(Emphasis, Int)] = [(.underline, 2), (.reverse, 4), (.dim, 16), (.bold, 32)]
    withoutColor = Emphasis(bits.filter { excluded & $0.1 != 0 }.map(\.0))
    let isUsualInRow = moveInRow.isEmpty || filled(moveInRow, 41, 0) == Word("\u{1B}[42G".utf8)
    movesAsUsual = isUsualInRow && filled(move, 9, 41) == Word("\u{1B}[10;42H".utf8)
  }

  /// Moves the cursor anywhere, from a place if that is certain.
  func move(from place: Point?, to point: Point, in bytes: inout [UInt8]) {
    let isInRow = place?.row == point.row && !moveInRow.isEmpty
    guard movesAsUsual else {
      bytes += isInRow ? filled(moveInRow, point.column, 0) : filled(move, point.row, point.column)
      return
    }
    bytes.append(0x1B)
    bytes.append(UInt8(ascii: "["))
    if !isInRow {
      Self.write(point.row + 1, in: &bytes)
      bytes.append(UInt8(ascii: ";"))
    }
    Self.write(point.column + 1, in: &bytes)
    bytes.append(UInt8(ascii: isInRow ? "G" : "H"))
  }

  private static func write(_ number: Int, in bytes: inout [UInt8]) {
    if number >= 10 { write(number / 10, in: &bytes) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Blanks cells from the cursor on, which stays; nil where the type cannot.
  func erasing(_ count: Int) -> Word? { erase.isEmpty ? nil : filled(erase, count, 0) }

  /// Sets colours; nothing for the terminal's own.
  func coloring(_ front: Color, on back: Color) -> Word {
    (number(of: front).map { filled(foreground, $0, 0) } ?? [])
      + (number(of: back).map { filled(background, $0, 0) } ?? [])
  }

  /// Adds emphasis to what is set.
  func add(_ emphasis: Emphasis, in bytes: inout [UInt8]) {
    for (one, word) in emphases where emphasis.contains(one) { bytes += word }
  }

  /// The number of a colour; where numbers are red, green and blue, the first eight are still those of the palette.
  private func number(of color: Color) -> Int? {
    if case .indexed(let index) = color, index < 8 || !isDirect { return Int(index) }
    return color.components.map { max(8, Int($0.red) << 16 | Int($0.green) << 8 | Int($0.blue)) }
  }

  private func filled(_ string: String, _ first: Int, _ second: Int) -> Word {
    string.isEmpty ? [] : filling(string, first, second)
  }
}

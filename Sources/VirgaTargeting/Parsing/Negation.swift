import VirgaSource

/// A minus sign before a value, which expressions do not have, and what to write in its place.
struct Negation {
  /// The bytes to replace: the minus sign, and the number or name after it.
  let bytes: Range<Int>
  /// What to write, such as `0 - 3`; nil if that depends on a longer operand.
  let replacement: String?

  /// The negation at a minus sign.
  ///
  /// - Parameters:
  ///   - minus: The bytes of the sign.
  ///   - previous: The token before the sign; nil at the start.
  ///   - following: The tokens after the sign.
  ///   - source: The text of the expression.
  init(
    _ minus: Range<Int>, after previous: Token?, before following: ArraySlice<Token>,
    in source: SourceText
  ) {
    let isInside = previous?.bindsTighterThanMinus ?? false
    guard let operand = following.first, operand.isSimple else {
      self.init(bytes: minus, replacement: isInside ? nil : "0 -")
      return
    }
    let bytes = minus.lowerBound..<operand.bytes.upperBound
    let difference = "0 - " + String(decoding: source.bytes[operand.bytes], as: UTF8.self)
    guard isInside || following.dropFirst().first?.bindsTighterThanMinus == true else {
      self.init(bytes: bytes, replacement: difference)
      return
    }
    // What follows a name, such as a transform, belongs to the name.
    self.init(bytes: bytes, replacement: operand.isNumber ? "(\(difference))" : nil)
  }

  private init(bytes: Range<Int>, replacement: String?) {
    self.bytes = bytes
    self.replacement = replacement
  }
}

extension Token {
  /// Whether it is an operand without brackets.
  fileprivate var isSimple: Bool {
    if case .word = kind { true } else { isNumber }
  }

  fileprivate var isNumber: Bool {
    if case .number = kind { true } else { false }
  }

  /// Whether it takes an operand before a `-` beside that operand does.
  fileprivate var bindsTighterThanMinus: Bool {
    switch kind {
    case .operator(let symbol): symbol.level >= BinaryOperator.subtract.level
    case .mark(let mark): [.question, .colon, .pipe].contains(mark)
    case .number, .string, .word, .keyword, .end: false
    }
  }
}

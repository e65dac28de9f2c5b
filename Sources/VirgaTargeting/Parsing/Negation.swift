import VirgaSource

/// A minus sign before a value, which expressions do not have, and what to write in its place.
///
/// | text | replacement |
/// | --- | --- |
/// | `a == -3` | `0 - 3` |
/// | `2 * -3` | `(0 - 3)`, because `2 * 0 - 3` would be −3 |
/// | `-(a + b)` | `0 -` for the sign alone |
/// | `2 * -days` | none: `days` may be followed by more that belongs to it |
struct Negation {
  /// The bytes to replace: the minus sign, and the number or name after it.
  let bytes: Range<Int>
  /// What to write, such as `0 - 3`; nil if that depends on a longer operand.
  let replacement: String?

  /// The negation at a minus sign.
  ///
  /// `-3` is written as `0 - 3`, and after `2 *` as `(0 - 3)`. Before a longer operand, such as one
  /// in parentheses, only the sign is replaced, by `0 -`. Nothing is suggested for `2 * -days`:
  /// more that belongs to `days` may follow.
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
    // As in `2 * -3`, where the `*` would take the 0 of `0 - 3`.
    let isBoundBefore = previous?.takesOperandFromMinus ?? false
    guard let operand = following.first, operand.isNumberOrName else {
      // Where a longer operand ends is not known, so nothing can be put in parentheses.
      self.init(bytes: minus, replacement: isBoundBefore ? nil : "0 -")
      return
    }
    // As in `-3 * 2`, where the `*` takes the 3 before the minus does.
    let isBoundAfter = following.dropFirst().first?.takesOperandFromMinus ?? false
    let bytes = minus.lowerBound..<operand.bytes.upperBound
    let difference = "0 - " + String(decoding: source.bytes[operand.bytes], as: UTF8.self)
    let needsParentheses = isBoundBefore || isBoundAfter
    if needsParentheses {
      // A transform after a name belongs to it: parentheses around the name alone would be wrong.
      self.init(bytes: bytes, replacement: operand.isNumber ? "(\(difference))" : nil)
    } else {
      self.init(bytes: bytes, replacement: difference)
    }
  }

  private init(bytes: Range<Int>, replacement: String?) {
    self.bytes = bytes
    self.replacement = replacement
  }
}

extension Token {
  fileprivate var isNumberOrName: Bool {
    if case .word = kind { true } else { isNumber }
  }

  fileprivate var isNumber: Bool {
    if case .number = kind { true } else { false }
  }

  /// Whether an operand between this token and a minus belongs to this token.
  ///
  /// The 0 of `2 * 0 - 3` belongs to the `*`, which is `(2 * 0) - 3`, and so does the 3 of
  /// `0 - 3 * 2`.
  fileprivate var takesOperandFromMinus: Bool {
    switch kind {
    // With the same precedence too, because the first operator goes first: `5 - 0 - 3` is
    // `(5 - 0) - 3`.
    case .operator(let symbol): symbol.precedence >= BinaryOperator.subtract.precedence
    // Unlike in other languages, `? :` binds tighter than every operator: `a ? b : 0 - 3` is
    // `(a ? b : 0) - 3`. So does the `|` of a transform.
    case .mark(let mark): [.question, .colon, .pipe].contains(mark)
    case .number, .string, .word, .keyword, .end: false
    }
  }
}

package import VirgaJSON
package import VirgaSource

/// Something in a well-formed YAML text that JSON does not allow: a repeated key, or a number out
/// of range.
///
/// Every file is checked for all of them. Manifests word them in their own way.
package struct YAMLMistake {
  package enum Kind {
    /// The object has the same key before, at `first`.
    case repeatedKey(first: LocatedValue)
    /// An integer that is neither a double nor fits into 64 bits.
    case tooLargeInteger
    /// Another number too large for a double, such as `1e999`, which is read as a string.
    case tooLargeDecimal
    /// An infinity or NaN, which is read as null.
    case notFinite
  }

  package let kind: Kind
  /// The repeated key, or the number.
  package let value: LocatedValue

  /// The mistake as an error of a file that is not a manifest.
  var problem: Problem { Problem(.error, code, message, at: value.location).with(hint: hint) }

  /// The code of the mistake's problem.
  package var code: Problem.Code {
    switch kind {
    case .repeatedKey: "duplicate-key"
    case .tooLargeInteger, .tooLargeDecimal: "number-too-large"
    case .notFinite: "number-not-finite"
    }
  }

  /// What is wrong with the key or the number.
  package var message: String {
    let maxShownLength = 40
    let text = (value.text ?? "").shortened(to: maxShownLength)
    return switch kind {
    case .repeatedKey: "duplicate key `\(text)`"
    case .tooLargeInteger, .tooLargeDecimal: "`\(text)` is too large for a number"
    case .notFinite: "`\(text)` is not a number in JSON"
    }
  }

  /// What to do about the mistake; numbers from 1.8e308 on are too large for a double.
  ///
  /// A decimal such as `1e999` is read as a string, and may have been meant as one, so its hint
  /// also offers quotes.
  package var hint: String {
    switch kind {
    case .repeatedKey(let first): "remove it or the one at \(first.sourceLocation.range.start)"
    case .tooLargeInteger: "write a number below 1.8e308"
    case .tooLargeDecimal: "write a number below 1.8e308, or put the text in quotes"
    case .notFinite: "write a finite number or null"
    }
  }
}

extension LocatedValue {
  /// What is wrong with a number in YAML that JSON does not have; nil for other values.
  package var numberMistake: YAMLMistake? {
    document.numberMistake(in: node).map { YAMLMistake(kind: $0, value: self) }
  }
}

extension LocatedDocument {
  /// The mistakes in a YAML text, repeated keys first.
  package var mistakes: [YAMLMistake] {
    let repeatedKeyMistakes = repeatedKeys.map { first, second in
      YAMLMistake(
        kind: .repeatedKey(first: LocatedValue(document: self, index: first)),
        value: LocatedValue(document: self, index: second))
    }
    // Numbers that are out of range, and infinities and NaN, which are read as null.
    let numberMistakes = nodes.indices.compactMap { index in
      numberMistake(in: nodes[index]).map { kind in
        YAMLMistake(kind: kind, value: LocatedValue(document: self, index: Int32(index)))
      }
    }
    return repeatedKeyMistakes + numberMistakes
  }

  /// What is wrong with a number that JSON does not have: `.inf`, which is read as null, `1e999`,
  /// which is read as a string, or an integer out of range; nil for other values.
  fileprivate func numberMistake(in node: LocatedNode) -> YAMLMistake.Kind? {
    // Most scalars are shorter than any such number, and need no look at their text.
    let shortestMistake = ".inf"
    guard node.count >= shortestMistake.utf8.count else { return nil }
    switch node.kind {
    case .null:
      // `null` has no point, but `.inf` and `.nan` do.
      let isInfinityOrNaN = scalarText(node).contains(UInt8(ascii: "."))
      return isInfinityOrNaN ? .notFinite : nil
    case .integer: return isOutOfRange(node) ? .tooLargeInteger : nil
    case .string:
      let isTooLarge = node.isPlain && isTooLargeForNumber(scalarText(node))
      return isTooLarge ? .tooLargeDecimal : nil
    case .boolean, .number, .array, .object, .alias, .unreadable, .missing: return nil
    }
  }

  /// The text of a scalar as UTF-8.
  private func scalarText(_ node: LocatedNode) -> ArraySlice<UInt8> {
    text[node.textRange]
  }

  /// Whether an integer neither fits into 64 bits nor is a finite double.
  private func isOutOfRange(_ node: LocatedNode) -> Bool {
    // No integer outside of 64 bits is shorter than `0x10000000000000000`.
    let shortestLength = 19
    guard node.count >= shortestLength else { return false }
    let integer = String(decoding: scalarText(node), as: UTF8.self)
    let fits64Bits = YAMLNumber.integerLiteral(integer) != nil
    let isFiniteDouble = YAMLNumber.finiteDouble(integer) != nil
    return !fits64Bits && !isFiniteDouble
  }

  /// Whether a text without quotes is a decimal number too large for a double, such as `1e999`.
  private func isTooLargeForNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first.isDigit || "+-.".utf8.contains(first) else { return false }
    guard bytes.allSatisfy({ $0.isDigit || ".eE+-".utf8.contains($0) }) else { return false }
    let number = Double(String(decoding: bytes, as: UTF8.self))
    return number?.isInfinite == true
  }
}

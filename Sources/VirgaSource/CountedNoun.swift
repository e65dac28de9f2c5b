extension Int {
  /// The number with thousands separators: `1,000,000`.
  package var withCommas: String {
    let groupLength = 3
    // Written from the last digit to the first, because groups are counted from the end.
    var reversedText = ""
    for (index, digit) in String(magnitude).reversed().enumerated() {
      if index > 0, index.isMultiple(of: groupLength) { reversedText.append(",") }
      reversedText.append(digit)
    }
    let sign = self < 0 ? "-" : ""
    return sign + String(reversedText.reversed())
  }

  /// The number with a noun, as in `1 recipe` and `3 recipes`; `nouns` is the plural if it is not
  /// the noun with an `s`.
  package func pluralizing(_ noun: String, _ nouns: String? = nil) -> String {
    self == 1 ? "1 \(noun)" : "\(self) \(nouns ?? noun + "s")"
  }
}

extension Int {
  /// The number with thousands separators: `1,000,000`.
  package var grouped: String {
    var text = ""
    for (index, digit) in String(magnitude).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + String(text.reversed())
  }

  /// The number with a noun, as in `1 recipe` and `3 recipes`; `nouns` is the plural if it is not
  /// the noun with an `s`.
  package func pluralizing(_ noun: String, _ nouns: String? = nil) -> String {
    self == 1 ? "1 \(noun)" : "\(self) \(nouns ?? noun + "s")"
  }
}

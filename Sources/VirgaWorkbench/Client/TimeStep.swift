/// The text form of a move of the clock.
package enum TimeStep {
  private static let secondsByUnit: [Character: Int64] = [
    "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800,
  ]

  /// The seconds of a sign and numbers with units: `+1h30m` gives 5400, `-45s` gives -45; nil for
  /// any other text, and if they are too many.
  package static func seconds(in text: String) -> Int64? {
    guard let sign = text.first, sign == "+" || sign == "-", text.count > 1 else { return nil }
    var total: Int64 = 0
    var digits = ""
    for character in text.dropFirst() {
      if character.isASCII, character.isNumber {
        digits.append(character)
        continue
      }
      guard let unit = secondsByUnit[character], let number = Int64(digits) else { return nil }
      let (product, isTooMuch) = number.multipliedReportingOverflow(by: unit)
      let (sum, isTooLong) = total.addingReportingOverflow(product)
      guard !isTooMuch, !isTooLong else { return nil }
      total = sum
      digits = ""
    }
    let endsInUnit = digits.isEmpty
    guard endsInUnit else { return nil }
    return sign == "-" ? -total : total
  }

  /// The text of a number of seconds, such as `+86400s`.
  package static func text(_ seconds: Int64) -> String { "\(seconds < 0 ? "" : "+")\(seconds)s" }
}

/// The text form of a move of the clock.
package enum TimeStep {
  /// The seconds of a second, a minute, an hour, a day and a week, by their letters.
  private static let secondsByUnit: [Character: Int64] = [
    "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800,
  ]

  /// The seconds of a sign and numbers with units: `+1h30m` gives 5400, `-45s` gives -45; nil for
  /// any other text, and if an `Int64` cannot hold them.
  package static func seconds(in text: String) -> Int64? {
    let sign = text.first
    let hasSign = sign == "+" || sign == "-"
    let numbersWithUnits = text.dropFirst()
    guard hasSign, !numbersWithUnits.isEmpty else { return nil }
    return sum(of: numbersWithUnits).map { seconds in sign == "-" ? -seconds : seconds }
  }

  /// The seconds of numbers with units, such as 5400 for `1h30m`; nil for any other text, and if an
  /// `Int64` cannot hold them.
  private static func sum(of numbersWithUnits: Substring) -> Int64? {
    var total: Int64 = 0
    // The digits of the number that is being read; its unit follows them.
    var digits = ""
    for character in numbersWithUnits {
      let isDigit = character.isASCII && character.isNumber
      if isDigit {
        digits.append(character)
        continue
      }
      guard let secondsOfUnit = secondsByUnit[character], let number = Int64(digits) else {
        return nil
      }
      let (seconds, productOverflows) = number.multipliedReportingOverflow(by: secondsOfUnit)
      let (sum, sumOverflows) = total.addingReportingOverflow(seconds)
      if productOverflows || sumOverflows { return nil }
      total = sum
      digits = ""
    }
    let endsInUnit = digits.isEmpty
    return endsInUnit ? total : nil
  }

  /// The text of a number of seconds, such as `+86400s` or `-60s`.
  package static func text(_ seconds: Int64) -> String {
    // A negative number has its sign already.
    let sign = seconds < 0 ? "" : "+"
    return "\(sign)\(seconds)s"
  }
}

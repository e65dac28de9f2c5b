/// The text form of a move of the clock.
package enum TimeStep {
  /// The seconds of a second, a minute, an hour, a day and a week, by their letters.
  private static let secondsByUnit: [Character: Int64] = [
    "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800,
  ]

  /// The seconds of a sign and numbers with units: `+1h30m` gives 5400, `-45s` gives -45; nil for
  /// any other text, and if they are too many.
  package static func seconds(in text: String) -> Int64? {
    guard let sign = text.first, text.count > 1 else { return nil }
    let isSign = sign == "+" || sign == "-"
    guard isSign else { return nil }
    var total: Int64 = 0
    // The digits of the number that is being read.
    var digits = ""
    for character in text.dropFirst() {
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
    guard endsInUnit else { return nil }
    return sign == "-" ? -total : total
  }

  /// The text of a number of seconds, such as `+86400s` or `-60s`.
  package static func text(_ seconds: Int64) -> String {
    // A negative number has its sign already.
    let sign = seconds < 0 ? "" : "+"
    return "\(sign)\(seconds)s"
  }
}

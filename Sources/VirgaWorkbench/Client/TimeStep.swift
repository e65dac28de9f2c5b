/// A step of time as a person types it.
package enum TimeStep {
  /// The seconds of `+1w`, `+14d`, `+1h30m` or `-45s`; nil for any other text.
  package static func seconds(in text: String) -> Int64? {
    guard let sign = text.first, sign == "+" || sign == "-", text.count > 1 else { return nil }
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
    var total: Int64 = 0
    var digits = ""
    for character in text.dropFirst() {
      if character.isASCII, character.isNumber {
        digits.append(character)
        continue
      }
      guard let unit = units[character], let number = Int64(digits) else { return nil }
      let (product, isTooMuch) = number.multipliedReportingOverflow(by: unit)
      let (sum, isTooLong) = total.addingReportingOverflow(product)
      guard !isTooMuch, !isTooLong else { return nil }
      total = sum
      digits = ""
    }
    return digits.isEmpty ? (sign == "-" ? -total : total) : nil
  }
}

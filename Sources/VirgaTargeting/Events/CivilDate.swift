/// Internally years start in March, so that the leap day is the last of its year; 400 years have 146,097 days.
struct CivilDate {
  var year: Int64
  var month: Int64
  var day: Int64

  var daysSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.flooredQuotient(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  var startOfYear: Int64 { CivilDate(year: year, month: 1, day: 1).daysSince1970 }

  var exists: Bool {
    guard (1...12).contains(month), (1...31).contains(day) else { return false }
    let again = CivilDate(daysSince1970: daysSince1970)
    return again.month == month && again.day == day
  }
}

extension CivilDate {
  init(daysSince1970 days: Int64) {
    let shifted = days + 719_468
    let era = shifted.flooredQuotient(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }
}

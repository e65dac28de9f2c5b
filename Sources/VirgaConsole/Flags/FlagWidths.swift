import VirgaCanvas
import VirgaFlags

/// The column widths of the flag list for a row width; 0 for hidden columns.
struct FlagWidths {
  private(set) var name = 0
  private(set) var kind = 0
  private(set) var build = 0
  private(set) var user = 0
  private(set) var debug = 0
  /// The widths of the three checks.
  private(set) var checks: [Int]
  /// The headers of the three checks.
  private(set) var heads = FlagCheck.allCases.map { DisplayText($0.rawValue) }

  /// The widths of the texts in the columns.
  struct Words: Equatable, Sendable {
    /// The width that is enough for 90 % of the names.
    var commonName = 0
    /// The width of the widest name.
    var name = 0
    /// The width of the widest option.
    var option = 0

    init() {}

    init(of rows: [FlagRow]) {
      commonName = DisplayText.commonWidth(of: rows.lazy.map(\.id))
      name = rows.lazy.map { DisplayText($0.id).columns }.max() ?? 0
      option = rows.lazy.flatMap(\.options).map { DisplayText($0).columns }.max() ?? 0
    }
  }

  /// Gives room to names first, then to options, then to origins of build values.
  init(_ columns: Int, fitting words: Words) {
    switch columns {
    case 98...: (kind, build, user, debug, checks) = (10, 13, 8, 7, [10, 10, 12])
    case 72...: (build, user, debug, checks) = (6, 6, 6, [9, 8, 12])
    case 44...: (user, debug, checks, heads) = (6, 6, [6, 5, 4], ["build…", "user…", "b&u"])
    default: (user, checks, heads) = (5, [3, 3, 3], ["bld", "usr", "b&u"])
    }
    guard columns >= 98 else {
      name = max(7, columns - 1 - others)
      return
    }
    let option = min(words.option, 31)
    var left = columns - 1 - others - max(23, words.commonName)
    func grow(_ width: inout Int, to widest: Int) {
      let more = max(0, min(left, widest - width))
      width += more
      left -= more
    }
    grow(&build, to: 22)
    for check in checks.indices { grow(&checks[check], to: option) }
    grow(&user, to: option + 2)
    grow(&build, to: option + 12)
    name = min(max(7, columns - 1 - others), max(words.name + 1, 23))
  }

  /// The width of all columns except the name, each with a blank before it.
  private var others: Int { ([kind, build, user, debug] + checks).reduce(0) { $0 + ($1 > 0 ? $1 + 1 : 0) } }
}

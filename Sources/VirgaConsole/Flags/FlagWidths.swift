import VirgaCanvas
import VirgaFlags

/// How wide the columns of the list of flags are in a row of so many cells; 0 for a column that is left out.
struct FlagWidths {
  private(set) var name = 0
  private(set) var kind = 0
  private(set) var build = 0
  private(set) var user = 0
  private(set) var debug = 0
  /// The widths of the three checks.
  private(set) var checks: [Int]
  /// The heads of the three checks.
  private(set) var heads = FlagCheck.allCases.map { DisplayText($0.rawValue) }

  /// How wide the words are that the columns show.
  struct Words: Equatable, Sendable {
    /// As wide as nine of ten names.
    var commonName = 0
    /// As wide as the widest name.
    var name = 0
    /// As wide as the widest option.
    var option = 0

    init() {}

    init(of rows: [FlagRow]) {
      commonName = DisplayText.commonWidth(of: rows.lazy.map(\.id))
      name = rows.lazy.map { DisplayText($0.id).columns }.max() ?? 0
      option = rows.lazy.flatMap(\.options).map { DisplayText($0).columns }.max() ?? 0
    }
  }

  /// Names get room first, then options, then what gives the build value.
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

  /// What all columns but the name take, each with a blank before it.
  private var others: Int { ([kind, build, user, debug] + checks).reduce(0) { $0 + ($1 > 0 ? $1 + 1 : 0) } }
}

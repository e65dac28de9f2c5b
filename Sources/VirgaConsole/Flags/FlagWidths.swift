import VirgaCanvas
import VirgaFlags
import VirgaWorkbench

/// The widest cells that the items of the flag list can have, whatever is stored for their flags.
struct FlagCellWidths: Sendable {
  /// A name with its indent, or the key of an orphan with its sign.
  var name = "Flag".count
  /// A build value, or the reason why it is off.
  var build = "locked".count
  /// A preference with its sign; 1 for `–` if no flag has a key for it.
  var user = 1
  /// A debug override with its sign; 1 for `–` if no flag has a key for it.
  var debug = 1
  var kind = "Kind".count
}

extension FlagCellWidths {
  /// The sign before a stored value with its blank, as in `● on`.
  private static let columnsOfSignAndBlank = 2
  /// The blanks, or the sign with its blank, before a name.
  private static let indentOfName = 2

  /// Measures the names of all items and the possible values of their flags; preferences (`user`)
  /// and debug overrides have the same values.
  init(_ items: [FlagListItem], of flags: SessionFlags) {
    self.init()
    for item in items {
      name = max(name, Self.indentOfName + DisplayText(item.title).columns)
      // An orphan has no other cells.
      guard let flag = item.flag?.definition else { continue }
      // A build value can also be `off`, whatever the choices are, and the value of a test can say
      // that it is off, or that no variation was drawn.
      let testValues: [Variation] = flag.kind.isTest ? [.disabled, .unassigned] : []
      let values = ["off"] + flags.choices(of: flag) + testValues.map(\.rawValue)
      let widestValue = values.map { DisplayText($0).columns }.max() ?? 0
      build = max(build, widestValue)
      if flag.preferenceKey != nil { user = max(user, Self.columnsOfSignAndBlank + widestValue) }
      if flag.debugKey != nil { debug = max(debug, Self.columnsOfSignAndBlank + widestValue) }
      kind = max(kind, DisplayText(flag.kind.title).columns)
    }
  }
}

/// The widths of the columns of the flag list in a row; 0 for a column that is left out.
///
/// They depend on all flags and orphans and on the width of the row, but neither on the flags in
/// sight nor on their values: no key moves a column, unless it drops an orphan with a long key. If
/// the row is too narrow for whole cells:
///
/// 1. The kind is left out, then what the build value comes from, if they have no room beside whole
///    names and the narrowest cells.
/// 2. Cells are cut: first debug overrides, then preferences, checks, what the build value comes
///    from, and build values.
/// 3. If names have no room even then, stored values are only signs and cells are cut further, then
///    names.
struct FlagWidths {
  let name: Int
  let build: Int
  let user: Int
  let debug: Int
  let checks: Int
  let origin: Int
  let kind: Int

  /// The head of cells such as `off│on│off`, which names the three checks in order: buildOnly,
  /// userOnly, buildAndUser.
  static let headOfChecks: DisplayText = "Build│User│Both"
  /// In a column of this width or less, a stored value is only its sign.
  static let signWidth = 2

  /// The widths to which cells may be shortened beside whole names: those of `locked`, of `● off`,
  /// of the head `Debug` with a sign, of `off│on│off` and of `developer`.
  private static let leastWidths = (build: 6, user: 5, debug: 6, checks: 10, origin: 9)
  /// The widths to which build values and checks are shortened if names have no room beside those:
  /// the widths of their heads.
  private static let leastIfNamesAreCut = (build: 5, checks: 6)
  private static let leastNameWidth = 12
  /// The width of `development gate`; only names of branches and channels may be longer.
  private static let usualOriginWidth = 16

  /// The cells that a row with whole names needs at least for the other columns that are always
  /// shown: build value, preference, debug override and checks.
  private static var leastBesideName: Int {
    let least = leastWidths
    let blanksBetweenColumns = 4
    return least.build + least.user + least.debug + least.checks + blanksBetweenColumns
  }

  /// Divides a row of `room` cells.
  init(_ cells: FlagCellWidths, in room: Int) {
    let hasRoomForNames = cells.name + Self.leastBesideName <= room
    let columns =
      hasRoomForNames
      ? Self.columnsWithWholeNames(cells, in: room) : Self.columnsCuttingNames(cells)
    let widths = ColumnFit(columns, in: room).columns.map(\.givenWidth)
    // Both functions return the columns in this order.
    name = widths[0]
    build = widths[1]
    kind = widths[2]
    origin = widths[3]
    checks = widths[4]
    user = widths[5]
    debug = widths[6]
  }

  /// The columns of a row with room for whole names: name, build value, kind, origin, checks,
  /// preference (`user`) and debug override.
  ///
  /// The rightmost cells are cut first, so this is not the order of the list.
  ///
  /// The origin, which is what the build value comes from, gets no cells if the columns that are
  /// always shown leave no room for it. The kind gets none unless there is room for both.
  private static func columnsWithWholeNames(
    _ cells: FlagCellWidths, in room: Int
  ) -> [ColumnFit.Column] {
    let least = leastWidths
    // Each further column has a blank before it.
    let widthWithOrigin = cells.name + leastBesideName + 1 + least.origin
    let widthWithKind = widthWithOrigin + 1 + cells.kind
    let origin = widthWithOrigin <= room ? usualOriginWidth : 0
    let kind = widthWithKind <= room ? cells.kind : 0
    // Preferences and debug overrides have heads that need room even if all cells are `–`.
    return [
      column(cells.name, atLeast: cells.name),
      column(cells.build, atLeast: least.build),
      column(kind, atLeast: kind),
      column(origin, atLeast: least.origin),
      column(headOfChecks.columns, atLeast: least.checks),
      column(max(cells.user, least.user), atLeast: least.user),
      column(max(cells.debug, least.debug), atLeast: least.debug),
    ]
  }

  /// The columns of `columnsWithWholeNames`, in its order, for a row in which names may have to be
  /// cut: kind and origin get no cells, the build value those of its head, stored values (user and
  /// debug) those of their signs.
  private static func columnsCuttingNames(_ cells: FlagCellWidths) -> [ColumnFit.Column] {
    let (user, debug) = (min(cells.user, signWidth), min(cells.debug, signWidth))
    return [
      column(cells.name, atLeast: leastNameWidth),
      column(leastIfNamesAreCut.build, atLeast: leastIfNamesAreCut.build),
      column(0, atLeast: 0),  // The kind.
      column(0, atLeast: 0),  // The origin.
      column(headOfChecks.columns, atLeast: leastIfNamesAreCut.checks),
      column(user, atLeast: user),
      column(debug, atLeast: debug),
    ]
  }

  private static func column(_ cells: Int, atLeast least: Int) -> ColumnFit.Column {
    ColumnFit.Column(.fixed(cells).shortened(to: least), needed: cells)
  }
}

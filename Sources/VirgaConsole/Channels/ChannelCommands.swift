import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The commands of screen 3: columns, rows, exporting, and what is done with a cell.
enum ChannelCommands {
  static let all: [Command] = [
    Command("compare", "compare channels", run: compare)
      .keys("m").near(.screen(.features), hint: .third)
      .argument(
        .described { model, typed in
          // The last word is the one to complete.
          let words = typed.split(separator: " ", omittingEmptySubsequences: false)
          let named = words.dropLast().map(String.init)
          return model.workspace.channels.filter { !named.contains($0) }.map { channel in
            ((named + [channel]).joined(separator: " "), "only those, side by side")
          }
        }
      )
      .moves(.jump).short("compare")
      .help(
        "Shows channels side by side, with the cursor on the current feature or value; with channel names, only those. With two of them, = shows all columns again."
      ),
    Command("only-differences", "only differences", on: ChannelsScreen.self) { screen, shared in
      screen.showNextRows()
      return namingShownPair(of: screen, shared)
    }
    .in(.screen(.channels)).keys("=").hint(.lead)
    .titled { $0.channels.titleOfNextRows }
    .help(
      "Hides values that agree in all columns, then (with several manifests) in every channel; or shows all. With two marked columns, shows only these; then all columns again."
    ),
    Command("mark-column", "mark column", on: ChannelsScreen.self) { screen, shared in
      screen.toggleColumnMark()
      let compareKey = shared.keyName(of: "only-differences")
      return .says(.markedColumns(screen.markedColumns, compare: compareKey))
    }
    .in(.screen(.channels)).keys("s").hint(.second)
    .titled { model in
      let title = model.channels.selectedColumn?.title ?? ""
      return model.channels.markedColumns.contains(title) ? "unmark column" : "mark column"
    }
    .when({ $0.channels.columns.count > 1 }, else: .onlyColumn)
    .help("Marks the column under the cursor; with two marked columns, = compares only these."),
    Command("pairs", "compare two columns", on: ChannelsScreen.self) { screen, shared, name in
      guard !name.isEmpty else { return .asks(pairPicker) }
      let pairs = screen.titlesOfPairs
      guard let pair = pairs.first(where: { ColumnPair.name(of: $0) == name }) else {
        let names = pairs.map { ColumnPair.name(of: $0) }
        return .refused(.unknown("pair of columns", name, among: names))
      }
      screen.showPair(pair)
      return namingShownPair(of: screen, shared)
    }
    .in(.screen(.channels)).keys("p").hint(.listing).short("pairs")
    .argument(.oneOf { $0.channels.titlesOfPairs.map { ColumnPair.name(of: $0) } })
    .when { model in
      model.channels.hasComparison
        ? .counting(model.channels.pairCount, "pair", else: .onlyColumn)
        : .refused(reasonForNoRows(in: model))
    }
    .help("Lists each pair of columns with the number of values that differ; Enter compares two."),
    Command("next-column", "next column", on: ChannelsScreen.self) { screen, _ in
      screen.stepColumn(1)
      return []
    }
    .in(.screen(.channels)).keys("l", "Right", ">").hint(.seventh).opposite("previous-column")
    .short("column").when({ $0.channels.columns.count > 1 }, else: .onlyColumn),
    Command("previous-column", "previous column", on: ChannelsScreen.self) { screen, _ in
      screen.stepColumn(-1)
      return []
    }
    .in(.screen(.channels)).keys("h", "Left", "<")
    .when({ $0.channels.columns.count > 1 }, else: .onlyColumn),
    Command(
      "with-session", "with the session, or the manifest only", on: ChannelsScreen.self
    ) { screen, _ in
      screen.includesSession.toggle()
      return .says(.sessionInMatrix(isIncluded: screen.includesSession))
    }
    .in(.screen(.channels)).keys("i").hint(.third, when: ChannelsScreen.hasSession)
    .titled { $0.channels.includesSession ? "manifest only" : "with session" }
    .help(
      "Includes the session in the first manifest's columns (enrolled and forced branches, edits, app settings), or leaves it out."
    ),
    Command("add-column", "add column", on: ChannelsScreen.self) { screen, _, title in
      let hidden = screen.hiddenTitles
      guard hidden.contains(title) else {
        return .runs([Invocation("compare-with", title)])
      }
      screen.hideOnly(hidden.filter { $0 != title })
      return []
    }
    .in(.screen(.channels)).keys("a")
    .argument(.manifest { $0.channels.hiddenTitles.map { ($0, "show it again") } }).prompts()
    .hint(.fourth)
    .help(
      "Shows a hidden column again, or adds another manifest (FILE or FILE@CHANNEL) as columns."),
    Command("drop-column", "drop column", on: ChannelsScreen.self) { screen, shared in
      guard let title = screen.selectedColumn?.title else { return [] }
      screen.hideOnly(screen.hiddenTitles + [title])
      return .says(.hid(title, all: shared.keyName(of: "all-columns")))
    }
    .in(.screen(.channels)).keys("-", "Del").hint(.fourth)
    .when({ $0.channels.columns.count > 1 }, else: .onlyColumn)
    .help("Hides the column under the cursor."),
    Command("all-columns", "show all columns", on: ChannelsScreen.self) { screen, _ in
      screen.hideOnly([])
      return []
    }
    .in(.screen(.channels)).keys("A")
    .when { model in
      let count = model.channels.hiddenTitles.count
      return count == 0 ? .refused(.noHiddenColumn) : .applies("\(count)")
    }
    .help("Shows all hidden columns again."),
    Command("compare-with", "compare with another manifest") { _, file in
      .done([.readCompared(file)], saying: .reading(file))
    }
    .in(.screen(.channels)).argument(.manifest { _ in [] }).prompts()
    .help(
      "Takes FILE or FILE@CHANNEL, relative to the working folder, or git:REVISION for the manifest as it was then."
    ),
    Command("export-matrix", "write the matrix", on: ChannelsScreen.self) { screen, _, file in
      guard let format = ComparisonFormat(file: file) else {
        return .refused(.matrixFormatExpected(file))
      }
      let rows = screen.rowsToExport
      let text = format.text(rows, columns: screen.columns)
      return [
        .write(
          OutputFile(
            path: file, text: text, what: "\(rows.count.pluralizing("row")) as \(format.title)"))
      ]
    }
    .in(.screen(.channels)).form(of: "export").keys("w")
    .argument(.file(endings: ["md", "csv", "json"]))
    .prompts("channels.md").hint(.fifth).short("write")
    .when { $0.channels.list.count > 0 ? .applies() : .refused(reasonForNoRows(in: $0)) }
    .help(
      "Exports the marked rows, or else all shown ones, to a file: Markdown for .md, CSV for .csv, JSON for .json."
    ),
    Command("copy-matrix", "copy the matrix as Markdown", on: ChannelsScreen.self) { screen, _ in
      let rows = screen.rowsToExport
      let text = ComparisonFormat.markdown.text(rows, columns: screen.columns)
      return [.copy(text, what: "\(rows.count.pluralizing("row")) of the matrix")]
    }
    .in(.screen(.channels)).part(of: "copy").keys("y m")
    .when { model in
      let list = model.channels.list
      let count = list.markCount > 0 ? list.markCount : list.matches.count
      return count > maxCopiedRows
        ? .refused(.tooManyRowsToCopy(count))
        : .counting(count, "row", else: reasonForNoRows(in: model))
    }
    .help("Copies the marked rows, or else all shown ones."),
    Command("go-to-cell", "go to the value", on: ChannelsScreen.self) { goToCell($0, $1) }
      .in(.panel(.matrix)).form(of: "open").keys("Enter").moves(.jump).hint(.main).short("open")
      .when({ $0.channels.selectedFeature != nil }, else: .noValueSelected)
      .help(
        "Goes to the value under the cursor on screen 1 without changing the channel; for another manifest, to its layers below."
      ),
    Command("take-value", "try this value", on: ChannelsScreen.self) { screen, _ in
      tryValues(screen)
    }
    .in(.screen(.channels)).keys("t").mutating().hint(.sixth)
    .titled {
      $0.channels.list.markCount == 0 ? "try it" : "try \($0.channels.list.markCount) marked"
    }
    .when { model in
      let matrix = model.channels
      let count = matrix.markedOrSelectedRows.count { $0.cells[matrix.column].leaf != nil }
      return availability(ofValueCount: count, else: .noValueHere)
    }
    .help(
      "Sets the value of the column under the cursor in the edit of the feature; for marked rows, in one operation."
    ),
    Command("drop-value", "drop the edit", on: ChannelsScreen.self) { screen, shared in
      dropEdits(of: editedValues(screen, shared))
    }
    .in(.screen(.channels)).form(of: "drop").keys("d").argument(.text).mutating()
    .when {
      availability(ofValueCount: editedValues($0.channels, $0.shared).count, else: .noEditHere)
    }
    .asks { model, _ in
      let values = editedValues(model.channels, model.shared)
      let names = values.map { "\($0.feature) \($0.path)" }
      return model.channels.list.markCount < 2 ? nil : .dropping(edits: names, by: "drop-value")
    }
    .help("Drops the value from the edit of the feature; asks first if several rows are marked."),
  ]

  /// The maximum number of rows to copy; terminals do not accept more.
  private static let maxCopiedRows = 2_000

  /// Why no rows can be exported: none is shown, or nothing was compared yet.
  private static func reasonForNoRows(in model: Model) -> StatusMessage {
    model.channels.hasComparison
      ? .nothingShown : .notCompared(compare: model.keyName(of: Screen.channels.rawValue))
  }

  /// The availability of a command that acts on a number of values, which it names if there are
  /// several; `refusal` says why there are none.
  private static func availability(
    ofValueCount count: Int, else refusal: StatusMessage
  ) -> Command.Availability {
    count == 0 ? .refused(refusal) : .applies(count == 1 ? "" : "\(count) values")
  }

  /// Says which two columns are shown alone; nothing if others are shown too.
  private static func namingShownPair(of screen: ChannelsScreen, _ shared: Shared) -> Outcome {
    guard let pair = screen.pairShownAlone else { return [] }
    return .says(.onlyTwo(pair.titles, all: shared.keyName(of: "only-differences")))
  }

  /// The list of all pairs of columns; the cursor is on the pair that is shown alone.
  @Sendable private static func pairPicker(in model: Model) -> Picker? {
    let pairs = model.channels.columnPairs(under: model.layers)
    let answers = pairs.map { pair in
      (
        invocation: Invocation("pairs", pair.name),
        title: pair.titles.joined(separator: " and "),
        detail: words(ofDiffering: pair.differingCount)
      )
    }
    let shownTitles = model.channels.pairShownAlone?.titles
    return Picker.choice(
      "Compare two columns", answers, current: pairs.firstIndex { $0.titles == shownTitles })
  }

  /// How many values differ, as in `28 values differ`.
  private static func words(ofDiffering count: Int) -> String {
    switch count {
    case 0: "no value differs"
    case 1: "1 value differs"
    default: "\(count) values differ"
    }
  }

  /// The value under the cursor of screen 1 in its values or details; nil elsewhere.
  static func valueInFocus(of model: Model) -> ValuePlace? {
    guard [.values, .details].contains(model.focus) else { return nil }
    return model.features.selectedValue(model.shared)
  }

  /// Opens screen 3 on the feature or value under the cursor of another screen.
  ///
  /// Without an argument it leaves the columns as they are; `nightly beta` shows only those, and
  /// `beta` only the channel on screen and `beta`. Two channels are shown without any other column,
  /// and the message names them.
  @Sendable private static func compare(_ model: inout Model, _ argument: String) -> Outcome {
    let wanted = argument.split(separator: " ").map(String.init)
    if let refusal = refusal(toCompare: wanted, in: model) { return .refused(refusal) }
    if !wanted.isEmpty {
      // A single channel is compared with the one on screen.
      let channelOnScreen = wanted.count == 1 ? [model.channel].compactMap(\.self) : []
      model.channels.showOnlyChannels(channelOnScreen + wanted, of: model.workspace.channels)
    }
    if let target = targetOnOtherScreen(model) { model.channels.cursorTarget = target }
    model.show(.channels)
    // Without an argument the columns are as they were, so nothing needs to be said.
    return wanted.isEmpty ? [] : namingShownPair(of: model.channels, model.shared)
  }

  /// The feature or value under the cursor of a screen other than 3; nil on screen 3 itself, and if
  /// no feature is under the cursor.
  private static func targetOnOtherScreen(_ model: Model) -> ChannelsScreen.Target? {
    guard model.screen != .channels, let feature = model.shownScreen.feature(model.shared) else {
      return nil
    }
    // The list of features is about a feature, the other panels of screen 1 about a value.
    let isOnValue = model.screen == .features && model.focus != .features
    let path = isOnValue ? model.features.values.selectedRow?.pathText : nil
    return ChannelsScreen.Target(feature: feature, value: path)
  }

  /// Why some channels cannot be compared: one is unknown or named twice, or only the one on screen
  /// is named; nil if they can be compared.
  private static func refusal(toCompare wanted: [String], in model: Model) -> StatusMessage? {
    let channels = model.workspace.channels
    if let unknown = wanted.first(where: { !channels.containsName($0) }) {
      return .unknown("channel", unknown, among: channels)
    }
    if let repeated = wanted.first(where: { name in wanted.count { $0 == name } > 1 }) {
      return .namedTwice(repeated)
    }
    let isOne = wanted.count == 1
    return isOne && wanted[0] == model.channel ? .isOnScreen(wanted[0]) : nil
  }

  /// Goes to the value under the cursor on screen 1, or to the feature on a heading.
  ///
  /// If the cell is in another channel, the message says how to choose that channel. What is not on
  /// screen 1, such as a value of another manifest, has its details in the panel below the matrix
  /// (`layers`): that panel gets the focus, and the message says why.
  private static func goToCell(_ screen: ChannelsScreen, _ shared: Shared) -> Outcome {
    guard let manifest = shared.workspace.manifest else { return [] }
    guard let id = screen.selectedFeature, let column = screen.selectedColumn else { return [] }
    let row = screen.selectedRow
    // A heading is about the feature in all columns.
    let isHeading = row == nil
    let isOnScreen1 =
      (isHeading || column.isOfFirstManifest) && manifest.feature(id) != nil
    guard isOnScreen1 else {
      // The further manifest is nil if the column is of the first one.
      let message = reasonNotOnScreen1(
        of: id, in: column, ofFurther: screen.selectedFurtherManifest)
      return .focuses(.layers, then: .says(message))
    }
    guard let row else { return .goes(ValueTarget(feature: id, panelWithoutValue: .features)) }
    return .goes(valueTarget(of: row, in: column, shared))
  }

  /// The value of a row on screen 1, with what to say there.
  private static func valueTarget(
    of row: ComparisonRow, in column: ComparisonColumn, _ shared: Shared
  ) -> ValueTarget {
    // If screen 1 does not have the value, the list of features gets the focus.
    var target = ValueTarget(feature: row.feature, panelWithoutValue: .features)
    // The best path comes first: the first one that the feature has is selected.
    target.paths = row.pathsOnScreen1
    let shownChannel = shared.channel
    // The key that chooses the cell's channel, and that channel, if it is not the one on screen.
    let otherChannel = column.channel.flatMap { channel in
      shownChannel.isSameName(as: channel) ? nil : (shared.keyName(of: "channel"), channel)
    }
    // What to say if screen 1 does not have the value, and if it has it.
    target.messageIfMissing = .channelLacks(row.name, shownChannel, choose: otherChannel)
    target.messageIfFound = otherChannel.map { .channelShown(shownChannel, choose: $0) }
    return target
  }

  /// Says why a feature of a column does not lead to screen 1: the open manifest lacks it, or the
  /// column is of an earlier version or of another manifest.
  ///
  /// - Parameter other: The version or manifest that the column shows; nil if the column is of the
  ///   open manifest.
  private static func reasonNotOnScreen1(
    of feature: String, in column: ComparisonColumn, ofFurther other: ComparedManifest?
  ) -> StatusMessage {
    guard let other else { return .notInThisManifest(feature) }
    if let version = other.version { return .onlyEarlier(version) }
    return .onlyCompared(column.file, path: other.path, channel: column.channel, feature: feature)
  }

  /// Sets the values of the marked rows, or of the one under the cursor, in the edits of their
  /// features, as they are in the column under the cursor.
  ///
  /// The message counts the rows that have no value there, and says how to list the row again if it
  /// disappeared because its columns agree now. The operation of several values has a label such as
  /// `try 3 values of beta`.
  private static func tryValues(_ screen: ChannelsScreen) -> Outcome {
    guard let column = screen.selectedColumn else { return [] }
    let rows = screen.markedOrSelectedRows
    let values = rows.compactMap { row in setting(of: row, inColumn: screen.column) }
    let rowsWithoutValue = rows.count - values.count
    let selectedID = screen.list.selected?.id
    let labelOfSeveral = "try \(values.count) values of \(column.title)"
    return Setting.set(values, as: labelOfSeveral).then {
      (screen: inout ChannelsScreen, shared, tried) in
      // Without an operation nothing was set, and `tried` says why.
      guard tried.operation != nil, let message = tried.message else { return tried }
      let counted = message.and(rowsWithoutValue, withoutValueIn: column.title)
      return tried.saying(
        addingHowToList(selectedID, to: counted, afterRefreshing: &screen, shared))
    }
  }

  /// The value that a row has in a column, as a setting that an edit can have; nil if the row has
  /// no value there, or is about types.
  private static func setting(of row: ComparisonRow, inColumn column: Int) -> Setting? {
    guard let leaf = row.cells[column].leaf else { return nil }
    // Paths of leaves are valid.
    guard let path = try? JSONPath.parse(leaf.path) else { return nil }
    return Setting(feature: row.feature, path: path, value: leaf.value)
  }

  /// Lists the rows again; returns the message that values were set, with how to list the row that
  /// was under the cursor if it disappeared because its columns agree now.
  private static func addingHowToList(
    _ selectedIDBefore: Name?, to message: StatusMessage,
    afterRefreshing screen: inout ChannelsScreen, _ shared: Shared
  ) -> StatusMessage {
    _ = screen.refresh(shared)
    let isRowGone = screen.rowKind == .differing && screen.list.selected?.id != selectedIDBefore
    guard isRowGone else { return message }
    let showAllKey = shared.keyName(of: "only-differences")
    return screen.pairShownAlone == nil
      ? message.andAllColumnsAgree(showAll: showAllKey)
      : message.andBothColumnsAgree(showAll: showAllKey)
  }

  /// The values of the marked rows, or of the one under the cursor, that an edit sets.
  private static func editedValues(_ screen: ChannelsScreen, _ shared: Shared) -> [EditedValue] {
    screen.markedOrSelectedRows.compactMap { row in
      // A row about types has no value that an edit could set; the paths of other rows are valid.
      guard !row.isAboutTypes, let path = try? JSONPath.parse(row.path) else { return nil }
      let isEdited = shared.session[.edit, row.feature]?[path] != nil
      return isEdited ? EditedValue(feature: row.feature, path: path) : nil
    }
  }

  /// A value that the edit of its feature sets.
  private struct EditedValue {
    let feature: String
    let path: JSONPath
  }

  /// Drops values from the edits of their features, as one operation; if it is a single value, the
  /// label names its feature too.
  private static func dropEdits(of values: [EditedValue]) -> Outcome {
    // The label is for several values; a single one keeps that of its own operation.
    .performs(on: values, as: { _ in "drop the edits of \(values.count) values" }) {
      operations, value in
      try operations.dropEdit(value.feature, at: value.path).namingFeature()
    }
  }
}

extension ComparisonColumn {
  /// Whether it is a channel of the manifest that is open, and not of one beside it.
  var isOfFirstManifest: Bool { manifestIndex == 0 }
}

extension ComparisonRow {
  /// The paths at which screen 1 may have the row's value, the best first: a row about types goes
  /// to the nearest container that the channel has.
  fileprivate var pathsOnScreen1: [JSONPath] {
    guard let path = valuePath else { return [] }
    // The lineage of `a.b` is `a.b`, then `a`.
    return isAboutTypes ? path.lineage : [path]
  }

  /// The path of the row's value; for a row about the types of all entries or items that of their
  /// container, as in `sections` for `sections.*` and `cards` for `cards[].title`.
  ///
  /// Nil if that is not a path: a quoted key of a row about types may contain a wildcard.
  fileprivate var valuePath: JSONPath? {
    var text = path[...]
    if isAboutTypes {
      // The path of the container ends before the first wildcard, of either kind.
      for wildcard in [".*", "[]"] {
        let textBeforeWildcard = text.split(separator: wildcard, maxSplits: 1).first
        text = textBeforeWildcard ?? ""
      }
    }
    return try? JSONPath.parse(String(text))
  }
}

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
        "Shows channels side by side, with the cursor on the current feature or value; with channel names, only those."
      ),
    Command("only-differences", "only differences") { model in
      model.channels.rows = model.channels.rowsAfter
    }
    .in(.screen(.channels)).keys("=").hint(.lead)
    .titled { $0.channels.rowsAfter.rawValue }
    .help(
      "Hides values that agree in all columns, then (with several manifests) in every channel; or shows all."
    ),
    Command("next-column", "next column") { $0.channels.stepColumn(1) }
      .in(.screen(.channels)).keys("l", "Right", ">").hint(.seventh).opposite("previous-column")
      .short("column"),
    Command("previous-column", "previous column") { $0.channels.stepColumn(-1) }
      .in(.screen(.channels)).keys("h", "Left", "<"),
    Command("with-session", "with the session, or the manifest only") {
      $0.channels.includesSession.toggle()
    }
    .in(.screen(.channels)).keys("i").hint(.third, when: ChannelsScreen.hasSession)
    .titled { $0.channels.includesSession ? "manifest only" : "with session" }
    .help(
      "Includes the session in the first manifest's columns (enrolled and forced branches, edits, app settings), or leaves it out."
    ),
    Command("add-column", "add column") { model, title in
      guard model.channels.hidden.contains(title) else {
        return model.run(Invocation("compare-with", title))
      }
      model.channels.hidden.removeAll { $0 == title }
      return []
    }
    .in(.screen(.channels)).keys("a")
    .argument(.manifest { model in model.channels.hidden.map { ($0, "show it again") } }).prompts()
    .hint(.fourth)
    .help(
      "Shows a hidden column again, or adds another manifest (FILE or FILE@CHANNEL) as columns."),
    Command("drop-column", "drop column") { model, _ in
      guard let title = model.channels.selectedColumn?.title else { return [] }
      model.channels.hidden.append(title)
      return .says(.hid(title, all: model.keyName(of: "all-columns")))
    }
    .in(.screen(.channels)).keys("-", "Del").hint(.second)
    .when({ $0.channels.columns.count > 1 }, else: .onlyColumn)
    .help("Hides the column under the cursor."),
    Command("all-columns", "show all columns") { $0.channels.hidden = [] }
      .in(.screen(.channels)).keys("A")
      .when {
        $0.channels.hidden.isEmpty
          ? .refused(.noHiddenColumn) : .applies("\($0.channels.hidden.count)")
      }
      .help("Shows all hidden columns again."),
    Command("compare-with", "compare with another manifest") { _, file in
      .done([.readBeside(file)], saying: .reading(file))
    }
    .in(.screen(.channels)).argument(.manifest { _ in [] }).prompts()
    .help("Takes FILE or FILE@CHANNEL, relative to the working folder."),
    Command("export-matrix", "write the matrix") { model, file in
      guard let format = ComparisonFormat(file: file) else {
        return .refused(.matrixFormatExpected(file))
      }
      let rows = model.channels.exported
      let text = format.text(rows, columns: model.channels.columns)
      return [
        .write(
          OutputFile(
            path: file, text: text, what: "\(rows.count.pluralizing("row")) as \(format.title)"))
      ]
    }
    .in(.screen(.channels)).form(of: "export").keys("w")
    .argument(.file(endings: ["md", "csv", "json"]))
    .prompts("channels.md").hint(.fifth).short("write")
    .when { $0.channels.list.count > 0 ? .applies() : .refused(nothingShown(in: $0)) }
    .help(
      "Exports the marked rows, or else all shown ones, to a file: Markdown for .md, CSV for .csv, JSON for .json."
    ),
    Command("copy-matrix", "copy the matrix as Markdown") { model, _ in
      let rows = model.channels.exported
      let text = ComparisonFormat.markdown.text(rows, columns: model.channels.columns)
      return [.copy(text, what: "\(rows.count.pluralizing("row")) of the matrix")]
    }
    .in(.screen(.channels)).part(of: "copy").keys("y m")
    .when { model in
      let list = model.channels.list
      let count = list.markCount > 0 ? list.markCount : list.matches.count
      return count > maxCopiedRows
        ? .refused(.tooManyRowsToCopy(count))
        : .counting(count, "row", else: nothingShown(in: model))
    }
    .help("Copies the marked rows, or else all shown ones."),
    Command("go-to-cell", "go to the value") { model, _ in goToCell(&model) }
      .in(.panel(.matrix)).form(of: "open").keys("Enter").moves(.jump).hint(.main).short("open")
      .when({ $0.channels.selectedFeature != nil }, else: .noValueSelected)
      .help(
        "Goes to the value under the cursor on screen 1 without changing the channel; for another manifest, to its layers below."
      ),
    Command("take-value", "try this value") { model, _ in tryValues(&model) }
      .in(.screen(.channels)).keys("t").mutating().hint(.sixth)
      .titled {
        $0.channels.list.markCount == 0 ? "try it" : "try \($0.channels.list.markCount) marked"
      }
      .when { model in
        applies(
          to: model.channels.subjects.count { $0.cells[model.channels.column].leaf != nil },
          .noValueHere)
      }
      .help(
        "Sets the value of the column under the cursor in the edit of the feature; for marked rows, in one operation."
      ),
    Command("drop-value", "drop the edit") { model, _ in drop(edited(model), in: &model) }
      .in(.screen(.channels)).form(of: "drop").keys("d").argument(.text).mutating()
      .when { applies(to: edited($0).count, .noEditHere) }
      .asks { model, _ in
        let names = edited(model).map { "\($0.feature) \($0.path)" }
        return model.channels.list.markCount < 2 ? nil : .dropping(edits: names, by: "drop-value")
      }
      .help("Drops the value from the edit of the feature; asks first if several rows are marked."),
  ]

  /// The maximum number of rows to copy; terminals do not accept more.
  private static let maxCopiedRows = 2_000

  /// Why no rows can be exported: none is shown, or nothing was compared yet.
  private static func nothingShown(in model: Model) -> StatusMessage {
    model.channels.isCompared
      ? .nothingShown : .notCompared(compare: model.keyName(of: Screen.channels.rawValue))
  }

  /// Whether a command applies to at least one value; `none` says why not.
  private static func applies(to count: Int, _ none: StatusMessage) -> Command.Availability {
    count == 0 ? .refused(none) : .applies(count == 1 ? "" : "\(count) values")
  }

  /// Opens screen 3 on the feature or value under the cursor of another screen.
  ///
  /// Without an argument it leaves the columns as they are; `nightly beta` shows only those, and
  /// `beta` alone the channel on screen and that one.
  @Sendable private static func compare(_ model: inout Model, _ argument: String) -> Outcome {
    let wanted = argument.split(separator: " ").map(String.init)
    let channels = model.workspace.channels
    if let other = wanted.first(where: { !channels.containsName($0) }) {
      return .refused(.unknown("channel", other, among: channels))
    }
    if let twice = wanted.first(where: { name in wanted.count { $0 == name } > 1 }) {
      return .refused(.namedTwice(twice))
    }
    let isOne = wanted.count == 1
    if isOne, wanted[0] == model.channel { return .refused(.isOnScreen(wanted[0])) }
    let current = isOne ? [model.channel].compactMap(\.self) : []
    if !wanted.isEmpty { model.channels.showOnly(current + wanted, of: channels) }
    if model.screen != .channels, let feature = model.definition.feature(in: model) {
      let isOnValue = model.screen == .features && model.focus != .features
      let path = isOnValue ? model.features.values.selectedRow?.pathText : nil
      model.channels.target = ChannelsScreen.Target(feature: feature, value: path)
    }
    model.show(.channels)
    return []
  }

  /// Goes to the value under the cursor on screen 1, or to the feature on a heading.
  ///
  /// If the cell is in another channel, the message says how to choose that one. Values of another
  /// manifest are not on screen 1: then it goes to their layers.
  private static func goToCell(_ model: inout Model) -> Outcome {
    let matrix = model.channels
    let row = matrix.selectedRow
    guard let manifest = model.workspace.manifest else { return [] }
    guard let id = matrix.selectedFeature, let column = matrix.selectedColumn else { return [] }
    let isOfFirstManifest = row == nil || column.source == 0
    guard isOfFirstManifest, manifest.feature(id) != nil else {
      model.focus = .layers
      guard let other = matrix.selectedOther else { return .says(.onlyInOthers(id)) }
      return .says(
        .onlyCompared(column.file, path: other.path, channel: column.channel, feature: id))
    }
    _ = FeatureCommands.select(&model, id)
    model.focus = .features
    guard let row else { return [] }
    // A row about types goes to the nearest container that the channel has.
    var path = row.valuePath
    while let wanted = path, !model.features.values.reveal(wanted) {
      path = row.isAboutTypes ? wanted.parent : nil
    }
    let channel = model.channel
    let other = column.channel.flatMap {
      channel.isSameName(as: $0) ? nil : (model.keyName(of: "channel"), $0)
    }
    guard path != nil else { return .says(.channelLacks(row.name, channel, choose: other)) }
    model.focus = .values
    return other.map { .says(.channelShown(channel, choose: $0)) } ?? []
  }

  /// Sets the values of the marked rows, or of the one under the cursor, in the edits of their
  /// features, as they are in the column under the cursor.
  ///
  /// The message counts the rows that have no value there, and says how to list the row again if it
  /// disappeared because its columns agree now.
  private static func tryValues(_ model: inout Model) -> Outcome {
    let matrix = model.channels
    guard let column = matrix.selectedColumn else { return [] }
    let values = matrix.subjects.compactMap {
      row -> (feature: String, path: JSONPath, value: JSONValue)? in
      guard let leaf = row.cells[matrix.column].leaf else { return nil }
      guard let path = try? JSONPath.parse(leaf.path) else { return nil }
      return (row.feature, path, leaf.value)
    }
    let outcome = EditingCommands.set(
      values, as: "try \(values.count) values of \(column.title)", &model)
    guard outcome.operation != nil, let message = outcome.message else { return outcome }
    let withoutValue = matrix.subjects.count - values.count
    let tried = message.leaving(withoutValue, withoutValueIn: column.title)
    ChannelsScreen.refresh(in: &model)
    let isRowGone =
      matrix.rows == .differing && model.channels.list.selected?.id != matrix.list.selected?.id
    return outcome.saying(
      isRowGone ? tried.agreeing(showAll: model.keyName(of: "only-differences")) : tried)
  }

  /// The values of the marked rows, or of the one under the cursor, that an edit sets.
  private static func edited(_ model: Model) -> [(feature: String, path: JSONPath)] {
    model.channels.subjects.compactMap { row in
      guard !row.isAboutTypes, let path = try? JSONPath.parse(row.path) else { return nil }
      let isEdited = model.session[.edit, row.feature]?[path] != nil
      return isEdited ? (row.feature, path) : nil
    }
  }

  /// Drops values from the edits of their features, as one operation.
  static func drop(_ values: [(feature: String, path: JSONPath)], in model: inout Model) -> Outcome
  {
    model.perform(on: values, as: { _ in "drop the edits of \(values.count) values" }) {
      try $0.dropEdit($1.feature, at: $1.path).namingFeature()
    }
  }
}

extension ComparisonRow {
  /// The path of the row's value; for a row about the types of all entries or items that of their
  /// container, as in `sections` for `sections.*` and `cards` for `cards[].title`.
  fileprivate var valuePath: JSONPath? {
    var text = path[...]
    if isAboutTypes {
      for wildcard in [".*", "[]"] {
        text = text.split(separator: wildcard, maxSplits: 1).first ?? ""
      }
    }
    return try? JSONPath.parse(String(text))
  }
}

import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

extension CommandTable {
  static let cellCommands: [Command] = [
    Command("go-to-cell", "go to the value") { state, _ in state.goToCell() }
      .in(.panel(.matrix)).form(of: "open").keys("Enter").moves(.jump).hint(1).short("open")
      .when { $0.channels.selectedLine == nil ? .refused(.noValueSelected) : .applies() }
      .help(
        "Goes to the value under the cursor on screen 1 without changing the channel; for another manifest, to its layers below."
      ),
    Command("take-value", "try this value") { state, _ in state.tryValues() }
      .in(.screen(.channels)).keys("t").mutating().hint(6)
      .titled { $0.channels.list.markCount == 0 ? "try it" : "try \($0.channels.list.markCount) marked" }
      .when { state in
        let count = state.channels.subjects.count { $0.cells[state.channels.column].leaf != nil }
        return count == 0 ? .refused(.noValueHere) : .applies(count == 1 ? "" : "\(count) values")
      }
      .help(
        "Sets the value of the column under the cursor in the edit of the feature; for marked rows, in one operation."),
    Command("drop-value", "drop the edit") { state, _ in state.dropValues() }
      .in(.screen(.channels)).form(of: "drop").keys("d").argument(.text).mutating()
      .when { state in
        let count = state.editedRows.count
        return count == 0 ? .refused(.noEditHere) : .applies(count == 1 ? "" : "\(count) values")
      }
      .asks { state, _ in
        let names = state.editedRows.map { "\($0.feature) \($0.name)" }
        return state.channels.list.markCount < 2 ? nil : .dropping(edits: names, by: "drop-value")
      }
      .help("Drops the value from the edit of the feature; asks first if several rows are marked."),
  ]
}

extension State {
  /// A channel other than the session's is named, but not selected.
  mutating func goToCell() -> Outcome {
    guard let line = channels.selectedLine, let column = channels.selectedColumn, let manifest = workspace.manifest
    else { return [] }
    guard line.row == nil || column.source == 0, manifest.feature(line.feature) != nil else {
      return showLayers(of: line, in: column.source == 0 ? nil : column)
    }
    let isShown = goToValue(line.row, of: line.feature, in: manifest)
    guard let name = line.row?.name else { return [] }
    let other = column.channel.flatMap { channel.isSameName(as: $0) ? nil : (keyName(of: "channel"), $0) }
    guard isShown else { return .says(.channelLacks(name, channel, choose: other)) }
    return other.map { .says(.channelShown(channel, choose: $0)) } ?? []
  }

  private mutating func showLayers(of line: ChannelMatrix.Line, in column: ComparisonColumn?) -> Outcome {
    focus = .layers
    guard let column, channels.others.indices.contains(column.source - 1) else {
      return .says(.onlyInOthers(line.feature))
    }
    let path = channels.others[column.source - 1].path
    return .says(.onlyCompared(column.file, path: path, channel: column.channel, feature: line.feature))
  }

  /// Falls back to the feature and returns false; for a row about types, goes to the nearest existing value.
  private mutating func goToValue(_ row: ComparisonRow?, of id: String, in manifest: Manifest) -> Bool {
    _ = FeatureCommands.select(&self, id)
    focus = .features
    reconcile()
    var wanted = row.flatMap(\.valuePath)
    while let path = wanted, !table.reveal(path, in: manifest) {
      wanted = row?.isAboutTypes == true ? path.parent : nil
    }
    guard wanted != nil else { return false }
    focus = .values
    return true
  }

  mutating func tryValues() -> Outcome {
    guard let column = channels.selectedColumn else { return [] }
    let index = channels.column
    let here = channels.list.selected?.id
    let values = channels.subjects.compactMap { row -> (feature: String, path: JSONPath, value: JSONValue)? in
      guard let leaf = row.cells[index].leaf, let path = try? JSONPath.parse(leaf.path) else { return nil }
      return (row.feature, path, leaf.value)
    }
    let label = values.count == 1 ? nil : "try \(values.count) values of \(column.title)"
    let outcome = EditingCommands.set(values, as: label, &self)
    guard outcome.operation != nil, let said = outcome.message else { return outcome }
    let tried = said.leaving(channels.subjects.count - values.count, withoutValueIn: column.title)
    reconcile()
    let isGone = channels.rows == .differing && channels.list.selected?.id != here
    return outcome.saying(isGone ? tried.agreeing(showAll: keyName(of: "only-differences")) : tried)
  }

  var editedRows: [ComparisonRow] {
    channels.subjects.filter { row in
      guard !row.isAboutTypes, let path = try? JSONPath.parse(row.path) else { return false }
      return session[.edit, row.feature]?[path] != nil
    }
  }

  mutating func dropValues() -> Outcome {
    let rows = editedRows
    let names = rows.map { "edit \($0.feature) \($0.path)" }
    recording.instead = [Invocation("drop", names.count == 1 ? names[0] : NameList.written(names))]
    return drop(rows.map { ($0.feature, $0.path) })
  }

  mutating func drop(_ values: [(feature: String, path: String)]) -> Outcome {
    perform { operations throws(Refusal) in
      if values.count == 1 {
        return try operations.dropEdit(values[0].feature, at: Self.path(values[0].path)).namingFeature()
      }
      let label = "drop the edits of \(values.count) values"
      return try operations.each(of: values, as: label) { operations, value throws(Refusal) in
        try operations.dropEdit(value.feature, at: Self.path(value.path))
      }
    }
  }

  private static func path(_ text: String) throws(Refusal) -> JSONPath {
    do { return try JSONPath.parse(text) } catch { throw Refusal(.notAPath(text)) }
  }
}

extension ComparisonRow {
  /// For a row about types of all entries or items, the path of their container.
  fileprivate var valuePath: JSONPath? {
    var text = path[...]
    if isAboutTypes { for every in [".*", "[]"] { text = text.split(separator: every, maxSplits: 1).first ?? "" } }
    return try? JSONPath.parse(String(text))
  }
}

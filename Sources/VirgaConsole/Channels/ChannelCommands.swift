import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

extension CommandTable {
  static let channelCommands: [Command] = [
    Command("compare", "compare channels") { state, argument in
      state.compareHere(argument.split(separator: " ").map(String.init))
    }
    .keys("m").near(.screen(.features), hint: 3)
    .argument(
      .described { state, typed in
        let named = typed.split(separator: " ", omittingEmptySubsequences: false).dropLast().map(String.init)
        return state.workspace.channels.filter { !named.contains($0) }.map { channel in
          ((named + [channel]).joined(separator: " "), "only those, side by side")
        }
      }
    )
    .moves(.jump).short("compare")
    .help(
      "Shows channels side by side, with the cursor on the current feature or value; with channel names, only those."
    ),
    Command("only-differences", "only differences") { state in state.channels.rows = state.channels.rowsAfter }
      .in(.screen(.channels)).keys("=").hint(0)
      .titled { state in
        switch state.channels.rowsAfter {
        case .differing: "only differences"
        case .changed: "only changes"
        case .every: "every value"
        }
      }
      .help("Hides values that agree in all columns, then (with several manifests) in every channel; or shows all."),
    Command("next-column", "next column") { $0.stepColumn(1) }
      .in(.screen(.channels)).keys("l", "Right", ">").hint(7).opposite("previous-column").short("column"),
    Command("previous-column", "previous column") { $0.stepColumn(-1) }
      .in(.screen(.channels)).keys("h", "Left", "<"),
    Command("with-session", "with the session, or the manifest only") { state in
      state.channels.includesSession.toggle()
    }
    .in(.screen(.channels)).keys("i").hint(3, when: \.hasSessionLayers)
    .titled { $0.channels.includesSession ? "manifest only" : "with session" }
    .help(
      "Includes the session in the first manifest's columns (enrolled and forced branches, edits, app settings), or leaves it out."
    ),
    Command("add-column", "add column") { state, argument in state.addColumn(argument) }
      .in(.screen(.channels)).keys("a")
      .argument(.manifest { state in state.channels.hidden.map { ($0, "show it again") } }).hint(4)
      .help("Shows a hidden column again, or adds another manifest (FILE or FILE@CHANNEL) as columns."),
    Command("drop-column", "drop column") { state, _ in state.dropColumn() }
      .in(.screen(.channels)).keys("-", "Del").hint(2)
      .when { $0.channels.columns.count > 1 ? .applies() : .refused(.onlyColumn) }
      .help("Hides the column under the cursor."),
    Command(
      "all-columns", "show all columns",
      does: { state in
        for title in state.channels.hidden { state.channels.unhide(title) }
      }
    )
    .in(.screen(.channels)).keys("A")
    .when { $0.channels.hidden.isEmpty ? .refused(.noHiddenColumn) : .applies("\($0.channels.hidden.count)") }
    .help("Shows all hidden columns again."),
    Command("compare-with", "compare with another manifest") { state, argument in
      guard !argument.isEmpty else { return .prompt("compare-with ") }
      return .done([.readBeside(argument)], saying: .reading(argument))
    }
    .in(.screen(.channels)).argument(.manifest { _ in [] })
    .help("Takes FILE or FILE@CHANNEL, relative to the working folder."),
    Command("export-matrix", "write the matrix") { state, argument in state.export(argument) }
      .in(.screen(.channels)).form(of: "export").keys("w").argument(.file(endings: ["md", "csv", "json"])).hint(5)
      .short("write").when { $0.channels.list.count == 0 ? .refused(.nothingShown) : .applies() }
      .help(
        "Exports the marked rows, or else all shown ones, to a file: Markdown for .md, CSV for .csv, JSON for .json."),
    Command("copy-matrix", "copy the matrix as Markdown") { state, _ in
      guard let draft = state.channels.draft(as: .markdown) else { return [] }
      return [.copy(draft.text, what: "\(HeaderLine.counted(draft.count, "row").plain) of the matrix")]
    }
    .in(.screen(.channels)).alias(of: "copy").keys("y m")
    .when { state in
      let (marked, shown) = (state.channels.list.markCount, state.channels.list.matchCount)
      let count = marked > 0 ? marked : shown
      return count > ChannelMatrix.maxCopiedRows
        ? .refused(.tooManyRowsToCopy(count))
        : count == 0 ? .refused(.nothingShown) : .applies(HeaderLine.counted(count, "row").plain)
    }
    .help("Copies the marked rows, or else all shown ones."),
  ]
}

extension State {
  var hasSessionLayers: Bool {
    !channels.includesSession || !layers.overridden.isEmpty || !layers.enrolled.isEmpty
  }

  mutating func stepColumn(_ step: Int) {
    channels.column = min(max(channels.column + step, 0), max(channels.columns.count - 1, 0))
  }

  /// Goes to the item under another screen's cursor, in every channel.
  mutating func compareHere(_ wanted: [String] = []) -> Outcome {
    if let other = wanted.first(where: { !workspace.channels.containsName($0) }) {
      return .refused(.unknown("channel", other, among: workspace.channels))
    }
    if let twice = wanted.first(where: { name in wanted.count { $0 == name } > 1 }) {
      return .refused(.namedTwice(twice))
    }
    guard wanted.count != 1 || wanted[0] != channel else { return .refused(.isOnScreen(wanted[0])) }
    let beside = wanted.count == 1 ? [channel].compactMap(\.self) : []
    if !wanted.isEmpty { channels.showOnly(beside + wanted, of: workspace.channels) }
    if screen != .channels, let feature = parts.feature(in: self) {
      let isValue = screen == .features && focus != .features
      channels.go(to: feature, isValue ? table.selectedRow?.pathText : nil)
    }
    show(.channels)
    return []
  }

  mutating func dropColumn() -> Outcome {
    guard let title = channels.selectedColumn?.title else { return [] }
    channels.hide(title)
    return .says(.hid(title, all: keyName(of: "all-columns")))
  }

  mutating func addColumn(_ title: String) -> Outcome {
    let hidden = channels.hidden
    if hidden.contains(title) {
      channels.unhide(title)
    } else if !title.isEmpty {
      return run(Invocation("compare-with", title))
    }
    return title.isEmpty ? .prompt("add-column ") : []
  }

  mutating func export(_ file: String) -> Outcome {
    guard !file.isEmpty else { return .prompt("export ", proposing: "channels.md") }
    guard let format = ComparisonFormat(file: file) else { return .refused(.matrixFormatExpected(file)) }
    return channels.draft(as: format).map { [.write(FileDraft(path: file, matrix: $0))] } ?? []
  }
}

import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

extension CommandTable {
  /// Channels side by side.
  static let channelCommands: [Command] = [
    Command(
      "compare", "compare channels", keys: ["m"], near: .init(.screen(.features), hint: 3),
      argument: .described { state, typed in
        let named = typed.split(separator: " ", omittingEmptySubsequences: false).dropLast().map(String.init)
        return state.workspace.channels.filter { !named.contains($0) }.map { channel in
          ((named + [channel]).joined(separator: " "), "those alone, side by side")
        }
      }, motion: .jump,
      help:
        "Shows channels side by side, with the cursor on the feature or the value where it is here; with names of channels behind it those alone.",
      short: "compare",
      run: { state, argument in state.compareHere(argument.split(separator: " ").map(String.init)) }),
    Command(
      "only-differences", "only differences", keys: ["="], in: .screen(.channels), hint: 0,
      help: "Leaves out what is the same in every column, then, of several manifests, in every channel; or shows all.",
      shownTitle: { state in
        switch state.channels.rowsAfter {
        case .differing: "only differences"
        case .changed: "only changes"
        case .every: "every value"
        }
      },
      run: { state, _ in
        state.channels.rows = state.channels.rowsAfter
        return []
      }),
    Command(
      "next-column", "next column", keys: ["l", "Right", ">"], in: .screen(.channels), hint: 7,
      opposite: "previous-column", short: "column",
      run: { state, _ in state.stepColumn(1) }),
    Command(
      "previous-column", "previous column", keys: ["h", "Left", "<"], in: .screen(.channels),
      run: { state, _ in state.stepColumn(-1) }),
    Command(
      "with-session", "with the session, or the manifest only", keys: ["i"], in: .screen(.channels), hint: 3,
      hintedWhen: \.hasSessionLayers,
      help:
        "Lays all that this session brings over the first manifest, branches by enrollment or force, edits and app settings, or leaves all of it out.",
      shownTitle: { $0.channels.includesSession ? "manifest only" : "with session" },
      run: { state, _ in
        state.channels.includesSession.toggle()
        return []
      }),
    Command(
      "add-column", "add column", keys: ["a"], in: .screen(.channels),
      argument: .manifest { state in state.channels.hidden.map { ($0, "bring it back") } }, hint: 4,
      help: "Brings a column back, or shows another manifest, FILE or FILE@CHANNEL, beside it.",
      run: { state, argument in state.addColumn(argument) }),
    Command(
      "drop-column", "drop column", keys: ["-", "Del"], in: .screen(.channels), hint: 2,
      help: "Takes the column under the cursor away, until it is brought back.",
      when: { $0.channels.columns.count > 1 ? .applies() : .refused("it is the only one") },
      run: { state, _ in state.dropColumn() }),
    Command(
      "all-columns", "bring the columns back", keys: ["A"], in: .screen(.channels),
      help: "Shows every column again that was dropped.",
      when: { $0.channels.hidden.isEmpty ? .refused("none was dropped") : .applies("\($0.channels.hidden.count)") },
      run: { state, _ in
        for title in state.channels.hidden { state.channels.unhide(title) }
        return []
      }),
    Command(
      "compare-with", "compare with another manifest", in: .screen(.channels), argument: .manifest { _ in [] },
      help: "Takes FILE or FILE@CHANNEL, from the working folder.",
      run: { state, argument in
        guard !argument.isEmpty else {
          return state.askForFile("compare-with")
        }
        state.status = .note("reading \(argument)")
        return [.readBeside(argument)]
      }),
    Command(
      "export", "write the matrix", keys: ["w"], in: .screen(.channels),
      argument: .file(endings: ["md", "csv", "json"]), hint: 5,
      help: "Exports what is marked, or else shown, to a file: Markdown for .md, CSV for .csv, JSON for .json.",
      short: "write",
      when: { $0.channels.lineCount == 0 ? .refused("nothing is shown") : .applies() },
      run: { state, argument in state.export(argument) }),
    Command(
      "copy-matrix", "copy the matrix as Markdown", keys: ["y m"], in: .screen(.channels),
      help: "Copies what is marked, or else shown.",
      when: { state in
        let (marked, shown) = (state.channels.list.markCount, state.channels.list.matchCount)
        let count = marked > 0 ? marked : shown
        return count > ChannelMatrix.mostCopied
          ? .refused("\(count) rows are too many for a clipboard; mark some, or write them to a file")
          : count == 0 ? .refused("nothing is shown") : .applies(HeaderLine.counted(count, "row").plain)
      },
      run: { state, _ in
        guard let draft = state.channels.draft(as: .markdown) else { return [] }
        return [.copy(draft.text, what: "\(HeaderLine.counted(draft.count, "row").plain) of the matrix")]
      }),
  ]
}

extension State {
  /// Whether the values of the matrix are others without what the session lays over them.
  var hasSessionLayers: Bool {
    !channels.includesSession || !layers.overridden.isEmpty || !layers.enrolled.isEmpty
  }

  mutating func stepColumn(_ step: Int) -> [Effect] {
    channels.column = min(max(channels.column + step, 0), max(channels.columns.count - 1, 0))
    return []
  }

  /// Goes to what is under the cursor of another screen, in every channel.
  mutating func compareHere(_ wanted: [String] = []) -> [Effect] {
    if let other = wanted.first(where: { !workspace.channels.containsName($0) }) {
      status = .refusal(unknown("channel", other, among: workspace.channels))
      return []
    }
    if let twice = wanted.first(where: { name in wanted.count { $0 == name } > 1 }) {
      status = .refusal("\(twice) is named twice; name another channel to compare it with")
      return []
    }
    guard wanted.count != 1 || wanted[0] != channel else {
      status = .refusal("\(wanted[0]) is on screen; name another channel to compare it with")
      return []
    }
    let beside = wanted.count == 1 ? [channel].compactMap(\.self) : []
    if !wanted.isEmpty { channels.showOnly(beside + wanted, of: workspace.channels) }
    if screen != .channels, let feature = parts.feature(in: self) {
      let isValue = screen == .features && focus != .features
      channels.go(to: feature, isValue ? table.selectedRow?.pathText : nil)
    }
    show(.channels)
    return []
  }

  mutating func dropColumn() -> [Effect] {
    guard let title = channels.selectedColumn?.title else { return [] }
    channels.hide(title)
    status = .note("\(title) is dropped; \(keyName(of: "all-columns")) brings it back")
    return []
  }

  mutating func addColumn(_ title: String) -> [Effect] {
    let hidden = channels.hidden
    if hidden.contains(title) {
      channels.unhide(title)
    } else if !title.isEmpty {
      return run(Invocation("compare-with", title))
    }
    return title.isEmpty ? askForFile("add-column") : []
  }

  mutating func export(_ file: String) -> [Effect] {
    guard !file.isEmpty else { return askForFile("export", proposal: "channels.md") }
    guard let format = ComparisonFormat(file: file) else {
      status = .refusal("\(file) has to end in .md, .csv or .json")
      return []
    }
    return channels.draft(as: format).map { [.write(FileDraft(path: file, matrix: $0))] } ?? []
  }
}

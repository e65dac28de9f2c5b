import VirgaCanvas
import VirgaJSON
import VirgaManifest

extension CommandTable {
  /// Channels side by side.
  static let channelCommands: [Command] = [
    Command(
      "compare", "compare channels", keys: ["m"], motion: .jump, help: "Shows channels side by side.",
      run: { state, _ in
        state.show(.channels)
        return []
      }),
    Command(
      "go-to-cell", "go to the feature", keys: ["Enter"], in: .panel(.matrix), motion: .jump, hint: 1,
      help: "Goes to the value under the cursor on screen 1.",
      when: { $0.channels.selectedLine == nil ? .refused("there is no value under the cursor") : .applies() },
      run: { state, _ in state.goToCell() }),
    Command(
      "only-differences", "only differences", keys: ["="], in: .screen(.channels), hint: 2,
      help: "Leaves out what is the same in every column, or shows it again.",
      run: { state, _ in
        state.channels.showsOnlyDifferences.toggle()
        return []
      }),
    Command(
      "next-column", "next column", keys: ["l", "Right", ">"], in: .screen(.channels),
      run: { state, _ in state.stepColumn(1) }),
    Command(
      "previous-column", "previous column", keys: ["h", "Left", "<"], in: .screen(.channels),
      run: { state, _ in state.stepColumn(-1) }),
    Command(
      "with-session", "with or without overrides", keys: ["i"], in: .screen(.channels), hint: 5,
      help: "Lays branches, edits and preferences of this session over the first manifest, or leaves them out.",
      run: { state, _ in
        state.channels.includesSession.toggle()
        return []
      }),
    Command(
      "add-column", "add a column", keys: ["a"], in: .screen(.channels),
      argument: .oneOf { $0.channels.hiddenTitles }, hint: 3,
      help: "Brings a column back, or shows another manifest, FILE or FILE@CHANNEL, beside it.",
      run: { state, argument in state.addColumn(argument) }),
    Command(
      "drop-column", "drop the column", keys: ["-", "Del"], in: .screen(.channels), hint: 4,
      when: { $0.channels.columns.count > 1 ? .applies() : .refused("it is the only one") },
      run: { state, _ in
        state.channels.hide(state.channels.columns[state.channels.column].title)
        return []
      }),
    Command(
      "compare-with", "compare with another manifest", in: .screen(.channels), argument: .file,
      help: "Takes FILE or FILE@CHANNEL, from the working folder.",
      run: { state, argument in
        guard !argument.isEmpty else {
          state.overlay = .palette(in: state, typed: "compare-with ")
          return []
        }
        state.status = .note("reading \(argument)")
        return [.readBeside(argument)]
      }),
    Command(
      "export", "write the matrix", keys: ["w"], in: .screen(.channels), argument: .file, hint: 6,
      help: "Writes what is shown to a file: Markdown for .md, CSV for .csv, JSON for .json.",
      when: { $0.channels.lineCount == 0 ? .refused("nothing is shown") : .applies() },
      run: { state, argument in state.export(argument) }),
    Command(
      "copy-matrix", "copy the matrix as Markdown", keys: ["y m"], in: .screen(.channels),
      run: { state, _ in
        let text = ComparisonFormat.markdown.text(state.channels.shownRows, columns: state.channels.columns)
        return [.copy(text, what: "the matrix")]
      }),
  ]
}

extension State {
  mutating func stepColumn(_ step: Int) -> [Effect] {
    channels.column = min(max(channels.column + step, 0), max(channels.columns.count - 1, 0))
    channels.layersTop = 0
    return []
  }

  mutating func goToCell() -> [Effect] {
    guard let line = channels.selectedLine, let manifest = workspace.manifest else { return [] }
    guard manifest.feature(line.feature) != nil else {
      status = .refusal("\(line.feature) is in another manifest")
      return []
    }
    _ = selectFeature(line.feature)
    focus = .features
    settle()
    if let path = line.row?.path, let way = try? JSONPath.parse(path), table.reveal(way, in: manifest) {
      focus = .values
    }
    return []
  }

  mutating func addColumn(_ title: String) -> [Effect] {
    let hidden = channels.hiddenTitles
    if hidden.contains(title) {
      channels.unhide(title)
    } else if !title.isEmpty {
      status = .refusal(unknown("dropped column", title, among: hidden))
    } else if hidden.isEmpty {
      overlay = .palette(in: self, typed: "compare-with ")
    } else {
      overlay = .choice(
        "Column",
        hidden.map { (Invocation("add-column", $0), $0, "") }
          + [(Invocation("compare-with"), "another manifest …", "FILE or FILE@CHANNEL")])
    }
    return []
  }

  mutating func export(_ file: String) -> [Effect] {
    guard !file.isEmpty else {
      overlay = .palette(in: self, typed: "export ", proposing: "channels.md")
      return []
    }
    guard let format = ComparisonFormat(file: file) else {
      status = .refusal("\(file) has to end in .md, .csv or .json")
      return []
    }
    let text = format.text(channels.shownRows, columns: channels.columns)
    return write(text, to: file, what: "\(channels.shownRows.count) rows as \(format.title)")
  }
}

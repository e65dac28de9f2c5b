import VirgaCanvas

// The list over the screen: it is opened, rebuilt, filtered, and one of its lines is run.
extension Model {
  /// Opens a list over the screen; does nothing if `make` returns nil.
  ///
  /// `make` also rebuilds the list when its basis changes.
  mutating func open(_ make: @escaping @Sendable (Model) -> Picker?) {
    refreshOtherScreens()
    guard var made = make(self) else { return }
    // The lines of a command line depend on the typed text instead.
    if made.kind != .commandLine { made.make = make }
    overlay = made
  }

  /// Asks for a choice about the current or marked items; the list closes when they change.
  func askAboutSelection(_ make: @escaping @Sendable (Model) -> Picker?) -> Outcome {
    let item = CurrentItem(self)
    let marks = MovingCommands.markCount(in: self)
    return .asks { model in
      let isSame = CurrentItem(model) == item && MovingCommands.markCount(in: model) == marks
      return isSame ? make(model) : nil
    }
  }

  /// Closes the list; the one that it covers, if any, is open again.
  mutating func closeOverlay() { overlay = overlay?.covered.last }

  /// Rebuilds the open list if its basis changed; closes it if there is nothing to choose any
  /// longer.
  mutating func followOverlay() {
    guard var shown = overlay else { return }
    let isNew = shown.basis.input == nil
    let hasChanged = shown.basis.remember(
      Picker.Basis(
        session: session, checked: editor?.checked, apps: apps, problems: problemSources))
    overlay = shown
    guard hasChanged, !isNew else { return }
    refreshOtherScreens()
    if shown.kind == .commandLine { return updateCommandLine() }
    guard let make = shown.make else { return }
    // The list is made from the state without it, as when it was opened.
    overlay = shown.covered.last
    guard let made = make(self) else { return sayListClosed() }
    shown.title = made.title
    shown.load(made.list.items)
    overlay = shown
  }

  /// Says that the list closed, after a message about what was done; a refusal or failure stays.
  private mutating func sayListClosed() {
    guard let status else { return say(.listClosed) }
    if status.kind == .info { say(status.then(.listClosed)) }
  }

  /// Lists the completions of the typed command, and names their folder if they are files.
  private mutating func updateCommandLine() {
    let lines = overlay.map { Palette.lines(for: $0.field, in: self) } ?? []
    overlay?.load(lines)
    let folder = FileCompletion.listedFolder(in: self).map {
      DisplayText($0).truncatedAtStart(to: size.columns / 2).plain
    }
    overlay?.title = folder.map { $0.isEmpty ? "Files" : "Files in \($0)" } ?? "Command"
  }

  /// Filters the list again after its text changed.
  mutating func filterOverlay() {
    if overlay?.kind == .commandLine { updateCommandLine() }
    overlay?.refilter()
  }

  /// Starts to filter the list, or filters it at once by an argument.
  mutating func filterList(_ argument: String) -> Outcome {
    overlay?.list.filter = FilterField(field: TextField(argument), isTyping: argument.isEmpty)
    filterOverlay()
    return []
  }

  /// Clears the filter of the list; closes it if there is none.
  mutating func leaveList() -> Outcome {
    if let shown = overlay, shown.isFiltered {
      overlay?.list.filter = FilterField()
      overlay?.load(shown.list.items)
    } else {
      closeOverlay()
    }
    return []
  }

  /// Completes the command line with the selected line, as `Tab` does.
  ///
  /// `cha` with the line `channel` selected becomes `channel `, ready for its argument. If the
  /// selected line is already typed, or the cursor is on the first of several files, the text is
  /// extended by what all completions share.
  mutating func completeLine() {
    guard let overlay, let chosen = overlay.selected?.invocation else { return }
    let typed = overlay.field.text
    let command = CommandTable.command(named: chosen.name, in: focus)
    let needsArgument = chosen.argument.isEmpty && command?.argument != nil
    let isTyped = chosen.proposal == typed && !needsArgument
    let extended = overlay.continuation(of: typed)
    let isFirstFile = overlay.list.scroll.cursor == 0 && takesFile(chosen)
    let extendsText = isTyped || isFirstFile && extended > typed
    let completed = chosen.proposal + (needsArgument ? " " : "")
    self.overlay?.field.replace(by: extendsText ? extended : completed)
    filterOverlay()
  }

  private func takesFile(_ invocation: Invocation) -> Bool {
    CommandTable.command(named: invocation.name, in: focus)?.argument?.isFile == true
  }

  /// Runs the typed command of a command line, or else the selected line.
  mutating func chooseInOverlay() -> Outcome {
    guard let overlay else { return [] }
    if overlay.kind == .commandLine, let typed = Invocation(line: overlay.field.text) {
      if lacksFile(typed, in: overlay) { return .refused(.fileExpected) }
      let isComplete = !typed.argument.isEmpty && CommandTable.command(named: typed.name) != nil
      if isComplete { return choose(overlay.completion(of: typed)) }
      if overlay.selected?.invocation == nil { return choose(typed) }
    }
    guard let selected = overlay.selected?.invocation else {
      return .refused(overlay.refusalToChoose)
    }
    return chooseSelected(selected, in: overlay)
  }

  /// Whether a command is typed without its file, as in `session-import `, and none was selected.
  ///
  /// The cursor starts on the first line, which may be a listed file: that one was not selected.
  private func lacksFile(_ typed: Invocation, in overlay: Picker) -> Bool {
    guard overlay.list.scroll.cursor == 0, overlay.field.text.hasSuffix(" ") else { return false }
    guard typed.argument.isEmpty, takesFile(typed) else { return false }
    guard let selected = overlay.selected?.invocation else { return true }
    return selected.argument.isEmpty || files.listed?.names.contains(selected.argument) == true
  }

  /// Runs the selected line, or asks for the argument that it lacks.
  private mutating func chooseSelected(_ selected: Invocation, in overlay: Picker) -> Outcome {
    if overlay.selected?.isCurrent == true {
      closeOverlay()
      return .says(.unchanged)
    }
    let command = CommandTable.command(named: selected.name, in: focus)
    // If the line under the cursor disappeared, `Enter` was meant for it, not for its neighbor.
    if overlay.kind != .commandLine, command?.isMutating == true,
      let line = overlay.lineToReturnTo
    {
      self.overlay?.lineToReturnTo = nil
      return .refused(.lineGone(line.title.plain))
    }
    // A command without a key is only useful with its argument.
    if selected.argument.isEmpty, let command, command.argument != nil, command.keys.isEmpty {
      return .prompt(command.name + " ")
    }
    return choose(selected)
  }

  /// Runs the chosen line and closes the list; a refused command line stays open with its text.
  private mutating func choose(_ invocation: Invocation) -> Outcome {
    let isLine = overlay?.kind == .commandLine
    if isLine, invocation.argument.hasSuffix("/"), takesFile(invocation) {
      overlay?.field.replace(by: invocation.proposal)
      filterOverlay()
      return .says(.folder(invocation.argument))
    }
    if let missing = FileCompletion.missing(invocation, in: self) { return .refused(missing) }
    let list = overlay
    let panel = focus
    let history = navigation
    closeOverlay()
    let outcome = run(invocation)
    if isLine, overlay == nil, outcome.isRefused {
      show(panel.screen)
      overlay = list
      shared.focus = panel
      navigation = history
    }
    return outcome
  }

  /// Whether there is a line to run, and a read-only console allows it.
  var canChoose: Bool {
    guard let overlay, let invocation = overlay.selected?.invocation else {
      return overlay?.kind == .commandLine
    }
    if overlay.selected?.isCurrent == true { return true }
    return !options.isReadOnly
      || CommandTable.command(named: invocation.name, in: focus)?.isMutating != true
  }
}

extension Picker {
  /// The command that `Enter` runs: the typed one, or the selected line if that completes it.
  ///
  /// With `channel ni` typed and the line `channel nightly` selected, the line runs. With `channel
  /// beta` typed and listed, `beta` runs even if other lines hold its letters. With the folder
  /// `manifests/` typed, that runs, although its files are listed.
  fileprivate func completion(of typed: Invocation) -> Invocation {
    guard let selected = selected?.invocation, selected.name == typed.name else { return typed }
    // A line that the cursor was moved to is chosen on purpose.
    if list.scroll.cursor > 0 { return selected }
    let isFolder = typed.argument.hasSuffix("/") && lines.count > 1
    if isFolder { return typed }
    let isListed = lines.contains { $0.invocation == typed }
    let hasProposal = field.proposed > 0
    if isListed { return hasProposal ? selected : typed }
    let isCompleted = Filter(typed.argument).containsWhole(selected.argument)
    return isCompleted ? selected : typed
  }

  /// Why `Enter` has no command to run.
  fileprivate var refusalToChoose: StatusMessage {
    if let selected { return .onlyInformation(selected.title.plain) }
    let setsValue = list.items.first?.invocation?.name == "set"
    if kind == .choice, setsValue {
      return .notAllowed(field.text, of: title, among: list.items.map(\.title.plain))
    }
    return list.items.isEmpty ? .emptyList : .notListed(field.text)
  }

  /// The typed text extended by what its completions share, or by the only other line.
  ///
  /// `next-c` with the lines `next-channel` and `next-column` gives `next-c`, and with only the
  /// first one `next-channel`.
  fileprivate func continuation(of typed: String) -> String {
    let others = lines.compactMap(\.invocation?.proposal).filter { $0 != typed }
    let continuations = others.count == 1 ? others : others.filter { $0.hasPrefix(typed) }
    guard let first = continuations.first else { return typed }
    return continuations.dropFirst().reduce(first) { shared, line in
      let samePairs = zip(shared, line).prefix { $0 == $1 }
      return String(samePairs.map(\.0))
    }
  }
}

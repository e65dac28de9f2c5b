import VirgaCanvas

// The list over the screen.
extension Model {
  /// Opens a list over the screen, which is rebuilt when its basis changes; does nothing if `make`
  /// returns nil.
  mutating func open(_ make: @escaping @Sendable (Model) -> Picker?) {
    refreshOtherScreens()
    guard var made = make(self) else { return }
    if made.kind != .commandLine { made.make = make }
    overlay = made
  }

  /// Asks for a choice about the current or marked items; the list closes when they change.
  func askAboutSelection(_ make: @escaping @Sendable (Model) -> Picker?) -> Outcome {
    let (here, marks) = (CurrentItem(self), MovingCommands.markCount(in: self))
    return .asks { model in
      CurrentItem(model) == here && MovingCommands.markCount(in: model) == marks ? make(model) : nil
    }
  }

  mutating func closeOverlay() { overlay = overlay?.covered.last }

  /// Rebuilds the open list after a change; a question that no longer applies is closed.
  mutating func followOverlay() {
    guard var shown = overlay else { return }
    let isOpening = shown.basis.input == nil
    let hasChanged = shown.basis.didChange(
      to: Picker.Basis(
        session: session, checked: editor?.checked, apps: apps, problems: problemSources))
    overlay = shown
    guard hasChanged, !isOpening else { return }
    refreshOtherScreens()
    if shown.kind == .commandLine { return showCommandLines() }
    guard let make = shown.make else { return }
    overlay = shown.covered.last
    guard let made = make(self) else {
      if status == nil || status?.kind == .info { say(status?.then(.listClosed) ?? .listClosed) }
      return
    }
    shown.title = made.title
    shown.show(made.list.items)
    overlay = shown
  }

  private mutating func showCommandLines() {
    let lines = overlay.map { Palette.lines(for: $0.field, in: self) } ?? []
    overlay?.show(lines)
    let folder = FileCompletion.listedFolder(in: self).map {
      DisplayText($0).truncatedAtStart(to: size.columns / 2).plain
    }
    overlay?.title = folder.map { $0.isEmpty ? "Files" : "Files in \($0)" } ?? "Command"
  }

  mutating func filterOverlay() {
    if overlay?.kind == .commandLine { showCommandLines() }
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
      overlay?.show(shown.list.items)
    } else {
      closeOverlay()
    }
    return []
  }

  mutating func completeLine() {
    guard let overlay, let chosen = overlay.selected?.invocation else { return }
    let typed = overlay.field.text
    let goesOn =
      chosen.argument.isEmpty && CommandTable.command(named: chosen.name, in: self)?.argument != nil
    let isAtFile = overlay.list.scroll.cursor == 0 && takesFile(chosen)
    let isTyped =
      chosen.proposal == typed && !goesOn || isAtFile && overlay.continuation(of: typed) > typed
    self.overlay?.field.replace(
      by: isTyped ? overlay.continuation(of: typed) : chosen.proposal + (goesOn ? " " : ""))
    filterOverlay()
  }

  private func takesFile(_ invocation: Invocation) -> Bool {
    CommandTable.command(named: invocation.name, in: self)?.argument?.isFile == true
  }

  mutating func chooseInOverlay() -> Outcome {
    guard let overlay else { return [] }
    let selected = overlay.selected?.invocation
    if overlay.kind == .commandLine {
      let typed = overlay.field.text
      let named = Invocation(line: typed)
      if overlay.list.scroll.cursor == 0, typed.hasSuffix(" "), let named, named.argument.isEmpty,
        takesFile(named),
        selected.map({ $0.argument.isEmpty || files.listed?.names.contains($0.argument) == true })
          ?? true
      {
        return .refused(.fileExpected)
      }
      // What is typed runs if it is complete: a command with an argument.
      if let named, !named.argument.isEmpty, CommandTable.command(named: named.name) != nil {
        return choose(overlay.meant(by: named))
      }
      if selected == nil, let named { return choose(named) }
    }
    guard let selected else { return .refused(overlay.emptyRefusal) }
    if overlay.selected?.isCurrent == true {
      closeOverlay()
      return .says(.unchanged)
    }
    let command = CommandTable.command(named: selected.name, in: self)
    if overlay.kind != .commandLine, command?.isMutating == true, let line = overlay.lineToReturnTo
    {
      self.overlay?.lineToReturnTo = nil
      return .refused(.lineGone(line.title.plain))
    }
    if selected.argument.isEmpty, let command, command.argument != nil, command.keys.isEmpty {
      FlagsScreen.resolved(in: &self)
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
    let (list, before, navigation) = (overlay, focus, navigation)
    closeOverlay()
    let outcome = run(invocation)
    if isLine, overlay == nil, outcome.isRefused {
      show(before.screen)
      (overlay, focus, self.navigation) = (list, before, navigation)
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
      || CommandTable.command(named: invocation.name, in: self)?.isMutating != true
  }
}

extension Picker {
  /// The command that `Enter` runs: the typed one, or the selected line if that completes it.
  ///
  /// With `channel ni` typed and the line `channel nightly` selected, the line runs. With `channel
  /// beta` typed and listed, `beta` runs even if other lines hold its letters. With the folder
  /// `manifests/` typed, that runs, although its files are listed.
  fileprivate func meant(by typed: Invocation) -> Invocation {
    guard let selected = selected?.invocation, selected.name == typed.name else { return typed }
    let hasMoved = list.scroll.cursor > 0
    let isFolder = typed.argument.hasSuffix("/") && lines.count > 1
    if isFolder, !hasMoved { return typed }
    if hasMoved { return selected }
    let isListed = lines.contains { $0.invocation == typed }
    let hasProposal = field.proposed > 0
    if isListed { return hasProposal ? selected : typed }
    return Filter(typed.argument).containsWhole(selected.argument) ? selected : typed
  }

  fileprivate var emptyRefusal: StatusMessage {
    if let selected { return .onlyInformation(selected.title.plain) }
    // The list holds the values to choose from.
    if kind == .choice, list.items.first?.invocation?.name == "set" {
      return .notAllowed(field.text, of: title, among: list.items.map(\.title.plain))
    }
    return list.items.isEmpty ? .emptyList : .notListed(field.text)
  }

  /// The typed text extended by what its completions share; if there is only one other line, that
  /// line.
  fileprivate func continuation(of typed: String) -> String {
    let others = lines.compactMap(\.invocation?.proposal).filter { $0 != typed }
    let longer = others.count == 1 ? others : others.filter { $0.hasPrefix(typed) }
    guard let first = longer.first else { return typed }
    return longer.dropFirst().reduce(first) { shared, line in
      String(zip(shared, line).prefix { $0 == $1 }.map(\.0))
    }
  }
}

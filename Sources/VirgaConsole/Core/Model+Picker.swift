import VirgaCanvas

// The list over the screen: it is opened, rebuilt, filtered, and one of its lines is run.
extension Model {
  /// Opens a list over the screen; does nothing if `make` returns nil.
  ///
  /// `make` also rebuilds the list when the state changes that it was made from.
  mutating func open(_ make: @escaping @Sendable (Model) -> Picker?) {
    // The lines may say what commands of other screens would do, which these screens compute.
    refreshOtherScreens()
    guard var picker = make(self) else { return }
    // A command line is made again from its typed text instead.
    if picker.kind != .commandLine { picker.make = make }
    overlay = picker
  }

  /// Asks for a choice about the current or marked items; the list closes when they change.
  func askAboutSelection(_ make: @escaping @Sendable (Model) -> Picker?) -> Outcome {
    let askedItem = CurrentItem(self)
    let askedMarkCount = MovingCommands.markCount(in: self)
    return .asks { model in
      let isSameItem = CurrentItem(model) == askedItem
      let hasSameMarks = MovingCommands.markCount(in: model) == askedMarkCount
      // Nil closes the list.
      return isSameItem && hasSameMarks ? make(model) : nil
    }
  }

  /// Closes the list; the one that it covers, if any, is open again.
  mutating func closeOverlay() { overlay = overlay?.coveredLists.last }

  /// Rebuilds the open list if the state changed that it was made from; closes it if nothing is
  /// left to choose.
  mutating func rebuildOverlayIfStale() {
    guard var shown = overlay else { return }
    // A list that was just opened has no basis yet. It is up to date, so its basis is only
    // remembered.
    let isNew = shown.basis.input == nil
    // Whether the new basis differs from the remembered one, which it replaces.
    let hasChanged = shown.basis.remember(
      Picker.Basis(
        session: session, checkedText: editor?.checkedRevision, apps: apps, problems: problemSources
      ))
    overlay = shown
    if hasChanged, !isNew { rebuildOverlay(shown) }
  }

  /// Rebuilds the open list `shown`; closes it if nothing is left to choose.
  private mutating func rebuildOverlay(_ shown: Picker) {
    var shown = shown
    // The lines may say what commands of other screens would do, which these screens compute.
    refreshOtherScreens()
    if shown.kind == .commandLine {
      // Another state may have other destinations of `go`.
      overlay?.destinationNames = nil
      return updateCommandLine()
    }
    // Nil for a list that never changes.
    guard let make = shown.make else { return }
    // `make` gets the model without the list, as when it was opened.
    overlay = shown.coveredLists.last
    guard let rebuilt = make(self) else { return sayListClosed() }
    // Only title and lines are replaced: the person's filter and cursor stay.
    shown.title = rebuilt.title
    shown.load(rebuilt.list.items)
    overlay = shown
  }

  /// Says that the list closed, after a message about what was done; a refusal or failure stays.
  private mutating func sayListClosed() {
    guard let status else { return say(.listClosed) }
    if status.kind == .info { say(status.then(.listClosed)) }
  }

  /// Lists the completions of the typed command, and names their folder in the title if they are
  /// files.
  ///
  /// The names that complete `go` are found first, because the lines are made from them.
  private mutating func updateCommandLine() {
    findDestinationNamesOnce()
    let lines = overlay.map { Palette.lines(for: $0.field, in: self) } ?? []
    overlay?.load(lines)
    let title = titleOfCommandLine
    overlay?.title = title
  }

  /// Finds the names that complete `go`, when it is typed and they are not known yet: to find them
  /// at each key would take too long.
  private mutating func findDestinationNamesOnce() {
    guard let overlay, overlay.destinationNames == nil else { return }
    guard NavigationCommands.isGoTyped(in: overlay.field.text) else { return }
    let names = DestinationNames.all(in: self)
    self.overlay?.destinationNames = names
  }

  /// The title of the command line: the folder whose files complete the text, or else `Command`.
  private var titleOfCommandLine: String {
    guard let folder = FileCompletion.typedFolderIfListed(in: self) else { return "Command" }
    let isWorkingFolder = folder.isEmpty
    if isWorkingFolder { return "Files" }
    // A long path is cut at its start.
    let folderColumns = size.columns / 2
    return "Files in \(DisplayText(folder).truncatedAtStart(to: folderColumns).plain)"
  }

  /// Filters the list again after its text changed.
  mutating func filterOverlay() {
    if overlay?.kind == .commandLine { updateCommandLine() }
    overlay?.refilter()
  }

  /// Filters the list by an argument, as `filter` does in an open list.
  mutating func filterOverlay(by argument: String) -> Outcome {
    overlay?.field = TextField(argument)
    filterOverlay()
    return []
  }

  /// Clears the filter of the list; closes the list if it has no filter.
  mutating func leaveList() -> Outcome {
    if let shown = overlay, shown.isFiltered {
      overlay?.field = TextField()
      // Its items include those that the filter hid: loaded again, all of them are shown, and the
      // cursor keeps its line.
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
    guard let overlay, let selected = overlay.selected?.invocation else { return }
    let typed = overlay.field.text
    let command = CommandTable.command(named: selected.name, in: focus)
    let needsArgument = selected.argument.isEmpty && command?.argument != nil
    let completed = selected.textToType + (needsArgument ? " " : "")
    let extended = overlay.continuation(of: typed)
    let isAlreadyTyped = selected.textToType == typed && !needsArgument
    // The cursor starts on the first line, so the person did not choose that file.
    let isUnchosenFile = overlay.list.scroll.cursor == 0 && takesFile(selected)
    // A longer text that begins with the typed one sorts after it.
    let hasExtension = extended > typed
    let extendsText = isAlreadyTyped || (isUnchosenFile && hasExtension)
    self.overlay?.field.replace(by: extendsText ? extended : completed)
    filterOverlay()
  }

  /// Whether the argument of a command is the name of a file.
  private func takesFile(_ invocation: Invocation) -> Bool {
    CommandTable.command(named: invocation.name, in: focus)?.argument?.isFile == true
  }

  /// Runs the typed command of a command line, or else the selected line.
  mutating func chooseInOverlay() -> Outcome {
    guard let overlay else { return [] }
    if overlay.kind == .commandLine, let typed = Invocation(line: overlay.field.text) {
      if lacksFile(typed, in: overlay) { return .refused(.fileExpected) }
      let hasNameAndArgument =
        !typed.argument.isEmpty && CommandTable.command(named: typed.name) != nil
      // The selected line may complete the argument: `channel ni` runs `channel nightly`.
      if hasNameAndArgument { return runFromList(overlay.commandToRun(for: typed)) }
      // The selected line runs nothing, so the typed text is all that there is to run.
      if overlay.selected?.invocation == nil { return runFromList(typed) }
      // Only a name is typed, maybe a part of one such as `cha`: the selected line completes it.
    }
    guard let selected = overlay.selected?.invocation else {
      return .refused(overlay.refusalToChoose)
    }
    return chooseSelected(selected, in: overlay)
  }

  /// Whether a command is typed without its file, as in `session-import `, and none was selected.
  ///
  /// The cursor starts on the first line, which may be a listed file: that one was not selected.
  /// Any other line with an argument is a choice that is not a file: that line runs.
  private func lacksFile(_ typed: Invocation, in overlay: Picker) -> Bool {
    guard overlay.list.scroll.cursor == 0, overlay.field.text.hasSuffix(" ") else { return false }
    guard typed.argument.isEmpty, takesFile(typed) else { return false }
    guard let selected = overlay.selected?.invocation else { return true }
    let isCommandItself = selected.argument.isEmpty
    let isListedFile = files.folderListing?.names.contains(selected.argument) == true
    return isCommandItself || isListedFile
  }

  /// Runs the selected line, or asks for the argument that it lacks.
  private mutating func chooseSelected(_ selected: Invocation, in shown: Picker) -> Outcome {
    if shown.selected?.isCurrent == true {
      closeOverlay()
      return .says(.unchanged)
    }
    let command = CommandTable.command(named: selected.name, in: focus)
    // A line that has just disappeared from under the cursor was meant, not the selected one. It is
    // forgotten here, so that the next `Enter` runs the selected one.
    if command?.isMutating == true, let goneLine = takeGoneLine(of: shown) {
      return .refused(.lineGone(goneLine.title.plain))
    }
    let lacksArgument = selected.argument.isEmpty && command?.argument != nil
    // A key runs its command without an argument, so a command with a key can do without one, or
    // asks for it itself.
    if lacksArgument, let command, command.keys.isEmpty { return .prompt(command.name + " ") }
    return runFromList(selected)
  }

  /// The line that was under the cursor and disappeared, so that `Enter` was meant for it and not
  /// for its neighbor; forgets it, so that the next `Enter` runs the neighbor.
  ///
  /// Nil if no line disappeared: `lineToReturnTo` is set only while the list, made again after a
  /// change, lacks the line that the cursor was on. Nil also on the command line, where the typed
  /// name says which command is meant.
  private mutating func takeGoneLine(of shown: Picker) -> PickerLine? {
    guard shown.kind != .commandLine, let goneLine = shown.lineToReturnTo else { return nil }
    overlay?.lineToReturnTo = nil
    return goneLine
  }

  /// Closes the list and runs a command of it, unless the file that the command reads is missing.
  ///
  /// If the command line has a folder in place of a file, it stays open and completes the text to
  /// that folder, whose files it then lists; nothing runs.
  private mutating func runFromList(_ invocation: Invocation) -> Outcome {
    let isFolder = invocation.argument.hasSuffix("/") && takesFile(invocation)
    if overlay?.kind == .commandLine, isFolder {
      overlay?.field.replace(by: invocation.textToType)
      filterOverlay()
      return .says(.folder(invocation.argument))
    }
    if let missing = FileCompletion.messageIfFileIsMissing(for: invocation, in: self) {
      return .refused(missing)
    }
    return closeAndRun(invocation)
  }

  /// Closes the list and runs a command; a refused command line stays open with its text.
  private mutating func closeAndRun(_ invocation: Invocation) -> Outcome {
    guard let shown = overlay else { return run(invocation) }
    let (oldFocus, oldNavigation) = (focus, navigation)
    let origin = NavigationEntry(self)
    closeOverlay()
    let outcome = run(invocation)
    // Whichever command a line of `go` runs, `back` returns from there to here. The entries have
    // changed already if that command is a jump, which recorded its origin, or `back` itself.
    let haveEntriesChanged = navigation.backEntries != oldNavigation.backEntries
    if shown.listsDestinations, !haveEntriesChanged {
      let destination = NavigationEntry(self)
      navigation.recordJump(from: origin, to: destination)
    }
    // The command may have opened a list, which stays. If not, the navigation is set back too,
    // because even a refused command may have shown its screen or recorded a jump.
    if shown.kind == .commandLine, overlay == nil, outcome.isRefused {
      reopen(shown, at: oldFocus)
      navigation = oldNavigation
    }
    return outcome
  }

  /// Opens a closed list again over the panel that had the focus, because a refused command may
  /// have gone to its own screen.
  private mutating func reopen(_ closed: Picker, at focus: Panel) {
    show(focus.screen)
    overlay = closed
    shared.focus = focus
  }

  /// Whether `Enter` has something to run: a line, which a read-only console must allow, or the
  /// text of the command line.
  var canChoose: Bool {
    guard let overlay, let invocation = overlay.selected?.invocation else {
      // The command line runs what is typed, also without a line that completes it. A read-only
      // console refuses a change only after that.
      return overlay?.kind == .commandLine
    }
    // Choosing what is in effect already changes nothing, so it is always allowed.
    if overlay.selected?.isCurrent == true { return true }
    let command = CommandTable.command(named: invocation.name, in: focus)
    return !options.isReadOnly || command?.isMutating != true
  }
}

extension Picker {
  /// The command that `Enter` runs: the typed one, or the selected line if that completes it.
  ///
  /// With `channel ni` typed and the line `channel nightly` selected, the line runs. With `channel
  /// beta` typed and listed, `beta` runs even if other lines hold its letters. With the folder
  /// `manifests/` typed, that runs, although its files are listed.
  fileprivate func commandToRun(for typed: Invocation) -> Invocation {
    guard let selected = selected?.invocation, selected.name == typed.name else { return typed }
    // A line that the cursor was moved to is chosen on purpose.
    if list.scroll.cursor > 0 { return selected }
    // A folder with several files runs itself; the only file of a folder is meant, and runs below.
    let isFolderOfSeveral = typed.argument.hasSuffix("/") && lines.count > 1
    if isFolderOfSeveral { return typed }
    let isListed = lines.contains { $0.invocation == typed }
    // A proposed file name is part of the text, but the person has not typed it: then the selected
    // line comes first.
    let hasProposal = field.proposedCount > 0
    if isListed { return hasProposal ? selected : typed }
    let isCompleted = Filter(typed.argument).allWordsOccur(in: selected.argument)
    return isCompleted ? selected : typed
  }

  /// Why `Enter` has no command to run: the selected line only informs, or no line matches the
  /// typed text.
  fileprivate var refusalToChoose: StatusMessage {
    if let selected { return .onlyInformation(selected.title.plain) }
    // The lines with the allowed values of a variable run `set`.
    let choosesValue = kind == .choice && list.items.first?.invocation?.name == "set"
    if choosesValue {
      return .notAllowed(field.text, of: title, among: list.items.map(\.title.plain))
    }
    return list.items.isEmpty ? .emptyList : .notListed(field.text)
  }

  /// The typed text extended by what all lines that begin with it share; if only one line differs
  /// from the typed text, that line.
  ///
  /// `next-c` with the lines `next-channel` and `next-column` gives `next-c`, and with only the
  /// first one `next-channel`.
  fileprivate func continuation(of typed: String) -> String {
    let others = lines.compactMap(\.invocation?.textToType).filter { $0 != typed }
    // A single line may also match letter by letter, as `nxtch` matches `next-channel`.
    let continuations = others.count == 1 ? others : others.filter { $0.hasPrefix(typed) }
    guard let first = continuations.first else { return typed }
    return continuations.dropFirst().reduce(first) { sharedStart, line in
      let equalPairs = zip(sharedStart, line).prefix { $0 == $1 }
      return String(equalPairs.map(\.0))
    }
  }
}

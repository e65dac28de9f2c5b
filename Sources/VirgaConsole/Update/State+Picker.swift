import VirgaCanvas
import VirgaJSON
import VirgaSession

extension Picker {
  /// The input of lists; a change rebuilds the open list.
  struct Basis: Equatable, Sendable {
    private let session: Session
    private let problems: Problems.Source
    private let check: ConfigEditor.Revision?

    init(_ state: State) {
      session = state.session
      problems = state.problemSource
      check = state.editor?.checked
    }
  }
}

private struct ListSubject: Equatable, Sendable {
  let way: [Invocation]
  let markCount: Int

  init(_ state: State) {
    way = RecordedView.way(in: state)
    markCount = MovingCommands.markCount(in: state)
  }
}

// The list over the screen.
extension State {
  /// Opens a list over the screen, which is rebuilt when its basis changes; does nothing if `make` returns nil.
  mutating func open(_ make: @escaping @Sendable (State) -> Picker?) {
    guard var made = make(self) else { return }
    if made.kind != .commandLine { made.make = make }
    overlay = made
  }

  /// Asks for a choice about the current or marked items; the list closes when they change.
  func askAboutSelection(_ make: @escaping @Sendable (State) -> Picker?) -> Outcome {
    let here = ListSubject(self)
    return .asks { ListSubject($0) == here ? make($0) : nil }
  }

  mutating func closeOverlay() { overlay = overlay?.covered }

  /// Rebuilds the open list after a change; a question that no longer applies is closed.
  mutating func followOverlay() {
    guard let shown = overlay else { return }
    let basis = Picker.Basis(self)
    let isOpening = shown.basis.input == nil
    guard overlay?.basis.isNew(basis) == true, !isOpening else { return }
    if shown.kind == .commandLine {
      showCommandLines()
    } else if let make = shown.make {
      var below = self
      below.overlay = shown.covered
      guard let made = make(below) else {
        closeOverlay()
        return announceNothingLeft()
      }
      overlay?.title = made.title
      overlay?.show(made.list.items)
    }
  }

  private mutating func showCommandLines() {
    resolveFlagNames()
    let lines = overlay.map { Palette.lines(for: $0.field, in: self) } ?? []
    overlay?.show(lines)
    let folder = FileCompletion.listedFolder(in: self).map {
      DisplayText($0).truncatedAtStart(to: size.columns / 2).plain
    }
    overlay?.title = folder.map { $0.isEmpty ? "Files" : "Files in \($0)" } ?? "Command"
  }

  private mutating func announceNothingLeft() {
    guard let said = status else { return say(.listClosed) }
    if said.kind == .info { say(said.then(.listClosed)) }
  }

  mutating func filterOverlay() {
    if overlay?.kind == .commandLine { showCommandLines() }
    overlay?.refilter()
  }

  /// Starts to filter the list, or filters it at once by an argument.
  mutating func filterList(_ argument: String) -> Outcome {
    recording.instead = []
    overlay?.isTyping = argument.isEmpty
    overlay?.field = TextField(argument)
    filterOverlay()
    return []
  }

  /// Clears the filter of the list; closes it if there is none.
  mutating func leaveList() -> Outcome {
    guard let shown = overlay else { return [] }
    guard shown.isFiltered else {
      closeOverlay()
      return []
    }
    overlay?.isTyping = false
    overlay?.field = TextField()
    overlay?.show(shown.list.items)
    return []
  }

  mutating func completeLine() {
    guard let overlay, let chosen = overlay.selected?.invocation else { return }
    let typed = overlay.field.text
    let command = CommandTable.command(named: chosen.name, in: self)
    let goesOn = chosen.argument.isEmpty && command?.argument != nil
    let takesFile = overlay.list.scroll.cursor == 0 && command?.argument?.isFile == true
    let isTyped = chosen.proposal == typed && !goesOn || takesFile && overlay.continuation(of: typed) > typed
    self.overlay?.field.replace(by: isTyped ? overlay.continuation(of: typed) : chosen.proposal + (goesOn ? " " : ""))
    filterOverlay()
  }

  mutating func chooseInOverlay() -> Outcome {
    guard let overlay else { return [] }
    if overlay.kind == .commandLine, overlay.list.scroll.cursor == 0, overlay.field.text.hasSuffix(" "),
      let named = Invocation(line: overlay.field.text), named.argument.isEmpty,
      CommandTable.command(named: named.name, in: self)?.argument?.isFile == true,
      overlay.selected?.invocation.map({ $0.argument.isEmpty || files.listed?.names.contains($0.argument) == true })
        ?? true
    {
      return .refused(.fileExpected)
    }
    if let typed = typedInvocation(of: overlay) { return choose(overlay.meant(by: typed)) }
    guard let invocation = overlay.selected?.invocation else {
      if overlay.kind == .commandLine, let typed = Invocation(line: overlay.field.text) {
        return choose(typed)
      }
      return .refused(overlay.emptyRefusal)
    }
    let command = CommandTable.command(named: invocation.name, in: self)
    if overlay.kind != .commandLine, command?.isMutating == true, let lost = overlay.lost {
      self.overlay?.forgetLost()
      return .refused(.lineGone(lost.title.plain))
    }
    if invocation.argument.isEmpty, let command, command.argument != nil, command.keys.isEmpty {
      resolveFlagNames()
      return .prompt(command.name + " ")
    }
    return choose(invocation)
  }

  /// The typed command line if complete: a command with an argument, or a full name.
  private func typedInvocation(of overlay: Picker) -> Invocation? {
    guard overlay.kind == .commandLine else { return nil }
    guard let typed = Invocation(line: overlay.field.text), CommandTable.command(named: typed.name) != nil else {
      return nil
    }
    return typed.argument.isEmpty ? nil : typed
  }

  /// Runs the chosen line and closes the list; a refused command line stays open with its text.
  private mutating func choose(_ invocation: Invocation) -> Outcome {
    if goesInto(invocation) { return .says(.folder(invocation.argument)) }
    if let missing = FileCompletion.missing(invocation, in: self) { return .refused(missing) }
    let (list, before, navigation) = (overlay, focus, navigation)
    closeOverlay()
    let outcome = run(invocation)
    if let list, list.kind == .commandLine, overlay == nil, outcome.isRefused {
      if screen != before.screen { show(before.screen) }
      (overlay, focus, self.navigation) = (list, before, navigation)
    }
    return outcome
  }

  /// Whether there is a line to run, and a read-only console allows it.
  var canChoose: Bool {
    guard let overlay, let invocation = overlay.selected?.invocation else { return overlay?.kind == .commandLine }
    return !options.isReadOnly || CommandTable.command(named: invocation.name, in: self)?.isMutating != true
  }

  /// Completes a line that is a folder for a command that takes a file; returns false if it is not one.
  private mutating func goesInto(_ invocation: Invocation) -> Bool {
    let takesFile = CommandTable.command(named: invocation.name, in: self)?.argument?.isFile == true
    guard takesFile, invocation.argument.hasSuffix("/"), overlay?.kind == .commandLine else { return false }
    overlay?.field.replace(by: invocation.proposal)
    filterOverlay()
    return true
  }
}

extension Picker {
  /// The typed command, or the selected line if that only completes the typed argument.
  fileprivate func meant(by typed: Invocation) -> Invocation {
    guard let selected = selected?.invocation, selected.name == typed.name else { return typed }
    let isListed = lines.contains { $0.invocation == typed }
    // What is typed of a folder chooses nothing in it.
    if list.scroll.cursor == 0, lines.count > 1, typed.argument.hasSuffix("/") { return typed }
    // A person who moved to another line wants that one; with a proposal, the cursor was there from the start.
    if list.scroll.cursor > 0 || field.proposed > 0 && isListed { return selected }
    return !isListed && Filter(typed.argument).containsWhole(selected.argument) ? selected : typed
  }

  fileprivate var emptyRefusal: StatusMessage {
    if let selected { return .onlyInformation(selected.title.plain) }
    return valueRefusal ?? (list.items.isEmpty ? .emptyList : .notListed(field.text))
  }

  /// The typed text extended by what its completions share; if there is only one other line, that line.
  fileprivate func continuation(of typed: String) -> String {
    let others = lines.compactMap(\.invocation?.proposal).filter { $0 != typed }
    let longer = others.count == 1 ? others : others.filter { $0.hasPrefix(typed) }
    guard let first = longer.first else { return typed }
    return longer.dropFirst().reduce(first) { shared, line in
      String(zip(shared, line).prefix { $0 == $1 }.map(\.0))
    }
  }
}

import VirgaCanvas
import VirgaJSON

extension Picker {
  /// What lists are made from: if some of it changes, the list that is open is made again.
  struct Basis: Equatable, Sendable {
    private let session: Int
    private let problems: Problems.Source
    private let check: [Int]

    init(_ state: State) {
      session = state.sessionGeneration
      problems = state.problemSource
      check = state.editor.map { [$0.checkedVersion, $0.checkRound] } ?? []
    }
  }
}

/// What a list is about that was opened for something.
private struct ListSubject: Equatable, Sendable {
  let way: [Invocation]
  let markCount: Int

  /// What is under the cursor, and how much is marked.
  init(_ state: State) {
    way = state.way
    markCount = state.markCount
  }
}

// The list that lies over the screen.
extension State {
  /// Lays a list over the screen that is made again when what it is made from changes; does nothing if it is not made.
  mutating func open(_ make: @escaping @Sendable (State) -> Picker?) {
    guard var made = make(self) else { return }
    if made.kind != .commandLine { made.make = make }
    overlay = made
  }

  /// Asks for a choice about what is under the cursor or marked: the list closes when that is something else.
  func asksHere(_ make: @escaping @Sendable (State) -> Picker?) -> Outcome {
    let here = ListSubject(self)
    return .asks { ListSubject($0) == here ? make($0) : nil }
  }

  /// Goes back to the list that the one on the screen covers, or to the screen.
  mutating func closeOverlay() { overlay = overlay?.covered }

  /// Makes the list on the screen again after a change; a question with nothing left to ask is closed.
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
        return tellNothingLeft()
      }
      overlay?.title = made.title
      overlay?.show(made.list.items)
    }
  }

  /// Lists what the text on the command line may become.
  private mutating func showCommandLines() {
    resolveFlagNames()
    let lines = overlay.map { Picker.commandLines(for: $0.field, in: self) } ?? []
    overlay?.show(lines)
    let folder = listedFolder.map { DisplayText($0).truncatedAtStart(to: size.columns / 2).plain }
    overlay?.title = folder.map { $0.isEmpty ? "Files" : "Files in \($0)" } ?? "Command"
  }

  private mutating func tellNothingLeft() {
    let words = "what was asked about is gone"
    guard let said = status else { return say(.note(words)) }
    if said.kind == .note { say(.note("\(said.text.plain); \(words)")) }
  }

  /// Finds the lines of the list again for what is typed.
  mutating func filterOverlay() {
    if overlay?.kind == .commandLine { showCommandLines() }
    overlay?.refilter()
  }

  /// Begins to filter the list, or filters it at once by an argument.
  mutating func filterList(_ argument: String) -> Outcome {
    recordedAs = []
    overlay?.isTyping = argument.isEmpty
    overlay?.field = TextField(argument)
    filterOverlay()
    return []
  }

  /// Clears the filter of the list; one without a filter is closed.
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

  /// Puts the line under the cursor on the command line; on what was typed itself, what all that go on from it share.
  mutating func completeLine() {
    guard let overlay, let chosen = overlay.selected?.invocation else { return }
    let typed = overlay.field.text
    let command = CommandTable.command(named: chosen.name, in: self)
    let goesOn = chosen.argument.isEmpty && command?.argument != nil
    let isTyped = chosen.proposal == typed && !goesOn
    self.overlay?.field.replace(by: isTyped ? overlay.continuation(of: typed) : chosen.proposal + (goesOn ? " " : ""))
    filterOverlay()
  }

  /// Runs the line under the cursor, or the command line as it was typed.
  mutating func chooseInOverlay() -> Outcome {
    guard let overlay else { return [] }
    if overlay.kind == .commandLine, overlay.list.scroll.cursor == 0, overlay.field.text.hasSuffix(" "),
      let named = Invocation(line: overlay.field.text), named.argument.isEmpty,
      CommandTable.command(named: named.name, in: self)?.argument?.isFile == true,
      overlay.selected?.invocation.map({ $0.argument.isEmpty || files?.names.contains($0.argument) == true }) ?? true
    {
      return .refused("type the name of a file, or choose one")
    }
    if let typed = typedInvocation(of: overlay) { return choose(overlay.meant(by: typed)) }
    guard let invocation = overlay.selected?.invocation else {
      if overlay.kind == .commandLine, let typed = Invocation(line: CommandTable.named(overlay.field.text, in: self)) {
        return choose(typed)
      }
      return .refused(overlay.emptyRefusal)
    }
    let command = CommandTable.command(named: invocation.name, in: self)
    if overlay.kind != .commandLine, command?.isMutating == true, let lost = overlay.lost {
      self.overlay?.forgetLost()
      return .refused("“\(lost.title.plain)” is gone; what the cursor is on now is another")
    }
    if invocation.argument.isEmpty, let command, command.argument != nil, command.keys.isEmpty {
      resolveFlagNames()
      return .prompt(command.name + " ")
    }
    return choose(invocation)
  }

  /// What is typed on the command line, if it is whole: a command with an argument, or one in words of its own.
  private func typedInvocation(of overlay: Picker) -> Invocation? {
    guard overlay.kind == .commandLine else { return nil }
    let named = CommandTable.named(overlay.field.text, in: self)
    guard let typed = Invocation(line: named), CommandTable.command(named: typed.name) != nil else { return nil }
    return typed.argument.isEmpty && named == overlay.field.text ? nil : typed
  }

  /// Runs what was chosen in the list, which is closed; a command line that is refused stays, with what was typed.
  private mutating func choose(_ invocation: Invocation) -> Outcome {
    if goesInto(invocation) {
      return .note("\(invocation.argument) is a folder: type or choose a name in it")
    }
    let (list, before, trail) = (overlay, focus, trail)
    closeOverlay()
    let outcome = run(invocation)
    if let list, list.kind == .commandLine, overlay == nil, outcome.isRefused {
      if screen != before.screen { show(before.screen) }
      (overlay, focus, self.trail) = (list, before, trail)
    }
    return outcome
  }

  /// Whether there is a line to run, and it may be run: a read-only console changes nothing.
  var canChoose: Bool {
    guard let overlay, let invocation = overlay.selected?.invocation else { return overlay?.kind == .commandLine }
    return !options.isReadOnly || CommandTable.command(named: invocation.name, in: self)?.isMutating != true
  }

  /// Goes on with what is inside if a line is a folder and its command takes a file; returns false if it is not.
  private mutating func goesInto(_ invocation: Invocation) -> Bool {
    let takesFile = CommandTable.command(named: invocation.name, in: self)?.argument?.isFile == true
    guard takesFile, invocation.argument.hasSuffix("/"), overlay?.kind == .commandLine else { return false }
    overlay?.field.replace(by: invocation.proposal)
    filterOverlay()
    return true
  }
}

extension Picker {
  /// What was typed, or the line under the cursor if that only completes the argument that was typed.
  fileprivate func meant(by typed: Invocation) -> Invocation {
    guard let selected = selected?.invocation, selected.name == typed.name else { return typed }
    let isListed = lines.contains { $0.invocation == typed }
    // Whoever moved to another line means that one; on what is proposed the cursor stood from the beginning.
    if list.scroll.cursor > 0 || field.proposed > 0 && isListed { return selected }
    return !isListed && Filter(typed.argument).containsWhole(selected.argument) ? selected : typed
  }

  /// Why nothing can be run.
  fileprivate var emptyRefusal: String {
    if let selected { return "“\(selected.title.plain)” is listed to be read: there is nothing to run" }
    if let valueRefusal { return valueRefusal }
    return list.items.isEmpty ? "nothing is listed" : "nothing in the list contains “\(field.text)”"
  }

  /// What was typed with as much behind it as the lines share that begin so; the only other line, however it begins.
  fileprivate func continuation(of typed: String) -> String {
    let others = lines.compactMap(\.invocation?.proposal).filter { $0 != typed }
    let longer = others.count == 1 ? others : others.filter { $0.hasPrefix(typed) }
    guard let first = longer.first else { return typed }
    return longer.dropFirst().reduce(first) { shared, line in
      String(zip(shared, line).prefix { $0 == $1 }.map(\.0))
    }
  }
}

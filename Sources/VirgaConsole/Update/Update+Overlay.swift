import VirgaCanvas

// The list that lies over the screen.
extension State {
  /// Finds the lines of the overlay again for what is typed.
  mutating func narrowOverlay() {
    guard var overlay else { return }
    if overlay.kind == .palette {
      resolveFlagNames()
      let typed = CommandTable.named(overlay.field.text, in: self)
      if overlay.commands.isEmpty { overlay.commands = Overlay.palette(in: self).commands }
      overlay.all = Overlay.arguments(for: typed, in: self) ?? overlay.commands + Overlay.places(for: typed, in: self)
    }
    overlay.narrow()
    self.overlay = overlay
  }

  /// Puts the line under the cursor on the command line; on what was typed itself, what all that go on from it share.
  mutating func completeLine() {
    guard let overlay, let chosen = overlay.selected?.invocation else { return }
    let typed = overlay.field.text
    let goesOn = chosen.argument.isEmpty && CommandTable.command(named: chosen.name)?.argument != nil
    let isTyped = chosen.proposal == typed && !goesOn
    self.overlay?.field.replace(by: isTyped ? overlay.continuation(of: typed) : chosen.proposal + (goesOn ? " " : ""))
    narrowOverlay()
  }

  /// Runs the line under the cursor, or the command line as it was typed.
  mutating func chooseInOverlay() -> [Effect] {
    guard let overlay else { return [] }
    let named = CommandTable.named(overlay.field.text, in: self)
    let typed = Invocation(line: named)
    let isWhole = typed?.argument.isEmpty == false || named != overlay.field.text
    if overlay.kind == .palette, let typed, isWhole, CommandTable.command(named: typed.name) != nil {
      let meant = Self.meant(by: typed, in: overlay)
      if goesInto(meant) { return [] }
      self.overlay = nil
      return run(meant)
    }
    guard let line = overlay.selected, let invocation = line.invocation else {
      if overlay.kind == .palette, let typed {
        self.overlay = nil
        return run(typed)
      }
      if let line = overlay.selected {
        status = .refusal("“\(line.title.plain)” is listed to be read: there is nothing to run")
      } else {
        let words = overlay.all.isEmpty ? "nothing is listed" : "nothing in the list contains “\(overlay.field.text)”"
        status = .refusal(overlay.valueRefusal ?? words)
      }
      return []
    }
    let command = CommandTable.command(named: invocation.name)
    if overlay.kind != .palette, command?.isMutating == true, let lost = overlay.lostLine {
      self.overlay?.forgetLostLine()
      status = .refusal("“\(lost.title.plain)” is gone; what the cursor is on now is another")
      return []
    }
    if invocation.argument.isEmpty, let command, command.argument != nil, command.keys.isEmpty {
      resolveFlagNames()
      self.overlay = .palette(in: self, typed: command.name + " ")
      return []
    }
    if goesInto(invocation) { return [] }
    closeOverlay()
    return run(invocation)
  }

  /// Whether there is a line to run, and it may be run: a read-only console changes nothing.
  var canChoose: Bool {
    guard let overlay, let invocation = overlay.selected?.invocation else { return overlay?.kind == .palette }
    return !options.isReadOnly || CommandTable.command(named: invocation.name)?.isMutating != true
  }

  /// Goes on with what is inside where a line is a folder and its command takes a file; false where it does not.
  private mutating func goesInto(_ invocation: Invocation) -> Bool {
    let takesFile = CommandTable.command(named: invocation.name)?.argument?.isFile == true
    guard takesFile, invocation.argument.hasSuffix("/"), overlay?.kind == .palette else { return false }
    overlay?.field.replace(by: invocation.proposal)
    narrowOverlay()
    status = .note("\(invocation.argument) is a folder: type or choose a name in it")
    return true
  }

  /// What was typed, or the line under the cursor where that only completes the argument that was typed.
  private static func meant(by typed: Invocation, in overlay: Overlay) -> Invocation {
    // Who moved to another line means that one; on what is proposed the cursor stood from the beginning.
    let isListed = overlay.field.proposed > 0 && overlay.lines.contains { $0.invocation == typed }
    if overlay.scroll.cursor > 0 || isListed, let selected = overlay.selected?.invocation, selected.name == typed.name {
      return selected
    }
    guard !overlay.lines.contains(where: { $0.invocation == typed }), let selected = overlay.selected?.invocation,
      selected.name == typed.name, Filter(typed.argument).containsWhole(selected.argument)
    else { return typed }
    return selected
  }
}

import VirgaCanvas

extension State {
  /// Takes a key while the filter of the features is typed.
  mutating func takeInFilter(_ press: KeyPress) -> [Effect] {
    switch press.key {
    case .escape:
      list.isTyping = false
      list.filter = TextField()
      list.refresh(workspace)
    case .enter, .tab:
      list.isTyping = false
    case .up, .down, .pageUp, .pageDown:
      return moveByKey(press)
    case .backspace where list.filter.isEmpty:
      list.isTyping = false
    case .character("c") where press.modifiers == .control:
      return takeInFilter(KeyPress(.escape))
    default:
      let before = list.filter.text
      guard list.filter.take(press) else { return [] }
      if list.filter.text != before { list.refresh(workspace, keepsSelection: list.filter.isEmpty) }
    }
    return []
  }

  /// Takes a key while a search in the values is typed; the cursor follows to the first match.
  mutating func takeInSearch(_ press: KeyPress) -> [Effect] {
    switch press.key {
    case .escape:
      table.isTyping = false
      table.search = TextField()
    case .enter, .tab:
      table.isTyping = false
      return table.search.isEmpty ? [] : findInValues(step: 0)
    case .up, .down, .pageUp, .pageDown:
      return moveByKey(press)
    case .backspace where table.search.isEmpty:
      table.isTyping = false
    case .character("c") where press.modifiers == .control:
      return takeInSearch(KeyPress(.escape))
    default:
      guard table.search.take(press) else { return [] }
      status = nil
      if !table.search.isEmpty { return findInValues(step: 0) }
    }
    return []
  }

  /// Takes a key while a list lies over the screen.
  mutating func takeInOverlay(_ press: KeyPress) -> [Effect] {
    guard var overlay else { return [] }
    switch (press.key, press.modifiers) {
    case (.escape, _), (.character("c"), .control):
      self.overlay = nil
      return []
    case (.backspace, _) where overlay.field.isEmpty:
      self.overlay = nil
      return []
    case (.enter, _): return chooseInOverlay()
    case (.tab, _):
      if overlay.kind == .palette, let line = overlay.selected?.invocation?.line {
        self.overlay?.field = TextField(line)
        narrowOverlay()
      }
      return []
    case (.up, _), (.character("p"), .control): overlay.scroll.move(by: -1, in: overlay.lines.count)
    case (.down, _), (.character("n"), .control): overlay.scroll.move(by: 1, in: overlay.lines.count)
    case (.pageUp, _): overlay.scroll.move(by: -10, in: overlay.lines.count)
    case (.pageDown, _): overlay.scroll.move(by: 10, in: overlay.lines.count)
    case (.character("?"), []) where overlay.kind == .help && overlay.field.isEmpty,
      (.function(1), _) where overlay.kind == .help:
      self.overlay = nil
      return []
    default:
      guard overlay.field.take(press) else { return [] }
      self.overlay = overlay
      narrowOverlay()
      return []
    }
    self.overlay = overlay
    return []
  }

  /// Finds the lines of the overlay again for what is typed.
  mutating func narrowOverlay() {
    guard var overlay else { return }
    if overlay.kind == .palette {
      overlay.all = Overlay.arguments(for: overlay.field.text, in: self) ?? Overlay.palette(in: self).all
    }
    overlay.narrow()
    self.overlay = overlay
  }

  /// Runs the line under the cursor, or the command line as it was typed.
  mutating func chooseInOverlay() -> [Effect] {
    guard let overlay else { return [] }
    let typed = Invocation(line: overlay.field.text)
    if overlay.kind == .palette, let typed, !typed.argument.isEmpty, CommandTable.command(named: typed.name) != nil {
      self.overlay = nil
      return run(Self.meant(by: typed, in: overlay))
    }
    guard let line = overlay.selected, let invocation = line.invocation else {
      if overlay.kind == .palette, let typed {
        self.overlay = nil
        return run(typed)
      }
      return []
    }
    let command = CommandTable.command(named: invocation.name)
    if invocation.argument.isEmpty, let command, command.argument != nil, command.keys.isEmpty {
      self.overlay = .palette(in: self)
      self.overlay?.field = TextField(command.name + " ")
      narrowOverlay()
      return []
    }
    self.overlay = nil
    return run(invocation)
  }

  /// What was typed, or the line under the cursor where that only completes the argument that was typed.
  private static func meant(by typed: Invocation, in overlay: Overlay) -> Invocation {
    guard !overlay.lines.contains(where: { $0.invocation == typed }), let selected = overlay.selected?.invocation,
      selected.name == typed.name, Filter(typed.argument).containsWhole(selected.argument)
    else { return typed }
    return selected
  }

  private mutating func moveByKey(_ press: KeyPress) -> [Effect] {
    let page = max(1, pageHeight - 1)
    let steps: [Key: Int] = [.up: -1, .down: 1, .pageUp: -page, .pageDown: page]
    return move(by: steps[press.key] ?? 0)
  }
}

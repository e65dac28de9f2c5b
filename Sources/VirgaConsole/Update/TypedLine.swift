import VirgaCanvas

struct TypedLine {
  /// The kind of text, which determines its keys.
  let typing: Command.Typing
  /// The panel that it filters, searches or changes; nil for a line on its own.
  let panel: Panel?
  let field: WritableKeyPath<State, TextField>
  var keeps = "keep"

  /// Whether typing has just begun, after another line or none.
  static func isBegun(in state: State, since old: TypedLine?) -> Bool {
    guard let line = state.typedLine else { return false }
    return line.typing != old?.typing || line.panel != old?.panel || state[keyPath: line.field].isEmpty
  }
}

extension State {
  /// The line that receives the keys; nil if none does.
  var typedLine: TypedLine? {
    if let overlay {
      return overlay.isTyping ? TypedLine(typing: .overlay, panel: nil, field: \.overlayField) : nil
    }
    if search.field.isTyping {
      return TypedLine(typing: .filter, panel: search.panel, field: \.search.field.field, keeps: "then n N")
    }
    return parts.typedLine(in: self)
  }

  private var overlayField: TextField {
    get { overlay?.field ?? TextField() }
    set { overlay?.field = newValue }
  }

  /// Whether keys type text.
  package var isTyping: Bool { typedLine != nil || focus == .editor && overlay == nil }

  /// The contexts of the commands that keys can run now, nearest first.
  var keyContexts: [Command.Context] {
    if overlay?.isTyping == false { return Command.Context.ofPicker }
    if let typing = typedLine?.typing { return Command.Context.of(typing) }
    let isCompleting = focus == .editor && editor?.completion != nil
    return isCompleting ? Command.Context.of(.completion) : Command.Context.of(focus)
  }

  /// The keys that run a command now, unless they type or mean something nearer.
  func keys(of command: Command) -> [[KeyPress]] { keys(of: command, in: keyContexts) }

  /// The key that runs a command, or else its name, for a sentence.
  func keyName(of name: String) -> String {
    let named = CommandTable.command(named: name)
    let command = named.map { $0.resolved(in: self) }.map { command in
      command.name == name ? CommandTable.forms(of: name).first(where: \.isForm) ?? command : command
    }
    let keys = command.flatMap { options.keys.keys(naming: $0, in: keyContexts) }
    return keys.map { $0.map(\.description).joined(separator: " ") } ?? ":\(name)"
  }

  /// Replaces each command in braces, such as `{undo}`, by its key.
  package func naming(keysIn text: String) -> String {
    text.split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index > 0 else { return String(part) }
      let parts = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, CommandTable.command(named: String(parts[0])) != nil else { return "{\(part)" }
      return keyName(of: String(parts[0])) + parts[1]
    }.joined()
  }

  /// The keys in the given contexts; faster than looking up ``keyContexts`` for each of many commands.
  func keys(of command: Command, in contexts: [Command.Context]) -> [[KeyPress]] {
    let command = command.resolved(in: self)
    let isTyping = contexts.contains(.typing(.text))
    return options.keys.keys(of: command).filter { keys in
      guard !isTyping || keys.first?.isTyped == false else { return false }
      guard case .command(let found) = options.keys.meaning(of: keys, in: contexts) else { return false }
      return found.name == command.name
    }
  }

  mutating func type(_ text: String) -> Outcome {
    endMessage()
    guard let line = typedLine else {
      return edit { editor in for character in text { editor.type(character) } }
    }
    self[keyPath: line.field].insert(text)
    return lineChanged()
  }

  mutating func perform(_ action: TextAction) -> Outcome {
    guard let line = typedLine else {
      let page = editorLayout?.text.rows ?? 1
      return edit { $0.perform(action, page: page) }
    }
    let old = self[keyPath: line.field].text
    // Deleting in an empty line leaves it.
    if old.isEmpty, action == .delete(.left) { return line.typing == .value ? [] : dropLine() }
    self[keyPath: line.field].perform(action)
    return self[keyPath: line.field].text == old ? [] : lineChanged()
  }

  mutating func lineChanged() -> Outcome {
    if overlay != nil {
      filterOverlay()
      return []
    }
    if search.field.isTyping { return search.field.field.isEmpty ? [] : findInText(step: 0) }
    return parts.lineChanged(&self)
  }

  mutating func keepLine() -> Outcome {
    guard let line = typedLine else { return [] }
    let text = self[keyPath: line.field].text
    guard search.field.isTyping else { return parts.keepLine(&self) }
    search.field.isTyping = false
    return text.isEmpty ? [] : findInText(step: 0)
  }

  mutating func dropLine() -> Outcome {
    guard let line = typedLine else { return [] }
    switch line.typing {
    case .overlay: return leaveList()
    case .find: return edit { $0.endSearch() }
    default:
      let wasEmpty = self[keyPath: line.field].isEmpty
      self[keyPath: line.field] = TextField()
      let outcome = wasEmpty ? [] : lineChanged()
      search.field.isTyping = false
      parts.stopTyping(&self)
      return outcome
    }
  }

  var listPage: Int {
    if overlay != nil { return 10 }
    return focus == .editor ? CompletionPanel.height : max(1, MovingCommands.pageHeight(in: self) - 1)
  }

  mutating func moveInList(by rows: Int) -> Outcome {
    if overlay != nil {
      overlay?.move(by: rows)
    } else if focus == .editor {
      return edit { $0.moveInCompletion(by: rows) }
    } else if typedLine?.typing == .expression {
      experiments.moveInProposals(by: rows)
    } else {
      return MovingCommands.move(&self, by: rows)
    }
    return []
  }
}

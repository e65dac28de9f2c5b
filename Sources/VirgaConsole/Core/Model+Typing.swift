import VirgaCanvas

/// A line that receives the keys.
struct TypedLine {
  /// The kind of text, which determines its keys.
  let typing: Command.Typing
  let field: WritableKeyPath<Model, TextField>
  /// Whether it searches while it is typed, and again when it is kept.
  var isSearch = false
  /// What happens when its text changed; a search without a text is not begun.
  let changed: (inout Model) -> Outcome
}

extension Optional {
  /// A text field of the wrapped value; nil reads as an empty field and ignores writes.
  subscript(field path: WritableKeyPath<Wrapped, TextField>) -> TextField {
    get { self?[keyPath: path] ?? TextField() }
    set { self?[keyPath: path] = newValue }
  }
}

// What is typed, and what keys mean meanwhile.
extension Model {
  /// The line that receives the keys; nil if none does.
  var typedLine: TypedLine? {
    if let overlay {
      guard overlay.isTyping else { return nil }
      return TypedLine(typing: .overlay, field: \.overlay[field: \.field]) { model in
        model.filterOverlay()
        return []
      }
    }
    guard search.field.isTyping else { return definition.typedLine(in: self) }
    return TypedLine(typing: .filter, field: \.search.field.field, isSearch: true) {
      TextSearch.find(0, in: &$0)
    }
  }

  /// Whether keys type text.
  package var isTyping: Bool { typedLine != nil || focus == .editor && overlay == nil }

  /// The contexts of the commands that keys can run now, nearest first.
  var keyContexts: [Command.Context] {
    if overlay?.isTyping == false { return Command.Context.ofPicker }
    if let typing = typedLine?.typing { return Command.Context.of(typing) }
    return isCompleting ? Command.Context.of(.completion) : Command.Context.of(focus)
  }

  /// Whether keys choose a completion in the config editor.
  var isCompleting: Bool {
    overlay == nil && typedLine == nil && focus == .editor && editor?.completion != nil
  }

  /// The keys that run a command in the given contexts, unless they type or mean something nearer.
  ///
  /// Looking up ``keyContexts`` once is faster than for each of many commands.
  func keys(of command: Command, in contexts: [Command.Context]) -> [[KeyPress]] {
    let command = command.resolved(in: self)
    let isTyping = contexts.contains(.typing(.text))
    return options.keys.keys(of: command).filter { keys in
      guard !isTyping || keys.first?.isTyped == false else { return false }
      return options.keys.command(for: keys, in: contexts)?.name == command.name
    }
  }

  /// The first key of a command, or nil if it has none: in the current contexts, or `inAny` one.
  func key(of name: String, inAny: Bool = false) -> String? {
    guard let command = CommandTable.command(named: name) else { return nil }
    let keys = inAny ? options.keys.keys(of: command) : keys(of: command, in: keyContexts)
    return keys.first.map { $0.map(\.description).joined(separator: " ") }
  }

  /// The key that runs a command, or else its name, for a sentence.
  func keyName(of name: String) -> String {
    guard let found = CommandTable.command(named: name, in: self) else { return ":\(name)" }
    let form =
      found.name == name ? CommandTable.forms(of: name).first { $0.verb?.isForm == true } : nil
    let keys = options.keys.keys(naming: form ?? found, in: keyContexts)
    return keys.map { $0.map(\.description).joined(separator: " ") } ?? ":\(name)"
  }

  /// Replaces each command in braces, such as `{undo}`, by its key.
  package func naming(keysIn text: String) -> String {
    text.split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index > 0 else { return String(part) }
      let parts = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, CommandTable.command(named: String(parts[0])) != nil else {
        return "{\(part)"
      }
      return keyName(of: String(parts[0])) + parts[1]
    }.joined()
  }

  mutating func type(_ text: String) -> Outcome {
    endMessage()
    guard let line = typedLine else {
      return edit { editor in for character in text { editor.type(character) } }
    }
    self[keyPath: line.field].insert(text)
    return lineChanged()
  }

  mutating func paste(_ text: String) -> Outcome {
    guard isTyping else { return .refused(.cannotPaste) }
    guard typedLine == nil else { return type(text) }
    endMessage()
    return edit { $0.paste(text) }
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
    guard let line = typedLine, !line.isSearch || !self[keyPath: line.field].isEmpty else {
      return []
    }
    return line.changed(&self)
  }

  mutating func keepLine() -> Outcome {
    guard let line = typedLine else { return [] }
    stopTyping()
    return line.isSearch && !self[keyPath: line.field].isEmpty ? line.changed(&self) : []
  }

  mutating func dropLine() -> Outcome {
    guard let line = typedLine else { return [] }
    guard line.typing != .overlay else { return leaveList() }
    let wasEmpty = self[keyPath: line.field].isEmpty
    self[keyPath: line.field] = TextField()
    let outcome = wasEmpty ? [] : lineChanged()
    stopTyping()
    return outcome
  }

  /// Ends typing on the screen; what was typed stays.
  mutating func stopTyping() {
    search.field.isTyping = false
    definition.stopTyping(&self)
  }

  var listPage: Int {
    if overlay != nil { return 10 }
    return isCompleting ? CompletionPanel.height : max(1, MovingCommands.pageHeight(in: self) - 1)
  }

  mutating func moveInList(by rows: Int) -> Outcome {
    if isCompleting { return edit { $0.moveInCompletion(by: rows) } }
    return MovingCommands.move(&self, by: rows)
  }
}

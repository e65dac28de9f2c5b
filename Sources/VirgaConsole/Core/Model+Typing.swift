import VirgaCanvas

/// A line that receives the keys.
struct TypedLine {
  /// The kind of text, which determines its keys.
  let typing: Command.Typing
  let field: WritableKeyPath<Model, TextField>
  /// Whether it searches while it is typed, and again when typing ends.
  var isSearch = false
  /// Called after its text changed; not for a search whose text is empty.
  let onChange: (inout Model) -> Outcome
}

extension Optional {
  /// A text field of the wrapped value; nil reads as an empty field and ignores writes.
  subscript(field path: WritableKeyPath<Wrapped, TextField>) -> TextField {
    get { self?[keyPath: path] ?? TextField() }
    set { self?[keyPath: path] = newValue }
  }
}

// The text that is being typed, and the keys that act on it.
extension Model {
  /// The line that receives the keys: the filter of a list over the screen, the search, or a line
  /// of the screen, such as its filter or a value; nil if no line is being typed.
  var typedLine: TypedLine? {
    if let overlay {
      guard overlay.isTyping else { return nil }
      // `[field:]` is a subscript of `Optional`: a writable key path cannot contain a `?`.
      return TypedLine(
        typing: .overlay, field: \.overlay[field: \.field],
        onChange: { model in
          model.filterOverlay()
          return []
        })
    }
    guard search.field.isTyping else { return shownScreen.typedLine() }
    // A search has the keys of a filter.
    return TypedLine(
      typing: .filter, field: \.search.field.field, isSearch: true,
      // Step 0 stays at a match under the cursor, or else goes to the first one after it.
      onChange: { model in TextSearch.find(0, in: &model) })
  }

  /// Whether keys type text, into a line or into the config editor.
  package var isTyping: Bool {
    let isInEditor = focus == .editor && overlay == nil
    return isInEditor || typedLine != nil
  }

  /// The contexts of the commands that keys can run now, nearest first.
  ///
  /// They are those of a list over the screen, of the line in which text is typed, of the list of
  /// completions in the config editor, or else of the focused panel.
  var keyContexts: [Command.Context] {
    let isChoosingInList = overlay?.isTyping == false
    if isChoosingInList { return Command.Context.ofPicker }
    if let typing = typedLine?.typing { return Command.Context.of(typing) }
    return isCompleting ? Command.Context.of(.completion) : Command.Context.of(focus)
  }

  /// Whether keys choose a completion in the config editor.
  var isCompleting: Bool {
    overlay == nil && typedLine == nil && focus == .editor && editor?.completion != nil
  }

  /// The keys that run a command in the given contexts.
  ///
  /// Keys that type a character, or that run another command in a nearer context, are left out.
  ///
  /// - Parameter contexts: ``keyContexts``, which callers look up once for many commands.
  func keys(of command: Command, in contexts: [Command.Context]) -> [[KeyPress]] {
    // A verb such as `edit` has the keys of its form for the focused panel, such as `edit-context`.
    let form = command.resolved(in: focus)
    // Each kind of typed text, such as a filter, has this context among its own.
    let isTyping = contexts.contains(.typing(.text))
    return options.keys.keys(of: form).filter { keys in
      // The first key of a sequence would type its character instead.
      let startsWithCharacter = keys.first?.isTyped == true
      if isTyping, startsWithCharacter { return false }
      return options.keys.command(for: keys, in: contexts)?.name == form.name
    }
  }

  /// The first key of a command, as in `Ctrl-S` or `y v`; nil if it has none.
  ///
  /// - Parameter inAnyContext: Whether keys count that do not work in the current contexts, for a
  ///   text that does not depend on the focus.
  func key(of name: String, inAnyContext: Bool = false) -> String? {
    guard let command = CommandTable.command(named: name) else { return nil }
    let keys = inAnyContext ? options.keys.keys(of: command) : keys(of: command, in: keyContexts)
    return keys.first.map { $0.map(\.description).joined(separator: " ") }
  }

  /// The key that runs a command, or else its name, for a sentence: `u` or `:undo`.
  func keyName(of name: String) -> String { shared.keyName(of: name, in: keyContexts) }

  /// Replaces each command in braces by its key: `{undo} undoes it` gives `u undoes it`.
  ///
  /// Braces around other text stay.
  package func naming(keysIn text: String) -> String {
    let parts = text.split(separator: "{", omittingEmptySubsequences: false)
    // Each part but the first one follows an opening brace.
    let named = parts.dropFirst().map { part in
      guard let brace = part.firstIndex(of: "}") else { return "{\(part)" }
      let command = String(part[..<brace])
      guard CommandTable.command(named: command) != nil else { return "{\(part)" }
      return keyName(of: command) + part[part.index(after: brace)...]
    }
    return ([String(parts.first ?? "")] + named).joined()
  }

  /// Types a text into the line that receives the keys, or else into the config editor.
  mutating func type(_ text: String) -> Outcome {
    endMessage()
    // A list over the screen filters by any letter. `/` starts the filter everywhere else, so as
    // the first key it types nothing here.
    if text == "/", overlay?.kind == .choice, overlay?.field.isEmpty == true { return [] }
    guard let line = typedLine else {
      return edit { editor in for character in text { editor.type(character) } }
    }
    self[keyPath: line.field].insert(text)
    return handleChangeOfLine()
  }

  /// Inserts a pasted text where keys are typed; the config editor inserts it as one change.
  mutating func paste(_ text: String) -> Outcome {
    guard isTyping else { return .refused(.cannotPaste) }
    guard typedLine == nil else { return type(text) }
    endMessage()
    return edit { $0.paste(text) }
  }

  /// Moves the caret or deletes, in the line that receives the keys or else in the config editor.
  mutating func perform(_ action: TextAction) -> Outcome {
    guard let line = typedLine else {
      let rowsOfPage = editorLayout?.text.rows ?? 1
      return edit { $0.perform(action, rowsOfPage: rowsOfPage) }
    }
    let oldText = self[keyPath: line.field].text
    // Backspace in an empty filter or search ends it; an empty value is still a value.
    let isBackspaceInEmptyLine = oldText.isEmpty && action == .delete(.left)
    if isBackspaceInEmptyLine { return line.typing == .value ? [] : endLineClearingText() }
    self[keyPath: line.field].perform(action)
    return self[keyPath: line.field].text == oldText ? [] : handleChangeOfLine()
  }

  /// Filters or searches by the changed text of the line; a search without a text does nothing,
  /// because it would report that nothing matches.
  private mutating func handleChangeOfLine() -> Outcome {
    guard let line = typedLine else { return [] }
    if line.isSearch, self[keyPath: line.field].isEmpty { return [] }
    return line.onChange(&self)
  }

  /// Ends typing in a line and keeps its text; a search goes to its match again, to report its
  /// number.
  mutating func endLineKeepingText() -> Outcome {
    guard let line = typedLine else { return [] }
    stopTyping()
    let hasSearchTerm = line.isSearch && !self[keyPath: line.field].isEmpty
    return hasSearchTerm ? line.onChange(&self) : []
  }

  /// Ends typing in a line and clears its text.
  ///
  /// In a list over the screen, clears the filter of the list first, and closes the list the next
  /// time.
  mutating func endLineClearingText() -> Outcome {
    guard let line = typedLine else { return [] }
    guard line.typing != .overlay else { return leaveList() }
    let wasEmpty = self[keyPath: line.field].isEmpty
    self[keyPath: line.field] = TextField()
    // If it was empty, the list shows everything already.
    let outcome = wasEmpty ? [] : handleChangeOfLine()
    stopTyping()
    return outcome
  }

  /// Ends typing on the screen; the typed text stays.
  mutating func stopTyping() {
    search.field.isTyping = false
    screen.type.stopTyping(in: &self)
  }

  /// The number of rows that a page key moves the cursor while text is typed above a list.
  var listPageRows: Int {
    // The same number in every list over the screen, however high it is.
    let rowsInOverlay = 10
    if overlay != nil { return rowsInOverlay }
    if isCompleting { return CompletionPanel.maximumItems }
    // One row of the last page stays visible.
    let overlap = 1
    return max(1, MovingCommands.pageHeight(in: self) - overlap)
  }

  /// Moves the cursor of the list below the typed text: the completions, or the filtered list.
  mutating func moveInList(by rows: Int) -> Outcome {
    if isCompleting { return edit { $0.moveInCompletion(by: rows) } }
    return MovingCommands.move(&self, by: rows)
  }
}

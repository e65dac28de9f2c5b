import VirgaCanvas
import VirgaSource

extension CommandTable {
  static let editorCommands: [Command] = [
    Command("apply-edit", "apply") { state, answer in state.applyEditor(answer) }
      .in(.panel(.editor)).keys("Ctrl-S").near(.panel(.merged), "Ctrl-S", hint: 0)
      .argument(.oneOf { _ in ConflictAnswer.allCases.map(\.rawValue) }).mutating()
      .hint(1) { $0.editor.map { $0.isChanged && $0.firstError == nil } ?? false }
      .when { $0.focus == .merged ? .applies() : Self.hasEditor($0) }
      .help(
        "Makes the text the edit of the feature and leaves the editor, if the text has no errors; asks first if the edit was changed elsewhere."
      ),
    Command("apply-and-stay", "apply and stay") { state, answer in state.applyEditor(answer, by: "apply-and-stay") }
      .in(.panel(.editor)).argument(.oneOf { _ in ConflictAnswer.allCases.map(\.rawValue) }).mutating()
      .when { $0.focus == .merged ? .applies() : Self.hasEditor($0) }
      .help("The same as apply-edit, but the editor stays open. config.yaml gives it a key."),
    Command("leave-edit", "leave, keep as draft") { state, _ in state.leaveEditor() }
      .in(.panel(.editor)).keys("Esc").records(.always).hint(2).titled { $0.leavingEditorTitle }.when(Self.hasEditor)
      .help(
        "Goes back to the values; unapplied text is kept in the session as a draft. Keeping a draft is an undo step only if it replaces another console's draft; discarding one always is."
      ),
    Command("complete", "complete") { state, _ in
      guard let subject = state.editing.subject else { return [] }
      let outcome = state.edit { $0.askForCompletion(in: subject) }
      guard let editor = state.editor, let said = outcome.message, !editor.findings.isEmpty,
        editor.findingAtCursor == nil
      else { return outcome }
      return .refused(said.then(.goesToProblem(state.keyName(of: "next-edit-problem"))))
    }
    .in(.panel(.editor)).keys("Ctrl-Space", "Ctrl-N").hint(3) { state in
      state.editing.subject.map { state.editor?.completes(in: $0) == true } ?? false
    }
    .titled { $0.editor?.correctionsAtCursor.isEmpty == false ? "fix" : "complete" }.when(Self.hasEditor)
    .help("Lists what the manifest allows at the cursor; on a problem, fixes come first."),
    Command("next-edit-problem", "next problem") { state, _ in state.stepEditProblem(1) }
      .in(.panel(.editor)).keys("F8").hint(4).short("problem").when(Self.hasEditProblems)
      .help("Goes through the text's problems."),
    Command("previous-edit-problem", "previous problem") { state, _ in state.stepEditProblem(-1) }
      .in(.panel(.editor)).keys("Shift-F8").when(Self.hasEditProblems),
    Command("list-edit-problems", "list the problems") { _, _ in .asks { $0.editor.map { .problems(of: $0) } } }
      .in(.panel(.editor)).keys("Alt-p").when(Self.hasEditProblems)
      .help("Every problem of the text in full; Enter goes to it."),
    Command("go-to-line", "go to a line") { state, argument in state.goToLine(argument) }
      .in(.panel(.editor)).keys("Alt-l").argument(.text).when(Self.hasEditor)
      .help("Takes a line, or a line and a column as in 12:5."),
    text("go-to-bracket", "go to the other bracket") {
      $0.edit { if !$0.goToBracket() { $0.message = .noBracket } }
    }
    .keys("Alt-m", "Ctrl-]").help("Anywhere else, goes to the enclosing bracket."),
    text("select-around", "expand the selection") {
      $0.edit { if !$0.selectAround() { $0.message = .everythingSelected } }
    }
    .keys("Alt-s").help("Selects more each time: the word, the line, the text between brackets, the brackets."),
    text("move-line-up", "move lines up") { $0.edit { $0.moveLines(by: -1) } }.keys("Alt-PgUp"),
    text("move-line-down", "move lines down") { $0.edit { $0.moveLines(by: 1) } }.keys("Alt-PgDn"),
    text("duplicate-line", "duplicate the lines") { $0.edit { $0.duplicateLines() } }.keys("Alt-y"),
    text("format-edit", "format") { $0.edit { _ = $0.format() } }.keys("Ctrl-T")
      .hint(5) { $0.editor.map { $0.firstError == nil && !$0.isLaidOut } ?? false }
      .help("Puts each value on its own line; YAML becomes JSON."),
    text("undo-typing", "undo typing") { state in
      state.edit { $0.canUndo ? $0.undo() : ($0.message = .nothingToUndo) }
    }
    .keys("Ctrl-U", "Alt-u").hint(6) { $0.editor?.canUndo == true },
    text("redo-typing", "redo typing") { state in
      state.edit { $0.canRedo ? $0.redo() : ($0.message = .nothingToRedo) }
    }
    .keys("Ctrl-R", "Alt-U"),
    Command("discard-edit", "discard") { state, _ in state.discardEditor(leaves: true) }
      .in(.panel(.editor)).keys("Ctrl-Q").records(.always).hint(7) { $0.editor?.isChanged == true }
      .when(Self.hasEditor)
      .help("Drops the draft and leaves the editor with the text that is applied; u brings the draft back."),
    Command("discard-and-stay", "discard and stay") { state, _ in state.discardEditor() }
      .in(.panel(.editor)).records(.always).when(Self.hasEditor)
      .help("The same as discard-edit, but the editor stays open. config.yaml gives it a key."),
    text("find-text", "find in the text") { state in state.edit { $0.startSearch() } }.keys("Ctrl-F")
      .help("Case matters only if you type a capital."),
    Command("find-next", "next match") { state, _ in state.edit { $0.find(step: 1) } }
      .in(.panel(.editor)).keys("F3", "Ctrl-G").hint(0).opposite("find-previous").when(Self.hasSearch),
    Command("find-previous", "previous match") { state, _ in state.edit { $0.find(step: -1) } }
      .in(.panel(.editor)).keys("Shift-F3", "Alt-g").when(Self.hasSearch),
    text("fold-text", "fold or unfold the text") {
      $0.edit { if !$0.toggleFold() { $0.message = .nothingToFold } }
    }
    .keys("Ctrl-O", "F4").help("A click on a line's number does the same."),
    text("fold-all-text", "fold or unfold the whole text") { $0.edit { $0.toggleAllFolds() } }
      .keys("Alt-o", "Shift-F4"),
    text("select-text", "select the whole text") { $0.edit { $0.selectAll() } }.keys("Alt-a"),
    Command("copy-text", "copy what is selected") { state, _ in state.copyFromEditor(cuts: false) }
      .in(.panel(.editor)).keys("Ctrl-C").when(Self.hasEditor)
      .help("Without a selection it leaves, like Esc; Shift with a movement key selects."),
    Command("cut-text", "cut what is selected, or the line") { state, _ in state.copyFromEditor(cuts: true) }
      .in(.panel(.editor)).keys("Ctrl-X").when(Self.hasEditor),
    text("paste-text", "paste what was cut or copied") {
      state in
      state.edit { $0.replace($0.selection.range, with: $0.clip) }
    }
    .keys("Ctrl-V").help("The terminal's own paste works too."),
    text("show-merged", "go to the merged result") {
      $0.focus = .merged
      return []
    }
    .keys("F6").records(.always)
    .help("To scroll and search in it; F6 goes back to the text, Esc leaves both."),
    Command("show-text", "go to the text") { state, _ in state.openEditor() }
      .in(.panel(.merged)).keys("F6", "Enter").mutating().hint(1)
      .when { $0.editor == nil ? .refused(.noTextOpen) : .applies() },
    Command("unfold-merged", "all or what fits") { state, _ in state.edit { $0.mergedView.isWhole.toggle() } }
      .in(.panel(.merged)).keys("Space").hint(3)
      .when { $0.editor == nil ? .refused(.noTextOpen) : .applies() }
      .help("Unfolds the whole merged result, or folds unchanged parts that do not fit."),
    text("merged-down", "scroll the merged result down") {
      $0.mergedTop += 3
      return []
    }
    .keys("Alt-Down"),
    text("merged-up", "scroll the merged result up") {
      $0.mergedTop -= 3
      return []
    }
    .keys("Alt-Up"),
  ]

  private static func text(
    _ name: String, _ title: String, run: @escaping @Sendable (inout State) -> Outcome
  ) -> Command {
    Command(name, title) { state, _ in run(&state) }.in(.panel(.editor)).when(hasEditor)
  }

  @Sendable static func hasEditor(_ state: State) -> Command.Availability {
    state.focus == .editor ? .applies() : .refused(.notInEditor(edit: state.keyName(of: "edit-config")))
  }

  @Sendable static func hasSearch(_ state: State) -> Command.Availability {
    guard state.focus == .editor, let editor = state.editor else { return hasEditor(state) }
    return editor.search.field.isEmpty ? .refused(.noSearch(start: state.keyName(of: "find-text"))) : .applies()
  }

  @Sendable static func hasEditProblems(_ state: State) -> Command.Availability {
    guard state.focus == .editor, let editor = state.editor else { return hasEditor(state) }
    return editor.findings.isEmpty ? .refused(.noTextProblems) : .applies(editor.findingCount)
  }
}

extension State {
  mutating func stepEditProblem(_ step: Int) -> Outcome {
    edit { _ = $0.goToProblem(step: step) }
    guard let editor, let index = editor.currentFinding else { return [] }
    let found = (editor.buffer.sourcePosition(of: editor.cursor), editor.findings[index].problem)
    return .says(.textProblem(index + 1, of: editor.findings.count, showsProblemBelowText ? nil : found))
  }

  /// Goes to `LINE` or `LINE:COLUMN` of the config editor; without an argument, asks for it.
  mutating func goToLine(_ argument: String) -> Outcome {
    guard !argument.isEmpty else { return .prompt("go-to-line ") }
    let numbers = argument.split(separator: ":").map { Int($0) }
    guard let first = numbers.first, let line = first, numbers.count < 3,
      let column = numbers.count > 1 ? numbers[1] : 1
    else { return .refused(.positionExpected) }
    return edit { $0.go(to: $0.buffer.textPosition(of: SourcePosition(line: max(1, line), column: max(1, column)))) }
  }

  /// Copies or cuts the selection; without one, a cut takes the line.
  mutating func copyFromEditor(cuts: Bool) -> Outcome {
    guard let editor else { return [] }
    if editor.selection.isEmpty, !cuts { return leaveEditor() }
    var text = ""
    let outcome = edit { editor in
      if editor.selection.isEmpty { editor.selectLine() }
      text = editor.selectedText
      editor.clip = text
      if cuts { editor.replace(editor.selection.range, with: "") }
    }
    return text.isEmpty ? outcome : [.copy(text, what: "the text")]
  }
}

extension Picker {
  /// The problems of the text in the config editor; choosing one goes to it.
  fileprivate static func problems(of editor: ConfigEditor) -> Picker {
    let lines = editor.findings.map { finding in
      let position = editor.buffer.sourcePosition(of: editor.buffer.nearest(finding.range.lowerBound))
      return PickerLine(
        invocation: Invocation("go-to-line", "\(position)"), keys: DisplayText("\(position)"),
        title: DisplayText(finding.problem.message), detail: DisplayText(finding.problem.hint ?? ""))
    }
    return Picker("Problems of the edit", lines: lines, cursor: editor.currentFinding ?? 0)
  }
}

import VirgaCanvas
import VirgaSource

extension CommandTable {
  /// What can be done in the config editor, besides typing.
  static let editorCommands: [Command] = [
    Command(
      "apply-edit", "apply", keys: ["Ctrl-S"], in: .panel(.editor), near: .init(.panel(.merged), "Ctrl-S", hint: 0),
      argument: .oneOf { _ in ConflictAnswer.allCases.map(\.rawValue) }, isMutating: true, hint: 1,
      help:
        "Makes the text the edit of the feature, if it has no problems; asks first where that was changed elsewhere.",
      when: { $0.focus == .merged ? .applies() : Self.hasEditor($0) },
      run: { state, answer in state.applyEditor(answer) }),
    Command(
      "leave-edit", "leave, keep as draft", keys: ["Esc"], in: .panel(.editor), hint: 2,
      help:
        "Goes back to the values; a text that is not applied is kept in the session as a draft. Keeping one is no step of undo, but where it takes the place of another console's; discarding it is one.",
      shownTitle: { $0.leavingEditorTitle },
      when: Self.hasEditor, run: { state, _ in state.leaveEditor() }),
    Command(
      "complete", "complete", keys: ["Ctrl-Space", "Ctrl-N"], in: .panel(.editor), hint: 3,
      help: "Lists what the manifest allows at the cursor; on a problem, what mends it comes first.",
      shownTitle: { $0.editor?.correctionsAtCursor.isEmpty == false ? "mend it" : "complete" },
      when: Self.hasEditor,
      run: { state, _ in
        guard let subject = state.editing.subject else { return [] }
        state.edit { $0.askForCompletion(in: subject) }
        if let editor = state.editor, let said = editor.message, !editor.findings.isEmpty, editor.findingAtCursor == nil
        {
          state.status = .refusal("\(said.text.plain); \(state.keyName(of: "next-edit-problem")) goes to the problem")
        }
        return []
      }),
    Command(
      "next-edit-problem", "next problem", keys: ["F8"], in: .panel(.editor), hint: 4,
      help: "Goes through the text's problems.", short: "problem",
      when: Self.hasEditProblems, run: { state, _ in state.stepEditProblem(1) }),
    Command(
      "previous-edit-problem", "previous problem", keys: ["Shift-F8"], in: .panel(.editor), when: Self.hasEditProblems,
      run: { state, _ in state.stepEditProblem(-1) }),
    Command(
      "list-edit-problems", "list the problems", keys: ["Alt-p"], in: .panel(.editor),
      help: "Every problem of the text in full; Enter goes to it.", when: Self.hasEditProblems,
      run: { state, _ in
        state.open { $0.editor.map { .problems(of: $0) } }
        return []
      }),
    Command(
      "go-to-line", "go to a line", keys: ["Alt-l"], in: .panel(.editor), argument: .text,
      help: "Takes a line, or a line and a column as in 12:5.", when: Self.hasEditor,
      run: { state, argument in state.goToLine(argument) }),
    text(
      "go-to-bracket", "go to the other bracket", ["Alt-m", "Ctrl-]"], help: "From anywhere else to the one around."
    ) {
      $0.edit { if !$0.goToBracket() { $0.message = .refusal("no bracket is around the cursor") } }
    },
    text(
      "select-around", "select what is around", ["Alt-s"], help: "Each time more: the value, its members, its brackets."
    ) {
      $0.edit { if !$0.selectAround() { $0.message = .refusal("all is selected") } }
    },
    text("move-line-up", "move lines up", ["Alt-PgUp"]) { $0.edit { $0.moveLines(by: -1) } },
    text("move-line-down", "move lines down", ["Alt-PgDn"]) { $0.edit { $0.moveLines(by: 1) } },
    text("duplicate-line", "write the lines twice", ["Alt-y"]) { $0.edit { $0.duplicateLines() } },
    text("format-edit", "lay out", ["Ctrl-T"], hint: 5, help: "Gives each value a line of its own; YAML becomes JSON.")
    {
      $0.edit { _ = $0.format() }
    },
    text("undo-typing", "undo typing", ["Ctrl-U", "Alt-u"], hint: 6) { state in
      state.edit { $0.canUndo ? $0.undo() : ($0.message = .refusal("there is nothing to take back")) }
    },
    text("redo-typing", "redo typing", ["Ctrl-R", "Alt-U"]) { state in
      state.edit { $0.canRedo ? $0.redo() : ($0.message = .refusal("there is nothing to do again")) }
    },
    Command(
      "discard-edit", "discard", keys: ["Ctrl-Q"], in: .panel(.editor), hint: 7,
      help: "Goes back to the text that is applied, and drops the draft; u outside the editor brings it back.",
      when: Self.hasEditor,
      run: { state, _ in state.discardEditor() }),
    text("find-text", "find in the text", ["Ctrl-F"], help: "Capitals count only where one is typed.") { state in
      state.edit { $0.startSearch() }
    },
    Command(
      "find-next", "next match", keys: ["F3", "Ctrl-G"], in: .panel(.editor), hint: 0, opposite: "find-previous",
      when: Self.hasSearch
    ) { state, _ in
      state.edit { $0.find(step: 1) }
      return []
    },
    Command(
      "find-previous", "previous match", keys: ["Shift-F3", "Alt-g"], in: .panel(.editor), when: Self.hasSearch
    ) { state, _ in
      state.edit { $0.find(step: -1) }
      return []
    },
    text("fold-text", "fold or unfold the text", ["Ctrl-O", "F4"], help: "A click on a line's number does the same.") {
      $0.edit { if !$0.toggleFold() { $0.message = .refusal("no bracket begins or ends around this line") } }
    },
    text("fold-all-text", "fold or unfold the whole text", ["Alt-o", "Shift-F4"]) { $0.edit { $0.toggleAllFolds() } },
    text("select-text", "select the whole text", ["Alt-a"]) { $0.edit { $0.selectAll() } },
    Command(
      "copy-text", "copy what is selected", keys: ["Ctrl-C"], in: .panel(.editor),
      help: "Where nothing is selected it leaves as Esc does; moving with Shift selects.", when: Self.hasEditor,
      run: { state, _ in state.copyFromEditor(cuts: false) }),
    Command(
      "cut-text", "cut what is selected, or the line", keys: ["Ctrl-X"], in: .panel(.editor), when: Self.hasEditor,
      run: { state, _ in state.copyFromEditor(cuts: true) }),
    text("paste-text", "paste what was cut or copied", ["Ctrl-V"], help: "The terminal's own paste works too.") {
      state in
      state.edit { $0.replace($0.selection.range, with: $0.clip) }
    },
    text(
      "show-merged", "go to the merged result", ["F6"],
      help: "To scroll and search in it; F6 goes back to the text, Esc leaves both."
    ) {
      $0.focus = .merged
    },
    Command(
      "show-text", "go to the text", keys: ["F6", "Enter"], in: .panel(.merged), isMutating: true, hint: 1,
      when: { $0.editor == nil ? .refused("no edit is open as text") : .applies() },
      run: { state, _ in state.openEditor() }),
    Command(
      "unfold-merged", "all or what fits", keys: ["Space"], in: .panel(.merged), hint: 3,
      help: "Unfolds all of the merged result, or closes what did not change and has no room.",
      when: { $0.editor == nil ? .refused("no edit is open as text") : .applies() },
      run: { state, _ in
        state.edit { $0.showsWholeMerged.toggle() }
        return []
      }),
    text("merged-down", "scroll the merged result down", ["Alt-Down"]) { $0.mergedTop += 3 },
    text("merged-up", "scroll the merged result up", ["Alt-Up"]) { $0.mergedTop -= 3 },
  ]

  /// A command on the text that has nothing to do outside.
  private static func text(
    _ name: String, _ title: String, _ keys: [String], hint: Int? = nil, help: String = "",
    run: @escaping @Sendable (inout State) -> Void
  ) -> Command {
    Command(name, title, keys: keys, in: .panel(.editor), hint: hint, help: help, when: Self.hasEditor) { state, _ in
      run(&state)
      return []
    }
  }

  @Sendable static func hasEditor(_ state: State) -> Command.Availability {
    state.focus == .editor ? .applies() : .refused("go to the config editor first, with i")
  }

  @Sendable static func hasSearch(_ state: State) -> Command.Availability {
    guard state.focus == .editor, let editor = state.editor else { return hasEditor(state) }
    return editor.search.field.isEmpty ? .refused("nothing is searched for in the text yet") : .applies()
  }

  @Sendable static func hasEditProblems(_ state: State) -> Command.Availability {
    guard state.focus == .editor, let editor = state.editor else { return hasEditor(state) }
    return editor.findings.isEmpty ? .refused("the text has no problems") : .applies(editor.findingCount)
  }
}

extension State {
  mutating func stepEditProblem(_ step: Int) -> [Effect] {
    edit { _ = $0.goToProblem(step: step) }
    guard let editor, let place = editor.currentFinding else { return [] }
    let finding = editor.findings[place]
    let count = "problem \(place + 1) of \(editor.findings.count)"
    let position = editor.buffer.position(of: editor.cursor)
    status = .problem(
      saysProblemUnderText ? count : "\(count): \(position) \(ProblemLines.words(finding.problem))")
    return []
  }

  /// Goes to `LINE` or `LINE:COLUMN` of the config editor; without an argument it lets one be typed.
  mutating func goToLine(_ argument: String) -> [Effect] {
    guard !argument.isEmpty else {
      overlay = .palette(in: self, typed: "go-to-line ")
      return []
    }
    let numbers = argument.split(separator: ":").map { Int($0) }
    guard let first = numbers.first, let line = first, numbers.count < 3,
      let column = numbers.count > 1 ? numbers[1] : 1
    else {
      status = .refusal("name a line, or a line and a column, as in 12 or 12:5")
      return []
    }
    edit { $0.go(to: $0.buffer.place(of: SourcePosition(line: max(1, line), column: max(1, column)))) }
    return []
  }

  /// Copies what is selected, and cuts it out; without a selection a cut takes the line.
  mutating func copyFromEditor(cuts: Bool) -> [Effect] {
    guard let editor else { return [] }
    if editor.selection.isEmpty, !cuts { return leaveEditor() }
    var text = ""
    edit { editor in
      if editor.selection.isEmpty { editor.selectLine() }
      text = editor.selectedText
      editor.clip = text
      if cuts { editor.replace(editor.selection.range, with: "") }
    }
    return text.isEmpty ? [] : [.copy(text, what: "the text")]
  }
}

extension Picker {
  /// What is wrong with a text of the config editor; choosing a problem goes to it.
  fileprivate static func problems(of editor: ConfigEditor) -> Picker {
    let lines = editor.findings.map { finding in
      let place = editor.buffer.position(of: editor.buffer.nearest(finding.range.lowerBound))
      return PickerLine(
        invocation: Invocation("go-to-line", "\(place)"), keys: DisplayText("\(place)"),
        title: DisplayText(finding.problem.message), detail: DisplayText(finding.problem.hint ?? ""))
    }
    return Picker("Problems of the edit", lines: lines, cursor: editor.currentFinding ?? 0)
  }
}

import VirgaCanvas
import VirgaSource

/// The commands of the config editor and its merged result.
enum EditorCommands {
  static let all: [Command] = [
    apply("apply-edit", "apply").keys("Ctrl-S").near(.panel(.merged), "Ctrl-S", hint: .lead)
      .hint(.main) { $0.editor.map { $0.isChanged && $0.firstError == nil } ?? false }
      .help(
        "Makes the text the edit of the feature, or the config of the branch, and leaves the editor, if the text has no errors; asks first if the session's config was changed elsewhere."
      ),
    apply("apply-and-stay", "apply and stay")
      .help("The same as apply-edit, but the editor stays open. config.yaml gives it a key."),
    Command("leave-edit", "leave, keep as draft") { FeaturesScreen.leaveText(&$0) }
      .in(.panel(.editor)).when(textHasFocus)
      .keys("Esc").hint(.second).titled(FeaturesScreen.leavingTitle)
      .help(
        "Goes back to the values, or from a branch to the Experiments screen; unapplied text is kept in the session as a draft. Keeping a draft is an undo step only if it replaces another console's draft; discarding one always is."
      ),
    command("complete", "complete") { screen, shared, _ in screen.complete(shared) }
      .keys("Ctrl-Space", "Ctrl-N").hint(.third) { model in
        guard let feature = model.features.editing.checkedFeature else { return false }
        return model.editor?.hasCompletions(in: feature) == true
      }
      .titled { $0.editor?.correctionsAtCursor.isEmpty == false ? "fix" : "complete" }
      .help("Lists what the manifest allows at the cursor; on a problem, fixes come first."),
    command("next-edit-problem", "next problem") { screen, shared, _ in
      stepProblem(1, &screen, shared)
    }
    .keys("F8").hint(.fourth).short("problem").when(focusedTextHasProblems)
    .help("Goes through the text's problems."),
    command("previous-edit-problem", "previous problem") { screen, shared, _ in
      stepProblem(-1, &screen, shared)
    }
    .keys("Shift-F8").when(focusedTextHasProblems),
    command("list-edit-problems", "list the problems") { _, _, _ in
      .asks { $0.editor.map(problemPicker) }
    }
    .keys("Alt-p").when(focusedTextHasProblems)
    .help("Every problem of the text in full; Enter goes to it."),
    command("go-to-line", "go to a line", run: goToLine)
      .keys("Alt-l").argument(.text).prompts()
      .help("Takes a line, or a line and a column as in 12:5."),
    editorCommand("format-edit", "format") { $0.format() }.keys("Ctrl-T")
      .hint(.fifth) { $0.editor.map { $0.firstError == nil && !$0.isLaidOut } ?? false }
      .help("Puts each value on its own line; YAML becomes JSON."),
    editorCommand("undo-typing", "undo typing") {
      $0.canUndo ? $0.undo() : ($0.message = .nothingToUndo)
    }
    .keys("Ctrl-U", "Alt-u").hint(.sixth) { $0.editor?.canUndo == true },
    editorCommand("redo-typing", "redo typing") {
      $0.canRedo ? $0.redo() : ($0.message = .nothingToRedo)
    }
    .keys("Ctrl-R", "Alt-U"),
    command("discard-edit", "discard") { screen, shared, _ in
      screen.discardText(leavesEditor: true, shared)
    }
    .keys("Ctrl-Q").hint(.seventh) { $0.editor?.isChanged == true }
    .help(
      "Drops the draft and leaves the editor with the text that is applied; u brings the draft back."
    ),
    command("discard-and-stay", "discard and stay") { screen, shared, _ in
      screen.discardText(shared)
    }
    .help("The same as discard-edit, but the editor stays open. config.yaml gives it a key."),
    Command("find-text", "find in the text") { model, argument in
      TextSearch.start(argument, in: &model)
    }
    .in(.panel(.editor)).when(textHasFocus).keys("Ctrl-F").argument(.text).help(
      "Case matters only if you type a capital."),
    editorCommand("select-text", "select the whole text") { $0.selectAll() }.keys("Alt-a"),
    Command("copy-text", "copy what is selected") { model, _ in
      guard model.editor?.selection.isEmpty == false else {
        return FeaturesScreen.leaveText(&model)
      }
      return model.features.copyText(cuts: false, model.shared)
    }
    .in(.panel(.editor)).when(textHasFocus).keys("Ctrl-C")
    .help("Without a selection it leaves, like Esc; Shift with a movement key selects."),
    command("cut-text", "cut what is selected, or the line") { screen, shared, _ in
      screen.copyText(cuts: true, shared)
    }.keys("Ctrl-X"),
    editorCommand("paste-text", "paste what was cut or copied") {
      $0.replace($0.selection.range, with: $0.clipboard)
    }
    .keys("Ctrl-V").help("The terminal's own paste works too."),
    Command("show-merged", "go to the merged result") { _, _ in .focuses(.merged) }
      .in(.panel(.editor)).keys("F6").when(textHasFocus)
      .help("To scroll and search in it; F6 goes back to the text, Esc leaves both."),
    Command("show-text", "go to the text", on: FeaturesScreen.self) { $0.openText($1) }
      .in(.panel(.merged)).keys("F6", "Enter").mutating().hint(.main)
      .when({ $0.editor != nil }, else: .noTextOpen),
    Command("unfold-merged", "show all or fold", on: FeaturesScreen.self) { screen, shared in
      screen.edit(shared) { $0.mergedDisplay.isUnfolded.toggle() }
    }
    .in(.panel(.merged)).keys("Space").hint(.third).when({ $0.editor != nil }, else: .noTextOpen)
    .help("Unfolds the whole merged result, or folds unchanged parts that do not fit."),
    Command(
      "merged-down", "scroll the merged result down", does: { MergedView().move(by: 3, in: &$0) }
    )
    .in(.panel(.editor)).keys("Alt-Down").when(textHasFocus),
    Command(
      "merged-up", "scroll the merged result up", does: { MergedView().move(by: -3, in: &$0) }
    )
    .in(.panel(.editor)).keys("Alt-Up").when(textHasFocus),
  ]

  /// A command that applies the text, with the answer to a conflict as its argument.
  ///
  /// It also runs while the focus is on the merged result, which shows what would be applied:
  /// `when` replaces the condition that `command(_:_:run:)` set, that the text has the focus.
  private static func apply(_ name: String, _ title: String) -> Command {
    command(name, title) { screen, shared, answer in screen.applyText(answer, by: name, shared) }
      .argument(.oneOf { _ in ConflictAnswer.allCases.map(\.rawValue) }).mutating()
      .when { $0.focus == .merged ? .applies() : textHasFocus($0) }
  }

  /// A command of the text that has the focus.
  private static func command(
    _ name: String, _ title: String,
    run: @escaping @Sendable (inout FeaturesScreen, Shared, _ argument: String) -> Outcome
  ) -> Command {
    Command(name, title, run: run).in(.panel(.editor)).when(textHasFocus)
  }

  /// A command that only changes the editor of the text that has the focus.
  private static func editorCommand(
    _ name: String, _ title: String, change: @escaping @Sendable (inout ConfigEditor) -> Void
  ) -> Command {
    command(name, title) { screen, shared, _ in screen.edit(shared, change) }
  }

  /// Whether the text has the focus; if not, the refusal names the key that opens it.
  @Sendable private static func textHasFocus(_ model: Model) -> Command.Availability {
    model.focus == .editor
      ? .applies() : .refused(.notInEditor(edit: model.keyName(of: "edit-config")))
  }

  /// Whether the text has the focus and problems; if so, the list of keys shows their number as
  /// what the command acts on.
  @Sendable private static func focusedTextHasProblems(_ model: Model) -> Command.Availability {
    // Without the focus, `textHasFocus` refuses; with it, there is always an editor.
    guard model.focus == .editor, let editor = model.editor else { return textHasFocus(model) }
    return editor.findings.isEmpty
      ? .refused(.noTextProblems) : .applies(editor.findingCountInWords)
  }

  /// Goes to the next problem of the text, or the previous one if `step` is -1; says its number,
  /// and the problem unless it is visible below the text.
  private static func stepProblem(
    _ step: Int, _ screen: inout FeaturesScreen, _ shared: Shared
  ) -> Outcome {
    screen.edit(shared) { $0.goToProblem(step: step) }
    guard let editor = screen.editor(shared), let index = editor.currentFindingIndex else {
      return []
    }
    let isVisible = screen.showsProblemBelowText(shared)
    let found = (
      position: editor.buffer.sourcePosition(of: editor.cursor),
      problem: editor.findings[index].problem
    )
    let number = index + 1
    return .says(.textProblem(number, of: editor.findings.count, isVisible ? nil : found))
  }

  /// A picker with all problems of a text; choosing one goes to it.
  @Sendable private static func problemPicker(of editor: ConfigEditor) -> Picker {
    let lines = editor.findings.map { finding in
      let position = editor.sourcePosition(of: finding)
      // `leading` is the first column.
      return PickerLine(
        invocation: Invocation("go-to-line", "\(position)"),
        leading: finding.problem.severity.sign + DisplayText(" \(position)"),
        signStyle: finding.problem.severity.signStyle,
        title: DisplayText(finding.problem.message), detail: DisplayText(finding.problem.hint ?? "")
      )
    }
    return Picker("Problems of the edit", lines: lines, cursor: editor.currentFindingIndex ?? 0)
  }

  /// Goes to `LINE` or `LINE:COLUMN`, such as `12` or `12:5`; ignores superfluous colons, as in
  /// `12:`, and refuses anything else.
  @Sendable private static func goToLine(
    _ screen: inout FeaturesScreen, _ shared: Shared, _ argument: String
  ) -> Outcome {
    // Nil for a part that is not a number.
    let numbers = argument.split(separator: ":").map { Int($0) }
    let hasColumn = numbers.count == 2
    guard numbers.count == 1 || hasColumn else { return .refused(.positionExpected) }
    let first = 1
    guard let line = numbers[0], let column = hasColumn ? numbers[1] : first else {
      return .refused(.positionExpected)
    }
    let position = SourcePosition(line: max(first, line), column: max(first, column))
    return screen.edit(shared) { $0.go(to: $0.buffer.textPosition(of: position)) }
  }
}

extension FeaturesScreen {
  /// Opens the list of completions at the cursor; if it is empty and the text has problems
  /// elsewhere, the message also names the key that goes to them.
  fileprivate mutating func complete(_ shared: Shared) -> Outcome {
    // A text that has the focus was checked as a config of this feature.
    guard let feature = editing.checkedFeature else { return [] }
    let outcome = edit(shared) { $0.askForCompletion(in: feature) }
    // Asking only has a message if the list is empty.
    guard let editor = editor(shared), let noCompletions = outcome.message else { return outcome }
    let hasProblemElsewhere = !editor.findings.isEmpty && editor.findingNearCursor == nil
    guard hasProblemElsewhere else { return outcome }
    return .refused(noCompletions.then(.goesToProblem(shared.keyName(of: "next-edit-problem"))))
  }

  /// Copies or cuts the selection, or without one the line, for this editor and the system's
  /// clipboard.
  ///
  /// Without a text to copy, as on an empty last line, only the editor's own clipboard becomes
  /// empty.
  fileprivate mutating func copyText(cuts: Bool, _ shared: Shared) -> Outcome {
    var text = ""
    edit(shared) { editor in
      if editor.selection.isEmpty { editor.selectLine() }
      text = editor.selectedText
      editor.clipboard = text
      if cuts { editor.replace(editor.selection.range, with: "") }
    }
    return text.isEmpty ? [] : [.copy(text, what: "the text")]
  }
}

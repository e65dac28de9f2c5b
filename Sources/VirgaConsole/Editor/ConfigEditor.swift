import VirgaJSON

/// An editor for the config of one feature: a text, what is selected in it, what is wrong with it, what it makes of the feature.
///
/// A pure value that knows no session. Whoever holds it calls `settle` after each change, and `frame` asks it for nothing
/// that it does not hold.
struct ConfigEditor: Sendable {
  /// The text.
  package private(set) var buffer: TextBuffer
  /// What is selected, and the cursor.
  var selection = TextSelection()
  /// What is folded away.
  var folds = TextFolds()
  /// What is wrong with the text, in its order; perhaps of a moment ago, with its places moved along.
  package internal(set) var findings: [Finding] = []
  /// The feature with the last text laid over it that was valid.
  package internal(set) var merged: MergedRows?
  /// How the merged result is shown.
  var mergedView = MergedView()
  /// What may be typed at the cursor, while that is offered.
  var completion: CompletionPopup?
  /// What is searched for.
  package var search = EditorSearch()
  /// The first row that is seen, and the first column.
  package internal(set) var top = 0
  package internal(set) var left = 0
  /// How the problems are shown.
  var problemView = ProblemView()

  /// Rises with every change of the text.
  package private(set) var version = 0
  /// The version that `findings` and `merged` are about; -1 before the first check.
  var checkedVersion = -1
  /// Rises with what lies below the text.
  var checkRound = 0
  /// What there is to say about what was just done.
  package internal(set) var message: StatusMessage?
  /// The text of the edit that the text was begun over.
  private var appliedText: TextBuffer

  private var history = EditHistory()
  var goalColumn: Int?
  /// The cells of the cursor's line, which several ask for after each key.
  private var cursorCells: (line: Int, version: Int, cells: LineCells)?
  /// Finds paths; `key` is where `path` was found.
  private var paths: (finder: PathFinder, key: (place: TextPlace, version: Int)?) = (PathFinder(), nil)
  /// The path of the value at the cursor; nil where it is not known.
  package private(set) var path: JSONPath?
  var wantsCompletion = CompletionWish.none
  /// What was cut or copied last.
  var clip = ""

  /// How the merged result is shown.
  struct MergedView: Sendable {
    /// Whether the text has errors, so that the result is that of an older one.
    var isOld = false
    /// How far it is scrolled away from its first change.
    var shift = 0
    /// Whether all of it is unfolded, and not only what there is room for.
    var isWhole = false
  }

  /// How the problems are shown.
  struct ProblemView: Sendable {
    /// The problem that was gone to last.
    var visited: Int?
    /// How many lines they are moved away from the one at the cursor.
    var shift = 0
  }

  /// An editor that shows `text`.
  package init(_ text: String = "") {
    buffer = TextBuffer(text)
    appliedText = buffer
  }

  /// The cursor.
  package var cursor: TextPlace { selection.head }

  /// The cells of a line; those that were kept where they are of that line as it is.
  func cells(of line: Int) -> LineCells {
    if let kept = cursorCells, kept.line == line, kept.version == version { return kept.cells }
    return LineCells(buffer.lines[line])
  }

  /// Keeps the cells of the cursor's line.
  mutating func keepCells() {
    guard cursorCells?.line != cursor.line || cursorCells?.version != version else { return }
    cursorCells = (cursor.line, version, LineCells(buffer.lines[cursor.line]))
  }

  /// Finds the path of the value at the cursor.
  mutating func keepPath() {
    guard paths.key?.place != cursor || paths.key?.version != version else { return }
    paths.key = (cursor, version)
    path = paths.finder.path(to: cursor, in: buffer)
  }

  /// The selected text.
  var selectedText: String { buffer.text(in: selection.range) }
  /// Whether the text differs from that of the edit: what was typed and taken back does not.
  package private(set) var isChanged = false
  /// The version in which a value was put into the text to be changed; nil where there is none.
  var shownVersion: Int?
  /// Whether there is something to take back.
  var canUndo: Bool { history.canUndo }
  /// Whether there is something to do again.
  var canRedo: Bool { history.canRedo }

  /// Puts `text` in the place of a stretch: the one way in which the text changes, but for undo and redo.
  ///
  /// - Parameters:
  ///   - caret: where the cursor goes; behind the text where nothing is said.
  ///   - joinsLast: takes the change for a part of the step before, so that both are taken back at once.
  package mutating func replace(
    _ range: Range<TextPlace>, with text: String, as kind: EditHistory.Kind = .other, caret: TextPlace? = nil,
    joinsLast: Bool = false
  ) {
    let text = TextBuffer.normalised(text)
    guard !range.isEmpty || !text.isEmpty else {
      if let caret { selection = TextSelection(at: caret) }
      return
    }
    let before = selection
    let change = TextChange(start: range.lowerBound, removed: buffer.text(in: range), inserted: text)
    let end = apply(range, text)
    selection = TextSelection(at: caret ?? end)
    if joinsLast {
      history.extend(with: change, after: selection)
    } else {
      history.note(change, kind, before: before, after: selection)
    }
  }

  /// Compares the text with another edit from now on.
  mutating func begin(over edit: String) {
    appliedText = TextBuffer(edit)
    isChanged = buffer != appliedText
  }

  /// Lets what is typed next be a step of its own.
  mutating func endRun() { history.endRun() }

  /// Takes the last step back.
  package mutating func undo() {
    guard let step = history.takeUndo() else { return }
    for change in step.changes.reversed() { _ = apply(change.insertedRange, change.removed) }
    selection = step.before
    completion = nil
  }

  /// Does the step that was taken back last again.
  package mutating func redo() {
    guard let step = history.takeRedo() else { return }
    for change in step.changes {
      _ = apply(change.start..<change.start.advanced(over: change.removed), change.inserted)
    }
    selection = step.after
    completion = nil
  }

  private mutating func apply(_ range: Range<TextPlace>, _ text: String) -> TextPlace {
    let end = buffer.replace(range, with: text)
    let growth = end.line - range.upperBound.line
    problemView = ProblemView()
    paths.finder.forget(from: range.lowerBound.line)
    folds.follow(first: range.lowerBound.line, last: range.upperBound.line, growth: growth)
    moveFindings(behind: range, growth: growth)
    version += 1
    isChanged = buffer != appliedText
    goalColumn = nil
    return end
  }

  /// Replaces the whole text, as a step that can be taken back; the cursor stays where it was, as far as it can.
  mutating func replaceAll(with text: String) {
    let text = TextBuffer.normalised(text)
    guard text != buffer.text else { return }
    let place = cursor
    replace(.start..<buffer.end, with: text)
    selection = TextSelection(at: buffer.nearest(place))
    completion = nil
  }
}

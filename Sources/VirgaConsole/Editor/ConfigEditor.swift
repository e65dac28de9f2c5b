import VirgaCanvas
import VirgaJSON

/// An editor for the config of one feature: text, selection, problems and the merged feature.
///
/// A pure value without a session. Its owner calls `reconcile` after each change; drawing a frame only reads it.
struct ConfigEditor: Sendable {
  private(set) var buffer: TextBuffer
  var selection = TextSelection()
  var folds = TextFolds()
  /// The problems of the text, in order; after a change, those of the last check with their positions adjusted.
  var findings: [Finding] = []
  var merged: MergedRows?
  var mergedView = MergedView()
  var completion: CompletionPopup?
  var search = EditorSearch()
  var top = 0
  var left = 0
  var problemView = ProblemView()

  private(set) var version = 0
  /// The version that `findings` and `merged` are about; -1 before the first check.
  var checkedVersion = -1
  var checkRound = 0
  var message: StatusMessage?
  /// The text of the edit that the text was begun over.
  private var appliedText: TextBuffer

  private var history = EditHistory()
  var goalColumn: Int?
  /// The cells of the cursor's line, which are needed several times per key.
  private var cursorCells: (line: Int, version: Int, cells: LineCells)?
  /// Finds paths; `key` is where `path` was found.
  private var paths: (finder: PathFinder, key: (position: TextPosition, version: Int)?) = (PathFinder(), nil)
  private(set) var path: JSONPath?
  var wantsCompletion = CompletionRequest.none
  var clip = ""

  struct MergedView: Sendable {
    /// Whether the text has errors, so that the result is that of an older one.
    var isOutOfDate = false
    var shift = 0
    /// Whether all of it is unfolded, and not only what there is room for.
    var isWhole = false
  }

  struct ProblemView: Sendable {
    var visited: Int?
    var shift = 0
  }

  init(_ text: String = "") {
    buffer = TextBuffer(text)
    appliedText = buffer
  }

  var cursor: TextPosition { selection.head }

  func cells(of line: Int) -> LineCells {
    if let kept = cursorCells, kept.line == line, kept.version == version { return kept.cells }
    return LineCells(buffer.lines[line])
  }

  var selectedText: String { buffer.text(in: selection.range) }
  /// Whether the text differs from that of the edit: what was typed and taken back does not.
  private(set) var isChanged = false
  /// The version in which a value was inserted for the person to change; nil if none was.
  var shownVersion: Int?
  var canUndo: Bool { history.canUndo }
  var canRedo: Bool { history.canRedo }

  /// Replaces a range by `text`; all changes except undo and redo go through this.
  ///
  /// - Parameters:
  ///   - caret: The new cursor position; nil for the end of `text`.
  ///   - joinsLast: Whether the change becomes part of the last undo step.
  mutating func replace(
    _ range: Range<TextPosition>, with text: String, as kind: EditHistory.Kind = .other, caret: TextPosition? = nil,
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
    history.record(change, kind, before: before, after: selection, joinsLast: joinsLast)
  }

  mutating func begin(over edit: String) {
    appliedText = TextBuffer(edit)
    isChanged = buffer != appliedText
  }

  mutating func endRun() { history.endRun() }

  mutating func undo() {
    guard let step = history.popUndo() else { return }
    for change in step.changes.reversed() { _ = apply(change.insertedRange, change.removed) }
    selection = step.before
    completion = nil
  }

  mutating func redo() {
    guard let step = history.popRedo() else { return }
    for change in step.changes {
      _ = apply(change.start..<change.start.advanced(over: change.removed), change.inserted)
    }
    selection = step.after
    completion = nil
  }

  private mutating func apply(_ range: Range<TextPosition>, _ text: String) -> TextPosition {
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

  /// Replaces the whole text as an undo step; the cursor stays as close as possible to its position.
  mutating func replaceAll(with text: String) {
    let text = TextBuffer.normalised(text)
    guard text != buffer.text else { return }
    let position = cursor
    replace(.start..<buffer.end, with: text)
    selection = TextSelection(at: buffer.nearest(position))
    completion = nil
  }

  /// Updates problems, completions and scroll position after a change; a large text is checked later.
  ///
  /// - Parameter area: The area that shows the text.
  mutating func reconcile(in subject: EditorSubject?, area: Rectangle) {
    if let subject {
      if isSmall, let check = pendingCheck(in: subject) { record(check.run(), of: check) }
      if merged == nil { merged = MergedRows(subject.merged(under: nil)) }
      reconcileCompletion(in: subject)
    }
    if paths.key?.position != cursor || paths.key?.version != version {
      paths.key = (cursor, version)
      path = paths.finder.path(to: cursor, in: buffer)
    }
    let layout = EditorLayout(area, of: self)
    settleWindow(layout.text.size)
    problemView.shift = ProblemLines(self, columns: layout.problems.columns - 2, rows: layout.problems.rows).shift
    let count = completion?.list.count ?? 0
    completion?.list.scroll.reconcile(count: count, height: CompletionPanel.height)
  }

  private mutating func settleWindow(_ size: Size) {
    var window = Scroll()
    window.cursor = folds.row(of: folds.shown(cursor.line))
    window.top = top
    window.reconcile(count: folds.rowCount(of: buffer.lines.count), height: size.rows)
    top = window.top
    guard size.columns > 0 else { return }
    cursorCells = (cursor.line, version, cells(of: cursor.line))
    let column = cells(of: cursor.line).column(of: cursor.offset)
    let margin = min(4, size.columns / 4)
    // If the cursor is visible from the first column, scroll back: the text was laid out again or the cursor moved
    // left.
    if column < size.columns - margin { left = 0 }
    if column < left + margin { left = max(0, column - margin) }
    if column >= left + size.columns - 1 { left = column - size.columns + 1 + margin }
  }
}

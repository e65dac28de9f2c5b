import VirgaCanvas
import VirgaJSON
import VirgaSource

/// An editor for the config of one feature: text, selection, problems and the merged feature.
///
/// A pure value without a session. Its owner calls `reconcile` after each change; drawing a frame
/// only reads it.
struct ConfigEditor: Sendable {
  private(set) var edited: EditedText
  var selection = TextSelection()
  /// The problems of the text, in order; none until it is checked.
  var findings: [Finding] = []
  /// The index of the problem that was gone to last.
  var visitedFindingIndex: Int?
  /// The number of lines that the problems are scrolled from the one at the cursor.
  var problemShift = 0
  var merged: MergedPreview?
  var mergedDisplay = MergedDisplay()
  var completion: CompletionPopup?
  /// The character typed last, `\u{8}` for a deletion, until the completions follow it; nil after
  /// anything else.
  var lastTyped: Character?
  private(set) var scroll = Scroll()
  /// The first visible column of the cursor's line.
  private(set) var firstVisibleColumn = 0
  /// The column that the cursor had before it moved up or down; nil after anything else.
  var goalColumn: Int?
  /// What was cut or copied last.
  var clipboard = ""
  var message: StatusMessage?

  /// The revision to check.
  var revision = Revision()
  /// The revision that was checked last; nil before the first check.
  var checkedRevision: Revision?
  /// The edit that the text started from, and what the session stores of the text.
  var textBase = TextBase()
  /// The text of the edit that the text started from.
  private var appliedText: TextBuffer
  /// The version in which a value was inserted for the person to change; nil if none was.
  var insertedVersion: Int?
  /// Whether a person was in the editor before.
  var wasEntered = false
  var history = EditHistory()

  struct Revision: Equatable, Sendable {
    /// Increases with each change of the text.
    var version = 0
    /// The base that the edit patches.
    var baseKey: EditedFeature.Key?
  }

  struct TextBase: Equatable, Sendable {
    /// The edit that the text started from; nil if there was none.
    var startingEdit: JSONValue?
    /// The draft that the session stored when this editor last loaded or saved its text.
    var draftLastLoadedOrSaved: String?
    /// Whether another console stored that draft, so that replacing it is an undo step.
    var isDraftOfOtherConsole = false
    /// The version of the text that the session stores, as the edit or as the draft.
    var storedVersion = 0
  }

  /// How the merged result is shown.
  struct MergedDisplay: Sendable {
    /// Whether the text has errors, so that the result is that of an older one.
    var isOfOlderText = false
    /// The number of rows scrolled down from where it rests, which shows the first change.
    var shift = 0
    /// Whether all of it is unfolded, and not only what there is room for.
    var isUnfolded = false
  }

  /// An editor of a text that counts as the text of the edit until
  /// ``recordStored(appliedText:edit:draft:)``.
  init(_ text: String = "") {
    appliedText = TextBuffer(text)
    edited = EditedText(appliedText)
  }

  var buffer: TextBuffer { edited.buffer }
  var cursor: TextPosition { selection.head }
  /// Nil if the text is not JSON.
  var json: JSONValue? { edited.value }
  var selectedText: String { buffer.text(in: selection.range) }
  var version: Int { revision.version }
  /// Whether the text differs from that of the edit; text that was typed and deleted again does not
  /// count.
  var isChanged: Bool { buffer != appliedText }
  /// Whether something was typed since the session last stored the text; a value that was inserted
  /// for the person to change does not count until it is changed.
  var isUnsaved: Bool { version != textBase.storedVersion && insertedVersion != version }
  /// Whether the text is a draft that another console stored, as it was loaded.
  var showsDraftOfOtherConsole: Bool {
    textBase.isDraftOfOtherConsole && version == textBase.storedVersion
  }
  /// Whether the text is not applied and no pause has saved it yet.
  var hasUnsavedChange: Bool { isUnsaved && isChanged }
  var canUndo: Bool { !history.earlier.isEmpty }
  var canRedo: Bool { !history.later.isEmpty }

  /// The first visible column of a line: only the cursor's line scrolls sideways.
  func firstVisibleColumn(of line: Int) -> Int { line == cursor.line ? firstVisibleColumn : 0 }

  /// The cells of the screen that a line takes.
  func cells(of line: Int) -> LineCells { LineCells(buffer.lines[line]) }

  /// Records that the session stores the current text, as the edit or as a draft.
  ///
  /// - Parameters:
  ///   - applied: The text of the edit that is applied; any other text counts as changed.
  ///   - edit: The edit that the current text started from; nil for none.
  ///   - draft: The draft that the session stores; nil if the text is that of the edit.
  mutating func recordStored(appliedText applied: String, edit: JSONValue?, draft: String? = nil) {
    appliedText = TextBuffer(applied)
    textBase = TextBase(startingEdit: edit, draftLastLoadedOrSaved: draft, storedVersion: version)
  }

  /// Records that a version of the text was saved.
  ///
  /// - Parameter draft: The draft that the session stores of it; nil if it needs none.
  mutating func recordSaved(_ draft: String?, version: Int) {
    textBase = TextBase(
      startingEdit: textBase.startingEdit, draftLastLoadedOrSaved: draft, storedVersion: version)
  }

  /// Replaces a range by `text`; all changes except undo and redo go through this.
  ///
  /// - Parameters:
  ///   - kind: A kind of changes that become one undo step if they follow one another; nil for a
  ///     step of its own.
  ///   - caret: The new cursor position; nil for the end of `text`.
  mutating func replace(
    _ range: Range<TextPosition>, with text: String, as kind: EditHistory.Kind? = nil,
    caret: TextPosition? = nil
  ) {
    let text = TextBuffer.withLineFeeds(text)
    let old: EditHistory.Version = (buffer: buffer, selection: selection)
    var new = buffer
    let end = new.replace(range, with: text)
    selection = TextSelection(at: caret ?? end)
    // A replacement by the same text only moves the cursor; it is not an undo step.
    guard new != buffer else { return }
    setText(new)
    history.record(old, kind, inserted: text, selection: selection)
  }

  /// Replaces the whole text as an undo step, unless it is the same; the cursor stays as close as
  /// possible to its position.
  ///
  /// - Parameter kind: A kind of changes that become one undo step if they follow one another; nil
  ///   for a step of its own.
  mutating func replaceAll(with text: String, as kind: EditHistory.Kind? = nil) {
    let new = TextBuffer(text)
    guard new != buffer else { return }
    replace(.start..<buffer.end, with: text, as: kind, caret: new.nearest(cursor))
    // The completions were for the old text.
    completion = nil
  }

  /// Takes back the last undo step of the text, if it has one.
  mutating func undo() { restore(history.undo(from: (buffer: buffer, selection: selection))) }
  /// Repeats the undo step that was taken back last, unless the text was changed since.
  mutating func redo() { restore(history.redo(from: (buffer: buffer, selection: selection))) }

  /// Shows a version of the history; nil leaves the text as it is.
  private mutating func restore(_ version: EditHistory.Version?) {
    guard let version else { return }
    setText(version.buffer)
    selection = version.selection
    completion = nil
  }

  /// Makes a text the current version.
  ///
  /// Resets what belongs to the version before: its problems, which of them was visited, how far
  /// their list was scrolled, and the column that moving up and down keeps.
  private mutating func setText(_ new: TextBuffer) {
    edited = EditedText(new)
    // Tells the next check and the next pause, which saves the draft, that the text changed.
    revision.version += 1
    findings = []
    visitedFindingIndex = nil
    problemShift = 0
    goalColumn = nil
  }

  /// Updates problems, completions and scroll positions after a change.
  ///
  /// - Parameters:
  ///   - subject: The feature that the text configures; nil if it is not known yet.
  ///   - area: The area of the whole editor; empty while the editor is not visible.
  mutating func reconcile(in subject: EditedFeature?, area: Rectangle) {
    if let subject {
      check(in: subject)
      // Before a text was ever valid, the result is that of the feature without an edit.
      if merged == nil { merged = MergedPreview(subject.merged(under: nil)) }
      reconcileCompletion(in: subject)
    }
    // The layout depends on the problems. Its `shift` is how far they are scrolled, within bounds.
    let layout = EditorLayout(area, of: self)
    scrollToCursor(inWindowOf: layout.text.size)
    problemShift = layout.problemLines.shift
    let count = completion?.list.count ?? 0
    completion?.list.scroll.reconcile(count: count, height: CompletionPanel.maximumItems)
  }

  /// Scrolls so that the cursor is visible in a window of a size, with some columns on each side of
  /// it.
  private mutating func scrollToCursor(inWindowOf size: Size) {
    scroll.cursor = cursor.line
    scroll.reconcile(count: buffer.lines.count, height: size.rows)
    if size.columns > 0 { scrollSideways(toCursorIn: size.columns) }
  }

  /// Scrolls the line of the cursor to the left or right until the cursor is visible in a window of
  /// some columns.
  private mutating func scrollSideways(toCursorIn columns: Int) {
    let column = cells(of: cursor.line).column(of: cursor.offset)
    let usualMargin = 4
    // A narrow window has a smaller margin.
    let margin = min(usualMargin, columns / 4)
    // If the cursor is visible from the first column, scroll back: the text was laid out again or
    // the cursor moved left.
    let fitsFromStart = column < columns - margin
    if fitsFromStart { firstVisibleColumn = 0 }
    let isLeftOfWindow = column < firstVisibleColumn + margin
    if isLeftOfWindow { firstVisibleColumn = max(0, column - margin) }
    // The last column may have the `…` of a longer line, so the cursor stays before it.
    let lastVisibleColumn = firstVisibleColumn + columns - 1
    let isRightOfWindow = column >= lastVisibleColumn
    if isRightOfWindow { firstVisibleColumn += column - lastVisibleColumn + margin }
  }

  /// The path of the value at the cursor; nil if the text is too large to parse it with each key.
  var pathAtCursor: JSONPath? { allowsCompletions ? edited.path(at: cursor) : nil }
}

extension Array where Element: Comparable {
  /// The index of the next element after a value in order; if `step` is -1, of the previous one; if
  /// `step` is 0, of the value itself or, if the array does not have it, of the next one.
  ///
  /// After the last element comes the first, and before the first one the last.
  ///
  /// In `[2, 5, 9]`, the next one after 5 has index 2, and the previous one index 0. The array is
  /// sorted and not empty.
  func neighborIndex(_ step: Int, from value: Element) -> Int {
    let first = 0
    let last = count - 1
    if step < 0 { return lastIndex { $0 < value } ?? last }
    if step == 0 { return firstIndex { $0 >= value } ?? first }
    return firstIndex { $0 > value } ?? first
  }
}

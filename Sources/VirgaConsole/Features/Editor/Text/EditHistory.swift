/// The undo history of a text.
///
/// The characters of a word typed in a row are one step, with the blank after it, and so are
/// deletions in a row.
struct EditHistory: Sendable {
  /// The kind of a step that can merge with others of its kind.
  enum Kind: Sendable {
    case typing
    case deleting
    /// Loading what the session stores.
    case loading
  }

  /// A text with its selection; texts share their unchanged lines.
  typealias Version = (buffer: TextBuffer, selection: TextSelection)

  /// The versions that undo returns to, the oldest first.
  private(set) var earlier: [Version] = []
  /// The versions that redo returns to, the next one last.
  private(set) var later: [Version] = []
  /// The last change, if the next one can join its step.
  private var lastJoinable: (kind: Kind, selection: TextSelection, endsWithBlank: Bool)?

  /// Records that a change replaced `old`, as a step of its own or as a part of the last step.
  ///
  /// - Parameters:
  ///   - kind: The kind of changes that it can join; nil for a step of its own.
  ///   - inserted: The text that the change inserted.
  ///   - selection: The selection after the change.
  mutating func record(_ old: Version, _ kind: Kind?, inserted: String, selection: TextSelection) {
    // After another change, undone versions cannot be redone.
    later.removeAll()
    let insertsBlank = inserted == " " || inserted == "\t"
    let joinsLastStep = joinsLastStep(kind, at: old.selection, insertsBlank: insertsBlank)
    if !joinsLastStep { earlier.append(old) }
    lastJoinable = kind.map { (kind: $0, selection: selection, endsWithBlank: insertsBlank) }
    // The versions of a longer text take more memory, so fewer of them are kept.
    dropOldest(lineCount: old.buffer.lines.count)
  }

  /// Whether a change belongs to the last step: it is of the same kind, where that one left the
  /// cursor, and in the same word, because undo takes back one word at a time.
  ///
  /// - Parameter start: The selection before the change.
  private func joinsLastStep(
    _ kind: Kind?, at start: TextSelection, insertsBlank: Bool
  ) -> Bool {
    // Nil if the last step has ended.
    guard let last = lastJoinable else { return false }
    let isWhereItEnded = last.selection == start && start.isEmpty
    let beginsWord = last.endsWithBlank && !insertsBlank
    return last.kind == kind && isWhereItEnded && !beginsWord
  }

  /// Drops the oldest steps of a long history.
  ///
  /// Each step holds an array of the text's lines, so a longer text gets fewer steps: one of 1000
  /// lines gets 500, and any text at least 100.
  ///
  /// - Parameter lineCount: The number of lines of the text; an empty text has one.
  private mutating func dropOldest(lineCount: Int) {
    let (minimumSteps, maximumLines) = (100, 500_000)
    let maximumSteps = max(minimumSteps, maximumLines / lineCount)
    guard earlier.count > maximumSteps else { return }
    // Dropping a tenth at once makes it rare.
    earlier.removeFirst(earlier.count / 10)
  }

  /// Ends the current step, so that the next change begins another one.
  mutating func endStep() { lastJoinable = nil }

  /// Returns the version before the last step, and keeps the current one for redo; nil if nothing
  /// can be undone.
  mutating func undo(from current: Version) -> Version? {
    Self.step(from: &earlier, to: &later, current)
  }

  /// Returns the version that was undone last, and keeps the current one for undo; nil if nothing
  /// can be redone.
  mutating func redo(from current: Version) -> Version? {
    Self.step(from: &later, to: &earlier, current)
  }

  /// The step of undo or redo: takes the last version of `source`, which replaces the current one,
  /// and pushes that on `target`; nil if `source` is empty.
  private static func step(
    from source: inout [Version], to target: inout [Version], _ current: Version
  ) -> Version? {
    guard let version = source.popLast() else { return nil }
    target.append(current)
    return version
  }
}

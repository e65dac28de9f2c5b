/// The undo history of a text.
///
/// Characters typed in a row are one step, and so are deletions. A blank after a word begins another step.
struct EditHistory: Sendable {
  /// The kind of a step; successive steps of a kind can merge.
  enum Kind: Sendable {
    case typing
    case deleting
    /// Anything else; such steps never merge.
    case other
  }

  /// A text with its selection; texts share their unchanged lines.
  typealias Version = (buffer: TextBuffer, selection: TextSelection)

  private var earlier: [Version] = []
  private var later: [Version] = []
  /// The last change, if the next one can join its step.
  private var run: (kind: Kind, selection: TextSelection, endsWithBlank: Bool)?

  var canUndo: Bool { !earlier.isEmpty }
  var canRedo: Bool { !later.isEmpty }

  /// Records that a change replaced `old`.
  ///
  /// - Parameters:
  ///   - selection: The selection after the change.
  ///   - joinsLast: Whether the change becomes part of the last step.
  mutating func record(
    _ old: Version, _ kind: Kind, inserted: String, selection: TextSelection, joinsLast: Bool
  ) {
    later.removeAll()
    let isBlank = inserted == " " || inserted == "\t"
    let continues =
      run.map {
        kind != .other && $0.kind == kind && $0.selection == old.selection && old.selection.isEmpty
          && (isBlank || !$0.endsWithBlank)
      } ?? false
    if !(joinsLast || continues) { earlier.append(old) }
    run = (kind, selection, isBlank)
    // Each step of a long text holds an array of its lines.
    if earlier.count > max(100, 500_000 / old.buffer.lines.count) { earlier.removeFirst(earlier.count / 10) }
  }

  mutating func endRun() { run = nil }

  mutating func undo(from current: Version) -> Version? { Self.step(from: &earlier, to: &later, current) }

  mutating func redo(from current: Version) -> Version? { Self.step(from: &later, to: &earlier, current) }

  private static func step(from: inout [Version], to: inout [Version], _ current: Version) -> Version? {
    guard let version = from.popLast() else { return nil }
    to.append(current)
    return version
  }
}

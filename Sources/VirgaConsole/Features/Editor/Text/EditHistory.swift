/// The undo history of a text.
///
/// Characters typed in a row are one step, and so are deletions. A blank after a word begins
/// another step.
struct EditHistory: Sendable {
  /// The kind of a step that can merge with others of its kind.
  enum Kind: Sendable {
    case typing
    case deleting
  }

  /// A text with its selection; texts share their unchanged lines.
  typealias Version = (buffer: TextBuffer, selection: TextSelection)

  private(set) var earlier: [Version] = []
  private(set) var later: [Version] = []
  /// The last change, if the next one can join its step.
  private var run: (kind: Kind, selection: TextSelection, endsWithBlank: Bool)?

  /// Records that a change replaced `old`.
  ///
  /// - Parameter selection: The selection after the change.
  mutating func record(_ old: Version, _ kind: Kind?, inserted: String, selection: TextSelection) {
    later.removeAll()
    let isBlank = inserted == " " || inserted == "\t"
    let continues = run.map {
      $0.kind == kind && $0.selection == old.selection && old.selection.isEmpty
        && (isBlank || !$0.endsWithBlank)
    }
    if continues != true { earlier.append(old) }
    run = kind.map { ($0, selection, isBlank) }
    // Each step of a long text holds an array of its lines.
    if earlier.count > max(100, 500_000 / old.buffer.lines.count) {
      earlier.removeFirst(earlier.count / 10)
    }
  }

  mutating func endRun() { run = nil }

  mutating func undo(from current: Version) -> Version? {
    Self.step(from: &earlier, to: &later, current)
  }

  mutating func redo(from current: Version) -> Version? {
    Self.step(from: &later, to: &earlier, current)
  }

  private static func step(
    from: inout [Version], to: inout [Version], _ current: Version
  ) -> Version? {
    guard let version = from.popLast() else { return nil }
    to.append(current)
    return version
  }
}

struct TextChange: Hashable, Sendable {
  var start: TextPosition
  var removed: String
  var inserted: String

  var insertedRange: Range<TextPosition> { start..<start.advanced(over: inserted) }
}

/// The undo history of a text.
///
/// Characters typed in a row are one step, and so are deletions. A blank after a word begins another step.
struct EditHistory: Equatable, Sendable {
  /// The kind of a step; successive steps of a kind can merge.
  enum Kind: Equatable, Sendable {
    case typing
    case deleting
    /// Anything else; such steps never merge.
    case other
  }

  struct Step: Equatable, Sendable {
    var kind: Kind
    var changes: [TextChange]
    var before: TextSelection
    var after: TextSelection
    var endsWithBlank: Bool
  }

  private var done: [Step] = []
  private var undone: [Step] = []
  private var isRunOver = false
  private static let limit = 5_000

  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  /// - Parameter joinsLast: Whether the change becomes part of the last step.
  mutating func record(
    _ change: TextChange, _ kind: Kind, before: TextSelection, after: TextSelection, joinsLast: Bool
  ) {
    undone.removeAll()
    defer { isRunOver = false }
    let isBlank = change.inserted == " " || change.inserted == "\t"
    guard let last = done.indices.last, joinsLast || continues(done[last], kind, from: before, isBlank) else {
      done.append(Step(kind: kind, changes: [change], before: before, after: after, endsWithBlank: isBlank))
      if done.count > Self.limit { done.removeFirst(Self.limit / 10) }
      return
    }
    done[last].after = after
    done[last].endsWithBlank = isBlank
    let end = done[last].changes.count - 1
    if change.removed.isEmpty, done[last].changes[end].insertedRange.upperBound == change.start {
      done[last].changes[end].inserted += change.inserted
    } else {
      done[last].changes.append(change)
    }
  }

  private func continues(_ step: Step, _ kind: Kind, from selection: TextSelection, _ isBlank: Bool) -> Bool {
    kind != .other && step.kind == kind && !isRunOver && step.after == selection && selection.isEmpty
      && (isBlank || !step.endsWithBlank)
  }

  mutating func endRun() { isRunOver = true }

  mutating func popUndo() -> Step? {
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return step
  }

  mutating func popRedo() -> Step? {
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }
}

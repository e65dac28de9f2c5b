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

  mutating func record(_ change: TextChange, _ kind: Kind, before: TextSelection, after: TextSelection) {
    undone.removeAll()
    defer { isRunOver = false }
    let isBlank = change.inserted == " " || change.inserted == "\t"
    if let last = done.last, last.kind == kind, kind != .other, !isRunOver, last.after == before,
      before.isEmpty, !(last.endsWithBlank && !isBlank)
    {
      grow(with: change, after: after, endsWithBlank: isBlank)
    } else {
      done.append(Step(kind: kind, changes: [change], before: before, after: after, endsWithBlank: isBlank))
      if done.count > Self.limit { done.removeFirst(Self.limit / 10) }
    }
  }

  mutating func endRun() { isRunOver = true }

  mutating func extend(with change: TextChange, after: TextSelection) {
    guard !done.isEmpty else { return }
    grow(with: change, after: after, endsWithBlank: false)
  }

  private mutating func grow(with change: TextChange, after: TextSelection, endsWithBlank: Bool) {
    let index = done.count - 1
    done[index].after = after
    done[index].endsWithBlank = endsWithBlank
    let last = done[index].changes.count - 1
    if change.removed.isEmpty, done[index].changes[last].insertedRange.upperBound == change.start {
      done[index].changes[last].inserted += change.inserted
    } else {
      done[index].changes.append(change)
    }
  }

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

/// One replacement in a text.
struct TextChange: Hashable, Sendable {
  /// Where it begins.
  package var start: TextPlace
  /// What stood there.
  package var removed: String
  /// What stands there now.
  package var inserted: String

  /// The stretch that a text has where the change was made.
  var insertedRange: Range<TextPlace> { start..<start.advanced(over: inserted) }
}

/// What was done to a text, to be taken back step by step.
///
/// Characters typed in one run are one step; so are deletions in one run. A blank after a word begins another step.
struct EditHistory: Equatable, Sendable {
  /// What a step is made by, so that steps of a kind can grow together.
  package enum Kind: Equatable, Sendable {
    /// Typing.
    case typing
    /// Deleting, a character at a time.
    case deleting
    /// Anything else: never grows.
    case other
  }

  /// What is taken back at once.
  package struct Step: Equatable, Sendable {
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

  /// Whether there is something to take back.
  var canUndo: Bool { !done.isEmpty }
  /// Whether there is something to do again.
  var canRedo: Bool { !undone.isEmpty }

  /// Notes what was done.
  mutating func note(_ change: TextChange, _ kind: Kind, before: TextSelection, after: TextSelection) {
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

  /// Lets the next change begin a step of its own.
  mutating func endRun() { isRunOver = true }

  /// Adds a change to the last step, whatever that was.
  mutating func extend(with change: TextChange, after: TextSelection) {
    guard !done.isEmpty else { return }
    grow(with: change, after: after, endsWithBlank: false)
  }

  private mutating func grow(with change: TextChange, after: TextSelection, endsWithBlank: Bool) {
    let place = done.count - 1
    done[place].after = after
    done[place].endsWithBlank = endsWithBlank
    let last = done[place].changes.count - 1
    if change.removed.isEmpty, done[place].changes[last].insertedRange.upperBound == change.start {
      done[place].changes[last].inserted += change.inserted
    } else {
      done[place].changes.append(change)
    }
  }

  /// The step to take back, which can then be done again; nil where there is none.
  mutating func takeUndo() -> Step? {
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return step
  }

  /// The step to do again; nil where there is none.
  mutating func takeRedo() -> Step? {
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }
}

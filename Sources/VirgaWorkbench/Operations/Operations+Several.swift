package import VirgaSession

extension Operations {
  /// Does the same to several things as one operation, each upon what the one before it made.
  ///
  /// What is refused of some is left out.
  ///
  /// - Throws: The first refusal, where all are refused.
  package func each<Item>(
    of items: [Item], as label: String, _ make: (Operations, Item) throws(Refusal) -> SessionOperation
  ) throws(Refusal) -> SessionOperation {
    try each(of: items, as: { _ in label }, make)
  }

  /// The same under a label that says what came of it.
  ///
  /// - Parameter label: Gives the label for the session as it is after all of them.
  package func each<Item>(
    of items: [Item], as label: (_ done: Session) -> String,
    _ make: (Operations, Item) throws(Refusal) -> SessionOperation
  ) throws(Refusal) -> SessionOperation {
    var draft = try draft()
    var next = session
    // To each step only the last id before it matters; the whole history would be gone through for every one.
    next.forget(through: (session.operations.last?.id ?? 0) - 1)
    var done: [SessionOperation] = []
    var refusal: Refusal?
    for item in items {
      do {
        let operation = try make(next.operations(in: surroundings), item)
        next.perform(operation)
        done.append(operation)
      } catch {
        refusal = refusal ?? error
      }
    }
    guard !done.isEmpty else { throw refusal ?? Refusal("nothing would change", changesNothing: true) }
    for change in done.flatMap(\.changes) { draft.set(change.key.kind, change.key.name, to: next[change.key]) }
    for event in done.flatMap(\.events) where event.kind != SessionEvent.operationKind { draft.note(event) }
    return try draft.finished(label(next))
  }
}

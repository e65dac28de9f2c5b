extension EntryKind {
  /// Whether an entry of this kind says what the client is: no override, and still what decides where the client gets in.
  public var isOfClient: Bool {
    switch self {
    case .context, .clock, .behavior, .participation: true
    case .channel, .edit, .draft, .draftBase, .recipe, .branch, .enrollment, .preference, .debug, .lock, .draw,
      .weights:
      false
    }
  }
}

extension Session {
  /// What was changed of the client since the history begins: attributes, the clock, what it takes part in, behavioural
  /// events; sorted.
  ///
  /// What was changed back is left out, as is the id that an evaluation drew.
  ///
  /// - Parameter given: The ids of operations that count as part of the beginning.
  public func clientChanges(besides given: Set<Int64> = []) -> [EntryChange] {
    var first: [EntryKey: EntryChange] = [:]
    for operation in operations where !operation.isUndone && !given.contains(operation.id) {
      for change in operation.changes where change.key.kind.isOfClient && first[change.key] == nil {
        let isDrawn = change.old == nil && change.key == EntryKey(.context, ClientKey.clientID)
        if !isDrawn { first[change.key] = change }
      }
    }
    return first.values.map { EntryChange($0.key, from: $0.old, to: self[$0.key]) }.filter { $0.old != $0.new }
      .sorted { $0.key < $1.key }
  }
}

extension Operations {
  /// Makes of the client again what it was before some changes, and evaluates the recipes for that.
  public func takeBack(_ changes: [EntryChange]) throws(Refusal) -> Operation {
    guard let first = changes.first else { throw Refusal("nothing was changed of the client") }
    var draft = try draft()
    for change in changes { draft.set(change.key.kind, change.key.name, to: change.old) }
    draft.evolve(tellsAll: changes.contains { $0.key.kind == .participation })
    let what = first.key.name.isEmpty ? first.key.kind.title : "\(first.key.kind.title) \(first.key.name)"
    return try draft.finished("reset " + (changes.count == 1 ? what : "the client, \(changes.count) changes"))
  }
}

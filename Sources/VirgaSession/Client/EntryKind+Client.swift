extension EntryKind {
  /// Whether an entry of this kind describes the client: it is not an override, but decides where the client is enrolled.
  package var isOfClient: Bool {
    switch self {
    case .context, .clock, .behavior, .participation: true
    case .channel, .edit, .draft, .draftBase, .recipe, .recipeOrder, .branch, .enrollment, .preference, .debug, .lock,
      .draw, .weights:
      false
    }
  }
}

extension EntryChange {
  /// Whether it gives the client the id by which buckets are drawn, which nobody chose.
  package var isDrawnID: Bool { old == nil && key == EntryKey(.context, ClientKey.clientID) }
}

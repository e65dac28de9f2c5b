import VirgaCanvas

extension State {
  /// Notes a command that was run, so that a script can run it again.
  ///
  /// Commands that only open a list or begin to type are left out: what is chosen or typed is noted when it is done.
  mutating func record(_ invocation: Invocation, wasTyping: Bool) {
    let isBeginning =
      invocation.argument.isEmpty && (overlay != nil || search.field.isTyping || parts.isTyping(in: self) && !wasTyping)
    guard runDepth == 1, !isBeginning, !Self.unrecorded.contains(invocation.name) else { return }
    performed.append(invocation)
  }

  /// Takes a key while text is typed, and notes the filter or search that is kept.
  mutating func takeTyped(_ press: KeyPress) -> [Effect] {
    let wasFiltering = search.field.isTyping || parts.isFiltering(in: self)
    let effects = search.field.isTyping ? takeInTextSearch(press) : parts.type(press, into: &self)
    let isOver = wasFiltering && !search.field.isTyping && !parts.isFiltering(in: self)
    if isOver, press.key == .enter, let term = searchTerm { performed.append(Invocation("filter", term)) }
    return effects
  }

  mutating func show(caption: String?) -> [Effect] {
    self.caption = caption.map { DisplayText($0) }
    return []
  }

  private static let unrecorded: Set<String> = ["quit", "suspend", "repaint", "help", "command"]
}

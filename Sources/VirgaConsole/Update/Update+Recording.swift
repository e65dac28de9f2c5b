import VirgaCanvas

extension State {
  /// Notes a command that was run, so that a script can run it again.
  ///
  /// Commands that only open a list or begin to type are left out: what is chosen or typed is noted when it is done.
  mutating func record(_ invocation: Invocation, wasTyping: Bool) {
    let isBeginning =
      invocation.argument.isEmpty && isTyping && !wasTyping
    guard runDepth == 1, !isBeginning, !Self.unrecorded.contains(invocation.name) else { return }
    performed.append(invocation)
  }

  mutating func show(caption: String?) -> [Effect] {
    self.caption = caption.map { DisplayText($0) }
    return []
  }

  private static let unrecorded: Set<String> = ["quit", "suspend", "repaint", "help", "command"]
}

import VirgaCanvas

extension CommandTable {
  static let typingCommands: [Command] = [
    Command("type", "type a text") { state, argument in state.press(argument.map { KeyPress($0) }) }
      .argument(.text).records(.nothing).when { $0.isTyping ? .applies() : .refused(.nothingTakesText) }
      .help("Types into what takes text: a filter, the command line, a value, the config editor."),
    Command("press", "press keys") { state, argument in
      let words = argument.split(separator: " ").map(String.init)
      if let unknown = words.first(where: { KeyPress($0) == nil }) {
        return .refused(.noKey(unknown))
      }
      return state.press(words.compactMap { KeyPress($0) })
    }
    .argument(.text).records(.nothing).help("Presses keys as if by hand, as in `press Tab Ctrl-S`."),
  ]
}

extension State {
  /// Handles keys one after the other, each as its own event.
  mutating func press(_ keys: [KeyPress]) -> Outcome {
    // What the keys run is recorded, not the key presses.
    let depth = recording.depth
    recording.depth = 0
    defer { recording.depth = depth }
    var effects: [Effect] = []
    for key in keys {
      effects += apply(handle(.key(key)))
      reconcile()
    }
    return .done(effects)
  }
}

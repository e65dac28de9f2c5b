import VirgaCanvas

enum TypingCommands {
  static let all: [Command] = [
    Command("type", "type a text") { state, argument in press(argument.map { KeyPress($0) }, &state) }
      .argument(.text).records(.nothing).when({ $0.isTyping }, else: .nothingTakesText)
      .help("Types into what takes text: a filter, the command line, a value, the config editor."),
    Command("press", "press keys") { state, argument in
      let words = argument.split(separator: " ").map(String.init)
      if let unknown = words.first(where: { KeyPress($0) == nil }) { return .refused(.noKey(unknown)) }
      return press(words.compactMap { KeyPress($0) }, &state)
    }
    .argument(.text).records(.nothing).help("Presses keys as if by hand, as in `press Tab Ctrl-S`."),
  ]

  /// Handles keys one after the other, each as its own event.
  private static func press(_ keys: [KeyPress], _ state: inout State) -> Outcome {
    // What the keys run is recorded, not the key presses.
    let depth = state.recording.depth
    state.recording.depth = 0
    defer { state.recording.depth = depth }
    var effects: [Effect] = []
    for key in keys {
      effects += state.apply(state.handle(.key(key)))
      state.reconcile()
    }
    return .done(effects)
  }
}

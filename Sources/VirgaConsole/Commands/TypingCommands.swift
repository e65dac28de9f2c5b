import VirgaCanvas

enum TypingCommands {
  static let all: [Command] = [
    Command("type", "type a text") { model, argument in press(argument.map { KeyPress($0) }, &model) }
      .argument(.text).records(.nothing).when({ $0.isTyping }, else: .nothingTakesText)
      .help("Types into what takes text: a filter, the command line, a value, the config editor."),
    Command("press", "press keys") { model, argument in
      let words = argument.split(separator: " ").map(String.init)
      if let unknown = words.first(where: { KeyPress($0) == nil }) { return .refused(.noKey(unknown)) }
      return press(words.compactMap { KeyPress($0) }, &model)
    }
    .argument(.text).records(.nothing).help("Presses keys as if by hand, as in `press Tab Ctrl-S`."),
  ]

  /// Handles keys one after the other, each as its own event.
  private static func press(_ keys: [KeyPress], _ model: inout Model) -> Outcome {
    // What the keys run is recorded, not the key presses.
    let depth = model.recording.depth
    model.recording.depth = 0
    defer { model.recording.depth = depth }
    var effects: [Effect] = []
    for key in keys {
      effects += model.apply(model.handle(.key(key)))
      model.reconcile()
    }
    return .done(effects)
  }
}

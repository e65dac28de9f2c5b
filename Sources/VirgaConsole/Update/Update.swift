import VirgaCanvas
import VirgaManifest
import VirgaSession

/// The whole behaviour of the console: takes an event, changes the state, and says what has to be done outside.
///
/// It reads no clock, no file and no environment, so that the same events always give the same state.
package func update(_ state: inout State, _ event: Event) -> [Effect] {
  state.performed = []
  var effects =
    switch event {
    case .terminal(let event): state.take(event)
    case .command(let line): state.runLine(line)
    case .loaded(let manifest, let problems): state.show(manifest, problems: problems)
    case .checked(let problems): state.note(problems)
    case .opening(let opening): state.take(opening)
    case .flags(let files): state.show(files)
    case .session(let session): state.take(session)
    case .sessionLost(let reason): state.loseSession(reason)
    case .events(let events, let isWhole, let first): state.take(events, isWhole: isWhole, first: first)
    case .earlierEvents(let page): state.take(earlier: page)
    case .plain(let line): state.takePlain(line)
    case .caption(let text): state.show(caption: text)
    case .fileExists(let draft): state.ask(about: draft)
    case .beside(let manifest): state.show(beside: manifest)
    case .checkedText(let found): state.take(found)
    case .written(let text, let feature): state.takeWritten(text, feature: feature)
    case .simulation(let news): state.take(news)
    case .outcome(let message): state.say(message)
    }
  state.settle()
  if state.screen == .events, !state.events.isRequested {
    state.events.isRequested = true
    effects.append(.followEvents)
  }
  effects.insert(contentsOf: state.followEditing(isLeaving: effects.contains(.quit)), at: 0)
  return effects
}

extension State {
  mutating func take(_ event: TerminalEvent) -> [Effect] {
    switch event {
    case .key(let press): return take(press)
    case .mouse(let mouse):
      pendingKeys = []
      return take(mouse)
    case .paste(let text): return paste(text)
    case .resize(let size):
      self.size = size
      return []
    case .focus: return []
    }
  }

  mutating func loseSession(_ reason: String) -> [Effect] {
    isSessionLost = true
    status = .failure("\(reason); the session goes on in memory")
    return []
  }

  mutating func say(_ message: StatusMessage) -> [Effect] {
    status = message
    return []
  }

  /// Runs a line of a script or of the command line; blank lines and comments do nothing.
  mutating func runLine(_ line: String) -> [Effect] {
    guard !line.hasPrefix("#"), let invocation = Invocation(line: line) else { return [] }
    return run(invocation)
  }

  /// Runs a command, or says why it can't be run.
  mutating func run(_ invocation: Invocation) -> [Effect] {
    guard let command = CommandTable.command(named: invocation.name) else {
      status = .refusal(unknown("command", invocation.name, among: CommandTable.all.map(\.name)))
      return []
    }
    if let screen = command.context.screen { show(screen) }
    switch command.availability(in: self) {
    case .refused(let reason):
      status = .refusal("\(command.title): \(reason)")
      return []
    case .applies:
      status = nil
      let wasTyping = parts.isTyping(in: self)
      runDepth += 1
      defer { runDepth -= 1 }
      let effects = command.run(&self, invocation.argument)
      record(invocation, wasTyping: wasTyping)
      return effects
    }
  }

  /// Takes a key where it belongs: the overlay, the text being typed, or the commands.
  private mutating func take(_ press: KeyPress) -> [Effect] {
    if let effects = takeAnywhere(press) { return effects }
    if overlay != nil { return takeInOverlay(press) }
    if search.field.isTyping || parts.isTyping(in: self) { return takeTyped(press) }
    let presses = pendingKeys + [press]
    pendingKeys = []
    switch CommandTable.find(presses, focus: focus, keys: options.keys) {
    case .command(let command): return run(Invocation(command.name))
    case .prefix:
      pendingKeys = presses
      status = nil
    case .nothing:
      let isLeaving = presses.count > 1 && press.key == .escape
      let keys = presses.map(\.description).joined(separator: " ")
      if !isLeaving { status = .refusal("\(keys) means nothing here; ? lists the keys") }
    }
    return []
  }

  /// Takes the keys that mean the same wherever they are pressed, and on a screen too small for anything else.
  private mutating func takeAnywhere(_ press: KeyPress) -> [Effect]? {
    if layout.arrangement == .tooSmall {
      switch press {
      case "q", "Ctrl-C": return [.quit]
      case "Ctrl-Z": return [.suspend]
      default: return []
      }
    }
    switch press {
    case "Ctrl-Z": return [.suspend]
    case "Ctrl-L": return [.repaint]
    default: return nil
    }
  }

  private mutating func paste(_ text: String) -> [Effect] {
    if overlay != nil {
      overlay?.field.insert(text)
      narrowOverlay()
    } else if search.field.isTyping {
      search.field.field.insert(text)
      return findInText(step: 0)
    } else if parts.isTyping(in: self) {
      return parts.insert(text, into: &self)
    } else {
      status = .refusal("pasted text is not taken as keys; press / or : first")
    }
    return []
  }
}

import VirgaCanvas
import VirgaManifest
import VirgaSession

/// The whole behavior of the console: an event changes the state and requests effects.
///
/// Does not read clock, files or environment, so the same events always result in the same state.
package func update(_ model: inout Model, _ event: Event) -> [Effect] {
  if event.isUserInput { model.recordInput(isFromScript: event.isFromScript) }
  let oldMessage = model.status
  var effects = model.apply(model.react(to: event))
  model.refresh()
  // A key may have opened or changed a command line that completes file names.
  if case .terminal = event { effects += FileCompletion.requestListing(&model) }
  // A command can write the text that was copied last to a file.
  for case .copy(let text, let what) in effects { model.files.copied = (text, what) }
  let requests = model.requestsOfScreens(isLeaving: effects.contains(.quit))
  if let newMessage = model.status, newMessage != oldMessage,
    model.isLogged(newMessage, after: event)
  {
    model.messages.append(newMessage, at: model.input.now)
  }
  // The requests save drafts, so they come first: nothing is done after `quit`.
  return requests + effects
}

extension Model {
  /// Records that a person or a script acts now.
  fileprivate mutating func recordInput(isFromScript: Bool) {
    shared.input.isInScript = isFromScript
    // Input counts only once there is something to act on: until then, the console may still choose
    // what it selects.
    if workspace.manifest != nil { shared.input.hasPersonActed = true }
  }

  /// The effects that the screens need after an event, such as saving a draft; a screen that is not
  /// shown may need some too.
  ///
  /// - Parameter isLeaving: Whether the console ends now, so that this is the last chance to save.
  fileprivate mutating func requestsOfScreens(isLeaving: Bool) -> [Effect] {
    Screen.allCases.flatMap { screen in
      apply(screen.type.requests(in: &self, isLeaving: isLeaving))
    }
  }

  /// Whether the log lists a message: a failure always, a position such as `2 of 5` never.
  ///
  /// While a text is typed on the screen, the messages that input causes change with every key and
  /// are left out. Those of a list over the screen are logged.
  fileprivate func isLogged(_ message: StatusMessage, after event: Event) -> Bool {
    if message.kind == .position { return false }
    let typesOnScreen = isTyping && overlay == nil
    let isAboutTyping = event.isUserInput && typesOnScreen
    return message.kind == .failure || !isAboutTyping
  }
}

extension Event {
  /// Whether the event is a line of a script, of the command line of `virga`, or of a tour, so that
  /// perhaps nobody is there to answer a question.
  fileprivate var isFromScript: Bool {
    switch self {
    case .command, .tour: true
    default: false
    }
  }

  /// Whether a person or a script caused the event, rather than a file, another process or a
  /// background task; `plain` is a line that was typed without a screen.
  var isUserInput: Bool {
    switch self {
    case .terminal(.key), .terminal(.mouse), .terminal(.paste), .plain: true
    default: isFromScript
    }
  }
}

// Events, keys and commands, and what follows from each.
extension Model {
  /// Changes the state as an event requires; what depends on that is computed later.
  fileprivate mutating func react(to event: Event) -> Outcome {
    switch event {
    case .terminal(let event): return handle(event)
    case .command(let line): return runLine(line)
    case .loaded(let manifest, let problems): return load(manifest, problems: problems)
    // After a manifest was loaded, its defaults are checked.
    case .checked(let problems): recordProblemsOfDefaults(problems)
    // An opening has the recipes and attributes that `virga` was started with.
    case .opening(let opening): return add(opening)
    // A place is where an earlier console was left.
    case .place(let place): return restore(place)
    case .flags(let files): shared.flags.load(files)
    case .session(let session): load(session)
    // The apps that have the session open, after one came or went.
    case .apps(let apps): load(apps)
    case .history(let operations, let invocation):
      // Of earlier operations, only outlines were known; the command, if any, needs the whole ones.
      fillOutlines(from: operations)
      return invocation.map { run($0) } ?? []
    case .sessionLost(let reason):
      files.isSessionLost = true
      return .says(.sessionLost(reason))
    // A line that is typed in plain mode, which has no screen.
    case .plain(let line): return PlainText.handle(line, in: &self)
    case .caption(let caption):
      // The caption has names of commands in braces, in place of which it shows their keys.
      var captionWithKeys = caption
      captionWithKeys?.text = naming(keysIn: caption?.text ?? "")
      messages.caption = captionWithKeys
    // A command line of the guided tour; its changes are recorded as the tour's work.
    case .tour(let line): return TourTrace.run(line, in: &self)
    case .fileExists(let output): return ExchangeCommands.askWhetherToReplace(&self, output)
    case .fileWritten(let output): return record(written: output)
    case .imported(let export, let file, let isOfOtherManifest):
      return ExchangeCommands.replaceSession(
        &self, by: export, from: file, isOfOtherManifest: isOfOtherManifest)
    case .recipes(let batch, let file):
      return ExchangeCommands.addRecipes(&self, batch, from: file)
    case .files(let names, let folder, let sessions):
      FileCompletion.storeListing(names, in: folder, sessions: sessions, &self)
    // The progress of background work or of reading manifests, in words; nil when it ends.
    case .working(let text): files.work = text.map { DisplayText($0) }
    case .reading(let text):
      files.reading = text.map { DisplayText($0) }
      // After a canceled reading, there may be nothing to show; a new one ends that state.
      if text != nil { files.isFirstReadingCanceled = false }
    case .readingCancelled: return showCanceledReading()
    case .outcome(let message): return .says(message)
    // The configuration of the console, with its keys and theme.
    case .config(let config): return load(config)
    case .ascii(let isASCII): shared.options.isASCII = isASCII
    // Each of these is for one screen, whose own `receive` handles it. They are new events, another
    // manifest to compare (`beside`), a finished comparison, a text from the person's own editor
    // (`written`), a pause in typing (`quiet`) and results of a simulation.
    case .events, .beside, .compared, .written, .quiet, .simulation:
      return receive(event)
    }
    return []
  }

  /// Ends the display of progress after a reading was canceled, and says how to read the manifest
  /// again.
  private mutating func showCanceledReading() -> Outcome {
    files.reading = nil
    // The message for the end of this reading is not needed any longer.
    files.reloadMessage = nil
    // A reading that was finished before this one left a manifest or problems.
    files.isFirstReadingCanceled = workspace.manifest == nil && currentProblems.isEmpty
    return .says(
      files.isFirstReadingCanceled
        ? .nothingRead(read: reloadKey) : .readingCanceled(read: reloadKey))
  }

  /// Hands an event to the screen that it is for; the other screens do not handle it.
  private mutating func receive(_ event: Event) -> Outcome {
    for screen in Screen.allCases {
      if let outcome = screen.type.receive(event, in: &self) { return outcome }
    }
    return []
  }

  /// The key that reads the manifest again, for messages; the command's name if it has no key.
  var reloadKey: String { key(of: "reload", inAnyContext: true) ?? "reload" }

  /// Handles a key, the mouse, pasted text, a new size or the terminal's background color; that the
  /// terminal gained or lost the focus (`focus`) changes nothing.
  mutating func handle(_ event: TerminalEvent) -> Outcome {
    // Keys and clicks act on the item under the cursor, so it must be visible. The wheel may scroll
    // away from it.
    switch event {
    case .mouse(let mouse) where [.wheelUp, .wheelDown].contains(mouse.action): break
    case .resize, .focus, .background: break
    case .key, .paste, .mouse: scrollToCursors()
    }
    switch event {
    case .key(let press): return handle(press)
    case .mouse(let mouse): return Mouse.handle(mouse, in: &self)
    case .paste(let text): return paste(text)
    case .resize(let size): shared.layout.size = size
    case .focus: break
    case .background(let color): return followBackground(color)
    }
    return []
  }

  /// Lets the next refresh scroll the lists of the screen back to their cursors, which the wheel
  /// may have scrolled out of sight.
  private mutating func scrollToCursors() {
    for view in screen.type.views where view.list(in: self)?.scroll.isScrolledAway == true {
      view.withList(in: &self) { $0.scroll.isScrolledAway = false }
    }
  }

  /// Runs a line of a script, of the command line of `virga` or of a tour, or one that was typed
  /// without a screen; ignores blank lines and comments.
  mutating func runLine(_ line: String) -> Outcome {
    let isComment = line.hasPrefix("#")
    guard !isComment, let invocation = Invocation(line: line) else { return [] }
    endMessage()
    // `quit` in such a line does not ask for confirmation, as there may be nobody to answer.
    return run(invocation == Invocation("quit") ? Invocation("quit", "yes") : invocation)
  }

  /// Runs a command on its screen, or asks the question that comes before it.
  ///
  /// If the command cannot be run, returns the reason and stays on the current screen.
  mutating func run(_ invocation: Invocation) -> Outcome {
    guard let named = CommandTable.command(named: invocation.name) else {
      return .refused(.unknown("command", invocation.name, among: CommandTable.names))
    }
    // A verb such as `edit` runs its form for the focused panel, such as `edit-context`.
    let command = named.resolved(in: focus, for: invocation.argument)
    let origin = NavigationEntry(self)
    if let screen = command.context.screen { show(screen) }
    if let refusal = refusal(of: command, for: invocation.argument) {
      goBack(to: origin.panel)
      return .refused(refusal)
    }
    return run(command, with: invocation.argument, from: origin)
  }

  /// Runs a command that is not refused and whose screen is shown, or asks the question that comes
  /// before it; records `origin`, where the focus was before, if the command is a jump.
  private mutating func run(
    _ command: Command, with argument: String, from origin: NavigationEntry
  ) -> Outcome {
    // A motion keeps the message of the last action; it ends one about a key or the cursor's place.
    endMessage(onlyIfTransient: command.isMotion)
    let oldMessage = status
    // An outcome that asks; nil if the command runs without a question.
    let question = Picker.outcomeAsking(before: command, with: argument, in: self)
    let outcome = carryOut(question ?? command.run(&self, argument))
    // If the command only showed another screen, the message of the old one ends.
    if screen != origin.panel.screen, status == oldMessage { endMessage() }
    if command.kind == .jump {
      let destination = NavigationEntry(self)
      navigation.recordJump(from: origin, to: destination)
    }
    return outcome
  }

  /// Shows the screen of a panel again, after a refused command had shown another screen.
  private mutating func goBack(to panel: Panel) {
    guard screen != panel.screen else { return }
    show(panel.screen)
    shared.focus = panel
  }

  /// Why a command cannot be run with an argument, in a message that names the command; nil if it
  /// can.
  private func refusal(of command: Command, for argument: String) -> StatusMessage? {
    if case .refused(let reason) = command.availability(in: self, for: argument) {
      return reason.about(command.title.text)
    }
    let isSurplus = command.argument == nil && !argument.isEmpty
    return isSurplus ? .takesNoArgument(command.name, argument) : nil
  }

  /// Handles keys one after the other, as if each were an event: a later key sees what the earlier
  /// ones changed.
  mutating func press(_ keys: [KeyPress]) -> Outcome {
    var effects: [Effect] = []
    for key in keys {
      effects += apply(handle(.key(key)))
      refresh()
    }
    return .done(effects)
  }

  /// Types a character, or runs the command of a key or of the sequence that it ends; a key that
  /// opens the list of keys, such as `F1`, closes it while it is open.
  private mutating func handle(_ press: KeyPress) -> Outcome {
    guard layout.arrangement != .tooSmall else { return handleWithoutRoom(press) }
    let isInSequence = !input.pendingKeys.isEmpty
    let presses = input.pendingKeys + [press]
    // The sequence ends here, unless this key continues it.
    shared.input.pendingKeys = []
    if closesKeyList(press) {
      closeOverlay()
      return []
    }
    if isTyping, !isInSequence, press.isTyped, case .character(let character) = press.key {
      return type(String(character))
    }
    return runCommand(of: presses, endingIn: press)
  }

  /// Runs the command of a key or of a sequence of keys, or waits for the next key of the sequence.
  ///
  /// `y` waits, because `y v` and others are commands; `y` and then `z` is refused.
  private mutating func runCommand(of presses: [KeyPress], endingIn press: KeyPress) -> Outcome {
    let keys = options.keys
    if let command = keys.command(for: presses, in: keyContexts) {
      return run(Invocation(command.name))
    }
    if keys.begins(with: presses, in: keyContexts) {
      shared.input.pendingKeys = presses
      return []
    }
    // A key that always works, such as `Ctrl-Z`, also works in the middle of a sequence.
    if let command = keys.command(for: [press], in: [.always]) {
      return run(Invocation(command.name))
    }
    // `Esc` only cancels a sequence, whose keys the caller has forgotten already.
    let isInSequence = presses.count > 1
    if isInSequence, press.key == .escape { return [] }
    let names = presses.map(\.description).joined(separator: " ")
    // The refusal names the key of `help`, which lists the keys, or else `:` for the command line.
    return .refused(.nothingFor(names, list: key(of: "help") ?? ":"))
  }

  /// Handles a key while the terminal is too small: only quit and suspend work.
  private mutating func handleWithoutRoom(_ press: KeyPress) -> Outcome {
    // A sequence of keys that was begun with more room does not go on.
    shared.input.pendingKeys = []
    // Nobody can type here, so keys that work only while no text is typed (`everywhere`) count too.
    let command = options.keys.command(for: [press], in: [.everywhere, .always])
    guard let command, ["quit", "suspend"].contains(command.name) else { return [] }
    return run(Invocation(command.name))
  }

  /// Whether a key closes the list of keys, because it is one of those that open it.
  ///
  /// `F1` always closes it; `?` only while the filter of the list is empty, else it is typed.
  private func closesKeyList(_ press: KeyPress) -> Bool {
    guard let overlay, overlay.kind == .keys else { return false }
    guard let help = CommandTable.command(named: "help") else { return false }
    let continuesFilter = press.isTyped && !overlay.field.isEmpty
    return !continuesFilter && options.keys.keys(of: help).contains([press])
  }

  /// Does what an outcome asks for, shows its message and its question, and returns its effects.
  mutating func apply(_ outcome: Outcome) -> [Effect] {
    // One of `done`, `refused` and `asks`.
    let remaining = carryOut(outcome)
    if case .asks(let makePicker, saying: _) = remaining { open(makePicker) }
    if let message = remaining.message { say(message) }
    return remaining.effects
  }

  /// Shows a message in the status line, in place of the last one.
  mutating func say(_ message: StatusMessage) { status = message }

  /// Clears the message, as every action does; a motion clears only a transient one.
  mutating func endMessage(onlyIfTransient: Bool = false) {
    if onlyIfTransient, status?.kind.isTransient != true { return }
    status = nil
  }

  /// Shows a screen with the panel that last had the focus there; does nothing if it is shown.
  mutating func show(_ screen: Screen) {
    guard let first = screen.panels.first, screen != self.screen else { return }
    stopTyping()
    shared.focus = navigation.lastFocus[screen] ?? first
    // A command that runs on this screen next acts on its computed state.
    refresh()
  }

  /// Says new errors of flag files, then computes again what the last event or command may have
  /// changed: what all screens share, the visible screen, its layout, and what lies over it.
  mutating func refresh() {
    sayNewFlagErrors()
    findProblems()
    refreshScreen()
    // The first line shows counts of all screens, whichever is shown.
    for screen in Screen.allCases { screen.type.updateHeaderCounts(in: &self) }
    // When the focus returns to the searched panel, a search without a match there ends.
    TextSearch.followFocus(in: &self)
    refreshOverlay()
    // Last, because the focus and the list over the screen decide which keys apply.
    let contexts = keyContexts
    shared.keyContexts = contexts
    // Finding the keys of all hints takes time, so it is done only for other contexts.
    if input.hintKeys?.contexts != contexts { shared.input.hintKeys = HintKeys(self, in: contexts) }
  }

  /// Computes the state and the layout of the visible screen again.
  private mutating func refreshScreen() {
    // After the event, the focused panel may no longer be one at which `Tab` stops, and the refresh
    // may depend on the focus.
    leavePanelIfNoTabStop()
    // The refresh may read the area, before `layOut()` places the panels in it.
    shared.layout.body = panelArea
    // The outcome may have a message and move the focus, but has no effects.
    if let message = carryOut(screen.type.refresh(in: &self)).message { say(message) }
    // The refresh may remove the last item of a panel too.
    leavePanelIfNoTabStop()
    navigation.lastFocus[screen] = focus
    layOut()
    screen.type.updateAfterLayout(in: &self)
    for view in screen.type.views { view.clampScroll(in: &self) }
  }

  /// Rebuilds the list over the screen if necessary, and keeps its cursor visible.
  private mutating func refreshOverlay() {
    rebuildOverlayIfStale()
    // Both are nil if no list is open.
    guard let shown = overlay, let panel = PickerPanel(self) else { return }
    // The rows that are visible depend on the size and on the number of lines.
    overlay?.list.scroll.reconcile(count: shown.list.count, height: panel.rowsArea.rows)
  }

  /// Refreshes the screens that are not shown, because a list over the screen tells what commands
  /// of all screens would do.
  mutating func refreshOtherScreens() {
    for other in Screen.allCases where other != screen { _ = other.type.refresh(in: &self) }
  }

  /// Moves the focus to the screen's first panel if `Tab` no longer stops at the focused one, for
  /// example because that one has become empty.
  private mutating func leavePanelIfNoTabStop() {
    // `screen` names the panels; `shownScreen`, its state, says which of them are offered.
    if !shownScreen.isTabStop(focus, shared), let first = screen.panels.first {
      shared.focus = first
    }
  }

  /// The area of the panels; a caption of several lines, which only a guided tour shows, makes it
  /// smaller.
  ///
  /// A message covers panels instead, because it comes and goes, and would move every border.
  var panelArea: Rectangle {
    let (headerRows, hintRows) = (1, 1)
    let captionRows = messages.caption?.lines(columns: size.columns).count
    let statusRows = captionRows ?? 1
    return size.bounds.droppingTop(headerRows).droppingBottom(hintRows + statusRows)
  }

  /// Computes the areas of the visible panels; none if the terminal is too small.
  mutating func layOut() {
    shared.layout.body = panelArea
    shared.layout.panels =
      layout.arrangement == .tooSmall ? [:] : shownScreen.areas(in: layout.body, of: self)
  }
}

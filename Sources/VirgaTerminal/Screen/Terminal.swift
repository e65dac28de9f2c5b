import CVirgaCurses
import CVirgaPlatform
import SystemPackage
package import VirgaCanvas
import VirgaFiles

/// The terminal of this process, from `start` to `stop`; only for the main thread.
///
/// The terminal is restored however the process ends: by `stop`, a normal exit, a signal or a trap.
/// `CVirgaCurses/ending.c` does that, and says what each signal does.
package final class Terminal {
  /// Whether the terminal shows only ASCII; canvases for it should be ASCII too.
  package private(set) var isASCII: Bool
  /// The number of colors in use.
  package let colorDepth: ColorDepth
  /// The name of the terminal's description: `TERM`, unless that is unknown.
  package let type: String
  /// The theme.
  package var theme: Theme { didSet { themeChanged() } }
  /// Whether the terminal reports the mouse; if so, its own selection needs Shift or Option.
  package var reportsMouse: Bool {
    didSet { send(reportsMouse ? ControlStrings.mouseOn : ControlStrings.mouseOff) }
  }

  /// The title of the terminal's window or tab; the old one is restored at the end.
  package var title = DisplayText("") { didSet { if title != oldValue { sendTitle() } } }

  /// Whether the terminal runs inside a multiplexer, which affects the clipboard.
  package let isInsideMultiplexer: Bool

  let input: TerminalInput
  /// Receives signals, one byte each.
  let signals: Waker
  /// How long a lone Escape waits for more bytes, in milliseconds.
  let escapeTimeout: Int
  /// The descriptor to draw on.
  private let output: Int32
  private let characters: DrawableCharacters
  /// Until when the answer about the background may arrive; nil if none is expected.
  private var answerDeadline: ContinuousClock.Instant?
  private var cursesStyles = CursesStyles()
  /// The frame that the terminal shows; nil if the next one must be sent as a whole.
  private var presented: Canvas?

  /// Takes over the terminal.
  ///
  /// - Throws: Why there is no usable terminal; nothing has been sent to it then.
  package static func start(_ options: Options = Options()) throws(TerminalFailure) -> Terminal {
    guard let input = TerminalInput(options.input, orThatOf: options.output) else {
      throw .noTerminal
    }
    let characters = DrawableCharacters.select(options.environment)
    let type = try findType(options)
    let signals: Waker
    do { signals = try Waker() } catch { throw .failed(error.reason) }
    // From here on, every end of the process sends this string; it is made now, because a handler
    // of signals cannot make it.
    let leaving = ControlStrings.leaving
    let isTaken =
      virga_curses_take(
        options.output, signals.writeEnd.rawValue, leaving, Int32(leaving.utf8.count)) != 0
    guard isTaken else { throw .refused }
    let isOpen = virga_curses_open(type, options.output) != 0
    guard isOpen else {
      virga_curses_stop()
      throw .refused
    }
    return Terminal(options, type, input, signals, characters)
  }

  /// What a terminal is and can show.
  package struct Properties: Hashable, Sendable {
    /// The name of its description.
    package let type: String
    /// Its cells.
    package let size: Size
    /// The number of colors in use.
    package let colorDepth: ColorDepth
    /// Whether it shows ASCII only.
    package let isASCII: Bool
  }

  /// Finds out what the terminal is and can show, without taking it over.
  ///
  /// - Throws: Why there is no terminal that can be drawn on.
  package static func detect(
    _ options: Options = Options()
  ) throws(TerminalFailure) -> Properties {
    guard TerminalInput(options.input, orThatOf: options.output) != nil else { throw .noTerminal }
    let type = try findType(options)
    let characters = DrawableCharacters.select(options.environment)
    return Properties(
      type: type, size: size(of: options.output), colorDepth: colorDepth(options),
      isASCII: characters.isASCII(request: options.isASCII))
  }

  /// The color depth of the terminal whose description was found last.
  private static func colorDepth(_ options: Options) -> ColorDepth {
    ColorDepth.choose(
      option: options.color, environment: options.environment,
      terminalColors: Int(max(0, virga_curses_number("colors"))))
  }

  /// The first type with a description here: that in `TERM`, or else one like xterm, because names
  /// from remote machines are often unknown.
  private static func findType(_ options: Options) throws(TerminalFailure) -> String {
    let named = options.environment["TERM"] ?? ""
    guard !named.isEmpty else { throw .unknownType("") }
    for type in [named, "xterm-256color", "xterm"] {
      switch virga_curses_find(type, options.output) {
      // It cannot position its cursor.
      case ..<0: throw .tooSimple(type)
      // It has no description here.
      case 0: continue
      default:
        // Control strings of 8 bits are not UTF-8; terminals that use them accept those of 7 bits
        // too, as the next type has them.
        let movingCursor = ControlStrings.capability("cup")
        let isSevenBit = movingCursor?.utf8.allSatisfy { $0 < 0x80 } ?? false
        if isSevenBit { return type }
      }
    }
    throw .unknownType(named)
  }

  /// Sets up a terminal that ncurses has opened: its colors and size, then the modes of keys,
  /// pastes and the mouse.
  private init(
    _ options: Options, _ type: String, _ input: TerminalInput, _ signals: Waker,
    _ characters: DrawableCharacters
  ) {
    self.characters = characters
    isASCII = characters.isASCII(request: options.isASCII)
    self.type = type
    self.input = input
    self.signals = signals
    output = options.output
    colorDepth = Self.colorDepth(options)
    theme = options.theme
    reportsMouse = options.reportsMouse
    escapeTimeout = options.escapeTimeout
    isInsideMultiplexer = options.environment["TMUX"] != nil || type.hasPrefix("tmux")
    size = Self.size(of: output)
    cursesStyles.use(theme, depth: colorDepth)
    virga_curses_resize(Int32(size.rows), Int32(size.columns))
    // The first flush has ncurses set up the screen; the other modes are switched on after it.
    flush(cursor: nil)
    send(ControlStrings.inputModes + (reportsMouse ? ControlStrings.mouseOn : ""))
    if options.asksForBackground { askForBackground() }
  }

  deinit { stop() }

  /// Restores the terminal and shows what was written to standard error meanwhile.
  package func stop() {
    awaitAnswer()
    virga_curses_stop()
  }

  /// Asks which color the background has; many terminals do not answer.
  private func askForBackground() {
    guard let question = ControlStrings.backgroundQuestion else { return }
    send(question)
    answerDeadline = ContinuousClock.now + Self.answerTimeout
  }

  /// How long an answer about the background may take.
  private static let answerTimeout = Duration.milliseconds(200)

  /// Notes that the answer about the background has arrived.
  func endWaitForAnswer() { answerDeadline = nil }

  /// Waits for an answer that may still arrive, so that the shell does not read it as typed.
  private func awaitAnswer() {
    guard let deadline = answerDeadline else { return }
    answerDeadline = nil
    let rest = ContinuousClock.now.duration(to: deadline)
    guard rest > .zero else { return }
    input.discard(arrivingWithin: Int32(rest / Duration.milliseconds(1)))
  }

  /// Draws only ASCII, or all characters that the terminal has; nil to decide by the locale.
  package func useASCII(_ request: Bool?) { isASCII = characters.isASCII(request: request) }

  /// The current size.
  package private(set) var size: Size

  /// Shows a frame; sends only what differs from the last one.
  package func present(_ canvas: Canvas) {
    let frame = canvas.size == size ? canvas : canvas.fitted(to: size)
    let runs = frame.changes(since: presented)
    let isShown = runs.isEmpty && frame.cursor == presented?.cursor
    if isShown { return }
    presented = frame
    for run in runs { stage(run) }
    let cursor = frame.cursor.flatMap { frame.bounds.contains($0) ? $0 : nil }
    // Terminals that know these strings show all of the change at once.
    send(ControlStrings.updateBegin)
    flush(cursor: cursor)
    send(ControlStrings.updateEnd)
  }

  /// Sends the staged runs and shows the cursor at a cell; nil hides it.
  private func flush(cursor: Point?) {
    let hidden: Int32 = -1
    let row = cursor.map { Int32($0.row) } ?? hidden
    let column = Int32(cursor?.column ?? 0)
    virga_curses_flush(row, column)
  }

  /// Gives a run to ncurses, which sends it with the next flush.
  private func stage(_ run: Run) {
    let look = cursesStyles[run.style]
    let row = Int32(run.point.row)
    let column = Int32(run.point.column)
    switch run.content {
    case .scalars(let scalars): virga_curses_run(look, row, column, scalars, Int32(scalars.count))
    case .cluster(let text):
      let terminator: UInt32 = 0
      virga_curses_cluster(look, row, column, text.unicodeScalars.map(\.value) + [terminator])
    }
  }

  /// Sends the whole frame again after something else has written to the terminal.
  package func redraw() {
    virga_curses_forget()
    guard let frame = presented else { return }
    // Without a presented frame, all of the next one is sent.
    presented = nil
    present(frame)
  }

  /// Adopts the terminal's current size and returns it; nil if it has not changed.
  func consumeResize() -> Size? {
    let current = Self.size(of: output)
    if current == size { return nil }
    size = current
    virga_curses_resize(Int32(size.rows), Int32(size.columns))
    // The terminal may have moved or cut what it showed, so the next frame is sent as a whole.
    presented = nil
    return size
  }

  /// The size of the terminal, limited to the largest canvas; if unknown, that of its type, or else
  /// 80x24.
  private static func size(of output: Int32) -> Size {
    var window = winsize()
    let isKnown = virga_terminal_size(output, &window) == 0
    if isKnown, window.ws_row > 0, window.ws_col > 0 {
      let largest = Canvas.largest
      return Size(
        columns: min(Int(window.ws_col), largest.columns),
        rows: min(Int(window.ws_row), largest.rows))
    }
    let columns = Int(virga_curses_number("cols"))
    let rows = Int(virga_curses_number("lines"))
    let usual = Size(columns: 80, rows: 24)
    return Size(
      columns: columns > 0 ? columns : usual.columns, rows: rows > 0 ? rows : usual.rows)
  }

  /// Enters the alternate screen and draws the frame there.
  private func enter() {
    send(ControlStrings.entering + (reportsMouse ? ControlStrings.mouseOn : ""))
    sendTitle()
    // Keys that were typed before were meant for another program.
    input.discardTypeahead()
    redraw()
  }

  /// Sets the title of the terminal's window, if there is one.
  private func sendTitle() {
    let text = isASCII ? String(title.plain.map { $0.isASCII ? $0 : "?" }) : title.plain
    // Without a title of its own, the console leaves the old one.
    if !text.isEmpty, let sequence = ControlStrings.title(text) { send(sequence) }
  }

  /// Leaves the screen to another program until ``reclaimScreen()``.
  func lend() { virga_curses_lend(1) }

  /// Takes the terminal back after ``lend()`` and redraws the frame.
  func reclaimScreen() {
    virga_curses_lend(0)
    enter()
  }

  /// Sets up the terminal again after a stop such as `SIGSTOP`, and redraws the frame.
  ///
  /// Leaves the screen before entering it again, because entering pushes the title onto the
  /// terminal's stack.
  func reenter() {
    virga_curses_lend(0)
    send(ControlStrings.leaving)
    enter()
  }

  /// Copies a text to the terminal's clipboard, even of a remote terminal; returns whether it was
  /// sent.
  ///
  /// Terminals do not answer and may ignore it. Text that is too long is not sent.
  package func copy(_ text: String) -> Bool {
    guard let bytes = Clipboard.sequence(for: text, isInsideMultiplexer: isInsideMultiplexer) else {
      return false
    }
    return send(String(decoding: bytes, as: UTF8.self))
  }

  /// Sends a string that does not move the cursor; returns whether all of it was sent.
  @discardableResult
  private func send(_ string: String) -> Bool {
    virga_curses_send(output, string, Int32(string.utf8.count)) != 0
  }

  /// Looks up the colors again; the next frame is drawn as a whole.
  private func themeChanged() {
    cursesStyles.use(theme, depth: colorDepth)
    presented = nil
  }
}

extension Canvas {
  /// The canvas cut to a size, or with blanks added to it.
  fileprivate func fitted(to size: Size) -> Canvas {
    var fitted = Canvas(size: size, isASCII: isASCII)
    fitted.draw(self, at: .zero)
    fitted.cursor = cursor
    return fitted
  }
}

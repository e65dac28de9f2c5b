import CVirgaCurses
import CVirgaPlatform
import SystemPackage
package import VirgaCanvas
import VirgaFiles

/// The terminal of this process, from `start` to `stop`; only for the main thread.
///
/// The terminal is restored however the process ends: by `stop`, a normal exit, a signal or a trap.
package final class Terminal {
  /// Whether the terminal shows only ASCII; canvases for it should be ASCII too.
  package let isASCII: Bool
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
  let escapeTimeout: Int
  private let output: Int32
  private var cursesStyles = CursesStyles()
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
    let leaving = ControlStrings.leaving
    guard
      virga_curses_take(
        options.output, signals.writeEnd.rawValue, leaving, Int32(leaving.utf8.count)) != 0
    else {
      throw .refused
    }
    guard virga_curses_open(type, options.output) != 0 else {
      virga_curses_stop()
      throw .refused
    }
    return Terminal(
      options, type, input, signals, isASCII: characters.isASCII(request: options.isASCII))
  }

  /// What the terminal is and can show, without taking it over.
  ///
  /// - Returns: the name of its description, its cells, the colors in use, and whether it shows
  ///   ASCII only.
  /// - Throws: why there is none that can be drawn on.
  package static func detect(
    _ options: Options = Options()
  ) throws(TerminalFailure) -> (type: String, size: Size, colorDepth: ColorDepth, isASCII: Bool) {
    guard TerminalInput(options.input, orThatOf: options.output) != nil else { throw .noTerminal }
    let type = try findType(options)
    let colorDepth = ColorDepth.choose(
      option: options.color, environment: options.environment,
      terminalColors: Int(max(0, virga_curses_number("colors"))))
    return (
      type, size(of: options.output), colorDepth,
      DrawableCharacters.select(options.environment).isASCII(request: options.isASCII)
    )
  }

  /// The first known type, as names from remote machines are often unknown.
  private static func findType(_ options: Options) throws(TerminalFailure) -> String {
    let named = options.environment["TERM"] ?? ""
    guard !named.isEmpty else { throw .unknownType("") }
    for type in [named, "xterm-256color", "xterm"] {
      let found = virga_curses_find(type, options.output)
      // 8-bit control strings are not text; terminals that use them also accept the 7-bit ones.
      if found > 0, ControlStrings.capability("cup")?.utf8.allSatisfy({ $0 < 0x80 }) == true {
        return type
      }
      if found < 0 { throw .tooSimple(type) }
    }
    throw .unknownType(named)
  }

  private init(
    _ options: Options, _ type: String, _ input: TerminalInput, _ signals: Waker, isASCII: Bool
  ) {
    self.isASCII = isASCII
    self.type = type
    self.input = input
    self.signals = signals
    output = options.output
    colorDepth = .choose(
      option: options.color, environment: options.environment,
      terminalColors: Int(max(0, virga_curses_number("colors"))))
    theme = options.theme
    reportsMouse = options.reportsMouse
    escapeTimeout = options.escapeTimeout
    isInsideMultiplexer = options.environment["TMUX"] != nil || type.hasPrefix("tmux")
    size = Self.size(of: output)
    cursesStyles.use(theme, depth: colorDepth)
    virga_curses_resize(Int32(size.rows), Int32(size.columns))
    virga_curses_flush(-1, 0)
    send(ControlStrings.inputModes + (reportsMouse ? ControlStrings.mouseOn : ""))
  }

  deinit { stop() }

  /// Restores the terminal and shows what was written to standard error meanwhile.
  package func stop() { virga_curses_stop() }

  /// The current size.
  package private(set) var size: Size

  /// Shows a frame; sends only what differs from the last one.
  package func present(_ canvas: Canvas) {
    let frame = canvas.size == size ? canvas : canvas.fitted(to: size)
    let runs = frame.changes(since: presented)
    if runs.isEmpty, frame.cursor == presented?.cursor { return }
    presented = frame
    for run in runs { stage(run) }
    let cursor = frame.cursor.flatMap { frame.bounds.contains($0) ? $0 : nil }
    send(ControlStrings.updateBegin)
    virga_curses_flush(Int32(cursor?.row ?? -1), Int32(cursor?.column ?? 0))
    send(ControlStrings.updateEnd)
  }

  private func stage(_ run: Run) {
    let (look, row, column) = (
      cursesStyles[run.style], Int32(run.point.row), Int32(run.point.column)
    )
    switch run.content {
    case .scalars(let scalars): virga_curses_run(look, row, column, scalars, Int32(scalars.count))
    case .cluster(let text):
      virga_curses_cluster(look, row, column, text.unicodeScalars.map(\.value) + [0])
    }
  }

  /// Sends the whole frame again after something else has written to the terminal.
  package func redraw() {
    virga_curses_forget()
    guard let frame = presented else { return }
    presented = nil
    present(frame)
  }

  func consumeResize() -> Size? {
    let current = Self.size(of: output)
    if current == size { return nil }
    size = current
    virga_curses_resize(Int32(size.rows), Int32(size.columns))
    presented = nil
    return size
  }

  /// The size of the terminal, or of its type if unknown; limited to the largest canvas.
  private static func size(of output: Int32) -> Size {
    var window = winsize()
    if virga_terminal_size(output, &window) == 0, window.ws_row > 0, window.ws_col > 0 {
      let largest = Canvas.largest
      return Size(
        columns: min(Int(window.ws_col), largest.columns),
        rows: min(Int(window.ws_row), largest.rows))
    }
    let (columns, rows) = (virga_curses_number("cols"), virga_curses_number("lines"))
    return Size(columns: columns > 0 ? Int(columns) : 80, rows: rows > 0 ? Int(rows) : 24)
  }

  private func enter() {
    send(ControlStrings.entering + (reportsMouse ? ControlStrings.mouseOn : ""))
    sendTitle()
    input.discardTypeahead()
    redraw()
  }

  private func sendTitle() {
    let text = isASCII ? String(title.plain.map { $0.isASCII ? $0 : "?" }) : title.plain
    if !text.isEmpty, let sequence = ControlStrings.title(text) { send(sequence) }
  }

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

  private func themeChanged() {
    cursesStyles.use(theme, depth: colorDepth)
    presented = nil
  }
}

extension Canvas {
  fileprivate func fitted(to size: Size) -> Canvas {
    var fitted = Canvas(size: size, isASCII: isASCII)
    fitted.draw(self, at: .zero)
    fitted.cursor = cursor
    return fitted
  }
}

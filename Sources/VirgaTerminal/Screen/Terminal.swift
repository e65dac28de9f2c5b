import CVirgaCurses
package import VirgaCanvas

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The terminal of this process, from `start` to `stop`; only the main thread may use it.
///
/// Whatever ends the process gives the terminal back: `stop`, a normal exit, a signal, a trap.
package final class Terminal {
  /// Whether the terminal shows ASCII only, so that canvases for it should be in ASCII.
  package let isASCII: Bool
  /// How many colours are in use.
  package let colorDepth: ColorDepth
  /// The terminal's type as its description is called; not `TERM` where that was unknown.
  package let type: String
  /// How roles look.
  package var theme: Theme { didSet { themeChanged() } }
  /// Whether the terminal reports the mouse; while it does, its own selection needs Shift or Option.
  package var reportsMouse: Bool { didSet { send(reportsMouse ? TerminalWords.mouseOn : TerminalWords.mouseOff) } }

  /// Whether the terminal is one within another, which decides what of the clipboard passes.
  package let isInsideMultiplexer: Bool

  let input: TerminalInput
  /// What signals come through, a byte each.
  let signals: Waker
  let escapePatience: Int
  private let output: Int32
  private var writer: FrameWriter
  private var presented: Canvas?

  /// Takes the terminal over.
  ///
  /// - Throws: why there is none that can be drawn on; nothing has been sent to it then.
  package static func start(_ options: Options = Options()) throws(TerminalFailure) -> Terminal {
    guard let input = TerminalInput(options.input, orThatOf: options.output) else { throw .noTerminal }
    let isUTF8 = TerminalWords.useUTF8(options.environment)
    let type = try findType(options)
    let signals = Waker()
    let leaving = TerminalWords.leaving
    guard virga_curses_take(options.output, signals.source, leaving, Int32(leaving.utf8.count)) != 0 else {
      throw .refused
    }
    return Terminal(options, type, input, signals, isASCII: options.isASCII ?? !isUTF8)
  }

  /// The first type that is known: a name from over the network often is not.
  private static func findType(_ options: Options) throws(TerminalFailure) -> String {
    let named = options.environment["TERM"] ?? ""
    guard !named.isEmpty else { throw .unknownType("") }
    for type in [named, "xterm-256color", "xterm"] {
      let found = virga_curses_find(type, options.output)
      // Words of eight bits are no text; who understands them understands those of seven too.
      if found > 0, TerminalWords.capability("cup")?.utf8.allSatisfy({ $0 < 0x80 }) == true { return type }
      if found < 0 { throw .tooSimple(type) }
    }
    throw .unknownType(named)
  }

  private init(_ options: Options, _ type: String, _ input: TerminalInput, _ signals: Waker, isASCII: Bool) {
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
    escapePatience = options.escapePatience
    isInsideMultiplexer = options.environment["TMUX"] != nil || type.hasPrefix("tmux")
    size = Self.size(of: output)
    writer = FrameWriter(FrameWords(TerminalWords.description), theme, depth: colorDepth)
    enter()
  }

  deinit { stop() }

  /// Gives the terminal back and shows what was written to standard error meanwhile.
  package func stop() { virga_curses_stop() }

  /// How many cells there are now.
  package private(set) var size: Size

  /// Shows a frame: sends what differs from the last one, and nothing where nothing does.
  package func present(_ canvas: Canvas) {
    let frame = canvas.size == size ? canvas : canvas.fitted(to: size)
    // What did not arrive has to be sent anew, all of it.
    presented = send(writer.change(from: presented, to: frame)) ? frame : nil
  }

  /// Sends the whole frame anew, for when something else has written to the terminal.
  package func redraw() {
    guard let frame = presented else { return }
    presented = nil
    writer.forgetCursor()
    present(frame)
  }

  /// Takes over a changed size; the new one, or nothing where it is the old one.
  func takeSize() -> Size? {
    let current = Self.size(of: output)
    if current == size { return nil }
    size = current
    presented = nil
    return size
  }

  /// The size of a terminal; where it does not say, that of its type.
  private static func size(of output: Int32) -> Size {
    var window = winsize()
    if ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0, window.ws_col > 0 {
      return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }
    let (columns, rows) = (virga_curses_number("cols"), virga_curses_number("lines"))
    return Size(columns: columns > 0 ? Int(columns) : 80, rows: rows > 0 ? Int(rows) : 24)
  }

  private func enter() {
    send(TerminalWords.entering + (reportsMouse ? TerminalWords.mouseOn : ""))
    writer.forgetCursor()
  }

  /// Gives the terminal to somebody else.
  func lend() { virga_curses_lend(1) }

  /// Takes the terminal back after ``lend()``, and draws the whole frame.
  func retake() {
    virga_curses_lend(0)
    enter()
    input.dropWhatWasTyped()
    redraw()
  }

  /// Sets up the terminal again after a stop that came without a warning, such as `SIGSTOP`, and draws the whole frame.
  ///
  /// The screen is left before it is entered again: entering pushes the title onto the terminal's stack each time.
  func reenter() {
    virga_curses_lend(0)
    send(TerminalWords.leaving)
    enter()
    input.dropWhatWasTyped()
    redraw()
  }

  /// Puts a text into the clipboard of whoever sits at the terminal, even far away; whether it was sent.
  ///
  /// Terminals do not answer, and may ignore it. A text that is too long is not sent at all.
  package func copy(_ text: String) -> Bool {
    guard let bytes = Clipboard.sequence(for: text, isInsideMultiplexer: isInsideMultiplexer) else { return false }
    return send(String(decoding: bytes, as: UTF8.self))
  }

  /// Sends words that move nothing; whether all went out.
  @discardableResult
  private func send(_ words: String) -> Bool { virga_curses_send(output, words, Int32(words.utf8.count)) != 0 }

  private func send(_ bytes: [UInt8]) -> Bool {
    bytes.isEmpty || bytes.withUnsafeBytes { virga_curses_send(output, $0.baseAddress, Int32($0.count)) } != 0
  }

  private func themeChanged() {
    writer = FrameWriter(FrameWords(TerminalWords.description), theme, depth: colorDepth)
    presented = nil
  }
}

extension Canvas {
  /// The same frame, cut or filled up with blanks.
  fileprivate func fitted(to size: Size) -> Canvas {
    var fitted = Canvas(size: size, isASCII: isASCII)
    fitted.draw(self, at: .zero)
    fitted.cursor = cursor
    return fitted
  }
}

import CVirgaCurses
public import VirgaCanvas

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The terminal of this process, from `start` to `stop`; only the main thread may use it.
///
/// Whatever ends the process gives the terminal back: `stop`, a normal exit, a signal, a trap.
public final class Terminal {
  /// Whether the terminal shows ASCII only, so that canvases for it should be in ASCII.
  public let isASCII: Bool
  /// How many colours are in use.
  public let colorDepth: ColorDepth
  /// The terminal's type as its description is called; not `TERM` where that was unknown.
  public let type: String
  /// How roles look.
  public var theme: Theme { didSet { themeChanged() } }
  /// Whether the terminal reports the mouse; while it does, its own selection needs Shift or Option.
  public var reportsMouse: Bool { didSet { send(reportsMouse ? TerminalWords.mouseOn : TerminalWords.mouseOff) } }

  /// Whether the terminal is one within another, which decides what of the clipboard passes.
  public let isInsideMultiplexer: Bool

  let input: TerminalInput
  /// What signals come through, a byte each.
  let signals: Waker
  let escapePatience: Int
  private let output: Int32
  private var looks: [Look] = []
  private var presented: Canvas?

  /// Takes the terminal over.
  ///
  /// - Throws: why there is none that can be drawn on; nothing has been sent to it then.
  public static func start(_ options: Options = Options()) throws(TerminalFailure) -> Terminal {
    guard let input = TerminalInput(options.input, orThatOf: options.output) else { throw .noTerminal }
    let isUTF8 = TerminalWords.useUTF8()
    let type = try findType(options)
    let signals = Waker()
    let leaving = TerminalWords.leaving
    guard virga_curses_take(options.output, signals.source, leaving, Int32(leaving.utf8.count)) != 0 else {
      throw .refused
    }
    guard virga_curses_open(type, options.output) != 0 else {
      virga_curses_stop()
      throw .refused
    }
    return Terminal(options, type, input, signals, isASCII: options.isASCII || !isUTF8)
  }

  /// The first type that is known: a name from over the network often is not.
  private static func findType(_ options: Options) throws(TerminalFailure) -> String {
    let named = options.environment["TERM"] ?? ""
    guard !named.isEmpty else { throw .unknownType("") }
    for type in [named, "xterm-256color", "xterm"] {
      let found = virga_curses_find(type, options.output)
      if found > 0 { return type }
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
      option: options.color, environment: options.environment, terminalColors: Int(virga_curses_colors()))
    theme = options.theme
    reportsMouse = options.reportsMouse
    escapePatience = options.escapePatience
    isInsideMultiplexer = options.environment["TMUX"] != nil || type.hasPrefix("tmux")
    virga_curses_flush(-1, 0)
    send(TerminalWords.pasteOn + (reportsMouse ? TerminalWords.mouseOn : ""))
    themeChanged()
  }

  deinit { stop() }

  /// Gives the terminal back and shows what was written to standard error meanwhile.
  public func stop() { virga_curses_stop() }

  /// How many cells there are now.
  public var size: Size { Size(columns: Int(virga_curses_columns()), rows: Int(virga_curses_rows())) }

  /// Shows a frame: sends what differs from the last one, and nothing where nothing does.
  public func present(_ canvas: Canvas) {
    let frame = canvas.size == size ? canvas : canvas.fitted(to: size)
    let runs = frame.changes(since: presented)
    if runs.isEmpty && presented?.cursor == frame.cursor { return }
    for run in runs { stage(run) }
    let cursor = frame.cursor.flatMap { frame.bounds.contains($0) ? $0 : nil }
    virga_curses_flush(cursor.map { Int32($0.row) } ?? -1, cursor.map { Int32($0.column) } ?? 0)
    presented = frame
  }

  /// Sends the whole frame anew, for when something else has written to the terminal.
  public func redraw() { virga_curses_redraw() }

  /// Takes over a changed size; the new one, or nothing where it is the old one.
  func takeSize() -> Size? {
    var window = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0, window.ws_col > 0,
      Size(columns: Int(window.ws_col), rows: Int(window.ws_row)) != size
    else { return nil }
    virga_curses_resize(Int32(window.ws_row), Int32(window.ws_col))
    presented = nil
    return size
  }

  /// Gives the terminal to somebody else.
  func lend() { virga_curses_lend(1) }

  /// Has the terminal again after ``lend()``, or after a stop that nobody asked for here; the frame is shown anew.
  func retake() {
    virga_curses_lend(0)
    send(TerminalWords.entering(showsCursor: presented?.cursor != nil) + (reportsMouse ? TerminalWords.mouseOn : ""))
    input.dropWhatWasTyped()
    redraw()
  }

  /// Puts a text into the clipboard of whoever sits at the terminal, even far away; whether it was sent.
  ///
  /// Terminals do not answer, and may ignore it. A text that is too long is not sent at all.
  public func copy(_ text: String) -> Bool {
    guard let bytes = Clipboard.sequence(for: text, isInsideMultiplexer: isInsideMultiplexer) else { return false }
    return send(String(decoding: bytes, as: UTF8.self))
  }

  /// Sends words that move nothing; whether all went out.
  @discardableResult
  private func send(_ words: String) -> Bool { virga_curses_send(output, words, Int32(words.utf8.count)) != 0 }

  private func stage(_ run: Run) {
    let look = looks[Int(run.style.role.rawValue)]
    let emphasis = Int32(look.emphasis.union(run.style.emphasis).rawValue)
    let scalars: [UInt32] =
      switch run.content {
      case .scalars(let scalars): scalars
      case .cluster(let text): text.unicodeScalars.map(\.value)
      }
    virga_curses_run(
      Int32(run.point.row), Int32(run.point.column), scalars, Int32(scalars.count), emphasis, look.pair)
  }

  private func themeChanged() {
    var pairs: [[Int32]: Int32] = [[-1, -1]: 0]
    looks = StyleRole.allCases.map { role in
      let appearance = theme.appearance(of: Style(role), depth: colorDepth)
      let colors = [appearance.foreground.number, appearance.background.number]
      let next = Int32(pairs.count)
      let pair = pairs[colors] ?? (virga_curses_pair(next, colors[0], colors[1]) != 0 ? next : 0)
      pairs[colors] = pair
      return Look(pair: pair, emphasis: appearance.emphasis)
    }
    presented = nil
  }
}

/// An appearance as ncurses has it.
private struct Look {
  var pair: Int32
  var emphasis: Emphasis
}

extension Color {
  /// The number of the colour for ncurses; where numbers are red, green and blue, the first eight are still palette.
  fileprivate var number: Int32 {
    if case .indexed(let index) = self, index < 8 || virga_curses_is_direct() == 0 { return Int32(index) }
    guard let (red, green, blue) = components else { return -1 }
    return max(8, Int32(red) << 16 | Int32(green) << 8 | Int32(blue))
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

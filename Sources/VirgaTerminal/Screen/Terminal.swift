import CVirgaCurses
public import VirgaCanvas

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
  public var reportsMouse: Bool { didSet { virga_curses_mouse(reportsMouse ? 1 : 0) } }

  let escapePatience: Int
  private let isInsideMultiplexer: Bool
  private var looks: [Look] = []
  private var presented: Canvas?

  /// Takes the terminal over.
  ///
  /// - Throws: why there is none that can be drawn on; nothing has been sent to it then.
  public static func start(_ options: Options = Options()) throws(TerminalFailure) -> Terminal {
    let locale = virga_curses_locale()
    let refusal = virga_curses_start(options.input, options.output, options.reportsMouse ? 1 : 0)
    if let failure = TerminalFailure(refusal, type: options.environment["TERM"] ?? "") { throw failure }
    return Terminal(options, isASCII: options.isASCII || locale == 0)
  }

  private init(_ options: Options, isASCII: Bool) {
    self.isASCII = isASCII
    type = virga_curses_type().map { String(cString: $0) } ?? ""
    colorDepth = .choose(
      option: options.color, environment: options.environment, terminalColors: Int(virga_curses_colors()))
    theme = options.theme
    reportsMouse = options.reportsMouse
    escapePatience = options.escapePatience
    isInsideMultiplexer = options.environment["TMUX"] != nil || type.hasPrefix("tmux")
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
    guard virga_curses_resize() != 0 else { return nil }
    presented = nil
    return size
  }

  /// Stops the process as Ctrl-Z would; returns when it continues, with the frame shown anew.
  public func suspend() { virga_curses_suspend() }

  /// Comes back from a stop that nobody asked for here.
  func retake() { virga_curses_return() }

  /// Lets `body` have the terminal, such as for an editor, and takes it back with the frame shown anew.
  ///
  /// Keys typed ahead are dropped, and Ctrl-C is for the program that `body` runs.
  public func runOutside<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    virga_curses_leave()
    defer { virga_curses_return() }
    return try body()
  }

  /// Puts a text into the clipboard of whoever sits at the terminal, even far away; whether it was sent.
  ///
  /// Terminals do not answer, and may ignore it. A text that is too long is not sent at all.
  public func copy(_ text: String) -> Bool {
    guard let bytes = Clipboard.sequence(for: text, isInsideMultiplexer: isInsideMultiplexer) else { return false }
    return bytes.withUnsafeBytes { buffer in
      virga_curses_send(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count)) != 0
    }
  }

  private func stage(_ run: Run) {
    let look = looks[Int(run.style.role.rawValue)]
    let emphasis = Int32(look.emphasis.union(run.style.emphasis).rawValue)
    let (row, column) = (Int32(run.point.row), Int32(run.point.column))
    switch run.content {
    case .scalars(let scalars):
      virga_curses_run(row, column, scalars, Int32(scalars.count), emphasis, look.pair)
    case .cluster(let text):
      let scalars = text.unicodeScalars.map(\.value)
      virga_curses_cluster(row, column, scalars, Int32(scalars.count), emphasis, look.pair)
    }
  }

  private func themeChanged() {
    looks = StyleRole.allCases.map { Look(theme.appearance(of: Style($0), depth: colorDepth)) }
    presented = nil
  }
}

/// An appearance as ncurses has it.
private struct Look {
  var pair: Int32
  var emphasis: Emphasis

  init(_ appearance: Theme.Appearance) {
    pair = virga_curses_pair(appearance.foreground.number, appearance.background.number)
    emphasis = appearance.emphasis
  }
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

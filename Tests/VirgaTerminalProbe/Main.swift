import CVirgaPlatform
import CVirgaTestSupport
import VirgaCanvas
import VirgaFiles
import VirgaTerminal

/// A minimal program on a real terminal so that tests can see what the terminal receives.
///
/// It reports each event as a line on descriptor 3. Keys: `q` leaves, `s` shows the same frame
/// again, `x` changes one cell, `v` draws glyphs of several cells and scalars, `h` draws over half
/// of one, `t` switches the theme and back, `o` lends the terminal, `n` names the window, `e` and
/// `g` run a program that stops, `z` suspends, `c` copies, `d` requests a deadline, `f` draws until
/// the terminal is full, and capital letters end the process in the ways that programs fail. With
/// `PROBE_ASKS` it asks for the background.
@main
struct Probe {
  static func main() {
    var options = Terminal.Options()
    options.environment = Dictionary(
      ["TERM", "NO_COLOR", "TMUX", "LC_ALL", "LC_CTYPE", "LANG"].compactMap { name in
        getenv(name).map { (name, String(cString: $0)) }
      }, uniquingKeysWith: { $1 })
    options.asksForBackground = getenv("PROBE_ASKS") != nil
    do {
      let terminal = try Terminal.start(options)
      report(
        "started \(terminal.size) \(terminal.type) \(terminal.colorDepth) ascii:\(terminal.isASCII)"
      )
      run(terminal, try EventLoop(terminal))
    } catch {
      report("refused \(error)")
      exit(2)
    }
  }

  private static func run(_ terminal: Terminal, _ loop: EventLoop) {
    if CommandLine.arguments.count > 1 { loop.files.watch([CommandLine.arguments[1]]) }
    var canvas = frame(of: terminal.size)
    while true {
      terminal.present(canvas)
      for event in loop.next() {
        report(String(describing: event))
        if let code = event.exitCode { leave(terminal, code) }
        if case .terminal(.resize(let size)) = event { canvas = frame(of: size) }
        if case .terminal(.key(let press)) = event {
          act(press.description, &canvas, terminal, loop)
        }
      }
      report("idle")
    }
  }

  private static func act(
    _ key: String, _ canvas: inout Canvas, _ terminal: Terminal, _ loop: EventLoop
  ) {
    switch key {
    case "q": leave(terminal, 0)
    case "x": canvas.draw("X", at: Point(column: 5, row: 2))
    case "v":
      canvas.draw("漢字\u{302}漢字", at: Point(column: 2, row: 2))
      canvas.draw("e\u{301}", at: Point(column: canvas.size.columns - 1, row: canvas.size.rows - 1))
    case "n": terminal.title = DisplayText("naïve\u{1B}]2;x")
    case "h": canvas.draw("|", at: Point(column: 3, row: 2))
    case "t": terminal.theme = terminal.theme == .standard ? .deuteranopia : .standard
    case "o":
      terminal.runOutside {
        for stream in [1, 2] as [Int32] { say("outside \(stream)\n", to: stream) }
      }
    case "e": report("program \(terminal.run(["sh", "-c", "kill -STOP $$"]))")
    case "g":
      // However slow the machine is, the program continues soon after it stops.
      report(
        "program \(terminal.run(["sh", "-c", "(while kill -CONT $$; do :; done) & kill -STOP $$; exit 3"]))"
      )
    case "z": terminal.suspend()
    case "c": report("copied \(terminal.copy("héllo"))")
    case "d": loop.setDeadline(afterMilliseconds: 1)
    case "w": loop.waker.wake()
    case "f": fill(terminal)
    default: fail(key)
    }
  }

  /// Draws frames that differ in every cell, without end.
  private static func fill(_ terminal: Terminal) {
    var canvas = Canvas(size: terminal.size)
    var letter = "a"
    while true {
      letter = letter == "a" ? "b" : "a"
      let line = DisplayText(String(repeating: letter, count: canvas.size.columns))
      for row in 0..<canvas.size.rows { canvas.draw(line, at: Point(column: 0, row: row)) }
      terminal.present(canvas)
    }
  }

  /// Reads a mapped file that is shorter than its map.
  private static func readCutFile() {
    guard let file = tmpfile() else { return }
    ftruncate(fileno(file), 4096)
    let map = mmap(nil, 4096, PROT_READ, MAP_SHARED, fileno(file), 0)
    ftruncate(fileno(file), 0)
    if let byte = map?.load(as: UInt8.self) { report("\(byte)") }
  }

  private static func fail(_ key: String) {
    switch key {
    case "E": say("careful\u{1B}[31m\n", to: 2)
    case "T": preconditionFailure("on purpose")
    case "A": abort()
    case "S": raise(SIGSEGV)
    case "R": recurse(0)
    case "N": exit(7)
    case "B": readCutFile()
    case "L":
      virga_start_timer(1)
    default: break
    }
  }

  private static func recurse(_ depth: Int) {
    if depth < .max { recurse(depth + 1) }
    report("\(depth)")
  }

  private static func leave(_ terminal: Terminal, _ code: Int32) {
    terminal.stop()
    exit(code)
  }

  private static func frame(of size: Size) -> Canvas {
    var canvas = Canvas(size: size)
    canvas.border(canvas.bounds, title: "Probe ◆")
    canvas.draw("漢字 e\u{301} 👍🏽 \u{1B}[31m", at: Point(column: 2, row: 1), style: .error)
    canvas.cursor = Point(column: 2, row: 1)
    return canvas
  }

  private static func report(_ line: String) { say(line + "\n", to: 3) }

  private static func say(_ text: String, to descriptor: Int32) {
    _ = text.withCString { write(descriptor, $0, strlen($0)) }
  }
}

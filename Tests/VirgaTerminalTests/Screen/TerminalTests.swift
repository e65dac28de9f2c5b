import CVirgaPlatform
import Testing
import VirgaTestSupport

@Suite("Terminal", .serialized) struct TerminalTests {
  private static let enter = "\u{1B}[?1049h"
  private static let leave = "\u{1B}[?1049l"

  @Test("takes the terminal and restores it") func restoring() throws {
    let probe = try ProbeProcess()
    #expect(
      try probe.report("started").last == "started 40x6 xterm-256color indexed256 ascii:false")
    probe.type("j")
    try probe.report("idle")
    #expect(probe.modes != probe.modesBefore)
    probe.type("q")
    #expect(try probe.end() == .code(0))
    #expect(probe.modes == probe.modesBefore)
    let text = probe.text
    #expect(text.contains(Self.enter))
    #expect(text.contains("\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"))
    #expect(text.contains("Probe ◆"))
    #expect(text.contains("漢字 e\u{301} 👍… ␛[31m"))
    let end = try #require(text.ranges(of: Self.leave).first)
    #expect(
      text[..<end.lowerBound].contains("\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l"))
    #expect(text.ranges(of: Self.leave).count == 1)
    #expect(text.contains("\u{1B}[?25h"))
  }

  @Test("sends nothing for the same frame and little for one changed cell") func smallChanges()
    throws
  {
    let probe = try ProbeProcess()
    try probe.report("started")
    probe.type("j")
    try probe.report("idle")
    let before = settled(probe)
    probe.type("s")
    try probe.report("idle")
    probe.type("j")
    try probe.report("idle")
    #expect(settled(probe) == before)
    probe.type("x")
    try probe.report("idle")
    probe.type("j")
    try probe.report("idle")
    #expect(settled(probe) - before <= 32)
    let change = try #require(probe.text.split(separator: "\u{1B}[?2026h").last)
    #expect(change.hasPrefix("\u{1B}[3;6HX"))
    #expect(change.hasSuffix("\u{1B}[?2026l"))
  }

  /// The number of bytes sent; bytes sent before a report are already in the terminal.
  private func settled(_ probe: ProbeProcess) -> Int {
    while probe.drain() {}
    return probe.output.count
  }

  @Test(
    "reports what is typed",
    arguments: [
      TestRow("a letter", ("j", "key(j)")),
      TestRow("an arrow key", ("\u{1B}[A", "key(Up)")),
      TestRow("an arrow key in application mode", ("\u{1B}OA", "key(Up)")),
      TestRow("Ctrl-C", ("\u{3}", "key(Ctrl-C)")),
      TestRow("Ctrl-Z", ("\u{1A}", "key(Ctrl-Z)")),
      TestRow("Ctrl-S", ("\u{13}", "key(Ctrl-S)")),
      TestRow("Enter", ("\r", "key(Enter)")),
      TestRow("Esc", ("\u{1B}", "key(Esc)")),
      TestRow("pasted text", ("\u{1B}[200~q\u{1B}[201~", "paste(\"q\")")),
      TestRow("a letter of two bytes", ("é", "key(é)")),
      TestRow("a letter with Alt", ("\u{1B}x", "key(Alt-x)")),
      TestRow("an arrow key with Ctrl", ("\u{1B}[1;5C", "key(Ctrl-Right)")),
    ])
  func typing(_ row: TestRow<(String, String)>) throws {
    let (bytes, event) = row.values
    let probe = try ProbeProcess()
    try probe.report("started")
    probe.type(bytes)
    let reported = try probe.report("terminal(")
    #expect(reported.last?.hasSuffix(event + ")") == true, "\(reported)")
  }

  @Test("asks for the background and reports the answer", arguments: ["\u{7}", "\u{1B}\\"])
  func background(end: String) throws {
    let probe = try ProbeProcess(environment: ["PROBE_ASKS=1"])
    try probe.report("started")
    probe.type("\u{1B}]11;rgb:ffff/ffff/ffff\(end)")
    let reported = try probe.report("background(")
    #expect(!reported.contains { $0.contains("key(") })
    #expect(probe.text.contains("\u{1B}]11;?\u{7}"))
    probe.type("q")
    #expect(try probe.end() == .code(0))
  }

  @Test("a terminal that does not answer about the background delays nothing")
  func unansweredQuestion() throws {
    let probe = try ProbeProcess(environment: ["PROBE_ASKS=1"])
    try probe.report("started")
    probe.type("j")
    try probe.report("key(j)")
    probe.type("q")
    #expect(try probe.end() == .code(0))
    #expect(probe.modes == probe.modesBefore)
  }

  @Test("a terminal without titles is not asked for its background") func unknownQuestion() throws {
    let probe = try ProbeProcess(terminalType: "linux", environment: ["PROBE_ASKS=1"])
    try probe.report("started")
    probe.type("q")
    #expect(try probe.end() == .code(0))
    #expect(!probe.text.contains("]11;"))
  }

  @Test("reports a new size") func resizing() throws {
    let probe = try ProbeProcess()
    try probe.report("started")
    for (columns, rows) in [(60, 10), (3, 2), (1, 1), (200, 60)] as [(UInt16, UInt16)] {
      probe.resize(columns: columns, rows: rows)
      try probe.report("\(columns)x\(rows)")
    }
    probe.type("q")
    #expect(try probe.end() == .code(0))
  }

  @Test(
    "leaves cleanly on a signal",
    arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130), (SIGQUIT, 131)] as [(Int32, Int32)])
  func leavingOnSignal(signal: Int32, code: Int32) throws {
    let probe = try ProbeProcess()
    try probe.report("started")
    probe.send(signal)
    #expect(try probe.end() == .code(code))
    expectGivenBack(probe)
  }

  @Test("a signal that ends a process first restores the terminal", arguments: endingSignals)
  func endedBySignal(signal: Int32) throws {
    let probe = try ProbeProcess()
    try probe.report("started")
    probe.send(signal)
    #expect(try probe.end() == .signal(signal))
    expectGivenBack(probe)
  }

  private static let endingSignals: [Int32] = {
    let signals = [SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGSYS]
    #if os(Linux)
      // The real-time signals, which have no names.
      return signals + [SIGPOLL] + Array(34...64)
    #else
      return signals
    #endif
  }()

  @Test("a signal sent by the kernel ends the process too")
  func alarm() throws {
    let probe = try ProbeProcess()
    try probe.report("started")
    probe.type("L")
    #expect(try probe.end() == .signal(SIGALRM))
    expectGivenBack(probe)
  }

  @Test(
    "restores the terminal when the program crashes",
    arguments: [("A", SIGABRT), ("S", SIGSEGV), ("R", SIGSEGV), ("T", SIGILL)])
  func crashing(key: String, signal: Int32) throws {
    let probe = try ProbeProcess()
    try probe.report("started")
    probe.type("j")
    try probe.report("idle")
    probe.type("E" + key)
    #expect(try [.signal(signal), .signal(SIGTRAP)].contains(probe.end()))
    expectGivenBack(probe)
    let after = probe.text.components(after: Self.leave)
    #expect(after.contains("careful?[31m"))
    #expect(key != "T" || after.contains("Fatal error: on purpose"))
  }

  @Test("restores the terminal on a plain exit") func exiting() throws {
    let probe = try ProbeProcess()
    try probe.report("started")
    probe.type("EN")
    #expect(try probe.end() == .code(7))
    expectGivenBack(probe)
    #expect(probe.text.components(after: Self.leave).contains("careful?[31m"))
  }

  private func expectGivenBack(_ probe: ProbeProcess) {
    #expect(probe.modes == probe.modesBefore)
    #expect(probe.text.ranges(of: Self.leave).count == 1)
    #expect(probe.text.contains("\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l"))
  }

  @Test(
    "a signal ends the process although nobody reads its terminal",
    arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func unreadTerminal(signal: Int32) throws {
    let probe = try ProbeProcess()
    try probe.report("started")
    probe.reads = false
    probe.type("f")
    try probe.report("key(f)")
    probe.send(signal)
    #expect(try probe.end() == .signal(signal))
    #expect(probe.modes == probe.modesBefore)
  }

  @Test("a file that another program cuts short ends the process with a reason")
  func cutFile() throws {
    let probe = try ProbeProcess()
    try probe.report("started")
    probe.type("B")
    #expect(try probe.end() == .signal(SIGBUS))
    expectGivenBack(probe)
    let words = "virga: another program cut a file short that was in use"
    #expect(probe.text.components(after: Self.leave).contains(words))
  }

  @Test("leaves when the terminal is gone") func hangingUp() throws {
    let probe = try ProbeProcess()
    try probe.report("started")
    probe.hangUp()
    #expect(try probe.end() == .code(129))
  }

  @Test("lends the terminal to another program and takes it back") func lending() throws {
    let probe = try ProbeProcess()
    try probe.report("started")
    probe.type("o")
    try probe.report("idle")
    probe.type("q")
    #expect(try probe.end() == .code(0))
    let lent = probe.text.components(after: Self.leave)
    let back = try #require(lent.ranges(of: Self.enter).first)
    #expect(lent[..<back.lowerBound].contains("outside 1\r\noutside 2\r\n"))
    #expect(lent.components(after: Self.enter).contains("Probe ◆"))
    #expect(lent.components(after: Self.enter).contains("\u{1B}[?2004h"))
    // The other program may have changed style, scroll region and cursor.
    #expect(lent.components(after: Self.enter).contains("\u{1B}(B\u{1B}[m\u{1B}[1;6r\u{1B}[?25l"))
    #expect(probe.modes == probe.modesBefore)
  }

  @Test("leaves on a stop and comes back", arguments: [nil, SIGTSTP, SIGTTIN, SIGTTOU])
  func stopping(signal: Int32?) throws {
    let probe = try ProbeProcess()
    try probe.report("started")
    if let signal { probe.send(signal) } else { probe.type("z") }
    try probe.report("idle")
    probe.type("q")
    #expect(try probe.end() == .code(0))
    #expect(
      probe.text.components(after: Self.leave).components(after: Self.enter).contains("Probe ◆"))
  }

  /// All that a probe with a window title wrote to a terminal.
  private func textWithTitle(on type: String, _ locale: String) throws -> String {
    let probe = try ProbeProcess(terminalType: type, locale: ["LC_ALL=\(locale)"])
    try probe.report("started")
    probe.type("n")
    try probe.report("idle")
    probe.type("q")
    #expect(try probe.end() == .code(0))
    return probe.text
  }

  @Test(
    "sets a window title",
    arguments: [
      TestRow("in UTF-8", ("C.UTF-8", "\u{1B}]2;naïve␛]2;x\u{7}")),
      TestRow("in ASCII", ("C", "\u{1B}]2;na?ve?]2;x\u{7}")),
    ] as [TestRow<(String, String)>])
  func title(_ row: TestRow<(String, String)>) throws {
    let text = try textWithTitle(on: "xterm-256color", row.values.0)
    #expect(text.ranges(of: "\u{1B}]2;").count == 1 && text.contains(row.values.1))
  }

  @Test("restores the old window title") func oldTitle() throws {
    let text = try textWithTitle(on: "xterm-256color", "C.UTF-8")
    let (pushes, pops) = (text.ranges(of: "\u{1B}[22;"), text.ranges(of: "\u{1B}[23;"))
    #expect(pushes.count == 1 && pops.count == 1)
  }

  @Test("sets no window title if the terminal has none") func noTitle() throws {
    #expect(try !textWithTitle(on: "linux", "C.UTF-8").contains("\u{1B}]"))
  }

  @Test("the title is popped as often as it was pushed", arguments: ["stop", "z", "SIGTSTP"])
  func titleStack(way: String) throws {
    let probe = try ProbeProcess()
    try probe.report("started")
    for _ in 0..<2 {
      switch way {
      case "stop":
        try probe.stop()
        probe.send(SIGCONT)
      case "z":
        probe.type("z")
        try probe.report("key(z)")
        try probe.report("idle")
        probe.send(SIGCONT)
      // No shell could continue the probe, so it does not stop, and resumes by itself.
      default: probe.send(SIGTSTP)
      }
      try probe.report("resumed")
      // Taking the terminal back discards what was typed before.
      try probe.report("idle")
    }
    probe.type("q")
    #expect(try probe.end() == .code(0))
    let (pushes, pops) = (
      probe.text.ranges(of: "\u{1B}[22;0;0t").count, probe.text.ranges(of: "\u{1B}[23;0;0t").count
    )
    #expect(pops == pushes)
    let entries = probe.text.ranges(of: Self.enter).count
    #expect(entries >= 3)
    #expect(probe.text.ranges(of: Self.leave).count == entries)
    #expect(probe.modes == probe.modesBefore)
  }

  @Test("a program that stops alone returns the terminal")
  func stoppedProgram() throws {
    let probe = try ProbeProcess()
    try probe.report("started")
    probe.type("e")
    #expect(try probe.report("program").last == "program stopped")
    try probe.report("idle")
    probe.type("q")
    #expect(try probe.end() == .code(0))
    #expect(
      probe.text.components(after: Self.leave).components(after: Self.enter).contains("Probe ◆"))
  }

  @Test("a program that continues after a stop keeps the terminal until it ends")
  func continuedProgram() throws {
    let probe = try ProbeProcess()
    try probe.report("started")
    probe.type("g")
    #expect(try probe.report("program").last == "program exited(3)")
    probe.type("q")
    #expect(try probe.end() == .code(0))
  }

  @Test("reports file changes, deadlines and wake-ups") func waking() throws {
    let directory = try TemporaryDirectory()
    let file = directory.path("watched.yaml")
    let probe = try ProbeProcess(arguments: [file])
    try probe.report("started")
    probe.type("j")
    try probe.report("idle")
    directory.write("a", to: "watched.yaml")
    try probe.report("filesChanged")
    probe.type("d")
    try probe.report("deadline")
    probe.type("w")
    try probe.report("woken")
  }

  @Test("copies to the terminal's clipboard") func copying() throws {
    let probe = try ProbeProcess()
    try probe.report("started")
    probe.type("c")
    try probe.report("copied true")
    probe.type("q")
    #expect(try probe.end() == .code(0))
    #expect(probe.text.contains("\u{1B}]52;c;aMOpbGxv\u{7}"))
  }

  @Test("reads keys from the terminal if standard input is data") func dataInput() throws {
    let probe = try ProbeProcess(input: "/dev/null")
    try probe.report("started")
    probe.type("q")
    #expect(try probe.end() == .code(0))
    #expect(probe.modes == probe.modesBefore)
  }

  @Test(
    "refuses terminal types that it cannot draw on",
    arguments: [
      TestRow(
        "a terminal that cannot move the cursor", ("dumb", "refused a terminal of type `dumb`")),
      TestRow("no type", ("", "refused TERM is not set")),
      TestRow(
        "an unknown type is drawn on as xterm", ("no-such-terminal", "started 40x6 xterm-256color")),
    ])
  func terminalTypes(_ row: TestRow<(String, String)>) throws {
    let (type, report) = row.values
    let probe = try ProbeProcess(terminalType: type)
    let reported = try probe.report(" ")
    #expect(reported.last?.hasPrefix(report) == true, "\(reported)")
    if report.hasPrefix("refused") {
      #expect(try probe.end() == .code(2))
      #expect(probe.output.isEmpty)
    }
  }

  @Test("refuses output that is not a terminal") func noTerminal() throws {
    let probe = try ProbeProcess(outputIsTerminal: false)
    #expect(try probe.report("refused").last?.contains("no terminal") == true)
    #expect(try probe.end() == .code(2))
  }

  @Test("respects NO_COLOR") func noColor() throws {
    let probe = try ProbeProcess(environment: ["NO_COLOR=1"])
    #expect(try probe.report("started").last?.contains(" none ") == true)
    probe.type("q")
    _ = try probe.end()
    #expect(!probe.text.contains("\u{1B}[31m"))
  }
}

extension String {
  /// The text after the first occurrence of `part`; empty if it does not occur.
  fileprivate func components(after part: String) -> String {
    ranges(of: part).first.map { String(self[$0.upperBound...]) } ?? ""
  }
}

import CVirgaPlatform
import Testing
import VirgaTestSupport

/// The probe, running on its own pseudo-terminal.
final class ProbeProcess {
  private let main: Int32
  private let reports: Int32
  private let process: pid_t
  private var isMainOpen = true
  /// Whether somebody reads what the terminal shows.
  var reads = true
  private var hasEnded = false
  private var pendingReports = ""
  /// The bytes that the terminal has received so far.
  private(set) var output: [UInt8] = []
  /// The terminal's modes before the probe started.
  let modesBefore: [UInt32]

  /// Starts the probe; `input` may replace the terminal as its standard input.
  init(
    terminalType: String? = "xterm-256color", arguments: [String] = [], environment: [String] = [],
    locale: [String] = ["LC_ALL=C.UTF-8"],
    columns: UInt16 = 40, rows: UInt16 = 6, input: String? = nil, outputIsTerminal: Bool = true
  ) throws {
    var (main, side): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var name = [CChar](repeating: 0, count: 128)
    try #require(openpty(&main, &side, &name, nil, &size) == 0)
    modesBefore = Self.modes(main)
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for descriptor in [main, side] + ends { _ = virga_close_on_exec(descriptor) }
    let sideName = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let type = terminalType.map { ["TERM=\($0)"] } ?? []
    let variables = ["SWIFT_BACKTRACE="] + locale + type + environment
    process = try Self.spawn([Self.path] + arguments, variables) { spawning in
      posix_spawn_file_actions_addopen(&spawning.actions, 0, sideName, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&spawning.actions, 0, 1)
      posix_spawn_file_actions_adddup2(&spawning.actions, 0, 2)
      posix_spawn_file_actions_adddup2(&spawning.actions, ends[1], 3)
      if let input { posix_spawn_file_actions_addopen(&spawning.actions, 0, input, O_RDONLY, 0) }
      if !outputIsTerminal {
        posix_spawn_file_actions_addopen(&spawning.actions, 1, "/dev/null", O_WRONLY, 0)
      }
    }
    _ = close(ends[1])
    (self.main, reports) = (main, ends[0])
    _ = close(side)
  }

  deinit {
    if !hasEnded {
      var status: Int32 = 0
      _ = kill(process, SIGKILL)
      _ = waitpid(process, &status, 0)
    }
    if isMainOpen { _ = close(main) }
    _ = close(reports)
  }

  /// The path of the probe in the build folder.
  static let path = VirgaProgram.folder + "/VirgaTerminalProbe"

  private static func spawn(
    _ arguments: [String], _ environment: [String], _ prepare: (inout virga_spawning) -> Void
  ) throws -> pid_t {
    var spawning = virga_spawning()
    posix_spawn_file_actions_init(&spawning.actions)
    defer { posix_spawn_file_actions_destroy(&spawning.actions) }
    prepare(&spawning)
    posix_spawnattr_init(&spawning.attributes)
    defer { posix_spawnattr_destroy(&spawning.attributes) }
    posix_spawnattr_setflags(&spawning.attributes, virga_spawn_in_new_session)
    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var process: pid_t = 0
    try #require(
      posix_spawn(&process, arguments[0], &spawning.actions, &spawning.attributes, words, variables)
        == 0)
    return process
  }

  private static func modes(_ descriptor: Int32) -> [UInt32] {
    var modes = termios()
    tcgetattr(descriptor, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag].map { UInt32($0) }
  }

  /// The terminal's current modes.
  var modes: [UInt32] { Self.modes(main) }

  func type(_ text: String) { _ = text.withCString { write(main, $0, strlen($0)) } }

  func send(_ signal: Int32) { _ = kill(process, signal) }

  /// Stops the process with `SIGSTOP`, and waits until it has stopped.
  func stop() throws {
    send(SIGSTOP)
    var status: Int32 = 0
    try #require(waitpid(process, &status, WUNTRACED) == process && status & 0xFF == 0x7F)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = virga_set_terminal_size(main, &size)
  }

  /// Closes the terminal.
  func hangUp() {
    _ = close(main)
    isMainOpen = false
  }

  /// Waits for a report that contains `part`, and returns all reports up to it.
  @discardableResult
  func report(_ part: String) throws -> [String] {
    var lines: [String] = []
    while true {
      while let end = pendingReports.firstIndex(of: "\n") {
        let line = String(pendingReports[..<end])
        pendingReports = String(pendingReports[pendingReports.index(after: end)...])
        lines.append(line)
        if line.contains(part) { return lines }
      }
      try #require(pump(), "the probe ended or fell silent after \(lines)")
    }
  }

  /// Waits for the process to end and returns how it ended.
  func end() throws -> Ending {
    while pump() {}
    var status: Int32 = 0
    // A probe that remains stopped fails the test instead of blocking it.
    var found = waitpid(process, &status, WNOHANG)
    for _ in 0..<500 where found == 0 {
      poll(nil, 0, 10)
      found = waitpid(process, &status, WNOHANG)
    }
    try #require(found == process, "the probe does not end")
    hasEnded = true
    while drain() {}
    return status & 0x7F == 0 ? .code((status >> 8) & 0xFF) : .signal(status & 0x7F)
  }

  enum Ending: Hashable {
    case code(Int32)
    case signal(Int32)
  }

  /// The output as text.
  var text: String { String(decoding: output, as: UTF8.self) }

  /// Reads from the terminal and the reports; true while the reports are open.
  private func pump() -> Bool {
    var polled = [pollfd(fd: reports, events: Int16(POLLIN), revents: 0)]
    if isMainOpen, reads { polled.append(pollfd(fd: main, events: Int16(POLLIN), revents: 0)) }
    guard poll(&polled, nfds_t(polled.count), 20_000) > 0 else { return false }
    if polled.count > 1 && polled[1].revents & Int16(POLLIN) != 0 { _ = drain() }
    guard polled[0].revents != 0 else { return true }
    let bytes = Self.read(reports)
    pendingReports += String(decoding: bytes, as: UTF8.self)
    return !bytes.isEmpty
  }

  /// Reads what the terminal has received, without waiting; true if there was anything.
  @discardableResult
  func drain() -> Bool {
    guard isMainOpen, reads else { return false }
    var polled = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 0) > 0, polled.revents & Int16(POLLIN) != 0 else { return false }
    let bytes = Self.read(main)
    output += bytes
    return !bytes.isEmpty
  }

  private static func read(_ descriptor: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = CVirgaPlatform.read(descriptor, &buffer, buffer.count)
    return Array(buffer.prefix(max(0, count)))
  }
}

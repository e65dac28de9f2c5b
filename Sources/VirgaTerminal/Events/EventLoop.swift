import VirgaCanvas
package import VirgaFiles

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Waits for everything that the console reacts to, on the main thread and in one place.
///
/// Nothing ticks: without events it sleeps. Time counts only for a key that may be the start of a sequence, and
/// for a deadline or a quiet moment that the caller asked for.
package final class EventLoop {
  /// What other threads wake the loop with.
  package let waker = Waker()
  /// The files that are watched.
  package let files: FileWatcher
  private let terminal: Terminal?
  private var decoder: InputDecoder
  private var deadline: Int?
  /// When the beginning of a key is taken for all of it; other events do not put that off.
  private var keyDeadline: Int?
  /// When the terminal has been quiet for as long as the caller wants, and how long that is.
  private var quiet: (time: Int, patience: Int)?
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  /// A loop for a terminal that has been started; without one it waits for everything else.
  package init(_ terminal: Terminal? = nil, files: FileWatcher = FileWatcher()) {
    self.terminal = terminal
    self.files = files
    let patience = terminal?.escapePatience ?? Terminal.Options().escapePatience
    let keys = terminal == nil ? [:] : KeyCapabilities.sequences { ControlStrings.capability($0) }
    decoder = InputDecoder(keys: keys, escapePatience: patience)
  }

  /// Asks for one `deadline` after so many milliseconds in place of any other; for none with nothing.
  package func setDeadline(afterMilliseconds delay: Int?) {
    deadline = delay.map { Self.now().advanced(by: max(0, $0)) }
  }

  /// Asks for one `quiet` once nothing has come from the terminal for so many milliseconds.
  package func awaitQuiet(milliseconds patience: Int) { quiet = (Self.now() + patience, patience) }

  /// Waits until something happens and gives all that has happened, in the order to act on it.
  package func next() -> [LoopEvent] {
    while true {
      let events = wait()
      if !events.isEmpty { return events }
    }
  }

  private func wait() -> [LoopEvent] {
    let sources = [
      terminal?.signals.descriptor ?? -1, terminal?.input.descriptor ?? -1, files.descriptor, waker.descriptor,
    ]
    var polled = sources.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let next = [keyDeadline, deadline, quiet?.time].compactMap(\.self).min()
    poll(&polled, nfds_t(polled.count), next.map { Int32(clamping: max(0, $0 - Self.now())) } ?? -1)
    var events: [LoopEvent] = []
    // It comes first: what else has happened may lead to a deadline that is still to come.
    if let deadline, Self.now() >= deadline {
      self.deadline = nil
      events.append(.deadline)
    }
    let ready = polled.map { $0.revents != 0 }
    if ready[0] { events += readSignals() }
    if ready[1] {
      events += readTerminal()
      keyDeadline = decoder.isPending ? Self.now() + decoder.patience : nil
    } else if let keyDeadline, Self.now() >= keyDeadline {
      events += decoder.timeout().map { .terminal($0) }
      self.keyDeadline = nil
    }
    if ready[2], case let changed = files.changes(), !changed.isEmpty { events.append(.filesChanged(changed)) }
    if ready[3] {
      _ = take(from: waker.descriptor)
      events.append(.woken)
    }
    if let time = quiet?.time, Self.now() >= time {
      quiet = nil
      events.append(.quiet)
    }
    return events
  }

  private func readTerminal() -> [LoopEvent] {
    if let patience = quiet?.patience { quiet = (Self.now() + patience, patience) }
    guard let terminal, let bytes = take(from: terminal.input.descriptor) else { return [] }
    if bytes.isEmpty { return [.terminalGone] }
    return decoder.feed(bytes).map { .terminal($0) }
  }

  /// What has arrived: empty where nothing ever will, nothing where the call was in vain.
  private func take(from descriptor: Int32) -> ArraySlice<UInt8>? {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN ? nil : [] }
    return buffer[..<count]
  }

  private func readSignals() -> [LoopEvent] {
    guard let terminal, let numbers = take(from: terminal.signals.descriptor).map(Set.init) else { return [] }
    var events: [LoopEvent] = []
    for (number, signal) in Self.leaving where numbers.contains(UInt8(number)) { events.append(.signal(signal)) }
    if numbers.contains(UInt8(SIGTSTP)) { terminal.suspend() }
    if numbers.contains(UInt8(SIGCONT)) { terminal.reenter() }
    if numbers.contains(UInt8(SIGTSTP)) || numbers.contains(UInt8(SIGCONT)) { events.append(.signal(.resumed)) }
    if let size = terminal.takeSize() { events.append(.terminal(.resize(size))) }
    return events
  }

  private static let leaving: [(Int32, LoopEvent.Signal)] = [
    (SIGHUP, .hangUp), (SIGTERM, .terminate), (SIGINT, .interrupt), (SIGQUIT, .quit),
  ]

  /// Milliseconds of a clock that nobody sets.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

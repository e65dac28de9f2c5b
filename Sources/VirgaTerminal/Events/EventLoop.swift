import CVirgaCurses
import CVirgaPlatform
import SystemPackage
import VirgaCanvas
package import VirgaFiles

/// Waits on the main thread for everything that the console reacts to.
///
/// Sleeps until an event arrives. Timeouts exist only for incomplete key sequences, and for a
/// deadline or quiet period that the caller requests.
package final class EventLoop {
  /// Wakes the loop from other threads.
  package let waker: Waker
  /// The watched files.
  package let files: FileWatcher
  private let terminal: Terminal?
  private var decoder: InputDecoder
  /// The time of the requested `deadline` event, like all times in milliseconds; nil if none was
  /// requested.
  private var deadline: Int?
  /// When the start of a key sequence counts as complete; other events do not delay it.
  private var keyDeadline: Int?
  /// The requested quiet period; nil if none was requested.
  private var quietPeriod: QuietPeriod?
  /// The memory that descriptors are read into, 64 KiB.
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  /// A time in which the terminal is to send nothing.
  private struct QuietPeriod {
    /// When it ends, unless the terminal sends something before.
    var end: Int
    let length: Int

    /// Creates a period that starts now.
    init(_ length: Int) {
      self.length = length
      end = EventLoop.now() + length
    }
  }

  /// A descriptor that the loop waits for.
  private enum Source: CaseIterable {
    case signals, terminal, files, waker
  }

  /// Creates a loop for a started terminal, or for everything but a terminal.
  ///
  /// - Throws: ``FileFailure`` if the process has too many open files.
  package init(_ terminal: Terminal? = nil, files: FileWatcher = FileWatcher()) throws(FileFailure)
  {
    waker = try Waker()
    self.terminal = terminal
    self.files = files
    let timeout = terminal?.escapeTimeout ?? Terminal.Options().escapeTimeout
    // The description of the terminal was found when it was started.
    let keys = terminal == nil ? [:] : KeyCapabilities.sequences { ControlStrings.capability($0) }
    decoder = InputDecoder(keys: keys, escapeTimeout: timeout)
  }

  /// Requests one `deadline` event after a delay, replacing an earlier request; nil cancels it.
  package func setDeadline(afterMilliseconds delay: Int?) {
    deadline = delay.map { Self.now().advanced(by: max(0, $0)) }
  }

  /// Requests one `quiet` event when the terminal has sent nothing for a time.
  package func awaitIdle(milliseconds timeout: Int) { quietPeriod = QuietPeriod(timeout) }

  /// Waits until something happens; returns all events in the order to handle them.
  package func next() -> [LoopEvent] {
    while true {
      let events = wait()
      if !events.isEmpty { return events }
    }
  }

  /// Waits once; returns no events if a system call was interrupted, or input was incomplete.
  private func wait() -> [LoopEvent] {
    let firstTime = [keyDeadline, deadline, quietPeriod?.end].compactMap(\.self).min()
    let ready = waitForSources(until: firstTime)
    var events: [LoopEvent] = []
    // The deadline comes first: handling other events may set a new one.
    if let deadline, Self.now() >= deadline {
      self.deadline = nil
      events.append(.deadline)
    }
    if ready.contains(.signals) { events += readSignals() }
    events += keyEvents(isTerminalReady: ready.contains(.terminal))
    if ready.contains(.files) {
      let changed = files.changes()
      if !changed.isEmpty { events.append(.filesChanged(changed)) }
    }
    if ready.contains(.waker) {
      // Empties the pipe: all calls so far are one event.
      _ = readBytes(from: waker.readEnd.rawValue)
      events.append(.woken)
    }
    // What the terminal sent just now began the period again, so this comes last.
    if let end = quietPeriod?.end, Self.now() >= end {
      quietPeriod = nil
      events.append(.quiet)
    }
    return events
  }

  /// The events of what the terminal sent, or of an incomplete key sequence whose time is over.
  private func keyEvents(isTerminalReady: Bool) -> [LoopEvent] {
    if isTerminalReady {
      let events = readTerminal()
      keyDeadline = decoder.isPending ? Self.now() + decoder.pendingTimeout : nil
      return events
    }
    guard let keyDeadline, Self.now() >= keyDeadline else { return [] }
    self.keyDeadline = nil
    return decoder.timeout().map { .terminal($0) }
  }

  /// Sleeps until a source has something to read or a time has come, nil for no time; returns the
  /// sources with something to read.
  private func waitForSources(until time: Int?) -> Set<Source> {
    var polled = Source.allCases.map { source in
      pollfd(fd: descriptor(of: source), events: Int16(POLLIN), revents: 0)
    }
    let forever: Int32 = -1
    let timeout = time.map { Int32(clamping: max(0, $0 - Self.now())) } ?? forever
    // An interruption by a signal needs no answer: the pipe of signals is ready the next time.
    poll(&polled, nfds_t(polled.count), timeout)
    let ready = zip(Source.allCases, polled).filter { _, polled in polled.revents != 0 }
    return Set(ready.map { source, _ in source })
  }

  /// The descriptor of a source; -1, which `poll` ignores, if there is no terminal.
  private func descriptor(of source: Source) -> Int32 {
    switch source {
    case .signals: terminal?.signals.readEnd.rawValue ?? -1
    case .terminal: terminal?.input.descriptor ?? -1
    case .files: files.descriptor
    case .waker: waker.readEnd.rawValue
    }
  }

  /// The events of the bytes that the terminal sent; a pause in typing begins again.
  private func readTerminal() -> [LoopEvent] {
    if let length = quietPeriod?.length { quietPeriod = QuietPeriod(length) }
    guard let terminal, let bytes = readBytes(from: terminal.input.descriptor) else { return [] }
    let isAtEnd = bytes.isEmpty
    if isAtEnd { return [.terminalClosed] }
    let events = decoder.feed(bytes)
    for case .background in events { terminal.endWaitForAnswer() }
    return events.map { .terminal($0) }
  }

  /// The bytes that arrived; empty at the end of input or after an error, nil if none arrived.
  private func readBytes(from descriptor: Int32) -> ArraySlice<UInt8>? {
    let file = FileDescriptor(rawValue: descriptor)
    do {
      let count = try buffer.withUnsafeMutableBytes {
        try file.read(into: $0, retryOnInterrupt: false)
      }
      return buffer[..<count]
    } catch Errno.interrupted, Errno.resourceTemporarilyUnavailable {
      return nil
    } catch {
      return []
    }
  }

  /// Reacts to the signals that arrived, the numbers of which are bytes in a pipe; returns those
  /// that the caller must handle.
  private func readSignals() -> [LoopEvent] {
    guard let terminal, let bytes = readBytes(from: terminal.signals.readEnd.rawValue) else {
      return []
    }
    // Without this, the handler of signals takes the loop for stuck and ends the process itself.
    virga_curses_hear()
    let numbers = Set(bytes)
    let wasStopped = numbers.contains(UInt8(SIGTSTP))
    let wasContinued = numbers.contains(UInt8(SIGCONT))
    var events: [LoopEvent] = []
    for (number, signal) in Self.endingSignals where numbers.contains(UInt8(number)) {
      events.append(.signal(signal))
    }
    if wasStopped { terminal.suspend() }
    if wasContinued { terminal.reenter() }
    if wasStopped || wasContinued { events.append(.signal(.resumed)) }
    if let size = terminal.consumeResize() { events.append(.terminal(.resize(size))) }
    return events
  }

  /// The signals that end the console; `CVirgaCurses/ending.c` has what all the others do.
  private static let endingSignals: [(number: Int32, signal: LoopEvent.Signal)] = [
    (SIGHUP, .hangUp), (SIGTERM, .terminate), (SIGINT, .interrupt), (SIGQUIT, .quit),
  ]

  /// The time since the machine started, in milliseconds.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let millisecondsPerSecond = 1_000
    let nanosecondsPerMillisecond = 1_000_000
    return time.tv_sec * millisecondsPerSecond + time.tv_nsec / nanosecondsPerMillisecond
  }
}

import SystemPackage
import VirgaCanvas
import VirgaConsole
package import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting

/// Logs what the console does, for bug reports: events, effects and how long each takes.
///
/// Without values it contains no typed text, configs or messages: only that a key was typed, and
/// names of commands.
package final class ConsoleLog {
  private static let maxDetailLength = 2_000

  private let path: String
  private let file: FileDescriptor
  private let includesValues: Bool
  /// Why nothing can be written any longer; nil while the file can be written.
  private(set) var failure: FileFailure?

  /// Opens a log that appends to the file at `path`, or to the file `virga.log` in a folder.
  ///
  /// With `includesValues` it also writes typed text, configs and messages.
  /// - Throws: `FileFailure` if the file cannot be opened for writing.
  package init(_ path: String, includesValues: Bool) throws(FileFailure) {
    let path = try FileWriting.fileMakingFolder(at: path, named: "virga.log", from: ".")
    self.path = path
    self.includesValues = includesValues
    file = try FileFailure.reporting(path) {
      // Non-blocking, so that a pipe that nobody reads is an error.
      try .open(
        FilePath(text: path), .writeOnly, options: [.create, .append, .nonBlocking, .closeOnExec],
        permissions: .ownerReadWrite)
    }
  }

  deinit { try? file.close() }

  /// Writes the process, the size and type of the terminal, and the manifest's name.
  func recordStart(_ model: Model, on machine: Machine) {
    let terminal = machine.environment["TERM"] ?? "no TERM"
    let multiplexer = machine.environment["TMUX"] == nil ? "" : " in tmux"
    add(
      "start",
      "\(Machine.process), \(model.size), \(terminal)\(multiplexer), \(model.options.manifestName)")
  }

  /// Writes an event with its effects and the resulting screen.
  ///
  /// For example `0.214ms key Ctrl-Z +suspend [features list]`.
  ///
  /// - Parameter wasTyping: Whether keys typed text when the event came; then a key is logged as
  ///   `(typed)`, unless the log includes values.
  func record(
    _ event: Event, wasTyping: Bool, took duration: Duration, effects: [Effect], then model: Model
  ) {
    // An event of the terminal is named by what it is, such as `key`.
    let name: String
    if case .terminal(let terminalEvent) = event {
      name = caseName(of: terminalEvent)
    } else {
      name = caseName(of: event)
    }
    var words = [name, detail(of: event, wasTyping: wasTyping)]
    for effect in effects {
      words.append("+\(caseName(of: effect))" + inParentheses(detail(of: effect)))
    }
    if let status = model.status {
      words.append("\"\(status.kind)\"" + inParentheses(status.text.plain))
    }
    words.append("[\(model.screen.rawValue) \(model.focus.name)]")
    add(duration.milliseconds, words.filter { !$0.isEmpty }.joined(separator: " "))
  }

  /// Writes how long it took to draw a frame and to send it to the terminal.
  func recordFrame(drawing: Duration, sending: Duration) {
    add(drawing.milliseconds, "frame, sent in \(sending.milliseconds)")
  }

  /// Appends the line `TIME LABEL TEXT`, or sets ``failure`` if it cannot be written.
  private func add(_ label: String, _ text: String) {
    guard failure == nil else { return }
    var now = Machine.now()
    // Without the part below a millisecond, the time is shorter to read.
    let nanosecondsOfMillisecond: Int32 = 1_000_000
    now.nanoseconds -= now.nanoseconds % nanosecondsOfMillisecond
    let line = DisplayText("\(now) \(label) \(text)".maskingCredentials).plain
    do throws(FileFailure) {
      // In one piece, so that two programs can share a file.
      try FileFailure.reporting(path) { _ = try file.writeAll("\(line)\n".utf8) }
    } catch {
      failure = error
    }
  }

  /// What is logged of an event besides its name; typed text and values only if they are included.
  private func detail(of event: Event, wasTyping: Bool) -> String {
    let hidesTypedKeys = wasTyping && !includesValues
    return switch event {
    case .terminal(.key(let press)):
      hidesTypedKeys && press.isTyped ? "(typed)" : "\(press)"
    case .terminal(.mouse(let mouse)): "\(mouse.action) \(mouse.point.column),\(mouse.point.row)"
    case .terminal(.paste(let text)): "\(text.count) characters" + inParentheses(text)
    case .terminal(.resize(let size)): "\(size)"
    // The first word of a line is the name of a command.
    case .command(let line), .tour(let line), .plain(let line):
      includesValues ? clipped(line) : String(line.prefix { $0 != " " })
    case .loaded(let manifest, let problems):
      "\(manifest?.features.count ?? 0) features, \(problems.count) problems"
    case .events(let events, _, _): "\(events.count)"
    case .sessionLost(let reason): reason
    case .outcome(let message): "\(message.kind)" + inParentheses(message.text.plain)
    default: ""
    }
  }

  /// What is logged of an effect besides its name, if values are included.
  private func detail(of effect: Effect) -> String {
    switch effect {
    case .commit(let operation), .undo(let operation), .redo(let operation): operation.label
    case .copy(let text, _), .keepDraft(let text?, _, _): text
    case .keepEntry(_, let value?): value.compact
    case .write(let draft): draft.path
    default: ""
    }
  }

  /// A value as `(text)`; empty if the log does not include values.
  private func inParentheses(_ text: String) -> String {
    includesValues && !text.isEmpty ? "(\(clipped(text)))" : ""
  }

  /// The first characters of a long text, with `…` for the rest.
  private func clipped(_ text: String) -> String {
    text.count <= Self.maxDetailLength ? text : text.prefix(Self.maxDetailLength) + "…"
  }

  /// The name of an enum's case without its associated values, such as `key` for `.key("q")`.
  private func caseName(of value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? "\(value)"
  }
}

extension Duration {
  /// The duration in milliseconds with three decimals, such as `0.014ms`.
  fileprivate var milliseconds: String {
    let microsecondsOfSecond: Int64 = 1_000_000
    let microsecondsOfMillisecond: Int64 = 1_000
    let attosecondsOfMicrosecond: Int64 = 1_000_000_000_000
    let microseconds =
      components.seconds * microsecondsOfSecond + components.attoseconds / attosecondsOfMicrosecond
    let (whole, thousandths) = microseconds.quotientAndRemainder(
      dividingBy: microsecondsOfMillisecond)
    let decimals = "\(thousandths)"
    let decimalCount = 3
    let leadingZeros = String(repeating: "0", count: decimalCount - decimals.count)
    return "\(whole).\(leadingZeros)\(decimals)ms"
  }
}

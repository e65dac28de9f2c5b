package import VirgaCanvas
package import VirgaSession
import VirgaSource

/// A message of the status line.
///
/// Actions end it; motions and typed letters only end a momentary one. A failure reappears until it
/// is dismissed or something recovers.
package struct StatusMessage: Equatable, Sendable {
  /// The kind of message, which determines how long it stays.
  package enum Kind: Equatable, Sendable {
    /// Something was done.
    case info
    /// The position of the cursor, such as `match 1 of 3`; momentary and not logged.
    case position
    /// A problem of the item that the person went to; momentary.
    case problem
    /// Why something was not done; momentary.
    case refusal
    /// Something failed.
    case failure
    /// A file was read or written, which ends an earlier failure.
    case recovery

    /// Whether it is only about the last key or the cursor's position.
    var isTransient: Bool { self == .position || self == .problem || self == .refusal }

    /// The sign before the message in the log.
    var mark: String {
      switch self {
      case .refusal: "– "
      case .failure: "! "
      case .info, .position, .problem, .recovery: "  "
      }
    }
  }

  package var kind: Kind
  package var text: DisplayText
  /// The columns of the text before what failed, which say what went well; 0 if all of it failed.
  private(set) var columnsBeforeFailure = 0

  /// Why something was refused or failed; nil for other messages.
  package var refusal: String? { [.refusal, .failure].contains(kind) ? text.plain : nil }

  /// Creates a message without credentials: URLs in it may contain some.
  init(_ kind: Kind, _ text: String) {
    self.kind = kind
    // A position has no URLs, and is made with every motion.
    let safeText = kind == .position ? text : text.maskingCredentials
    self.text = DisplayText(safeText)
  }

  package static func info(_ text: String) -> StatusMessage { .init(.info, text) }
  package static func position(_ text: String) -> StatusMessage { .init(.position, text) }
  package static func problem(_ text: String) -> StatusMessage { .init(.problem, text) }
  package static func refusal(_ text: String) -> StatusMessage { .init(.refusal, text) }
  package static func refusal(_ reason: Refusal) -> StatusMessage { .refusal(reason.description) }
  package static func failure(_ text: String) -> StatusMessage { .init(.failure, text) }
  package static func recovery(_ text: String) -> StatusMessage { .init(.recovery, text) }

  /// The message with another clause, of the same kind.
  func and(_ more: String) -> StatusMessage { .init(kind, text.plain.followed(byClause: more)) }

  /// The message with counts behind it, as in `reloaded the manifest: 1 error, 2 warnings`; the
  /// same message without any.
  func with(counts: [String]) -> StatusMessage {
    counts.isEmpty ? self : .init(kind, "\(text.plain): \(counts.joined(separator: ", "))")
  }

  /// The same message with the title of the command that it is about: `TITLE: TEXT`.
  func about(_ title: String) -> StatusMessage { .init(kind, "\(title): \(text.plain)") }

  /// This message and then another, which determines the kind.
  func then(_ next: StatusMessage) -> StatusMessage {
    var both = StatusMessage(next.kind, text.plain.followed(byClause: next.text.plain))
    // The sign of a failure is drawn before the part that failed: before the first one if both
    // failed.
    let isOnlyNextFailure = next.kind == .failure && kind != .failure
    if isOnlyNextFailure { both.columnsBeforeFailure = both.text.columns - next.text.columns }
    return both
  }

  /// The same text about something that was done.
  var asNote: StatusMessage { .init(.info, text.plain) }

  // Commands and their keys, lists, the cursor, searching, and what every screen refuses.

  static func takesNoArgument(_ command: String, _ argument: String) -> Self {
    refusal("\(command) takes no argument; leave out \(argument)")
  }

  /// Says that a name is unknown, or asks for one if it is empty, and suggests similar names;
  /// without any, lists the names if they are few.
  ///
  /// - Parameter kind: What the name is of, such as `flag`.
  static func unknown(_ kind: String, _ name: String, among names: [String] = []) -> Self {
    // A pasted text can be as long as a file.
    let maxNameColumns = 120
    let shownName = DisplayText(name).truncatedInside(to: maxNameColumns).plain
    let start = name.isEmpty ? "name a \(kind)" : "unknown \(kind) \(shownName)"
    if let hint = NameSuggestions.hint(for: name, among: names) {
      return refusal("\(start); \(hint)")
    }
    let maxListedNames = 12
    guard (1...maxListedNames).contains(names.count) else { return refusal(start) }
    return refusal("\(start); choose from \(names.joined(separator: ", "))")
  }

  /// - Parameter restriction: Why the file cannot be written; nil if a person started virga with
  ///   `--readonly`.
  static func readOnly(_ restriction: StoreRestriction?) -> Self {
    let reason = restriction.map { ": \($0)" } ?? "; start virga without --readonly to change it"
    return refusal("the session is read-only\(reason)")
  }
  /// - Parameter key: The key that cancels the work that is running.
  static func busy(_ work: String, cancel key: String) -> Self {
    refusal("\(work); \(key) cancels it")
  }

  static func cannotFocus(_ panel: String) -> Self { info("\(panel) cannot have the focus now") }

  // What every screen refuses.
  static let noFeatureSelected = refusal("no feature is selected")
  static func noFeatureIn(file name: String) -> Self { refusal("\(name) defines no feature") }
  static let noValueSelected = refusal("no value is selected")
  static let notAboutFeature = refusal("nothing here is about a feature")
  static let cannotOpen = refusal("nothing here can be opened")
  static let cannotToggle = refusal("nothing here can be switched")
  static let cannotEdit = refusal("nothing here can be edited")
  static let cannotDrop = refusal("nothing here can be dropped")
  static let nothingToCopy = refusal("there is nothing to copy here")
  static let cannotFilter = refusal("there is nothing to filter here")
  static let cannotOverride = refusal("what is listed here cannot be overridden")
  static let everythingListed = refusal("everything is listed here")
  static let noSourcePosition = refusal("the source position is unknown")

  // Keys.
  static func nothingFor(_ keys: String, list key: String) -> Self {
    refusal("\(keys) does nothing here; \(key) lists the keys")
  }
  static let alreadyListed = refusal("already listed")
  static func noKey(_ name: String) -> Self {
    refusal("unknown key \(name); keys are written as in `?`, such as Ctrl-S or F8")
  }
  static let nothingTakesText = refusal("nothing takes text here")
  static let noSuchText = refusal("no text of that kind is being typed")
  static let cannotPaste = refusal("cannot paste here; press / or : first")

  // Lists.
  static let noListOpen = refusal("no list is open")
  static let listClosed = info("the list closed because its subject changed")
  static let emptyList = refusal("the list is empty")
  static func notListed(_ text: String) -> Self {
    refusal("nothing in the list contains “\(text)”")
  }
  static func onlyInformation(_ line: String) -> Self {
    refusal("“\(line)” is only information; there is nothing to run")
  }
  static func lineGone(_ line: String) -> Self {
    refusal("“\(line)” is gone; the cursor is on another line now")
  }
  /// - Parameter count: The number of lines; without any, the message says that instead.
  static func numberExpected(_ noun: String, _ number: String, of count: Int) -> Self {
    count == 0 ? emptyList : refusal("name a \(noun) from 1 to \(count), not \(number)")
  }

  // The cursor and searching.
  static let cannotMark = refusal("nothing can be marked here")
  static let cannotMarkLine = refusal("this line cannot be marked")
  static let noWayBack = refusal("nothing to go back to")
  static let noWayForward = refusal("nothing to go forward to")

  static func line(_ number: Int, of count: Int) -> Self { position("\(number) of \(count)") }

  static func noSearch(start key: String) -> Self { refusal("no search yet; \(key) starts one") }
  static func match(_ number: Int, of count: Int) -> Self {
    position("match \(number) of \(count)")
  }

  /// - Parameters:
  ///   - text: The text that was searched for.
  ///   - wasJustTyped: Whether the text may still be changed, so that the message is not a refusal.
  ///   - key: The key that ends the search; nil if it is not named.
  static func noMatch(_ text: String, wasJustTyped: Bool, end key: String? = nil) -> Self {
    let hint = key.map { "; \($0) ends the search" } ?? ""
    return Self(wasJustTyped ? .info : .refusal, "nothing here contains \(text)\(hint)")
  }

  // The terminal and the log of messages.
  static func mouse(isOn: Bool) -> Self {
    info(isOn ? "mouse on: the console uses it" : "mouse off: the terminal uses it")
  }
  static func theme(_ name: String) -> Self {
    info("theme \(name) until you quit; theme: \(name) in config.yaml keeps it")
  }
  static let readConfigAgain = info("read config.yaml again")
  /// - Parameter undo: The key and the title of the command that may have been meant.
  static func suspended(by key: String, undo: (key: String, title: String)?) -> Self {
    let hint = undo.map { "; \($0.key) is \($0.title)" } ?? ""
    return position("\(key) returns to the shell, if there is one\(hint)")
  }
  static let noMessages = refusal("no messages yet")
  static func noMessage(_ number: String) -> Self { refusal("no message has the number \(number)") }
}

extension Refusal {
  init(_ message: StatusMessage) { self.init(message.text.plain) }
}

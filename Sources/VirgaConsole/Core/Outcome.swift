import VirgaSession

/// The outcome of a command or another event; ``Model/apply(_:)`` shows and logs its message.
enum Outcome: Sendable {
  /// It was done; has effects to run and a message.
  case done([Effect] = [], saying: StatusMessage? = nil)
  /// It was not done, for this reason.
  case refused(StatusMessage)
  /// It needs a choice from a list, unless there is none.
  case asks(@Sendable (Model) -> Picker?, saying: StatusMessage? = nil)

  static func says(_ message: StatusMessage) -> Outcome { .done(saying: message) }

  /// It needs an argument: opens the command line with `line` and a proposed path.
  static func prompt(_ line: String, proposing path: String = "") -> Outcome {
    .asks { Palette.picker(in: $0, typed: line, proposing: path) }
  }

  var effects: [Effect] {
    if case .done(let effects, _) = self { effects } else { [] }
  }

  var message: StatusMessage? {
    switch self {
    case .done(_, let message), .refused(let message as StatusMessage?), .asks(_, let message):
      message
    }
  }

  var isRefused: Bool {
    if case .refused = self { true } else { false }
  }

  /// The operation that was performed on the session.
  var operation: SessionOperation? {
    if case .commit(let operation)? = effects.first { operation } else { nil }
  }

  /// The same outcome with another message; a refusal keeps its own if that is nil.
  func saying(_ message: StatusMessage?) -> Outcome {
    switch self {
    case .done(let effects, _): .done(effects, saying: message)
    case .refused: message.map { .refused($0) } ?? self
    case .asks(let make, _): .asks(make, saying: message)
    }
  }
}

extension Outcome: ExpressibleByArrayLiteral {
  /// It was done, without a message.
  init(arrayLiteral effects: Effect...) { self = .done(effects) }
}

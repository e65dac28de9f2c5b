import VirgaSession

/// What came of a command or another event; ``State/apply(_:)`` shows and logs what it says.
enum Outcome: Sendable {
  /// It was done: what remains to be done outside, and what is said about it.
  case done([Effect] = [], saying: StatusMessage? = nil)
  /// It was not done, and why.
  case refusal(StatusMessage)
  /// It needs an answer first: a choice from a list, a confirmation, or an argument on the command line.
  case asks(@Sendable (State) -> Picker?, saying: StatusMessage? = nil)

  /// It was not done, and why.
  static func refused(_ reason: String) -> Outcome { .refusal(.refusal(reason)) }
  /// It was done, and this is said about it.
  static func note(_ text: String) -> Outcome { .done(saying: .note(text)) }
  /// The cursor is here now, which is said until it moves on.
  static func place(_ text: String) -> Outcome { .done(saying: .place(text)) }
  /// It was done, and this is wrong with what the person went to.
  static func problem(_ text: String) -> Outcome { .done(saying: .problem(text)) }
  /// Something went wrong.
  static func failure(_ text: String) -> Outcome { .done(saying: .failure(text)) }

  /// It needs an argument, which is typed on the command line behind `line` and a path that is only proposed.
  static func prompt(_ line: String, proposing path: String = "") -> Outcome {
    .asks { .palette(in: $0, typed: line, proposing: path) }
  }

  /// It needs an answer to a question; nothing if there is nothing to ask.
  static func question(
    _ make: @escaping @Sendable (State) -> Question?, saying message: StatusMessage? = nil
  )
    -> Outcome
  {
    .asks({ state in make(state).map { Picker($0) } }, saying: message)
  }

  /// What remains to be done outside.
  var effects: [Effect] {
    if case .done(let effects, _) = self { effects } else { [] }
  }

  /// What is said about it.
  var message: StatusMessage? {
    switch self {
    case .done(_, let message), .refusal(let message as StatusMessage?), .asks(_, let message): message
    }
  }

  /// Whether it was not done.
  var isRefused: Bool {
    if case .refusal = self { true } else { false }
  }

  /// Whether it needs an answer first.
  var asks: Bool {
    if case .asks = self { true } else { false }
  }

  /// The operation that was done to the session.
  var operation: SessionOperation? {
    if case .commit(let operation)? = effects.first { operation } else { nil }
  }

  /// The same, but with another message.
  func saying(_ message: StatusMessage?) -> Outcome {
    switch self {
    case .done(let effects, _): .done(effects, saying: message)
    case .refusal: message.map { .refusal($0) } ?? self
    case .asks(let make, _): .asks(make, saying: message)
    }
  }

  /// The same, with more to do outside if it was done.
  static func + (outcome: Outcome, effects: [Effect]) -> Outcome {
    guard case .done(let first, let message) = outcome else {
      return effects.isEmpty ? outcome : .done(effects, saying: outcome.message)
    }
    return .done(first + effects, saying: message)
  }
}

extension Outcome: ExpressibleByArrayLiteral {
  /// It was done, with nothing to say about it.
  init(arrayLiteral effects: Effect...) { self = .done(effects) }
}

extension State {
  /// Shows what is said about an outcome, asks what it asks, and returns what remains to be done outside.
  mutating func apply(_ outcome: Outcome) -> [Effect] {
    if case .asks(let make, _) = outcome { open(make) }
    if let message = outcome.message { say(message) }
    return outcome.effects
  }
}

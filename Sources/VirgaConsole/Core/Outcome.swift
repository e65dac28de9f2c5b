import VirgaJSON
import VirgaSession
import VirgaWorkbench

/// What a command or another event leads to.
///
/// A command of a screen changes only that screen. What else shall happen it says here, and
/// ``Model/carryOut(_:)`` does it: a question, an operation on the session, another focus.
enum Outcome: Sendable {
  /// It was done; has effects to run and a message.
  case done([Effect] = [], saying: StatusMessage? = nil)
  /// It was not done, for this reason.
  case refused(StatusMessage)
  /// It needs a choice from a list, unless there is none.
  case asks(@Sendable (Model) -> Picker?, saying: StatusMessage? = nil)
  /// Like `asks`, about the current or marked items; the list closes when they change.
  case asksAboutSelection(@Sendable (Model) -> Picker?)
  /// It performs the operation that the closure makes, which throws if the operation is refused.
  case performs(@Sendable (Operations) throws -> SessionOperation)
  /// It stores a text that is not applied, or removes the stored one; no step of undo.
  case keepsDraft(KeptDraft)
  /// A panel gets the focus, on its screen; the rest follows.
  indirect case focuses(Panel, then: Outcome = [])
  /// It goes to a feature on screen 1, and to a value in it.
  case goes(ValueTarget)
  /// Other commands run, one after the other; the last one has the message.
  case runs([Invocation])
  /// The first outcome is carried out, or refused, and then replaced by the one that the closure
  /// makes of it.
  indirect case continues(Outcome, @Sendable (inout Model, _ done: Outcome) -> Outcome)

  /// It was done, with a message and without effects.
  static func says(_ message: StatusMessage) -> Outcome { .done(saying: message) }

  /// It needs an argument: opens the command line with `line` and a proposed value after it.
  static func prompt(_ line: String, proposing value: String = "") -> Outcome {
    .asks { model in Palette.picker(in: model, typed: line, proposing: value) }
  }

  /// The outcome that `follow` returns once this one is carried out.
  ///
  /// `follow` sees the session after an operation. `done` is what carrying out this outcome left:
  /// effects and a message, a refusal, or a question. What `follow` returns replaces that: to keep
  /// the effects, it returns `done` or `done.saying(…)`.
  func then<Screen: ConsoleScreen>(
    _ follow: @escaping @Sendable (inout Screen, Shared, _ done: Outcome) -> Outcome
  ) -> Outcome {
    .continues(self) { model, done in
      // Read first, because the model cannot be read while one of its screens is changed.
      let shared = model.shared
      return follow(&model[keyPath: Screen.path], shared, done)
    }
  }

  /// Performs an operation on each of several items as one undo step.
  ///
  /// `label` makes the label of that step from the session after it; the operation on a single item
  /// keeps its own label.
  static func performs<Item: Sendable>(
    on items: [Item], as label: @escaping @Sendable (_ result: Session) -> String,
    _ make: @escaping @Sendable (Operations, Item) throws -> SessionOperation
  ) -> Outcome {
    .performs { operations in
      try items.count == 1
        ? make(operations, items[0]) : operations.oneOperation(onEach: items, label: label, make)
    }
  }

  // What is left after `Model.carryOut(_:)`: effects, a message, a question.

  /// Its effects; empty unless it is `done`.
  var effects: [Effect] {
    if case .done(let effects, _) = self { effects } else { [] }
  }

  /// The message of the outcome, or the reason of a refusal.
  ///
  /// Nil if it has none, or if ``Model/carryOut(_:)`` has not yet done what it asks for.
  var message: StatusMessage? {
    switch self {
    // The pattern needs one type for all messages: only a refusal has a message that is never nil.
    case .done(_, let message), .refused(let message as StatusMessage?), .asks(_, let message):
      message
    case .asksAboutSelection, .performs, .keepsDraft, .focuses, .goes, .runs, .continues: nil
    }
  }

  var isRefused: Bool {
    if case .refused = self { true } else { false }
  }

  /// The operation that was performed on the session; nil if none was.
  var operation: SessionOperation? {
    // The first effect of an operation is to save it.
    if case .commit(let operation)? = effects.first { operation } else { nil }
  }

  /// The same outcome with another message; nil removes the message, but not that of a refusal.
  ///
  /// An outcome that is not carried out yet gets its message once it is. A question has a message
  /// of its own, which is shown with its list.
  func saying(_ message: StatusMessage?) -> Outcome {
    switch self {
    case .done(let effects, _): .done(effects, saying: message)
    case .refused: message.map { .refused($0) } ?? self
    case .asks(let make, _): .asks(make, saying: message)
    case .focuses(let panel, let rest): .focuses(panel, then: rest.saying(message))
    case .asksAboutSelection, .performs, .keepsDraft, .goes, .runs, .continues:
      .continues(self) { _, done in done.saying(message) }
    }
  }
}

extension Outcome: ExpressibleByArrayLiteral {
  /// It was done, without a message.
  init(arrayLiteral effects: Effect...) { self = .done(effects) }
}

/// The text of a config that is not applied.
struct KeptDraft: Sendable {
  let config: EditedConfig
  /// Nil to remove the stored text.
  let text: String?
  /// The config that the text started from.
  let base: JSONValue?
}

/// A value on screen 1 to go to.
struct ValueTarget: Sendable {
  let feature: String
  /// The paths of the value, the best first: the first one that the feature has is selected; with
  /// none of them, the feature is.
  var paths: [JSONPath] = []
  /// The panel that gets the focus without a value; nil for the one that had it last there.
  var panelWithoutValue: Panel?
  /// The message at the value, or at the feature if there are no paths.
  var messageIfFound: StatusMessage?
  /// The message if the feature has none of the paths.
  var messageIfMissing: StatusMessage?
}

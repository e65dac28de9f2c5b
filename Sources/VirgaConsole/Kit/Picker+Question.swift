import VirgaCanvas
import VirgaSession
import VirgaSource

// Questions before a command runs, or if there are several ways to continue.
extension Picker {
  /// A question with its answers, the first under the cursor, and its subjects, such as the
  /// overrides to drop.
  static func question(
    _ asked: String, _ answers: [PickerLine], about subjects: [PickerLine] = []
  ) -> Picker {
    var answers = answers
    // The picker's subtitle counts the lines with the role `entry`: if there are subjects, only
    // these.
    for index in answers.indices where !subjects.isEmpty { answers[index].role = .answer }
    return Picker(asked, lines: answers + subjects)
  }

  /// An outcome that asks the question before a command; nil if the command runs at once, because
  /// it asks nothing now, or because the argument is one of the answers, as in `drop-flags yes`.
  static func outcomeAsking(
    before command: Command, with argument: String, in model: Model
  ) -> Outcome? {
    guard let makeQuestion = command.asks else { return nil }
    guard let question = makeQuestion(model, argument) else { return nil }
    let invocation = Invocation(command.name, argument)
    let isAnswer = question.list.items.contains { $0.invocation == invocation }
    if isAnswer { return nil }
    // If the screen is too small to show the open question, entering the same command again runs
    // it.
    let isOpenUnseen = model.layout.arrangement == .tooSmall && model.overlay == question
    if isOpenUnseen { return nil }
    // The closure makes the question again when data changes while it is open.
    return .asks { makeQuestion($0, argument) }
  }

  /// Asks whether `command` is to drop some overrides, and lists them; nil without any.
  static func dropping(
    _ overrides: [EntryKey], by command: String, asking asked: String, in model: Model
  ) -> Picker? {
    guard !overrides.isEmpty else { return nil }
    let isOne = overrides.count == 1
    let answer = PickerLine(
      invocation: Invocation(command, "yes"), leading: "yes",
      title: isOne ? "drop it" : "drop all \(overrides.count)",
      detail: "\(model.keyName(of: "undo")) brings \(isOne ? "it" : "them") back")
    return question(asked, [answer], about: OverrideList.lines(of: overrides, in: model))
  }

  /// Asks whether `command` is to drop the edits of some values; nil if `names` is empty.
  ///
  /// The only answer runs the command again, with `yes`; a person who declines closes the question.
  static func dropping(edits names: [String], by command: String) -> Picker? {
    guard !names.isEmpty else { return nil }
    let answer = (
      invocation: Invocation(command, "yes"), title: "drop them",
      detail: names.joined(separator: ", ")
    )
    return choice("Drop the edits of \(names.count.pluralizing("value"))", [answer])
  }
}

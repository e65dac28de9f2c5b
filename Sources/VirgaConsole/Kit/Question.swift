import VirgaCanvas
import VirgaSession
import VirgaSource

/// A question before a command runs, or if there are several ways to continue.
struct Question: Sendable {
  let asked: String
  /// The first is under the cursor.
  let answers: [PickerLine]
  /// The subjects of the question, such as the overrides to drop.
  var listed: [PickerLine] = []

  var picker: Picker {
    var answers = answers
    for index in answers.indices where !listed.isEmpty { answers[index].role = .answer }
    return Picker(asked, lines: answers + listed)
  }

  /// The question to ask before a command runs; nil if there is none or the argument answers it.
  static func before(_ command: Command, _ invocation: Invocation, in model: inout Model) -> Outcome? {
    guard let asks = command.asks else { return nil }
    // The list, and whether there is a question at all, depends on the flags.
    FlagScreen.resolved(in: &model)
    guard let question = asks(model, invocation.argument),
      !question.answers.contains(where: { $0.invocation == invocation })
    else { return nil }
    // If the screen is too small to show the question, running the command again answers it.
    if model.layout.arrangement == .tooSmall, model.overlay == question.picker { return nil }
    return .question { asks($0, invocation.argument) }
  }

  static func dropping(
    _ keys: [EntryKey], by command: String, in model: Model, asked: (_ keys: [EntryKey]) -> String
  ) -> Question? {
    guard !keys.isEmpty else { return nil }
    let answer = PickerLine(
      invocation: Invocation(command, "yes"), keys: "yes",
      title: keys.count == 1 ? "drop it" : "drop all \(keys.count)",
      detail: "\(model.keyName(of: "undo")) brings them back")
    return Question(asked: asked(keys), answers: [answer], listed: OverrideList.lines(of: keys, in: model))
  }

  static func dropping(edits names: [String], by command: String) -> Question? {
    guard !names.isEmpty else { return nil }
    let answer = PickerLine(
      invocation: Invocation(command, "yes"), title: "drop them", detail: "\(names.joined(separator: ", "))")
    return Question(asked: "Drop the edits of \(names.count.pluralizing("value"))", answers: [answer])
  }
}

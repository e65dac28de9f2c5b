import VirgaCanvas
import VirgaTargeting

/// The messages of the status line, and the last failure until it is dismissed.
package struct MessageLog: Sendable {
  /// The messages, oldest first.
  private(set) var entries: [(time: Instant, message: StatusMessage)] = []
  /// The last failure that was not dismissed; the status line shows it when it has nothing else to
  /// show.
  var failure: StatusMessage?
  /// The caption of a guided tour; nil if there is none.
  package internal(set) var caption: TourCaption?

  private static let limit = 500

  mutating func append(_ message: StatusMessage, at time: Instant) {
    if message.kind == .failure { failure = message }
    if message.kind == .recovery { failure = nil }
    entries.append((time, message))
    if entries.count > Self.limit { entries.removeFirst() }
  }

  /// Copies the message with a number, from 1 for the oldest.
  static func copy(_ number: String, in model: Model) -> Outcome {
    let entries = model.messages.entries
    guard let index = Int(number), index > 0 else { return .refused(.noMessage(number)) }
    guard index <= entries.count else {
      // A script that is run again may lead to fewer messages.
      let missing = StatusMessage.noMessage(number)
      return model.input.isInScript ? .says(missing.asNote) : .refused(missing)
    }
    return [.copy(entries[index - 1].message.text.plain, what: "the message")]
  }

  /// Lists the messages, latest first; Enter copies one.
  static func list(_ model: inout Model) -> Outcome {
    model.messages.failure = nil
    return .asks { model in
      let lines = model.messages.entries.enumerated().reversed().flatMap { index, entry in
        // `2026-11-21T12:00:00Z` gives `12:00:00`.
        let time = entry.time.description.dropFirst(11).prefix(8)
        return entry.message.text.wrapped(to: max(20, model.size.columns - 17)).enumerated().map {
          row, text in
          PickerLine(
            invocation: Invocation("copy-message", "\(index + 1)"),
            keys: row == 0 ? DisplayText(entry.message.kind.mark + time) : .empty, title: text,
            name: "\(index) \(row)", whole: "\(index) 0")
        }
      }
      return Picker("Messages, latest first", lines: lines)
    }
  }
}

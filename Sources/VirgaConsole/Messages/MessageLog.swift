import VirgaCanvas
import VirgaTargeting

/// The messages of the status line, and the last failure until it is dismissed.
package struct MessageLog: Sendable {
  /// The messages, oldest first.
  private(set) var entries: [(time: Instant, message: StatusMessage)] = []
  /// The last failure that was not dismissed; the status line shows it when it has nothing else to
  /// show.
  var undismissedFailure: StatusMessage?
  /// The caption of a guided tour; nil if there is none.
  package internal(set) var caption: TourCaption?

  /// The most messages that the log keeps.
  private static let maxEntries = 500

  /// Adds a message and drops the oldest beyond the limit; a failure stays until something
  /// recovers.
  mutating func append(_ message: StatusMessage, at time: Instant) {
    if message.kind == .failure { undismissedFailure = message }
    if message.kind == .recovery { undismissedFailure = nil }
    entries.append((time, message))
    if entries.count > Self.maxEntries { entries.removeFirst() }
  }

  /// Copies the message with a number, from 1 for the oldest; refused if no message has it.
  static func copy(_ number: String, in model: Model) -> Outcome {
    let entries = model.messages.entries
    guard let position = Int(number), position > 0 else { return .refused(.noMessage(number)) }
    guard position <= entries.count else {
      // A script that is run again may lead to fewer messages.
      let missing = StatusMessage.noMessage(number)
      return model.input.isInScript ? .says(missing.asNote) : .refused(missing)
    }
    return [.copy(entries[position - 1].message.text.plain, what: "the message")]
  }

  /// Lists the messages, latest first; Enter copies one.
  static func list(_ model: inout Model) -> Outcome {
    // The list shows the failure too, so opening it dismisses the failure.
    model.messages.undismissedFailure = nil
    return .asks { model in
      let columns = max(Self.minTextColumns, model.size.columns - Self.columnsBesideText)
      let latestFirst = model.messages.entries.enumerated().reversed()
      let lines = latestFirst.flatMap { index, entry in
        Self.lines(of: entry.message, at: entry.time, index: index, columns: columns)
      }
      return Picker("Messages, latest first", lines: lines)
    }
  }

  /// The columns that the list needs besides the text: border, signs, kind, time and blanks.
  private static let columnsBesideText = 17
  /// The fewest columns of the text, in a narrow terminal.
  private static let minTextColumns = 20

  /// The lines of a message, which together are one entry of the list; the first one has the time.
  private static func lines(
    of message: StatusMessage, at time: Instant, index: Int, columns: Int
  ) -> [PickerLine] {
    // `2026-11-21T12:00:00Z` gives `12:00:00`.
    let timeOfDay = time.description.dropFirst("2026-11-21T".count).prefix("12:00:00".count)
    func identity(ofRow row: Int) -> String { "\(index) \(row)" }
    // The command counts messages from 1.
    return message.text.wrapped(to: columns).enumerated().map { row, text in
      PickerLine(
        invocation: Invocation("copy-message", "\(index + 1)"),
        leading: row == 0 ? DisplayText(message.kind.mark + timeOfDay) : .empty, title: text,
        identity: identity(ofRow: row), partOf: row == 0 ? nil : identity(ofRow: 0))
    }
  }
}

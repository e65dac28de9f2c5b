import VirgaCanvas
import VirgaTargeting

/// The messages of the status line, and the last failure until it is dismissed.
package struct MessageLog: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    let time: Instant
    let message: StatusMessage
  }

  /// The messages, oldest first.
  private(set) var entries: [Entry] = []
  /// The last failure that was not dismissed; the status line shows it when it has nothing else to show.
  var failure: StatusMessage?

  /// What a guided tour says.
  package internal(set) var caption: TourCaption?

  private static let limit = 500

  mutating func append(_ message: StatusMessage, at time: Instant) {
    if message.kind == .failure { failure = message }
    if message.kind == .recovery { failure = nil }
    entries.append(Entry(time: time, message: message))
    if entries.count > Self.limit { entries.removeFirst() }
  }
}

extension State {
  /// Logs a new message, unless it is about the cursor or a letter being typed.
  mutating func recordMessage(since before: StatusMessage?) {
    guard let status, status != before, status.kind != .position else { return }
    guard status.kind == .failure || overlay != nil || !isTyping else { return }
    messages.append(status, at: input.now)
  }

  /// The status line's last message, or else a failure or the problem at the cursor.
  ///
  /// At first, it says what can be done without harm.
  var shownStatus: StatusMessage? {
    status ?? messages.failure ?? TextEditing.problemAtCursor(in: self) ?? initialStatus
  }

  private var initialStatus: StatusMessage? {
    !input.isUsed && !options.isReadOnly && workspace.manifest != nil ? safety : nil
  }

  /// What can be done without harm.
  var safety: StatusMessage { .safe(inMemory: options.isInMemory) }

  /// Lists the messages, latest first; Enter copies one.
  mutating func listMessages() -> Outcome {
    messages.failure = nil
    return .asks { .messages(in: $0) }
  }

  mutating func copyMessage(_ argument: String) -> Outcome {
    guard let index = Int(argument), messages.entries.indices.contains(index - 1) else {
      return .refused(.noMessage(argument))
    }
    return [.copy(messages.entries[index - 1].message.text.plain, what: "the message")]
  }
}

extension Picker {
  /// The messages, latest first; long ones take several lines.
  fileprivate static func messages(in state: State) -> Picker {
    let room = max(20, state.size.columns - 17)
    let entries = Array(state.messages.entries.enumerated().reversed())
    let lines = entries.flatMap { index, entry in
      let time = entry.time.description.dropFirst(11).prefix(8)
      let invocation = Invocation("copy-message", "\(index + 1)")
      return entry.message.text.wrapped(to: room).enumerated().map { row, text in
        PickerLine(
          invocation: invocation, keys: row == 0 ? DisplayText(entry.message.mark + time) : .empty, title: text,
          name: "\(index) \(row)", whole: "\(index) 0")
      }
    }
    return Picker("Messages, latest first", lines: lines)
  }
}

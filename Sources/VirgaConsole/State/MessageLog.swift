import VirgaCanvas
import VirgaTargeting

/// What the status line said, for those who looked elsewhere, and the failure that nobody has dismissed yet.
package struct MessageLog: Equatable, Sendable {
  /// A message and when it was said.
  struct Entry: Equatable, Sendable {
    /// When it was said.
    package let time: Instant
    /// What was said.
    package let message: StatusMessage
  }

  /// The messages, oldest first.
  private(set) var entries: [Entry] = []
  /// What went wrong last and was not dismissed: it stands in the status line whenever nothing else does.
  var failure: StatusMessage?

  /// What a guided tour says.
  package internal(set) var caption: TourCaption?

  private static let limit = 500

  /// Takes what is said from now on.
  mutating func take(_ message: StatusMessage, at time: Instant) {
    if message.kind == .failure { failure = message }
    if message.kind == .recovery { failure = nil }
    entries.append(Entry(time: time, message: message))
    if entries.count > Self.limit { entries.removeFirst() }
  }
}

extension State {
  /// Notes what was said since, unless it goes with the cursor or with each letter that is typed.
  mutating func noteMessage(since before: StatusMessage?) {
    guard let status, status != before, status.kind != .place else { return }
    guard status.kind == .failure || overlay != nil || !isTyping else { return }
    messages.take(status, at: input.now)
  }

  /// What the status line says: what was said last, else what went wrong, else what is wrong at the cursor.
  ///
  /// Until anything is done it says what can be done at all without harm.
  var shownStatus: StatusMessage? { status ?? messages.failure ?? problemAtCursor ?? firstWords }

  private var firstWords: StatusMessage? {
    !input.isUsed && !options.isReadOnly && workspace.manifest != nil ? .note(safety) : nil
  }

  /// What can be done at all without harm.
  var safety: String {
    let place = options.isInMemory ? "memory" : "this session's file"
    return "changes stay in \(place); no server and no shipped app is touched"
  }

  /// Lists what was said, the last first; Enter copies it.
  mutating func listMessages() -> Outcome {
    messages.failure = nil
    return .asks { .messages(in: $0) }
  }

  /// Copies the message that was said at a place of the list.
  mutating func copyMessage(_ argument: String) -> Outcome {
    guard let place = Int(argument), messages.entries.indices.contains(place - 1) else {
      return .refused("there is no message \(argument)")
    }
    return [.copy(messages.entries[place - 1].message.text.plain, what: "the message")]
  }
}

extension Picker {
  /// The messages, the last first; long ones take several lines.
  fileprivate static func messages(in state: State) -> Picker {
    let room = max(20, state.size.columns - 16)
    let entries = Array(state.messages.entries.enumerated().reversed())
    let lines = entries.flatMap { place, entry in
      let time = entry.time.description.dropFirst(11).prefix(8)
      let invocation = Invocation("copy-message", "\(place + 1)")
      return entry.message.text.wrapped(to: room).enumerated().map { row, text in
        PickerLine(
          invocation: invocation, keys: row == 0 ? DisplayText(entry.message.mark + time) : .empty, title: text,
          name: "\(place) \(row)", whole: "\(place) 0")
      }
    }
    return Picker("Messages, the last first", lines: lines)
  }
}

extension StatusMessage {
  /// What stands before it in a list.
  fileprivate var mark: String {
    switch kind {
    case .note, .place, .problem, .recovery: "  "
    case .refusal: "– "
    case .failure: "! "
    }
  }
}

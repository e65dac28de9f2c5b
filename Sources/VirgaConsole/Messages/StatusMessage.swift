package import VirgaCanvas
package import VirgaSession
import VirgaSource

/// A message of the status line.
///
/// Actions end it; motions and typed letters only end a momentary one. A failure reappears until it is dismissed or
/// something recovers.
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
    /// Something that failed works again.
    case recovery

    /// Whether it is only about the last key or the cursor's position.
    var isTransient: Bool { self == .position || self == .problem || self == .refusal }

    /// The sign before the message in the log.
    var mark: String { self == .refusal ? "– " : self == .failure ? "! " : "  " }
  }

  package var kind: Kind
  package var text: DisplayText

  init(_ kind: Kind, _ text: String) {
    (self.kind, self.text) = (kind, DisplayText(kind == .position ? text : text.maskingCredentials))
  }

  package static func info(_ text: String) -> StatusMessage { .init(.info, text) }
  package static func position(_ text: String) -> StatusMessage { .init(.position, text) }
  package static func problem(_ text: String) -> StatusMessage { .init(.problem, text) }
  package static func refusal(_ text: String) -> StatusMessage { .init(.refusal, text) }
  package static func refusal(_ reason: Refusal) -> StatusMessage { .refusal(reason.description) }
  package static func failure(_ text: String) -> StatusMessage { .init(.failure, text) }
  package static func recovery(_ text: String) -> StatusMessage { .init(.recovery, text) }

  func and(_ more: String) -> StatusMessage { .init(kind, "\(text.plain); \(more)") }

  /// The same message with the title of the command that it is about: `TITLE: TEXT`.
  func about(_ title: String) -> StatusMessage { .init(kind, "\(title): \(text.plain)") }

  /// This message and then another, which determines the kind.
  func then(_ next: StatusMessage) -> StatusMessage { .init(next.kind, "\(text.plain); \(next.text.plain)") }

  /// The same text about something that was done.
  var asNote: StatusMessage { .init(.info, text.plain) }
}

extension Refusal {
  init(_ message: StatusMessage, changesNothing: Bool = false) {
    self.init(message.text.plain, changesNothing: changesNothing)
  }
}

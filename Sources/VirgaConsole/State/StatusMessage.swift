package import VirgaCanvas
import VirgaSource

/// What the status line says until the next command that does something.
package struct StatusMessage: Equatable, Sendable {
  /// How much it matters.
  package enum Kind: Equatable, Sendable {
    /// What was done.
    case note
    /// What is wrong with what the person went to.
    case problem
    /// Why something was not done.
    case refusal
    /// What went wrong.
    case failure
  }

  /// How much it matters.
  package var kind: Kind
  /// What it says.
  package var text: DisplayText
  /// Whether it only tells where the cursor is: it goes when the cursor moves, and nobody looks for it later.
  package var isPassing = false
  /// Whether it tells that what failed before works again.
  package var endsFailure = false

  /// Whether it was read once the next key does something: it is about what was pressed, or about where the cursor was.
  var isRead: Bool { isPassing || kind == .refusal || kind == .problem }

  /// A text with the user names and passwords of its URLs masked.
  private static func shown(_ text: String) -> DisplayText { DisplayText(text.maskingCredentials) }

  /// Says that something was done.
  package static func note(_ text: String) -> StatusMessage { .init(kind: .note, text: shown(text)) }
  /// Says what is wrong with what the person went to.
  package static func problem(_ text: String) -> StatusMessage { .init(kind: .problem, text: shown(text)) }
  /// Says why something was not done.
  package static func refusal(_ text: String) -> StatusMessage { .init(kind: .refusal, text: shown(text)) }
  /// Says what went wrong.
  package static func failure(_ text: String) -> StatusMessage { .init(kind: .failure, text: shown(text)) }
  /// Says where the cursor is, such as `match 1 of 3`.
  package static func place(_ text: String) -> StatusMessage {
    .init(kind: .note, text: DisplayText(text), isPassing: true)
  }
  /// Says that what failed before works again.
  package static func mended(_ text: String) -> StatusMessage {
    .init(kind: .note, text: shown(text), endsFailure: true)
  }
}

package import VirgaCanvas
import VirgaSource

/// What the status line says.
///
/// An action ends it; a motion or a letter that is typed only a momentary one. A failure is shown again until it is
/// dismissed or something works again.
package struct StatusMessage: Equatable, Sendable {
  /// How much it matters, and with that how long it stays.
  package enum Kind: Equatable, Sendable {
    /// What was done.
    case note
    /// Where the cursor is, such as `match 1 of 3`; momentary, and not logged.
    case place
    /// What is wrong with what the person went to; momentary.
    case problem
    /// Why something was not done; momentary.
    case refusal
    /// What went wrong.
    case failure
    /// What failed before works again.
    case recovery

    /// Whether it is only about the last key or the place of the cursor.
    var isMomentary: Bool { self == .place || self == .problem || self == .refusal }
  }

  /// How much it matters.
  package var kind: Kind
  /// What it says.
  package var text: DisplayText

  /// A message, in which user names and passwords of URLs are masked.
  init(_ kind: Kind, _ text: String) {
    (self.kind, self.text) = (kind, DisplayText(kind == .place ? text : text.maskingCredentials))
  }

  /// Says that something was done.
  package static func note(_ text: String) -> StatusMessage { .init(.note, text) }
  /// Says where the cursor is.
  package static func place(_ text: String) -> StatusMessage { .init(.place, text) }
  /// Says what is wrong with what the person went to.
  package static func problem(_ text: String) -> StatusMessage { .init(.problem, text) }
  /// Says why something was not done.
  package static func refusal(_ text: String) -> StatusMessage { .init(.refusal, text) }
  /// Says what went wrong.
  package static func failure(_ text: String) -> StatusMessage { .init(.failure, text) }
  /// Says that what failed before works again.
  package static func recovery(_ text: String) -> StatusMessage { .init(.recovery, text) }
}

extension State {
  /// Shows what is said.
  mutating func say(_ message: StatusMessage) { status = message }

  /// Ends the message because a person did something; a motion ends only a momentary one.
  mutating func endMessage(onMotion isMotion: Bool = false) {
    if !isMotion || status?.kind.isMomentary == true { status = nil }
  }
}

/// What a key on the keyboard stands for.
package enum Key: Hashable, Sendable {
  /// A key that types; an upper-case letter is the character itself, without `shift`.
  case character(Character)
  /// The named keys, as keyboards label them; `backTab` is Tab with Shift.
  case enter, escape, tab, backTab, backspace, delete, insert
  /// The keys that move the cursor.
  case up, down, left, right, home, end, pageUp, pageDown
  /// A function key, from 1.
  case function(Int)
}

/// The keys that are held while another is pressed.
package struct Modifiers: OptionSet, Hashable, Sendable {
  /// One bit for each key, as terminals report them.
  package var rawValue: UInt8

  /// The keys whose bits are set.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Shift; never set for a character, which tells it itself.
  package static let shift = Modifiers(rawValue: 1)
  /// Alt, Option or Meta.
  package static let alt = Modifiers(rawValue: 2)
  /// Control.
  package static let control = Modifiers(rawValue: 4)
}

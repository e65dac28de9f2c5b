/// A key of the keyboard.
package enum Key: Hashable, Sendable {
  /// A key that types; upper-case letters are characters without `shift`.
  case character(Character)
  /// The named keys; `backTab` is Tab with Shift.
  case enter, escape, tab, backTab, backspace, delete, insert
  /// The keys that move the cursor.
  case up, down, left, right, home, end, pageUp, pageDown
  /// A function key, from 1.
  case function(Int)
}

/// The keys held while another one is pressed.
package struct Modifiers: OptionSet, Hashable, Sendable {
  /// One bit for each modifier, as terminals report them.
  package var rawValue: UInt8

  /// Creates modifiers from their bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Shift; never set for characters, which include it.
  package static let shift = Modifiers(rawValue: 1)
  /// Alt, Option or Meta.
  package static let alt = Modifiers(rawValue: 2)
  /// Control.
  package static let control = Modifiers(rawValue: 4)
}

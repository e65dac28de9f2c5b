/// A key with its modifiers.
package struct KeyPress: Hashable, Sendable {
  /// The key itself.
  package var key: Key
  /// The modifiers.
  package var modifiers: Modifiers

  /// Creates the press of a key with modifiers.
  package init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Creates the press of a key that types `character`.
  package init(_ character: Character, _ modifiers: Modifiers = []) {
    self.init(.character(character), modifiers)
  }
}

// The text form in key tables, hint lines and scripts: `j`, `Ctrl-D`, `Alt-x`, `Shift-Tab`, `F5`.
extension KeyPress: LosslessStringConvertible, ExpressibleByStringLiteral {
  /// Parses a key such as `Ctrl-D` or `PgDn`; nil if the text is not a key.
  ///
  /// Names are case-insensitive, and `Ctrl-` accepts letters in either case. The result has the
  /// form that terminals send: `Shift-Tab` gives `BackTab`.
  package init?(_ description: String) {
    var rest = description[...]
    var modifiers = Modifiers()
    // A prefix without a key after it is not a prefix.
    while let prefix = Self.prefixes.first(where: { rest.startsIgnoringCase(with: $0.text) }),
      rest.count > prefix.text.count
    {
      modifiers.insert(prefix.modifier)
      rest = rest.dropFirst(prefix.text.count)
    }
    guard let key = Key(name: rest) else { return nil }
    self.init(key, modifiers)
    convertToFormOfTerminals()
  }

  /// Creates the key of a literal; an invalid one is a programming error and means Escape.
  package init(stringLiteral value: StaticString) {
    self = KeyPress(value.description) ?? KeyPress(.escape)
  }

  /// The text form, such as `Ctrl-D`.
  package var description: String {
    var held = modifiers
    var key = key
    if key == .backTab {
      held.insert(.shift)
      key = .tab
    }
    let prefix = Self.prefixes.filter { held.contains($0.modifier) }.map(\.text).joined()
    // Control keys are written with capitals, although they need no Shift.
    let isControlLetter = held.contains(.control) && key.name.count == 1
    return prefix + (isControlLetter ? key.name.uppercased() : key.name)
  }

  /// The text of each modifier, in the order in which they are written.
  private static let prefixes: [(modifier: Modifiers, text: String)] = [
    (.control, "Ctrl-"), (.alt, "Alt-"), (.shift, "Shift-"),
  ]

  /// Converts other forms to the one that terminals send: `Shift-Tab` to `BackTab`, `Shift-a` to
  /// `A`, and `Ctrl-D` to Control with `d`.
  private mutating func convertToFormOfTerminals() {
    let hasShift = modifiers.contains(.shift)
    if key == .tab, hasShift {
      key = .backTab
      modifiers.remove(.shift)
    }
    let changesCase = hasShift || modifiers.contains(.control)
    guard changesCase, case .character(let character) = key else { return }
    let typed = hasShift ? character.uppercased() : character.lowercased()
    // `ß` in upper case is two characters: such a key stays as it is.
    guard typed.count == 1 else { return }
    key = .character(Character(typed))
    modifiers.remove(.shift)
  }
}

extension Key {
  /// The key with a name, such as `j`, `PgDn` or `F5`, ignoring case in names of several
  /// characters; nil if there is none.
  fileprivate init?(name: Substring) {
    if name.count == 1, let character = name.first {
      self = .character(character)
    } else if let named = Self.names.first(where: { $0.name.lowercased() == name.lowercased() }) {
      self = named.key
    } else if let number = Self.functionNumber(in: name) {
      self = .function(number)
    } else {
      return nil
    }
  }

  /// The number of a function key, `F1` to `F35`; nil if the name is not one.
  private static func functionNumber(in name: Substring) -> Int? {
    let startsWithF = name.first == "F" || name.first == "f"
    guard startsWithF, let number = Int(name.dropFirst()) else { return nil }
    return (1...35).contains(number) ? number : nil
  }

  /// The name in a key map: `Enter`, `F5`, or the character itself.
  fileprivate var name: String {
    if let named = Self.names.first(where: { $0.key == self }) { return named.name }
    switch self {
    case .character(let character): return String(character)
    case .function(let number): return "F\(number)"
    // All other keys have a name in the list.
    default: return "?"
    }
  }

  /// The names of keys; if a key has several, its text form is the first one.
  private static let names: [(name: String, key: Key)] = [
    ("Space", .character(" ")), ("Enter", .enter), ("Return", .enter), ("Esc", .escape),
    ("Escape", .escape),
    ("Tab", .tab), ("BackTab", .backTab), ("Backspace", .backspace), ("Delete", .delete),
    ("Del", .delete),
    ("Insert", .insert), ("Ins", .insert), ("Up", .up), ("Down", .down), ("Left", .left),
    ("Right", .right),
    ("Home", .home), ("End", .end), ("PgUp", .pageUp), ("PageUp", .pageUp), ("PgDn", .pageDown),
    ("PageDown", .pageDown),
  ]
}

extension Substring {
  /// Whether the text starts with a prefix in upper or lower case.
  fileprivate func startsIgnoringCase(with prefix: String) -> Bool {
    self.prefix(prefix.count).lowercased() == prefix.lowercased()
  }
}

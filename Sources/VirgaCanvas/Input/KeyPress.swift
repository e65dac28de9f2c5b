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
  /// Names are case-insensitive, and `Ctrl-` accepts letters in either case.
  package init?(_ description: String) {
    var rest = description[...]
    var modifiers = Modifiers()
    while let (modifier, prefix) = Self.prefixes.first(where: {
      rest.count > $1.count && rest.startsLowered($1)
    }) {
      modifiers.insert(modifier)
      rest = rest.dropFirst(prefix.count)
    }
    guard let key = Key(name: rest) else { return nil }
    self.init(key, modifiers)
    normalise()
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
    let prefix = Self.prefixes.reduce(into: "") { if held.contains($1.0) { $0 += $1.1 } }
    return prefix + (held.contains(.control) ? key.name.uppercased(ifLetter: true) : key.name)
  }

  private static let prefixes: [(Modifiers, String)] = [
    (.control, "Ctrl-"), (.alt, "Alt-"), (.shift, "Shift-"),
  ]

  /// Converts alternative forms to the one that terminals send.
  private mutating func normalise() {
    if key == .tab && modifiers.contains(.shift) {
      key = .backTab
      modifiers.remove(.shift)
    }
    guard case .character(let character) = key else { return }
    let letter = modifiers.contains(.shift) ? character.uppercased() : character.lowercased()
    if modifiers.contains(.shift) || modifiers.contains(.control), letter.count == 1 {
      key = .character(Character(letter))
      modifiers.remove(.shift)
    }
  }
}

extension Key {
  fileprivate init?(name: Substring) {
    if name.count == 1, let character = name.first {
      self = .character(character)
    } else if let named = Self.names.first(where: { $0.name.lowercased() == name.lowercased() }) {
      self = named.key
    } else if name.first == "F" || name.first == "f", let number = Int(name.dropFirst()),
      (1...35).contains(number)
    {
      self = .function(number)
    } else {
      return nil
    }
  }

  fileprivate var name: String {
    if let named = Self.names.first(where: { $0.key == self }) { return named.name }
    switch self {
    case .character(let character): return String(character)
    case .function(let number): return "F\(number)"
    default: return "?"
    }
  }

  /// If a key has several names, the first one is written.
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
  fileprivate func startsLowered(_ prefix: String) -> Bool {
    self.prefix(prefix.count).lowercased() == prefix.lowercased()
  }
}

extension String {
  fileprivate func uppercased(ifLetter: Bool) -> String { count == 1 ? uppercased() : self }
}

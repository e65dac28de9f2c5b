import VirgaCanvas

extension CommandTable {
  private static let familiar: [(key: String, command: String)] = [
    ("Ctrl-R", "redo"), ("Ctrl-Y", "redo"), ("Ctrl-_", "undo"), ("Ctrl-S", "session-export"), ("Ctrl-W", "quit"),
    ("Ctrl-Q", "quit"), ("F10", "quit"), ("Ctrl-K", "command"), ("F2", "edit-value"), ("F3", "next-match"),
    ("Ctrl-G", "line"), ("Del", "drop"), ("Ctrl-E", "open-editor"), ("F9", "command"), ("Ctrl-H", "help"),
  ]

  private static let byFamiliarKey = Dictionary(
    familiar.compactMap { entry in KeyPress(entry.key).map { ($0, entry.command) } },
    uniquingKeysWith: { first, _ in first })

  static func meant(by press: KeyPress) -> Command? { byFamiliarKey[press].flatMap(command(named:)) }
}

import VirgaCanvas

/// The commands and keys that the hint line can show in the current contexts.
///
/// They depend only on contexts and key map, so moving a cursor does not look them up again.
struct HintKeys: Sendable {
  struct Input: Equatable, Sendable {
    let contexts: [Command.Context]
    let keys: KeyMap
  }

  struct Entry: Sendable {
    let order: Int
    let keys: DisplayText
    let command: Command
  }

  /// Commands from this priority on are on the right, in all contexts.
  private static let firstAtRight = 90
  /// The priority lead of commands for the text being typed over those around it.
  private static let typingLead = 50

  /// Most important first.
  let left: [Entry]
  /// Outermost last.
  let right: [Entry]

  init(_ state: State, in contexts: [Command.Context]) {
    let entries = CommandTable.hinted.compactMap { command -> Entry? in
      guard let order = command.hint(in: contexts),
        let keys = state.keys(of: command, in: contexts).first
      else { return nil }
      let opposite = command.opposite.flatMap { CommandTable.command(named: $0) }
      let other = opposite.flatMap { state.keys(of: $0, in: contexts).first }
      let isNear = if case .typing = command.context { true } else { command.context == .picker }
      return Entry(
        order: isNear ? order - Self.typingLead : order,
        keys: (other.map { Self.text($0) + " " } ?? .empty) + Self.text(keys), command: command)
    }.sorted { $0.order < $1.order }
    left = entries.filter { $0.order < Self.firstAtRight }
    right = entries.filter { $0.order >= Self.firstAtRight }
  }

  static func text(_ keys: some Collection<KeyPress>) -> DisplayText {
    DisplayText(keys.map { arrows[$0.description] ?? $0.description }.joined(separator: " "))
  }

  private static let arrows = ["Up": "↑", "Down": "↓", "Left": "←", "Right": "→"]
}

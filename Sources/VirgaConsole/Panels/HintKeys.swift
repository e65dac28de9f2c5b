import VirgaCanvas

/// The commands that the hint line may name where keys go now, with the keys that run them.
///
/// They depend on nothing but the place, so that moving a cursor does not look them up again.
struct HintKeys: Sendable {
  /// What they depend on.
  struct Place: Equatable, Sendable {
    let contexts: [Command.Context]
    let keys: KeyMap
  }

  /// A command and its keys as the line shows them.
  struct Entry: Sendable {
    let order: Int
    let keys: DisplayText
    let command: Command
  }

  /// From where in the order on commands stand at the right, wherever keys go.
  private static let firstAtRight = 90
  /// How much earlier stands what is typed into than what lies around it.
  private static let typingLead = 50

  /// Those that stand at the left, the most important first.
  let left: [Entry]
  /// Those that stand at the right, the outermost last.
  let right: [Entry]

  /// The commands of the place where keys go.
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

  /// Keys as the line shows them.
  static func text(_ keys: some Collection<KeyPress>) -> DisplayText {
    DisplayText(keys.map { arrows[$0.description] ?? $0.description }.joined(separator: " "))
  }

  private static let arrows = ["Up": "↑", "Down": "↓", "Left": "←", "Right": "→"]
}

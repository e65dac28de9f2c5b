package import VirgaCanvas

/// Which keys run which commands: those of the table, but for what a person changed.
package struct KeyMap: Equatable, Sendable {
  private var changed: [String: [[KeyPress]]] = [:]

  /// The keys of the table.
  package init() {}

  /// The keys that run a command.
  package func keys(of command: Command) -> [[KeyPress]] { changed[command.name] ?? command.keys }

  /// Gives the command called `name` other keys; none at all where the list is empty.
  package mutating func set(_ name: String, to keys: [[KeyPress]]) { changed[name] = keys }

  /// A command that would be run by the same keys in the same place, or whose keys begin with these or the other way
  /// round; nil where the keys are free.
  package func rival(of command: Command, for keys: [KeyPress]) -> Command? {
    CommandTable.all.first { other in
      guard other.name != command.name, Self.overlap(other.context, command.context) else { return false }
      return self.keys(of: other).contains { known in
        known == keys ? other.context == command.context : known.starts(with: keys) || keys.starts(with: known)
      }
    }
  }

  /// Whether keys of both contexts can be pressed in one place.
  private static func overlap(_ left: Command.Context, _ right: Command.Context) -> Bool {
    guard let leftScreen = left.screen, let rightScreen = right.screen else { return true }
    guard leftScreen == rightScreen else { return false }
    if case .panel(let one) = left, case .panel(let other) = right { return one == other }
    return true
  }
}

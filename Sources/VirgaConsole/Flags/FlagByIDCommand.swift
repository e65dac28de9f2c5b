import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The command that changes a flag by its id, from every screen and in scripts.
enum FlagByIDCommand {
  static let command = Command("flag", "set, clear or drop a flag", run: run)
    .argument(.described(arguments), suffices: true).mutating()
    .help(
      "flag set ID on, flag clear ID, flag drop ID; add the layer if it is not the usual one: preference, debug, lock, draw or weights."
    )

  /// Completes an action, then the id of a flag, then a value.
  ///
  /// `se` gives `set `, `set tool` gives `set toolbar `, and `set toolbar o` gives `set toolbar on`
  /// and `set toolbar off`.
  @Sendable private static func arguments(_ model: Model, _ typed: String) -> [Command.Completion] {
    let action = actions.first { typed.hasPrefix($0.argument) }?.argument
    guard let action, let flags = model.sessionFlags else {
      return actions.filter { $0.argument.hasPrefix(typed) }
    }
    let rest = String(typed.dropFirst(action.utf8.count))
    let (id, value) = Invocation.name(startingIn: rest, known: model.shared.flagIDs)
    let takesValue = action == setAction
    if takesValue, let flag = flags.catalogue[id], rest.hasPrefix(id + " ") {
      let choices = flags.choices(of: flag).filter { $0.hasPrefix(value) }
      return choices.map { ("\(action)\(id) \($0)", "") }
    }
    let matching = flags.catalogue.flags.lazy.filter { $0.id.hasPrefix(rest) }
    return matching.prefix(maxCompletions).map {
      ("\(action)\($0.id)\(takesValue ? " " : "")", $0.kind.title)
    }
  }

  /// The maximum number of flags to suggest.
  private static let maxCompletions = 500

  private static let setAction = "set "

  private static let actions: [Command.Completion] = [
    (setAction, "stores a choice"), ("clear ", "makes it unset"),
    ("drop ", "drops everything stored"),
  ]

  /// Takes `set ID VALUE [LAYER]`, `clear ID [LAYER]` or `drop ID`.
  @Sendable private static func run(
    _ screen: inout FlagsScreen, _ shared: Shared, _ argument: String
  ) -> Outcome {
    let parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return .refused(.flagChangeExpected) }
    guard let flags = shared.sessionFlags else { return .refused(.noFlags) }
    if parts[0] == "drop" { return drop(parts[1], flags) }
    let (id, rest) = Invocation.name(startingIn: parts[1], known: shared.flagIDs)
    guard let flag = flags.catalogue[id] else {
      return .refused(.unknown("flag", id, among: shared.flagIDs))
    }
    switch parts[0] {
    case "set" where !rest.isEmpty: return set(flag, rest, shared)
    case "clear": return clear(flag, rest, shared)
    default: return .refused(.flagChangeExpected)
    }
  }

  /// Sets the value in `rest`, whose last word may name the layer: `on debug` sets the debug
  /// override to `on`, and `on` sets the usual layer of the flag.
  private static func set(_ flag: FlagDefinition, _ rest: String, _ shared: Shared) -> Outcome {
    let words = rest.split(separator: " ")
    guard words.count > 1, let layer = FlagLayer(rawValue: String(words[words.count - 1])) else {
      return FlagChange.set(FlagLayer(of: flag), of: [flag], to: rest, shared)
    }
    let value = rest.dropLast(layer.rawValue.count + 1)
    return FlagChange.set(layer, of: [flag], to: String(value), shared)
  }

  /// Unsets the layer that `rest` names, or the usual layer of the flag if `rest` is empty.
  private static func clear(
    _ flag: FlagDefinition, _ rest: String, _ shared: Shared
  ) -> Outcome {
    guard let layer = rest.isEmpty ? FlagLayer(of: flag) : FlagLayer(rawValue: rest) else {
      return .refused(.flagChangeExpected)
    }
    return FlagChange.set(layer, of: [flag], to: nil, shared)
  }

  /// Drops everything that is stored for the flag with that name, and stored values of that name
  /// that belong to no flag.
  private static func drop(_ name: String, _ flags: SessionFlags) -> Outcome {
    let flag = flags.catalogue[name]
    let orphans = flags.orphans.filter { $0.name.isSameName(as: name) }
    guard flag != nil || !orphans.isEmpty else {
      return .refused(.unknown("flag", name, among: flags.catalogue.flags.map(\.id)))
    }
    return .performs { try $0.drop(flag.map { [$0] } ?? [], orphans: orphans) }
  }
}

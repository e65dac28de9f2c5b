import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The command that changes a flag by its id, from every screen and in scripts.
enum FlagByIDCommand {
  static let command = Command("flag", "set, clear or drop a flag", run: run)
    .argument(.described(completions), suffices: true).mutating()
    .help(
      "flag set ID on, flag clear ID, flag drop ID; add the layer if it is not the usual one: preference, debug, lock, draw or weights."
    )

  /// Completes an action, then the id of a flag, then a value.
  ///
  /// `se` gives `set `, `set tool` gives `set toolbar `, and `set toolbar o` gives `set toolbar on`
  /// and `set toolbar off`.
  @Sendable private static func completions(
    _ model: Model, _ typed: String
  ) -> [Command.Completion] {
    let typedAction = actions.first { typed.hasPrefix($0.argument) }?.argument
    guard let action = typedAction, let flags = model.sessionFlags else {
      return actions.filter { $0.argument.hasPrefix(typed) }
    }
    let afterAction = String(typed.dropFirst(action.count))
    let (id, value) = Invocation.name(startingIn: afterAction, known: model.shared.flagIDs)
    let isIDComplete = afterAction.hasPrefix(id + " ")
    if action == setAction, isIDComplete, let flag = flags.catalogue[id] {
      let choices = flags.choices(of: flag).filter { $0.hasPrefix(value) }
      return choices.map { choice in ("\(setAction)\(id) \(choice)", "") }
    }
    return completionsOfID(afterAction, after: action, in: flags.catalogue)
  }

  /// Completes the id of a flag after an action such as `drop `, with the kind of each flag as
  /// description.
  private static func completionsOfID(
    _ startOfID: String, after action: String, in catalogue: FlagCatalogue
  ) -> [Command.Completion] {
    // A value follows the id.
    let blankAfterID = action == setAction ? " " : ""
    let matching = catalogue.flags.lazy.filter { $0.id.hasPrefix(startOfID) }
    return matching.prefix(maxCompletions).map { flag in
      ("\(action)\(flag.id)\(blankAfterID)", flag.kind.title)
    }
  }

  /// The maximum number of flags to suggest.
  private static let maxCompletions = 500

  private static let setAction = "set "

  /// The actions, with the blank before the id of the flag.
  private static let actions: [Command.Completion] = [
    (setAction, "stores a choice"), ("clear ", "makes it unset"),
    ("drop ", "drops everything stored"),
  ]

  /// Takes `set ID VALUE [LAYER]`, `clear ID [LAYER]` or `drop ID`: `clear` unsets one layer, and
  /// `drop` removes everything that is stored for the flag.
  @Sendable private static func run(
    _ screen: inout FlagsScreen, _ shared: Shared, _ argument: String
  ) -> Outcome {
    let parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return .refused(.flagChangeExpected) }
    let (action, afterAction) = (parts[0], parts[1])
    guard let flags = shared.sessionFlags else { return .refused(.noFlags) }
    // Also stored values without a flag can be dropped, so the name need not be a flag's id.
    if action == "drop" { return drop(afterAction, flags) }
    let (id, afterID) = Invocation.name(startingIn: afterAction, known: shared.flagIDs)
    guard let flag = flags.catalogue[id] else {
      return .refused(.unknown("flag", id, among: shared.flagIDs))
    }
    switch action {
    case "set" where !afterID.isEmpty: return set(flag, afterID, shared)
    case "clear": return clear(flag, afterID, shared)
    default: return .refused(.flagChangeExpected)
    }
  }

  /// Sets a value, after which the layer may be named: `on debug` sets the debug override to `on`,
  /// and `on` sets the usual layer of the flag, which is its lock or preference, or else its debug
  /// override.
  ///
  /// If the last word does not name a layer, it is part of the value.
  private static func set(
    _ flag: FlagDefinition, _ valueAndLayer: String, _ shared: Shared
  ) -> Outcome {
    let words = valueAndLayer.split(separator: " ")
    // A single word is a value, even if a layer has that name.
    let layerName = words.count > 1 ? words.last : nil
    guard let layerName, let layer = FlagLayer(rawValue: String(layerName)) else {
      return FlagChange.set(FlagLayer(of: flag), of: [flag], to: valueAndLayer, shared)
    }
    var value = valueAndLayer[..<layerName.startIndex]
    while value.last == " " { value.removeLast() }
    return FlagChange.set(layer, of: [flag], to: String(value), shared)
  }

  /// Unsets the named layer, or if the name is empty, the usual layer of the flag: its lock or
  /// preference, or else its debug override.
  private static func clear(
    _ flag: FlagDefinition, _ layerName: String, _ shared: Shared
  ) -> Outcome {
    guard let layer = layerName.isEmpty ? FlagLayer(of: flag) : FlagLayer(rawValue: layerName)
    else {
      return .refused(.flagChangeExpected)
    }
    return FlagChange.set(layer, of: [flag], to: nil, shared)
  }

  /// Drops everything that is stored for the flag with that name, and orphans of that name: stored
  /// choices that belong to no flag.
  private static func drop(_ name: String, _ flags: SessionFlags) -> Outcome {
    let flag = flags.catalogue[name]
    let orphans = flags.orphans.filter { $0.name.isSameName(as: name) }
    guard flag != nil || !orphans.isEmpty else {
      return .refused(.unknown("flag", name, among: flags.catalogue.flags.map(\.id)))
    }
    let flagsToDrop = flag.map { [$0] } ?? []
    return .performs { try $0.drop(flagsToDrop, orphans: orphans) }
  }
}

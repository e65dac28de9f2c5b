import VirgaFlags
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The command that changes a flag by its id, from every screen and in scripts.
enum NamedFlag {
  static let command = Command("flag", "set, clear or drop a flag", run: run)
    .argument(.described(arguments), suffices: true).mutating()
    .help(
      "flag set ID on, flag clear ID, flag drop ID; add the layer if it is not the usual one: preference, debug, lock, draw or weights."
    )

  /// An action, then a flag, then a value.
  @Sendable private static func arguments(_ model: Model, _ typed: String) -> [Command.Completion] {
    let verbs = [("set ", "stores a choice"), ("clear ", "makes it unset"), ("drop ", "drops everything stored")]
    guard let verb = verbs.first(where: { typed.hasPrefix($0.0) })?.0, let flags = model.flags.flags else {
      return verbs.filter { $0.0.hasPrefix(typed) }.map { (argument: $0.0, detail: $0.1) }
    }
    let (rest, catalogue) = (String(typed.dropFirst(verb.utf8.count)), flags.catalogue)
    let (id, value) = Invocation.name(startingIn: rest, known: model.flags.ids)
    if verb == "set ", let flag = catalogue[id], rest.hasPrefix(id + " ") {
      return flags.choices(of: flag).filter { $0.hasPrefix(value) }.map { ("\(verb)\(id) \($0)", "") }
    }
    let found = catalogue.rows.lazy.filter { $0.id.hasPrefix(rest) }.prefix(500)
    return found.map { ("\(verb)\($0.id)\(verb == "set " ? " " : "")", $0.kind.title) }
  }

  /// Takes `set ID VALUE [LAYER]`, `clear ID [LAYER]` or `drop ID`.
  @Sendable private static func run(_ model: inout Model, _ argument: String) -> Outcome {
    let parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return .refused(.flagChangeExpected) }
    guard let flags = FlagScreen.resolved(in: &model) else { return .refused(.noFlags) }
    switch parts[0] {
    case "set": return set(parts[1], flags, &model)
    case "clear": return clear(parts[1], flags, &model)
    case "drop": return drop(parts[1], flags, &model)
    default: return .refused(.flagChangeExpected)
    }
  }

  private static func set(_ argument: String, _ flags: SessionFlags, _ model: inout Model) -> Outcome {
    let (id, rest) = Invocation.name(startingIn: argument, known: model.flags.ids)
    guard let flag = flags.catalogue[id] else { return .refused(.unknown("flag", id, among: model.flags.ids)) }
    guard !rest.isEmpty else { return .refused(.flagChangeExpected) }
    // The last word is the layer; a single word is the value.
    let blank = rest.lastIndex(of: " ")
    if let blank, let layer = FlagLayer(rawValue: String(rest[rest.index(after: blank)...])) {
      return FlagChange.set(layer, of: [flag], to: String(rest[..<blank]), in: &model)
    }
    return FlagChange.set(FlagLayer(of: flag), of: [flag], to: rest, in: &model)
  }

  private static func clear(_ argument: String, _ flags: SessionFlags, _ model: inout Model) -> Outcome {
    let (id, rest) = Invocation.name(startingIn: argument, known: model.flags.ids)
    guard let flag = flags.catalogue[id] else { return .refused(.unknown("flag", id, among: model.flags.ids)) }
    guard let layer = rest.isEmpty ? FlagLayer(of: flag) : FlagLayer(rawValue: rest) else {
      return .refused(.flagChangeExpected)
    }
    return FlagChange.set(layer, of: [flag], to: nil, in: &model)
  }

  /// Also drops what is stored under the name and belongs to no flag.
  private static func drop(_ name: String, _ flags: SessionFlags, _ model: inout Model) -> Outcome {
    let known = [flags.catalogue[name]].compactMap(\.self)
    let orphans = flags.orphans.filter { $0.name.isSameName(as: name) }
    guard !known.isEmpty || !orphans.isEmpty else {
      return .refused(.unknown("flag", name, among: model.flags.ids))
    }
    return model.perform { try $0.drop(known, orphans: orphans) }
  }
}

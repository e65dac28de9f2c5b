import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The command that changes flags by their ids, as recordings do.
enum NamedFlags {
  static let command = Command("flag", "set, clear or drop a flag", run: run)
    .argument(.described(arguments), suffices: true).mutating()
    .help(
      "flag set ID on, flag clear ID, flag drop ID; add the layer if it is not the usual one: preference, debug, lock, draw or weights. Several ids are a JSON list, or a JSON object with their values: flag set {\"ID\": 15} draw."
    )

  /// An action, then a flag, then a value.
  @Sendable private static func arguments(_ model: Model, _ typed: String) -> [(argument: String, detail: String)] {
    let verbs = [("set ", "stores a choice"), ("clear ", "makes it unset"), ("drop ", "drops everything stored")]
    guard let verb = verbs.first(where: { typed.hasPrefix($0.0) })?.0, let flags = model.flags.flags else {
      return verbs.filter { $0.0.hasPrefix(typed) }.map { (argument: $0.0, detail: $0.1) }
    }
    let (rest, catalogue) = (String(typed.dropFirst(verb.utf8.count)), flags.catalogue)
    let (names, value) = NameList.read(rest, known: model.flags.ids)
    if verb == "set ", let id = names.first, let row = catalogue[id], rest.hasPrefix(id + " ") {
      return flags.choices(of: row).filter { $0.hasPrefix(value) }.map { ("\(verb)\(id) \($0)", "") }
    }
    let rows = catalogue.rows.lazy.filter { $0.id.hasPrefix(rest) }.prefix(500)
    return rows.map { ("\(verb)\($0.id)\(verb == "set " ? " " : "")", $0.kind.title) }
  }

  /// Takes `set ID VALUE [LAYER]`, `clear ID [LAYER]` or `drop ID`.
  @Sendable static func run(_ model: inout Model, _ argument: String) -> Outcome {
    let parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, ["set", "clear", "drop"].contains(parts[0]) else { return .refused(.flagChangeExpected) }
    guard let known = FlagScreen.resolved(in: &model) else { return .refused(.noFlags) }
    if parts[0] == "set", parts[1].hasPrefix("{") {
      let (text, layer) = valueAndLayer(parts[1], isSetting: true)
      if let values = (try? JSONValue.parse(text))?.objectValue { return set(values, layer, in: known, &model) }
    }
    let (ids, orphans) = (model.flags.ids, FlagCommands.orphans(in: known.catalogue, of: model))
    let (names, rest) = NameList.read(parts[1], known: ids + orphans.map(\.name))
    let rows = names.compactMap { known.catalogue[$0] }
    if parts[0] == "drop" {
      let orphans = orphans.filter { names.containsName($0.name) }
      return model.perform { try $0.drop(rows, orphans: orphans) }
    }
    guard let row = rows.first, rows.count == names.count else {
      return .refused(.unknown("flag", names.first { known.catalogue[$0] == nil } ?? parts[1], among: ids))
    }
    let (text, named) = valueAndLayer(rest, isSetting: parts[0] == "set")
    let layer = named ?? FlagLayer(of: row)
    return model.perform {
      let operation = text.isEmpty ? .clear(layer) : try layer.operation(setting: row, to: text)
      return try $0.change(rows, operation, in: known)
    }
  }

  /// As one operation.
  private static func set(
    _ values: JSONObject, _ layer: FlagLayer?, in known: SessionFlags, _ model: inout Model
  ) -> Outcome {
    var changes: [(row: FlagDefinition, operation: FlagOperation)] = []
    do throws(FlagError) {
      for (id, value) in values {
        guard let row = known.catalogue[id] else { return .refused(.unknown("flag", id, among: model.flags.ids)) }
        let text = FlagLayer.preference.text(of: value)
        changes.append((row, try (layer ?? FlagLayer(of: row)).operation(setting: row, to: text)))
      }
    } catch {
      return .refused(.refusal(error.message))
    }
    let what = (layer.map { "\($0.rawValue) of " } ?? "") + "\(changes.count) flags"
    return model.perform(on: changes, as: { _ in "set \(what)" }) { try $0.change([$1.row], $1.operation, in: known) }
  }

  /// A value and the layer after it; a value comes first if one is being set.
  private static func valueAndLayer(_ text: String, isSetting: Bool) -> (value: String, layer: FlagLayer?) {
    let blank = text.lastIndex(of: " ")
    let last = blank.map { String(text[text.index(after: $0)...]) } ?? text
    guard let layer = FlagLayer(rawValue: last), blank != nil || !isSetting else { return (text, nil) }
    return (blank.map { String(text[..<$0]) } ?? "", layer)
  }
}

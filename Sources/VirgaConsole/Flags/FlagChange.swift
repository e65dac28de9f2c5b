import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// What `Space` and `o` change: a layer of the marked flags, or of the one under the cursor.
///
/// Values are texts.
struct FlagChange {
  /// The first of the flags.
  let row: FlagDefinition
  let layer: FlagLayer
  /// The values to choose from.
  let choices: [String]
  /// Nil if unset.
  let stored: String?
  /// The value that counts while nothing is stored.
  private let standard: String?

  /// Nil without a flag.
  init?(_ model: borrowing Model) {
    let flags = model.flags
    guard let row = flags.subjects.first else { return nil }
    let hasEvenLayers = (row.preferenceKey == nil) == (row.debugKey == nil)
    let layer = [.core, .bool, .flag].contains(row.kind) && hasEvenLayers ? flags.layer : FlagLayer(of: row)
    let answer = flags.flags?[row.id]
    (self.row, self.layer) = (row, layer)
    choices = flags.flags?.choices(of: row) ?? []
    let key = row.entryKeys.first { $0.kind.rawValue == layer.rawValue }
    stored = key.flatMap { model.session[$0] }.map(layer.text)
    standard =
      switch layer {
      case .lock: layer.text(of: .boolean(flags.flags?.configured(row)?.unlocked ?? false))
      case .debug: answer?.build.value?.word
      case .preference, .draw, .weights:
        row.preferenceDefault.map(layer.text) ?? answer?.buildOnly.value?.word
      }
  }

  /// Nil means unset; from unset it goes to a value that changes something, so one key switches a flag off.
  var next: String? {
    var values = choices
    if let index = standard.flatMap(values.firstIndex) {
      values = Array(values[(index + 1)...] + values[...index])
    }
    guard let stored, let index = values.firstIndex(of: stored) else { return values.first }
    return index + 1 < values.count ? values[index + 1] : nil
  }

  var layerTitle: String { EntryKind(rawValue: layer.rawValue)?.title ?? "" }

  static func cycleTitle(_ model: Model) -> String {
    guard let change = FlagChange(model) else { return "\(model.flags.layer.rawValue) off → on → unset" }
    let count = model.flags.list.markCount
    let subject =
      count > 0 ? "\(count) marked: \(change.layerTitle)" : "\(change.layer.rawValue) \(change.stored ?? "unset")"
    return "\(subject) → \(change.next ?? "unset")"
  }

  /// Whether the flag has both a preference and a debug override.
  static func hasOtherLayer(_ model: Model) -> Command.Availability {
    guard let row = model.flags.subjects.first else { return .refused(.noFlagSelected) }
    let hasBoth = [.bool, .flag].contains(row.kind) && row.preferenceKey != nil && row.debugKey != nil
    return hasBoth ? .applies() : .refused(.noOtherLayer(row.id))
  }

  static func isPossible(_ model: Model) -> Command.Availability {
    guard let change = FlagChange(model) else { return .refused(.noFlagSelected) }
    let operation = try? change.layer.operation(setting: change.row, to: change.choices.first ?? "on")
    return model.flags.availability(of: operation ?? .clear(change.layer))
  }

  /// The list of values, with the stored one under the cursor.
  static func picker(_ model: Model) -> Picker? {
    guard let change = FlagChange(model) else { return nil }
    let (titles, stored, count) = (change.choices + ["unset"], change.stored ?? "unset", model.flags.list.markCount)
    let subject = count == 0 ? change.row.id : count.pluralizing("marked flag")
    let current = titles.firstIndex(of: stored) ?? titles.count - 1
    var picker = Picker.choice(
      "\(subject): \(change.layerTitle)",
      titles.map { (Invocation("choose-value", $0), $0, $0 == stored ? "now" : "") },
      current: count == 0 ? current : nil)
    picker.list.scroll.cursor = current
    return picker
  }
}

extension SessionFlags {
  /// Stored preferences and debug overrides that belong to neither a flag nor a variable.
  var orphans: [EntryKey] { session.flagOrphans(in: catalogue, manifest: manifest) }

  /// The values that a person can choose for a flag, as text.
  func choices(of row: FlagDefinition) -> [String] {
    switch row.kind {
    case .options: row.options
    case .ab, .mvt: configured(row)?.variations.map(\.rawValue) ?? []
    case .unlock: ["unlocked", "locked"]
    case .core, .bool, .flag, .featureAB: ["on", "off"]
    }
  }
}

/// The command that changes flags by their ids, as recordings do.
enum NamedFlags {
  static let command = Command("flag", "set, clear or drop a flag", run: run)
    .argument(.described(arguments), suffices: true).mutating()
    .help(
      "flag set ID on, flag clear ID, flag drop ID; add the layer if it is not the usual one: preference, debug, lock, draw or weights. Several ids are a JSON list, or a JSON object with their values: flag set {\"ID\": 15} draw."
    )

  /// An action, then a flag, then a value.
  @Sendable private static func arguments(_ model: Model, _ typed: String) -> [Command.Completion] {
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
    let (ids, orphans) = (model.flags.ids, known.orphans)
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

import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

// The layer of a flag that Space changes, and the values it cycles through.
extension State {
  var cycleTitle: String {
    guard flags.firstSubject != nil else { return "\(flags.layer.rawValue) off → on → unset" }
    if flags.list.markCount > 0 {
      return "\(flags.list.markCount) marked: \(layerTitle) → \(layerWord(nextLayerValue))"
    }
    return "\(changedLayer?.rawValue ?? "") \(layerWord(storedLayer)) → \(layerWord(nextLayerValue))"
  }

  private func layerWord(_ value: JSONValue?) -> String {
    guard let value else { return "unset" }
    guard let row = flags.firstSubject, layer(of: row) == .lock else { return Self.word(value) }
    return value == true ? "unlocked" : "locked"
  }

  var changedLayer: EntryKind? { flags.firstSubject.map { layer(of: $0) } }

  var layerTitle: String {
    guard let row = flags.firstSubject else { return flags.layer.rawValue }
    return layer(of: row) == .lock ? "lock" : layer(of: row).title
  }

  /// If the flag has only one layer, that one.
  private func layer(of row: FlagDefinition) -> EntryKind {
    switch row.kind {
    case .unlock: .lock
    case .featureAB, .ab, .mvt: .debug
    case .options: .preference
    case .core, .bool, .flag:
      switch (row.preferenceKey, row.debugKey) {
      case (nil, .some): .debug
      case (.some, nil): .preference
      default: flags.layer
      }
    }
  }

  var hasOtherLayer: Command.Availability {
    guard let row = flags.firstSubject else { return .refused(.noFlagSelected) }
    let hasBoth = [.bool, .flag].contains(row.kind) && row.preferenceKey != nil && row.debugKey != nil
    return hasBoth ? .applies() : .refused(.noOtherLayer(row.id))
  }

  /// Nil unsets it.
  func layerOperation(_ value: JSONValue?) -> FlagOperation {
    let changed = flags.firstSubject.flatMap { FlagLayer(rawValue: layer(of: $0).rawValue) } ?? .preference
    return value.map { .set(changed, $0) } ?? .clear(changed)
  }

  private var layerValues: [JSONValue] {
    guard let row = flags.firstSubject else { return [] }
    switch row.kind {
    case .options: return row.options.map { .string($0) }
    case .ab, .mvt: return flags.flags?.configured(row)?.variations.map { .string($0.rawValue) } ?? []
    default: return [true, false]
    }
  }

  private var storedLayer: JSONValue? {
    guard let row = flags.firstSubject else { return nil }
    switch layer(of: row) {
    case .lock: return session[.lock, row.storedName]
    case .debug: return row.debugKey.flatMap { session[.debug, $0] }
    default: return row.preferenceKey.flatMap { session[.preference, $0] }
    }
  }

  var canChangeFlag: Command.Availability {
    if flags.firstSubject == nil { return .refused(.noFlagSelected) }
    return flags.availability(of: layerOperation(layerValues.first ?? true))
  }

  private var valueWhenUnset: JSONValue? {
    guard let row = flags.firstSubject, let answer = flags.flags?[row.id] else { return nil }
    switch layer(of: row) {
    case .lock: return .boolean(flags.flags?.configured(row)?.unlocked ?? false)
    case .debug: return answer.build.value?.stored
    default: return row.preferenceDefault ?? answer.buildOnly.value?.stored
    }
  }

  /// Nil means unset; from unset it goes to a value that changes something, so one key switches a flag off.
  private var nextLayerValue: JSONValue? {
    var values = layerValues
    if let index = valueWhenUnset.flatMap(values.firstIndex) {
      values = Array(values[(index + 1)...] + values[...index])
    }
    guard let stored = storedLayer, let index = values.firstIndex(of: stored) else { return values.first }
    return index + 1 < values.count ? values[index + 1] : nil
  }

  mutating func cycleFlag() -> Outcome { change(layerOperation(nextLayerValue)) }

  var flagChoices: [String] { layerValues.map(Self.word) + ["unset"] }

  static func word(_ value: JSONValue) -> String {
    value.booleanValue.map { $0 ? "on" : "off" } ?? value.stringValue ?? value.compact
  }

  mutating func chooseValue(_ argument: String) -> Outcome {
    let values = layerValues
    if argument == "unset" { return change(layerOperation(nil)) }
    if let value = values.first(where: { Self.word($0) == argument }) { return change(layerOperation(value)) }
    guard argument.isEmpty else { return .refused(.unknown("value", argument, among: flagChoices)) }
    return askAboutSelection(Self.layerValueList)
  }

  @Sendable private static func layerValueList(_ state: State) -> Picker? {
    guard let flag = state.flags.firstSubject else { return nil }
    let count = state.flags.list.markCount
    let stored = state.storedLayer
    let titles = state.flagChoices
    return .choice(
      "\(count == 0 ? flag.id : count.pluralizing("marked flag")): \(state.layerTitle)",
      titles.map { title in
        let isStored = title == (stored.map(word) ?? "unset")
        return (Invocation("choose-value", title), title, isStored ? "now" : "")
      }, cursor: stored.flatMap { titles.firstIndex(of: word($0)) } ?? titles.count - 1)
  }
}

extension FlagValue {
  fileprivate var stored: JSONValue {
    switch self {
    case .on: true
    case .off: false
    case .option(let name): .string(name)
    }
  }
}

// Draws and weights of tests, and locks of unlock flags.
extension State {
  /// Describes where a typed draw would land, or the current draw.
  func drawArguments(_ typed: String) -> [(argument: String, detail: String)] {
    let tests = flags.subjects.compactMap { flags.flags?.configured($0) }.filter(\.isTest)
    let kept = tests.first.flatMap { session.kept(of: $0).draw }
    guard !tests.isEmpty, let draw = typed.isEmpty ? kept : Double(typed) else { return [] }
    let landings = tests.map { landing(of: typed.isEmpty ? session.kept(of: $0).draw ?? draw : draw, in: $0) }
    return [(typed.isEmpty ? FlagNumber.text(draw) : typed, landings.joined(separator: "; "))]
  }

  private func landing(of draw: Double, in flag: ConfiguredFlag) -> String {
    let weights = session.kept(of: flag).weights(of: flag)
    guard let index = weights.index(of: draw), flag.variations.indices.contains(index) else {
      return "a draw is a number from 0 to 100"
    }
    let range = weights.ranges[index]
    let bounds = "\(FlagNumber.text(range.lowerBound))–\(FlagNumber.text(range.upperBound))"
    return "\(flag.name) lands on \(flag.variations[index].rawValue), \(bounds)"
  }

  mutating func lockFlag(_ argument: String) -> Outcome {
    guard let row = flags.firstSubject, let flag = flags.flags?.configured(row) else { return [] }
    let isUnlocked = session[.lock, row.storedName]?.booleanValue ?? flag.unlocked ?? false
    guard ["", "locked", "unlocked"].contains(argument) else {
      return .refused(.unknown("lock state", argument, among: ["locked", "unlocked"]))
    }
    let unlocks = argument.isEmpty ? !isUnlocked : argument == "unlocked"
    return change(.set(.lock, .boolean(unlocks)))
  }

  mutating func setWeights(_ argument: String) -> Outcome {
    let parts = argument.split(separator: ",").map { $0.split(separator: " ") }
    let weights = parts.compactMap { $0.count == 1 ? Double($0[0]) : nil }
    guard !weights.isEmpty, weights.count == parts.count else {
      let kept = flags.selectedConfigured.map { session.kept(of: $0).weights ?? $0.weights.inEffect } ?? []
      return ask(
        "weights", argument, .weightsExpected(not: argument),
        proposal: kept.map(FlagNumber.text).joined(separator: ","))
    }
    return change(.set(.weights, .array(weights.map { JSONValue($0) })))
  }
}

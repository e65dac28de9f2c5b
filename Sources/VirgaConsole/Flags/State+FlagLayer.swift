import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

// The layer of a flag that Space changes, and the values it cycles through.
extension State {
  var cycleTitle: String {
    guard changedRow != nil else { return "\(flags.layer.rawValue) off → on → unset" }
    if flags.list.markCount > 0 {
      return "\(flags.list.markCount) marked: \(layerTitle) → \(layerWord(nextLayerValue))"
    }
    return "\(changedLayer?.rawValue ?? "") \(layerWord(storedLayer)) → \(layerWord(nextLayerValue))"
  }

  private func layerWord(_ value: JSONValue?) -> String {
    guard let value else { return "unset" }
    guard let row = changedRow, layer(of: row) == .lock else { return Self.word(value) }
    return value == true ? "unlocked" : "locked"
  }

  private var changedRow: FlagDefinition? { flags.firstSubject }

  var changedLayer: EntryKind? { changedRow.map { layer(of: $0) } }

  var layerTitle: String {
    guard let row = changedRow else { return flags.layer.rawValue }
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
      default: flags.layer == .preference ? .preference : .debug
      }
    }
  }

  var hasOtherLayer: Command.Availability {
    guard let row = changedRow else { return .refused(.noFlagSelected) }
    switch row.kind {
    case .bool, .flag:
      return row.preferenceKey != nil && row.debugKey != nil ? .applies() : .refused(.noOtherLayer(row.id))
    case .core, .options, .unlock, .featureAB, .ab, .mvt: return .refused(.noOtherLayer(row.id))
    }
  }

  /// Nil unsets it.
  func layerOperation(_ value: JSONValue?) -> FlagOperation {
    switch changedRow.map({ layer(of: $0) }) ?? .preference {
    case .lock: value.map { $0 == true ? .unlock : .lock } ?? .clearLock
    case .debug: value.map { .setDebug($0) } ?? .clearDebug
    default: value.map { .setPreference($0) } ?? .clearPreference
    }
  }

  private var layerValues: [JSONValue] {
    guard let row = changedRow else { return [] }
    switch row.kind {
    case .options: return row.options.map { .string($0) }
    case .ab, .mvt: return flags.flags?.configured(row)?.variations.map { .string($0.rawValue) } ?? []
    default: return [true, false]
    }
  }

  private var storedLayer: JSONValue? {
    guard let row = changedRow else { return nil }
    switch layer(of: row) {
    case .lock: return session[.lock, row.storedName]
    case .debug: return row.debugKey.flatMap { session[.debug, $0] }
    default: return row.preferenceKey.flatMap { session[.preference, $0] }
    }
  }

  var canChangeFlag: Command.Availability {
    if changedRow == nil { return .refused(.noFlagSelected) }
    return flags.availability(of: layerOperation(layerValues.first ?? true))
  }

  private var valueWhenUnset: JSONValue? {
    guard let row = changedRow, let answer = flags.flags?[row.id] else { return nil }
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
    guard argument.isEmpty else {
      return .refused(.unknown("value", argument, among: flagChoices))
    }
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

import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

// The layer of a flag that Space changes, and the values it cycles through.
extension State {
  /// The effect of Space, in words: the layer with its old and new value.
  var cycleTitle: String {
    guard changedRow != nil else { return "\(flags.layer.rawValue) off → on → unset" }
    if flags.list.markCount > 0 {
      return "\(flags.list.markCount) marked: \(layerTitle) → \(layerWord(nextLayerValue))"
    }
    return "\(changedLayer?.rawValue ?? "") \(layerWord(storedLayer)) → \(layerWord(nextLayerValue))"
  }

  /// The name of a layer's value on the screen.
  private func layerWord(_ value: JSONValue?) -> String {
    guard let value else { return "unset" }
    guard let row = changedRow, layer(of: row) == .lock else { return Self.word(value) }
    return value == true ? "unlocked" : "locked"
  }

  /// The flag for titles and values: the one under the cursor or the first marked.
  private var changedRow: FlagDefinition? { flags.firstSubject }

  /// The layer that a key changes of the flag under the cursor; nil if there is none.
  var changedLayer: EntryKind? { changedRow.map { layer(of: $0) } }

  /// The name of the layer that a key changes for the flag under the cursor.
  var layerTitle: String {
    guard let row = changedRow else { return flags.layer.rawValue }
    return layer(of: row) == .lock ? "lock" : layer(of: row).title
  }

  /// The layer that a key changes; if the flag has only one layer, that one.
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

  /// Whether the flag under the cursor has another layer that Space could change.
  var hasOtherLayer: Command.Availability {
    guard let row = changedRow else { return .refused(.noFlagSelected) }
    switch row.kind {
    case .bool, .flag:
      return row.preferenceKey != nil && row.debugKey != nil ? .applies() : .refused(.noOtherLayer(row.id))
    case .core, .options, .unlock, .featureAB, .ab, .mvt: return .refused(.noOtherLayer(row.id))
    }
  }

  /// The operation that sets the layer of the flag under the cursor; nil unsets it.
  func layerOperation(_ value: JSONValue?) -> FlagOperation {
    switch changedRow.map({ layer(of: $0) }) ?? .preference {
    case .lock: value.map { $0 == true ? .unlock : .lock } ?? .clearLock
    case .debug: value.map { .setDebug($0) } ?? .clearDebug
    default: value.map { .setPreference($0) } ?? .clearPreference
    }
  }

  /// The values that the layer of the flag under the cursor can have, in order.
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

  /// Whether the layer of the flag under the cursor can be changed.
  var canChangeFlag: Command.Availability {
    if changedRow == nil { return .refused(.noFlagSelected) }
    return flags.availability(of: layerOperation(layerValues.first ?? true))
  }

  /// The value that the flag under the cursor has while its layer is unset.
  private var valueWhenUnset: JSONValue? {
    guard let row = changedRow, let answer = flags.flags?[row.id] else { return nil }
    switch layer(of: row) {
    case .lock: return .boolean(flags.flags?.configured(row)?.unlocked ?? false)
    case .debug: return answer.build.value?.stored
    default: return row.preferenceDefault ?? answer.buildOnly.value?.stored
    }
  }

  /// The next of off, on and unset, or of options or variations; nil means unset.
  ///
  /// From unset it goes to a value that changes something, so that one key switches a flag off.
  private var nextLayerValue: JSONValue? {
    var values = layerValues
    if let place = valueWhenUnset.flatMap(values.firstIndex) {
      values = Array(values[(place + 1)...] + values[...place])
    }
    guard let stored = storedLayer, let place = values.firstIndex(of: stored) else { return values.first }
    return place + 1 < values.count ? values[place + 1] : nil
  }

  /// Sets the layer to its next value.
  mutating func cycleFlag() -> Outcome { change(layerOperation(nextLayerValue)) }

  /// The words for the values to choose from.
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
    return asksHere(Self.layerValueList)
  }

  /// Lists values for the marked flags or the one under the cursor.
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
  /// The value as stored in a session.
  fileprivate var stored: JSONValue {
    switch self {
    case .on: true
    case .off: false
    case .option(let name): .string(name)
    }
  }
}

import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// What `Space` and `o` change: a layer of the marked flags, or of the flag under the cursor.
///
/// Values are spelled as commands take them: `on`, `unlocked`, or the name of a variation.
struct FlagChange {
  /// The first of the flags.
  let flag: FlagDefinition
  let layer: FlagLayer
  /// The values to choose from.
  let choices: [String]
  /// The value that the layer stores; nil if it is unset.
  let storedChoice: String?
  /// The value in effect while the layer is unset.
  private let unsetValue: String?

  /// Describes the change of the marked flags or of the flag under the cursor: layer, values
  /// to choose from, the stored one, and the one in effect while the layer is unset.
  ///
  /// The first of several flags decides. Nil if no flag is marked or under the cursor.
  init?(_ screen: FlagsScreen, _ shared: Shared) {
    guard let flag = screen.markedOrSelected(shared).first else { return nil }
    let flags = shared.sessionFlags
    let layer = Self.layerToChange(of: flag, chosen: screen.chosenLayer)
    self.flag = flag
    self.layer = layer
    choices = flags?.choices(of: flag) ?? []
    storedChoice = Self.storedValue(in: layer, of: flag, shared.session).map(layer.text)
    unsetValue = Self.valueWhileUnset(layer, of: flag, flags)
  }

  /// The layer that the keys change: the chosen one for a flag that is on or off and has both a
  /// preference and a debug override; else the usual one of the flag.
  private static func layerToChange(of flag: FlagDefinition, chosen: FlagLayer) -> FlagLayer {
    let isOnOrOff = [.core, .bool, .flag].contains(flag.kind)
    // If a flag has only a preference, or only a debug override, that is its usual layer. With
    // neither, it is also the chosen one, whose change is refused.
    let hasBothOrNeither = (flag.preferenceKey == nil) == (flag.debugKey == nil)
    return isOnOrOff && hasBothOrNeither ? chosen : FlagLayer(of: flag)
  }

  /// The value that the session stores in a layer of a flag; nil if it is unset, or if the flag has
  /// no such layer.
  private static func storedValue(
    in layer: FlagLayer, of flag: FlagDefinition, _ session: Session
  ) -> JSONValue? {
    // Each layer has an entry in the session, whose kind is named as the layer.
    let key = flag.entryKeys.first { $0.kind.rawValue == layer.rawValue }
    return key.flatMap { session[$0] }
  }

  /// The value in effect while a layer of a flag is unset.
  ///
  /// For a lock, it is whether the file unlocks the flag; for a debug override, the build value
  /// without one; for other layers, the default of the preference, or else the build value or a
  /// debug override.
  private static func valueWhileUnset(
    _ layer: FlagLayer, of flag: FlagDefinition, _ flags: SessionFlags?
  ) -> String? {
    let answer = flags?[flag.id]
    return switch layer {
    case .lock: layer.text(of: .boolean(flags?.configuredFlag(of: flag)?.unlocked ?? false))
    case .debug: answer?.build.value?.word
    // The check `buildOnly` gives the debug override, or else the build value. Draws and weights do
    // not occur here: they have commands of their own.
    case .preference, .draw, .weights:
      flag.preferenceDefault.map(layer.text) ?? answer?.buildOnly.value?.word
    }
  }

  /// The value that follows the stored one; nil to unset it, which follows the last value.
  ///
  /// The order starts after the value in effect while unset, so that the first press of the key
  /// changes something: a flag that the build turns on goes from unset to `off`, `on` and unset.
  var nextChoice: String? {
    var values = choices
    if let index = unsetValue.flatMap(values.firstIndex) {
      let (upToIndex, afterIndex) = (values[...index], values[(index + 1)...])
      values = Array(afterIndex + upToIndex)
    }
    guard let storedChoice, let index = values.firstIndex(of: storedChoice) else {
      return values.first
    }
    let isLast = index + 1 == values.count
    return isLast ? nil : values[index + 1]
  }

  /// The title of the layer, or an empty text for one that the session does not store.
  var layerTitle: String { EntryKind(rawValue: layer.rawValue)?.title ?? "" }

  /// Sets a layer of flags as one operation; nil unsets it.
  ///
  /// A warning is added if the first flag stays off nevertheless, because it is under development
  /// and hidden except in a debug build.
  static func set(
    _ layer: FlagLayer, of flags: [FlagDefinition], to value: String?, _ shared: Shared
  ) -> Outcome {
    guard let first = flags.first else { return .refused(.noFlagSelected) }
    guard let sessionFlags = shared.sessionFlags else { return .refused(.noFlags) }
    let change = Outcome.performs { operations in
      // The kind of the first flag decides how the value is read.
      let operation = try value.map { try layer.operation(setting: first, to: $0) }
      return try operations.change(flags, operation ?? .unset(layer), in: sessionFlags)
    }
    // After the change, flags are resolved with what was set.
    return change.then { (_: inout FlagsScreen, shared, done) in
      // The warning says that what was set has no effect, so unsetting adds none. Of several flags,
      // only the first is looked at.
      value == nil ? done : addingWarning(to: done, ifStaysHidden: first.id, shared)
    }
  }

  /// The outcome of setting a flag, with a warning if the flag is under development: it stays off
  /// then whatever is set, except in a debug build.
  private static func addingWarning(
    to done: Outcome, ifStaysHidden id: String, _ shared: Shared
  ) -> Outcome {
    // Without an operation the change was refused.
    guard let operation = done.operation else { return done }
    let staysHidden = shared.sessionFlags?[id]?.state == .hidden
    guard staysHidden else { return done }
    let key = shared.keyName(of: "debug-build")
    return done.saying(.staysHidden(operation.labelInPastTense, id, key: key))
  }

  /// The title of the key that sets the next value, as in `debug unset → off`, or as in
  /// `3 marked: debug override → off` for marked flags, which may store different values.
  ///
  /// If no flag is selected, it is the order of the values.
  static func cycleTitle(_ model: Model) -> String {
    guard let change = FlagChange(model.flags, model.shared) else {
      return "\(model.flags.chosenLayer.rawValue) off → on → unset"
    }
    let count = model.flags.list.markCount
    let subject =
      count > 0
      ? "\(count) marked: \(change.layerTitle)"
      : "\(change.layer.rawValue) \(change.storedChoice ?? "unset")"
    return "\(subject) → \(change.nextChoice ?? "unset")"
  }

  /// Whether the command that switches between the layers that `Space` changes, preference and
  /// debug override, applies: only if a flag can have both.
  ///
  /// The first of several marked flags decides.
  static func hasOtherLayer(_ model: Model) -> Command.Availability {
    guard let flag = model.flags.markedOrSelected(model.shared).first else {
      return .refused(.noFlagSelected)
    }
    // Only switches can have both: tests have no preference, options no debug override, and other
    // kinds neither.
    let hasBoth = flag.kind.isSwitch && flag.preferenceKey != nil && flag.debugKey != nil
    return hasBoth ? .applies() : .refused(.noOtherLayer(flag.id))
  }

  /// Whether the layer can be changed for one of the marked flags, or for the one under the cursor.
  ///
  /// Only setting the first value is checked: all values of a layer are refused for the same
  /// reasons.
  static func isPossible(_ model: Model) -> Command.Availability {
    guard let change = FlagChange(model.flags, model.shared) else {
      return .refused(.noFlagSelected)
    }
    // A test, which is a flag of kind `ab` or `mvt`, has no choices if it has no variations. Then
    // setting `on` is checked, or unsetting the flag if the layer does not take that text.
    let operation = try? change.layer.operation(
      setting: change.flag, to: change.choices.first ?? "on")
    return model.flags.availability(of: operation ?? .unset(change.layer), model.shared)
  }

  /// A list of the values and `unset`, with the cursor on the stored one, or on `unset` if that is
  /// not listed; nil if no flag is selected.
  ///
  /// For marked flags, no value is the current one: they may store different values, so choosing
  /// any may change something.
  static func picker(_ model: Model) -> Picker? {
    guard let change = FlagChange(model.flags, model.shared) else { return nil }
    let values = change.choices + ["unset"]
    let storedChoice = change.storedChoice ?? "unset"
    let markCount = model.flags.list.markCount
    let subject = markCount == 0 ? change.flag.id : markCount.pluralizing("marked flag")
    let storedIndex = values.firstIndex(of: storedChoice) ?? values.count - 1
    let answers = values.map { value in
      (
        invocation: Invocation("choose-value", value), title: value,
        detail: value == storedChoice ? "now" : ""
      )
    }
    var picker = Picker.choice(
      "\(subject): \(change.layerTitle)", answers, current: markCount == 0 ? storedIndex : nil)
    // Without a current answer, the cursor would be on the first one.
    picker.list.scroll.cursor = storedIndex
    return picker
  }
}

extension SessionFlags {
  /// The orphans: stored preferences and debug overrides that belong to neither a flag nor a
  /// variable.
  var orphans: [EntryKey] { session.flagOrphans(in: catalogue, manifest: manifest) }

  /// The values that a person can choose for a flag, as text.
  func choices(of flag: FlagDefinition) -> [String] {
    switch flag.kind {
    case .options: flag.options
    case .ab, .mvt: configuredFlag(of: flag)?.variations.map(\.rawValue) ?? []
    case .unlock: ["unlocked", "locked"]
    // The variations of `feature-ab` are `enabled` and `disabled`: the flag is on or off.
    case .core, .bool, .flag, .featureAB: ["on", "off"]
    }
  }
}

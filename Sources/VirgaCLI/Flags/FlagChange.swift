import ArgumentParser
import VirgaFlags
import VirgaJSON

/// The layer of a flag that `set` and `clear` change.
enum FlagLayer: String, ExpressibleByArgument, CaseIterable {
  /// What the app's user chose.
  case preference
  /// What a developer chose.
  case debug
  /// The lock state.
  case lock
  /// The draw.
  case draw
  /// The weights.
  case weights

  /// The layer that is meant where none is named: the preference of a flag that has one, else the developer's.
  init(of row: FlagRow) {
    self = row.kind == .unlock ? .lock : row.preferenceKey != nil || row.kind == .options ? .preference : .debug
  }
}

/// What is written after a flag's name, as an operation.
enum FlagChange {
  /// The operation that sets `layer` of a flag to what `text` says.
  static func setting(_ layer: FlagLayer, of row: FlagRow, to text: String) throws -> FlagOperation {
    switch layer {
    case .preference: .setPreference(value(text, isName: row.kind == .options))
    case .debug: .setDebug(value(text, isName: row.kind == .ab || row.kind == .mvt))
    case .lock: try isUnlocked(text) ? .unlock : .lock
    case .draw: .setDraw(try number(text, "a draw is a number from 0 to 100"))
    case .weights:
      .setWeights(
        try text.split(separator: ",", omittingEmptySubsequences: false).map {
          try number(String($0), "weights are numbers with commas between them, as in 50,30,20")
        })
    }
  }

  /// The operation that makes `layer` unset.
  static func clearing(_ layer: FlagLayer) -> FlagOperation {
    switch layer {
    case .preference: .clearPreference
    case .debug: .clearDebug
    case .lock: .clearLock
    case .draw: .clearDraw
    case .weights: .clearWeights
    }
  }

  /// True for `on`, `true`, `yes`; false for `off`, `false`, `no`; nil for anything else.
  static func truth(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "on", "true", "yes": true
    case "off", "false", "no": false
    default: nil
    }
  }

  private static func value(_ text: String, isName: Bool) -> JSONValue {
    guard !isName, let truth = truth(text) else { return .string(text) }
    return .boolean(truth)
  }

  private static func isUnlocked(_ text: String) throws -> Bool {
    switch text.lowercased() {
    case "unlocked", "on", "true": return true
    case "locked", "off", "false": return false
    default: throw ValidationError("a lock is locked or unlocked, not \(text)")
    }
  }

  private static func number(_ text: String, _ message: String) throws -> Double {
    guard let number = Double(text), number.isFinite else { throw ValidationError("\(message); got \(text)") }
    return number
  }
}

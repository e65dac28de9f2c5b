public import VirgaFlags
import VirgaJSON
import VirgaSDK
import VirgaSource

// What a developer changes while the app runs.
extension FeatureFlags {
  /// Switches a flag on or off until the next refresh; nil gives it back to the configuration.
  ///
  /// - Throws: ``FlagChangeRefusal`` where there is no such flag.
  public func set(_ name: Feature.Name, isEnabled: Bool?) throws(FlagChangeRefusal) {
    try toggle(name) { choices, _ throws(FlagChangeRefusal) in choices.isEnabled = isEnabled }
  }

  /// Forces a variation of a test until the next refresh; nil gives the test back to its draw.
  ///
  /// - Throws: ``FlagChangeRefusal`` where there is no such test, or the test has no such variation.
  public func set(_ name: Feature.Name, variation: Test.Variation?) throws(FlagChangeRefusal) {
    try toggle(name) { choices, flag throws(FlagChangeRefusal) in
      guard flag.isTest else { throw .noTest(name.rawValue) }
      if let variation, !flag.variations.contains(variation) {
        throw .unknownVariation(variation.rawValue, of: name.rawValue, flag.variations.map(\.rawValue))
      }
      choices.variation = variation
    }
  }

  /// Unlocks an unlock flag for this user; true where it is unlocked now.
  ///
  /// Only a flag that is on may be unlocked. The state survives restarts and counts before that of the file.
  @discardableResult
  public func unlock(_ name: Feature.Name) -> Bool {
    guard let answer = answer(name), answer.refusalToUnlock == nil else { return false }
    setLock(name, isUnlocked: true)
    return true
  }

  /// Locks an unlock flag for this user; true where it is locked now.
  @discardableResult
  public func lock(_ name: Feature.Name) -> Bool {
    guard let answer = answer(name), answer.refusalToLock == nil else { return false }
    setLock(name, isUnlocked: false)
    return true
  }

  /// Draws anew for a test; false where there is no test of that name.
  @discardableResult
  public func redraw(_ name: Feature.Name) -> Bool {
    change { state in
      guard state.set.merged[name.rawValue]?.isTest == true else { return false }
      state.set.merged.state.draws[name.rawValue] = Draw.made(using: &state.random)
      return true
    }
  }

  /// Adds a flag that no file has; false where there is one of that name.
  @discardableResult
  public func addFeature(_ flag: ConfiguredFlag) -> Bool {
    change { $0.set.merged.add(flag, random: &$0.random) }
  }

  /// Deletes a flag with its draw and lock state; it returns with the next refresh if a file has it.
  public func deleteFeature(_ name: Feature.Name) {
    change { state in
      state.set.merged.remove(name.rawValue)
      state.toggles[name.rawValue] = nil
      return true
    }
  }

  /// Deletes what was kept, draws and lock states too: the next start begins anew.
  public func deleteCache() throws { try caching.delete() }

  private func toggle(
    _ name: Feature.Name,
    _ change: (inout FlagChoices, ConfiguredFlag) throws(FlagChangeRefusal) -> Void
  ) throws(FlagChangeRefusal) {
    let result = state.withLock { state -> Result<Void, FlagChangeRefusal> in
      guard let flag = state.set.merged[name.rawValue] else { return .failure(.unknownFlag(name.rawValue)) }
      return Result { () throws(FlagChangeRefusal) in
        try change(&state.toggles[name.rawValue, default: FlagChoices()], flag)
      }
    }
    try result.get()
    announce()
  }

  private func setLock(_ name: Feature.Name, isUnlocked: Bool) {
    if overrides?.setLock(name.rawValue, isUnlocked: isUnlocked) == true { return announce() }
    change { state in
      state.set.merged.state.locks[name.rawValue] = isUnlocked
      return true
    }
  }

  @discardableResult
  private func change(_ body: (inout State) -> Bool) -> Bool {
    let isDone = state.withLock { body(&$0) }
    if isDone {
      keep()
      announce()
    }
    return isDone
  }
}

/// Why a flag could not be changed.
public enum FlagChangeRefusal: Error, Hashable, Sendable {
  /// There is no flag of that name.
  case unknownFlag(String)
  /// The flag has no variations.
  case noTest(String)
  /// The test has no such variation, but these.
  case unknownVariation(String, of: String, [String])
}

extension FlagChangeRefusal: CustomStringConvertible {
  /// The reason, in a sentence without a final full stop.
  public var description: String {
    switch self {
    case .unknownFlag(let name): "There is no flag `\(name)`"
    case .noTest(let name): "`\(name)` is a flag without variations"
    case .unknownVariation(let variation, let name, let known):
      "`\(name)` has no variation `\(variation)`; choose \(known.map { "`\($0)`" }.joined(separator: " or "))"
    }
  }
}

public import VirgaFlags
import VirgaJSON
import VirgaSDK
import VirgaSource

// Changes by a developer while the app runs.
extension FeatureFlags {
  /// Turns a flag on or off until the next refresh; nil restores the configuration's value.
  ///
  /// - Throws: `FlagError` if the flag does not exist.
  public func set(_ name: Feature.Name, isEnabled: Bool?) throws(FlagError) {
    try toggle(name) { choices, _ throws(FlagError) in choices.isEnabled = isEnabled }
  }

  /// Forces a variation of a test until the next refresh; nil restores the draw.
  ///
  /// - Throws: `FlagError` if the test or variation does not exist.
  public func set(_ name: Feature.Name, variation: Test.Variation?) throws(FlagError) {
    try toggle(name) { choices, flag throws(FlagError) in
      guard flag.isTest else {
        throw FlagError(.notApplicable, "`\(name)` is a flag, not a test, so it has no variations")
      }
      if let variation, !flag.variations.contains(variation) {
        let known = flag.variations.map { "`\($0)`" }.joined(separator: " or ")
        throw FlagError(.unknownOption, "`\(name)` has no variation `\(variation)`; choose \(known)")
      }
      choices.variation = variation
    }
  }

  /// Unlocks an unlock flag for this user; returns whether it is now unlocked.
  ///
  /// Only a flag that is on can be unlocked. The state survives restarts and overrides that of the file.
  @discardableResult
  public func unlock(_ name: Feature.Name) -> Bool {
    guard let answer = answer(name), answer.refusalToUnlock == nil else { return false }
    setLock(name, isUnlocked: true)
    return true
  }

  /// Locks an unlock flag for this user; returns whether it is now locked.
  @discardableResult
  public func lock(_ name: Feature.Name) -> Bool {
    guard let answer = answer(name), answer.refusalToLock == nil else { return false }
    setLock(name, isUnlocked: false)
    return true
  }

  /// Adds a flag that no file has; returns false if the name is already used.
  @discardableResult
  public func addFeature(_ flag: ConfiguredFlag) -> Bool {
    change { $0.set.merged.add(flag, random: &$0.random) }
  }

  /// Deletes a flag with its draw and lock state; the next refresh restores it if a file has it.
  public func deleteFeature(_ name: Feature.Name) {
    change { state in
      state.set.merged.remove(name.rawValue)
      state.toggles[name.rawValue] = nil
      return true
    }
  }

  /// Deletes the cache including draws and lock states, so that the next start begins fresh.
  public func deleteCache() throws { try caching.delete() }

  private func toggle(
    _ name: Feature.Name,
    _ change: (inout ConfiguredFlagOverrides, ConfiguredFlag) throws(FlagError) -> Void
  ) throws(FlagError) {
    let result = state.withLock { state -> Result<Void, FlagError> in
      guard let flag = state.set.merged[name.rawValue] else {
        return .failure(FlagError(.unknownFlag, "Unknown flag `\(name)`"))
      }
      return Result { () throws(FlagError) in
        try change(&state.toggles[name.rawValue, default: ConfiguredFlagOverrides()], flag)
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

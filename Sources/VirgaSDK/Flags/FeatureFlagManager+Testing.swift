// Simulated preferences for unit tests: they stand for a preference that is unset, and leave build and debug override as
// they are. Source of the rule: Flags: Test override.

import VirgaSource

extension FeatureFlagManager {
  /// Runs `body` while the preference of one flag, or of all flags, seems to be what a test says; then all is as before.
  ///
  /// ```swift
  /// flags.withTestOverride(false, for: .sentFromCirrus) {
  ///   #expect(!flags.isFeatureEnabled(.sentFromCirrus, checking: .buildAndUser))
  /// }
  /// ```
  public func withTestOverride<Value, Failure: Error>(
    _ isOn: Bool?, for flag: FeatureFlagID? = nil, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let before = exchangeTestOverride(isOn, for: flag)
    defer { setTestOverride(before, for: flag) }
    return try body()
  }

  /// Runs `body` while the preference of one flag, or of all flags, seems to be what a test says; then all is as before.
  public func withTestOverride<Value, Failure: Error>(
    _ isOn: Bool?, for flag: FeatureFlagID? = nil, _ body: () async throws(Failure) -> Value,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(Failure) -> Value {
    let before = exchangeTestOverride(isOn, for: flag)
    defer { setTestOverride(before, for: flag) }
    return try await body()
  }

  /// Lets the preference of one flag, or of all flags, seem to be what a test says, until nil takes that back.
  public func setTestOverride(_ isOn: Bool?, for flag: FeatureFlagID? = nil) {
    _ = exchangeTestOverride(isOn, for: flag)
  }

  private func exchangeTestOverride(_ isOn: Bool?, for flag: FeatureFlagID?) -> Bool? {
    state.withLock { state in
      let before = state.testOverrides[flag]
      state.testOverrides[flag] = isOn
      return before
    }
  }
}

public import VirgaFlags
import VirgaSource

// Streams of changes. Each follows the choices of users and developers, the features of the
// manifest and of their client, and the JSON configuration.
extension FeatureFlagManager {
  /// The changes of whether a flag is on by a check, such as `buildAndUser`, from now on.
  ///
  /// ```swift
  /// for await change in flags.changes(of: .newMenu, checking: .buildAndUser) { show(change.new) }
  /// ```
  ///
  /// The stream yields only if the result differs from the one that its reader got last, and once
  /// if it changed several times meanwhile. It can be read in any task, and ends when that is
  /// cancelled. It keeps the manager, and stops following the flag when it ends.
  ///
  /// A manager that was created with a closure `configs` cannot follow changes of its configs: the
  /// stream notices them at the next change of anything else.
  public func changes(
    of flag: FeatureFlagID, checking check: FlagCheck
  ) -> AsyncStream<ValueChange<Bool>> {
    ValueChange.stream(
      of: { [self] in
        let isOn = isFeatureEnabled(flag, checking: check)
        // The result has changed if it differs from the last one.
        return ReadValue(isOn, identity: isOn)
      },
      observing: { action in observeChanges(of: flag, action) })
  }

  /// The changes of the option of a flag with options, as ``getCustomState(for:checking:)`` returns
  /// it, from now on: nil while no option is set, or one that `T` lacks.
  ///
  /// See ``changes(of:checking:)``.
  public func changes<T: FlaggableFeatureOptions>(
    of flag: FeatureFlagID, as type: T.Type, checking check: FlagCheck = .userOnly
  ) -> AsyncStream<ValueChange<T?>> {
    ValueChange.stream(
      of: { [self] in
        let option: T? = getCustomState(for: flag, checking: check)
        // The option has changed if its raw value differs from the last one.
        return ReadValue(option, identity: option?.rawValue)
      },
      observing: { action in observeChanges(of: flag, action) })
  }
}

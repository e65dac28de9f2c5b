package import VirgaFlags

/// A flag of a session with the results of its checks, as lists show it.
///
/// A class, because copying the fields of a struct took longer than searching the names of all
/// flags.
package final class ResolvedFlag: Sendable {
  package let definition: FlagDefinition
  package let answer: FlagAnswer
  package let environment: FlagEnvironment
  /// Whether the session stores anything for it or for an app setting that it follows.
  package let isOverridden: Bool
  /// Whether it comes from an earlier configuration; the newest one may no longer contain it.
  package let isCached: Bool

  /// A flag with its answer: its value by the build alone, by the user, and by both, in the channel
  /// and build of `environment`.
  fileprivate init(
    _ definition: FlagDefinition, _ answer: FlagAnswer, in environment: FlagEnvironment,
    isOverridden: Bool,
    isCached: Bool
  ) {
    self.definition = definition
    self.answer = answer
    self.environment = environment
    self.isOverridden = isOverridden
    self.isCached = isCached
  }

  /// Whether the flag is on for the user.
  package var isOn: Bool { answer.isOn(of: definition) }
  /// Whether it is under development and this build does not show it.
  package var isHidden: Bool { answer.state == .hidden }
  /// Whether its checks, such as buildOnly and userOnly, give different results.
  package var hasDifferingChecks: Bool { answer.hasDifferingChecks }
}

extension SessionFlags {
  /// All flags, in the order of the catalogue.
  package var resolved: [ResolvedFlag] { flags(at: catalogue.flags.indices) }

  /// The flags with `ids`; unknown ids are skipped.
  package func resolved(_ ids: [String]) -> [ResolvedFlag] {
    flags(at: ids.compactMap { catalogue.index(of: $0) })
  }

  /// The flags at indices of the catalogue, each with its answer, whether the session overrides it,
  /// and whether it comes from a cached configuration.
  private func flags(at indices: some Sequence<Int>) -> [ResolvedFlag] {
    let overridden = Set(overriddenIndices)
    return indices.map { index in
      let definition = catalogue.flags[index]
      return ResolvedFlag(
        definition, answers[index], in: environment,
        isOverridden: overridden.contains(index),
        isCached: configuredFlag(of: definition)?.origin == .cached)
    }
  }
}

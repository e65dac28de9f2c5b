import VirgaFlags
import VirgaJSON

/// The answer for a flag and the inputs that it was computed from.
///
/// Comparing the inputs is cheaper than encoding a feature again.
final class CachedAnswer: Sendable {
  let answer: FlagAnswer

  /// For each check, in the order of `FlagCheck.allCases`.
  private let isOnByCheck: [Bool?]
  private let flag: FlagDefinition
  private let inputs: FlagResolverInput
  /// The features that the build value was read from; empty if they cannot be compared.
  private let encodings: [any FeatureEncoding]
  /// The result of each of ``encodings`` when the inputs were read.
  private let encodedForAnswer: [EncodedFeature]

  /// An answer with its inputs; computes at once whether the flag is on for each ``FlagCheck``,
  /// because apps ask often.
  ///
  /// `encodings` give the current JSON of the features that the flag reads, and `encoded` is what
  /// they gave for this answer. The answer is valid until one of them gives something else. If
  /// `encodings` is empty, a change of the features cannot be detected, so the answer must not be
  /// cached.
  init(
    _ answer: FlagAnswer, of flag: FlagDefinition, _ inputs: FlagResolverInput,
    encodings: [any FeatureEncoding],
    encoded: [EncodedFeature]
  ) {
    self.answer = answer
    isOnByCheck = FlagCheck.allCases.map { answer.isOn($0, of: flag) }
    self.flag = flag
    self.inputs = inputs
    self.encodings = encodings
    encodedForAnswer = encoded
  }

  /// Whether the build value, the flag's value without preference and debug override, was read from
  /// a manifest's features only, so that every change of it can be detected and the answer may be
  /// cached.
  var canBeCached: Bool { !encodings.isEmpty }

  /// The result of a check as on or off; nil for an `options` flag without an off option.
  func isOn(_ check: FlagCheck) -> Bool? {
    FlagCheck.allCases.firstIndex(of: check).flatMap { isOnByCheck[$0] }
  }

  /// Whether all inputs are unchanged, so that resolving the flag now would give the same answer;
  /// `testOverride` is the preference that a test simulates now, nil if none does.
  func isValid(with choices: any WritablePreferences, testOverride: Bool?) -> Bool {
    guard testOverride == inputs.testOverride else { return false }
    let preference = flag.preferenceKey.flatMap { choices.preference(forKey: $0) }
    guard preference == inputs.preference else { return false }
    let debugOverride = flag.debugKey.flatMap { choices.debugOverride(forKey: $0) }
    guard debugOverride == inputs.debugOverride else { return false }
    // The features from which the flag reads its value: one that has not changed since this answer
    // returns the same object as for the answer.
    return encodings.indices.allSatisfy { encodings[$0].encoded() === encodedForAnswer[$0] }
  }
}

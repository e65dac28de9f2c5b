import VirgaFlags
import VirgaJSON

/// The answer for a flag, with everything it depends on.
///
/// Comparing the inputs is much cheaper than encoding a feature and resolving the flag again.
final class CachedAnswer: Sendable {
  let answer: FlagAnswer

  private let isOnInBuild: Bool?
  private let isOnForUser: Bool?
  private let isOnInBoth: Bool?
  private let preferenceKey: String?
  private let debugKey: String?
  private let inputs: FlagResolverInput
  private let encodings: [any FeatureEncoding]
  private let encoded: [EncodedFeature]

  /// `inputs` were read from the features `encoded`.
  init(
    _ answer: FlagAnswer, of row: FlagDefinition, _ inputs: FlagResolverInput, encodings: [any FeatureEncoding],
    encoded: [EncodedFeature]
  ) {
    self.answer = answer
    isOnInBuild = answer.isOn(.buildOnly, of: row)
    isOnForUser = answer.isOn(.userOnly, of: row)
    isOnInBoth = answer.isOn(.buildAndUser, of: row)
    preferenceKey = row.preferenceKey
    debugKey = row.debugKey
    self.inputs = inputs
    self.encodings = encodings
    self.encoded = encoded
  }

  /// Whether it was read from manifest features only, so that every change can be detected.
  var readsFeatures: Bool { !encodings.isEmpty }

  /// The answer as on or off; nil if none of the options means off.
  func isOn(_ check: FlagCheck) -> Bool? {
    switch check {
    case .buildOnly: isOnInBuild
    case .userOnly: isOnForUser
    case .buildAndUser: isOnInBoth
    }
  }

  /// Whether resolving the flag now would give the same answer.
  func holds(_ choices: any WritablePreferences, testOverride: Bool?) -> Bool {
    guard testOverride == inputs.testOverride,
      inputs.preference == preferenceKey.flatMap({ choices.preference(forKey: $0) }),
      inputs.debug == debugKey.flatMap({ choices.debugOverride(forKey: $0) })
    else { return false }
    return encodings.indices.allSatisfy { encodings[$0].encoded() === encoded[$0] }
  }
}

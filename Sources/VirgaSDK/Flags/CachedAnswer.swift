import VirgaFlags
import VirgaJSON

/// The answer for a flag with its inputs, which are cheaper to compare than a feature is to encode
/// again.
final class CachedAnswer: Sendable {
  let answer: FlagAnswer

  /// For each check, in order.
  private let isOn: [Bool?]
  private let row: FlagDefinition
  private let inputs: FlagResolverInput
  private let encodings: [any FeatureEncoding]
  private let encoded: [EncodedFeature]

  /// `inputs` were read from the features `encoded`.
  init(
    _ answer: FlagAnswer, of row: FlagDefinition, _ inputs: FlagResolverInput,
    encodings: [any FeatureEncoding],
    encoded: [EncodedFeature]
  ) {
    self.answer = answer
    isOn = FlagCheck.allCases.map { answer.isOn($0, of: row) }
    self.row = row
    self.inputs = inputs
    self.encodings = encodings
    self.encoded = encoded
  }

  /// Whether it was read from manifest features only, so that every change can be detected.
  var readsFeatures: Bool { !encodings.isEmpty }

  func isOn(_ check: FlagCheck) -> Bool? {
    FlagCheck.allCases.firstIndex(of: check).flatMap { isOn[$0] }
  }

  /// Whether resolving the flag now would give the same answer.
  func holds(_ choices: any WritablePreferences, testOverride: Bool?) -> Bool {
    guard testOverride == inputs.testOverride,
      inputs.preference == row.preferenceKey.flatMap({ choices.preference(forKey: $0) }),
      inputs.debug == row.debugKey.flatMap({ choices.debugOverride(forKey: $0) })
    else { return false }
    return encodings.indices.allSatisfy { encodings[$0].encoded() === encoded[$0] }
  }
}

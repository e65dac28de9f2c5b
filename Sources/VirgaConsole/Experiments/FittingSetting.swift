import VirgaExperiments
import VirgaJSON
import VirgaTargeting

/// An attribute to be set so that a recipe fits the client.
struct FittingSetting: Equatable, Sendable {
  /// The attribute.
  var name: String
  /// Its value as it is typed.
  var written: String

  /// What is set, as in `region = US, app_name = fenix`.
  static func words(_ settings: [FittingSetting]) -> String {
    settings.map { "\($0.name) = \($0.written)" }.joined(separator: ", ")
  }

  /// What keeps the client out of a recipe, as far as it is plain to what it has to be: the app, the channel, and what
  /// its targeting asks for.
  static func all(for recipe: Recipe, _ reason: EnrollmentReason) -> [FittingSetting] {
    func wanted(_ kind: Gate.Kind, _ name: String, _ value: String?) -> FittingSetting? {
      let gate = reason.gates.first { $0.kind == kind }
      guard let value, gate?.passes == false || gate?.isAssumed == true else { return nil }
      return FittingSetting(name: name, written: value)
    }
    let outside = [wanted(.appName, "app_name", recipe.appName), wanted(.channel, "channel", recipe.channel)]
    let settings = reason.targeting?.settings ?? []
    return outside.compactMap(\.self)
      + settings.map {
        FittingSetting(name: $0.name, written: KnownAttribute.shortest($0.value.json.compact, for: $0.name))
      }
  }
}

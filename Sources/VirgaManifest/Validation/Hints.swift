import VirgaSource

/// Proposals in the words of problems.
///
/// Source of the rule: FML: Form of errors.
enum Hints {
  /// How many candidates are read at a glance.
  private static let few = 3
  /// How many candidates are still worth reading.
  private static let most = 16
  /// How many names are compared with the wrong one.
  private static let mostCompared = 500

  /// `did you mean "a" or "b"?`; nil without candidates.
  ///
  /// The one that `name` clearly looks like is told alone. Where there is none such, of more than a few those that look
  /// like it come first, and of very many no others are told.
  static func didYouMean(_ candidates: [String], for name: String) -> String? {
    guard candidates.count <= mostCompared else { return nil }
    if let one = NearNames.clearlyNearest(to: name, among: candidates) { return "did you mean \(choice(of: [one]))?" }
    let near = candidates.count > few ? NearNames.nearest(to: name, among: candidates) : []
    let shown = candidates.count > most ? near : near + candidates.filter { !near.contains($0) }
    return shown.isEmpty ? nil : "did you mean \(choice(of: shown))?"
  }

  private static func choice(of names: [String]) -> String {
    let quoted = names.map { "\"\($0)\"" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    let start = quoted.dropLast().joined(separator: ", ") + " or " + last
    return quoted.count == 2 ? start : "one of " + start
  }

  /// Whether a name is offered: one that begins with another sign than a letter or digit is hidden.
  static func isOffered(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first else { return false }
    return first.properties.isAlphabetic || first.properties.numericType != nil
  }
}

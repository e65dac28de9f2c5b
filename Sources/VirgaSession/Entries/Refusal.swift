package import VirgaJSON
package import VirgaSource

/// Why an operation was refused; nothing was changed.
package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, a sentence without a period.
  package var description: String
  /// The problems of what the person wrote, if they are the reason.
  package var problems: [Problem] = []
  /// Whether the session is already in the requested state: a script can continue.
  package var changesNothing = false

  /// A refusal with a reason.
  package init(_ reason: String, problems: [Problem] = [], changesNothing: Bool = false) {
    description = reason
    self.problems = problems
    self.changesNothing = changesNothing
  }

  /// A refusal of an unknown name that suggests the nearest known one.
  package static func unknown(
    _ kind: String, _ name: String, among names: some Sequence<String>, changesNothing: Bool = false
  ) -> Refusal {
    let hint = NameSuggestions.ending(for: name, among: names)
    return Refusal("there is no \(kind) `\(name)`\(hint)", changesNothing: changesNothing)
  }
}

extension JSONValue {
  /// The value as labels show it: compact, cut to 40 characters.
  package var label: String {
    let text = compact
    return text.unicodeScalars.count <= 40 ? text : String(text.unicodeScalars.prefix(39)) + "…"
  }
}

package import VirgaJSON
package import VirgaSource

/// Why an operation is refused; nothing was changed.
package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason in a sentence without a final full stop.
  package var description: String
  /// What is wrong with what the person wrote, where that is the reason.
  package var problems: [Problem] = []
  /// Whether the session already is as asked, so that a script can go on.
  package var changesNothing = false

  /// A refusal for a reason.
  package init(_ reason: String, problems: [Problem] = [], changesNothing: Bool = false) {
    description = reason
    self.problems = problems
    self.changesNothing = changesNothing
  }

  /// A name that is not known, with the nearest one that is.
  package static func unknown(_ kind: String, _ name: String, among names: some Sequence<String>) -> Refusal {
    let hint = NearNames.ending(for: name, among: names)
    return Refusal("there is no \(kind) `\(name)`\(hint)")
  }
}

extension JSONValue {
  /// The value as a label shows it: compact, and cut to 40 characters.
  package var label: String {
    let text = compact
    return text.unicodeScalars.count <= 40 ? text : String(text.unicodeScalars.prefix(39)) + "…"
  }
}

import VirgaCanvas
import VirgaTargeting

/// Conditions, one per line; those of an "all of" or "one of" are indented.
struct RequirementList {
  private let requirements: [Requirement]
  private let columns: Int

  /// All requirements must be true.
  init(_ requirements: [Requirement], columns: Int) {
    self.requirements =
      if case .all(let parts)? = requirements.first, requirements.count == 1 { parts } else { requirements }
    self.columns = columns
  }

  var lines: [StyledLine] { requirements.flatMap { lines(of: $0, level: 1) } }

  private func lines(of requirement: Requirement, level: Int) -> [StyledLine] {
    switch requirement {
    case .condition(let words): lines(of: words, level: level)
    case .all(let parts): lines(of: "all of:", level: level) + parts.flatMap { lines(of: $0, level: level + 1) }
    case .any(let parts): lines(of: "one of:", level: level) + parts.flatMap { lines(of: $0, level: level + 1) }
    }
  }

  private func lines(of words: String, level: Int) -> [StyledLine] {
    let indent = min(2 * level, columns / 2)
    return DisplayText(words).wrapped(to: max(1, columns - indent)).map {
      StyledLine(DisplayText.blanks(indent) + $0, .changed)
    }
  }
}

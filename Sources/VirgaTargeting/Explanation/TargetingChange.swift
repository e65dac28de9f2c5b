/// A change that gives an expression the desired value, with fixes if they are known.
indirect enum TargetingChange {
  case one(String, TargetingFix?)
  /// A change that is impossible, with the reason.
  case never(String)
  case each([TargetingChange])
  case any([TargetingChange])

  /// Why it is impossible in one sentence, as in "the SDK computes `enrollments`"; nil if it is
  /// possible.
  var obstacle: String? {
    let different = obstacles.reduce(into: [String]()) { all, next in
      if !all.contains(next) { all.append(next) }
    }
    return different.isEmpty ? nil : Requirement.list(different, "and")
  }

  /// The fixes in source order, the first for each attribute or recipe.
  var distinctFixes: [TargetingFix] {
    fixes.reduce(into: []) { fixes, fix in
      if !fixes.contains(where: fix.changesSame) { fixes.append(fix) }
    }
  }

  /// The conditions of the change, without alternatives that cannot be met.
  var requirement: Requirement {
    switch self {
    case .one(let words, _), .never(let words): return .condition(words)
    case .each(let parts): return Self.joined(parts.map(\.requirement), Requirement.all)
    case .any(let parts):
      return Self.joined(parts.filter(\.obstacles.isEmpty).map(\.requirement), Requirement.any)
    }
  }

  private static func joined(
    _ parts: [Requirement], _ join: ([Requirement]) -> Requirement
  ) -> Requirement {
    parts.count == 1 ? parts[0] : join(parts)
  }

  /// Why it is impossible; empty if it is possible.
  var obstacles: [String] {
    switch self {
    case .one: return []
    case .never(let reason): return [reason]
    case .each(let parts): return parts.flatMap(\.obstacles)
    case .any(let parts):
      // Once for each part: asking twice would double the time at every level of an expression.
      let obstacles = parts.map(\.obstacles)
      return obstacles.contains(where: \.isEmpty) ? [] : Array(obstacles.joined())
    }
  }

  /// Of several alternatives, the first complete one, preferring those that do not force a branch.
  var fixes: [TargetingFix] {
    switch self {
    case .one(_, let fix): return fix.map { [$0] } ?? []
    case .never: return []
    case .each(let parts): return parts.flatMap(\.fixes)
    case .any(let all):
      let parts = all.filter(\.obstacles.isEmpty)
      let complete = parts.filter(\.isComplete).map(\.fixes)
      let unforced = complete.first { fixes in
        !fixes.contains { if case .force = $0 { true } else { false } }
      }
      return unforced ?? complete.first ?? parts.lazy.map(\.fixes).first { !$0.isEmpty } ?? []
    }
  }

  /// Whether ``fixes`` are sufficient.
  var isComplete: Bool {
    switch self {
    case .one(_, let fix): fix != nil
    case .never: false
    case .each(let parts): parts.allSatisfy(\.isComplete)
    case .any(let parts): parts.contains(where: \.isComplete)
    }
  }
}

/// The conditions for an expression to be true, or for a client to enroll.
package indirect enum Requirement: Hashable, Sendable {
  /// A single condition, as in "region is US or CA".
  case condition(String)
  case all([Requirement])
  case any([Requirement])

  /// The conditions in one sentence, as in "is_phone is true and region is US".
  package var sentence: String {
    switch self {
    case .condition(let words): words
    case .all(let parts): Self.list(parts.map(\.sentence), "and")
    case .any(let parts): "either " + Self.list(parts.map(\.sentence), "or")
    }
  }

  /// As in "a, b or c".
  package static func list(_ words: [String], _ last: String) -> String {
    guard let end = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + end
  }
}

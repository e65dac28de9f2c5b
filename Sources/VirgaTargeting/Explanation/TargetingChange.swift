/// A change that gives an expression the desired value, with fixes if they are known.
///
/// For `days > 20 && (is_phone || region == 'US')` it is each of `days` above 20 and any of the two
/// others.
indirect enum TargetingChange {
  /// A condition, such as "region is US", and the fix that meets it; nil if none is known.
  case condition(String, fix: TargetingFix?)
  /// A change that is impossible, with the reason.
  case impossible(String)
  /// All of the changes are needed.
  case each([TargetingChange])
  /// One of the changes is enough.
  case any([TargetingChange])

  /// The changes to list in place of this one in an ``each(_:)``, which is its parts if it is one
  /// itself: "a and (b and c)" is "a and b and c".
  var termsOfEach: [TargetingChange] { if case .each(let parts) = self { parts } else { [self] } }

  /// The changes to list in place of this one in an ``any(_:)``, which is its parts if it is one
  /// itself: "a or (b or c)" is "a or b or c".
  var alternatives: [TargetingChange] { if case .any(let parts) = self { parts } else { [self] } }

  /// Why the change is impossible in one sentence, as in "the SDK computes `enrollments`"; nil if
  /// it is possible.
  var obstacle: String? {
    var distinct: [String] = []
    for obstacle in obstacles where !distinct.contains(obstacle) { distinct.append(obstacle) }
    return distinct.isEmpty ? nil : Requirement.list(distinct, "and")
  }

  /// The fixes in source order, the first for each attribute or recipe.
  var distinctFixes: [TargetingFix] {
    var distinct: [TargetingFix] = []
    for fix in fixes where !distinct.contains(where: fix.hasSameTarget) {
      distinct.append(fix)
    }
    return distinct
  }

  /// The conditions of the change, without alternatives that cannot be met.
  ///
  /// Only meaningful if ``obstacles`` is empty.
  var requirement: Requirement {
    switch self {
    // Without ``obstacles``, an impossible change can only be an alternative, which `.any` leaves
    // out. Its words are never shown.
    case .condition(let words, _), .impossible(let words): return .condition(words)
    case .each(let parts):
      let requirements = parts.map(\.requirement)
      return requirements.count == 1 ? requirements[0] : .all(requirements)
    case .any(let parts):
      let requirements = parts.filter(\.obstacles.isEmpty).map(\.requirement)
      return requirements.count == 1 ? requirements[0] : .any(requirements)
    }
  }

  /// Why the change is impossible; empty if it is possible.
  var obstacles: [String] {
    switch self {
    case .condition: return []
    case .impossible(let reason): return [reason]
    case .each(let parts): return parts.flatMap(\.obstacles)
    case .any(let parts):
      // Found once: finding them twice would double the time at every level of an expression.
      let obstacles = parts.map(\.obstacles)
      return obstacles.contains(where: \.isEmpty) ? [] : Array(obstacles.joined())
    }
  }

  /// The known fixes, such as an attribute to set; they may not be sufficient, see ``isComplete``.
  ///
  /// Of several alternatives, only one gives its fixes, preferably one for which they are
  /// sufficient.
  var fixes: [TargetingFix] {
    switch self {
    case .condition(_, let fix): fix.map { [$0] } ?? []
    case .impossible: []
    case .each(let parts): parts.flatMap(\.fixes)
    case .any(let alternatives): Self.fixesOfBest(of: alternatives)
    }
  }

  /// The fixes of the best of several alternatives.
  ///
  /// An alternative is complete if its fixes meet all of its conditions.
  /// Of the possible changes it is the first that is complete without forcing a branch, which would
  /// affect other recipes; else the first that is complete; else the first that has any fixes.
  private static func fixesOfBest(of alternatives: [TargetingChange]) -> [TargetingFix] {
    let possible = alternatives.filter(\.obstacles.isEmpty)
    let complete = possible.filter(\.isComplete).map(\.fixes)
    if let unforced = complete.first(where: { !$0.contains(where: \.forcesBranch) }) {
      return unforced
    }
    if let first = complete.first { return first }
    let incomplete = possible.lazy.map(\.fixes).first { !$0.isEmpty }
    return incomplete ?? []
  }

  /// Whether ``fixes`` are enough to make the whole change; not if a condition without a known fix
  /// remains.
  var isComplete: Bool {
    switch self {
    case .condition(_, let fix): fix != nil
    case .impossible: false
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

  /// The conditions in one sentence, as in "is_phone is true and region is US" or "either is_phone
  /// is true or region is US".
  package var sentence: String {
    switch self {
    case .condition(let words): words
    case .all(let parts): Self.list(parts.map(\.sentence), "and")
    case .any(let parts): "either " + Self.list(parts.map(\.sentence), "or")
    }
  }

  /// The words with a conjunction before the last, as in "a, b or c".
  package static func list(_ words: [String], _ conjunction: String) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}

/// What has to change for an expression to come out as wanted, with what to do if that is plain.
indirect enum Change {
  case one(String, TargetingFix?)
  /// Something that nobody can do, and why.
  case never(String)
  case each([Change])
  case any([Change])

  /// The conditions that the change amounts to, without alternatives that cannot be met.
  var requirement: Requirement {
    switch self {
    case .one(let words, _), .never(let words): return .condition(words)
    case .each(let parts): return Self.joined(parts.map(\.requirement), Requirement.all)
    case .any(let parts): return Self.joined(parts.filter(\.obstacles.isEmpty).map(\.requirement), Requirement.any)
    }
  }

  private static func joined(_ parts: [Requirement], _ join: ([Requirement]) -> Requirement) -> Requirement {
    parts.count == 1 ? parts[0] : join(parts)
  }

  /// Why it cannot be done; empty if it can.
  var obstacles: [String] {
    switch self {
    case .one: []
    case .never(let reason): [reason]
    case .each(let parts): parts.flatMap(\.obstacles)
    case .any(let parts): parts.contains(where: \.obstacles.isEmpty) ? [] : parts.flatMap(\.obstacles)
    }
  }

  /// What to do; of several ways the first that is complete, before those that force a branch.
  var fixes: [TargetingFix] {
    switch self {
    case .one(_, let fix): return fix.map { [$0] } ?? []
    case .never: return []
    case .each(let parts): return parts.flatMap(\.fixes)
    case .any(let all):
      let parts = all.filter(\.obstacles.isEmpty)
      let complete = parts.filter(\.isComplete).map(\.fixes)
      return complete.first { !$0.contains(where: \.isForced) } ?? complete.first
        ?? parts.lazy.map(\.fixes).first { !$0.isEmpty } ?? []
    }
  }

  /// Whether ``fixes`` are all that has to be done.
  var isComplete: Bool {
    switch self {
    case .one(_, let fix): fix != nil
    case .never: false
    case .each(let parts): parts.allSatisfy(\.isComplete)
    case .any(let parts): parts.contains(where: \.isComplete)
    }
  }
}

extension TargetingFix {
  fileprivate var isForced: Bool { if case .force = self { true } else { false } }
}

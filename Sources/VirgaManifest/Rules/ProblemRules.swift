package import VirgaSource

/// Which problems of a manifest count, which are printed, and which make a check fail.
package struct ProblemRules: Sendable {
  /// Whether warnings make a check fail, too.
  package var isStrict = false
  /// The least severe problems to print.
  package var leastSeverity = Problem.Severity.hint
  /// The problems that do not count.
  package var ignored: [IgnoredProblems] = []

  package init() {}

  /// Whether a problem makes the check fail.
  package func fails(_ problem: Problem) -> Bool {
    switch problem.severity {
    case .error: true
    case .warning: isStrict
    case .hint: false
    }
  }

  /// Whether a problem is severe enough to be printed.
  ///
  /// Severities are ordered from the most severe one.
  package func prints(_ problem: Problem) -> Bool { problem.severity <= leastSeverity }

  /// Separates the problems that count from those that at least one entry of ``ignored`` matches.
  ///
  /// Also collects the entries that match a problem, so that the others can be reported as unused.
  package func applied(to problems: [ChannelProblem]) -> RuledProblems {
    var ruled = RuledProblems()
    for each in problems {
      let entries = ignored.filter { $0.matches(each.problem) }
      ruled.usedEntries.formUnion(entries)
      if entries.isEmpty {
        ruled.counted.append(each)
      } else {
        ruled.ignored.append(each)
      }
    }
    return ruled
  }
}

/// The problems of a manifest after ``ProblemRules`` were applied.
package struct RuledProblems: Sendable {
  /// The problems that count, in their order.
  package var counted: [ChannelProblem] = []
  package var ignored: [ChannelProblem] = []
  /// The entries that ignored at least one problem.
  package var usedEntries: Set<IgnoredProblems> = []
}

/// A kind of problem that does not count, everywhere or at one path.
package struct IgnoredProblems: Hashable, Sendable {
  package let code: Problem.Code
  /// The path of the problems, or of something that they are in; nil for every path.
  package let path: String?
  /// Why they do not count; empty for an option of the command line.
  package let reason: String
  /// Where the file of rules says so; nil for an option of the command line.
  package let location: SourceLocation?

  /// Ignores the problems with a code, at `path` and inside it, or at every path if it is nil.
  ///
  /// - Parameters:
  ///   - reason: Why they do not count; empty for an option of the command line.
  ///   - location: Where the file of rules says so; nil for an option of the command line.
  package init(
    _ code: Problem.Code, path: String?, reason: String = "", at location: SourceLocation? = nil
  ) {
    self.code = code
    self.path = path
    self.reason = reason
    self.location = location
  }

  /// Whether a problem has this code and, if the entry names a path, is at that path or inside it.
  func matches(_ problem: Problem) -> Bool {
    guard problem.code == code else { return false }
    guard let path else { return true }
    return ProblemPath(problem.path).isIn(ProblemPath(path))
  }

  /// The hint for an entry that no problem matches.
  package var unusedHint: Problem {
    let place = path.map { " at \($0)" } ?? ""
    return Problem(
      .hint, "unused-ignore", "no problem `\(code)`\(place) is found: stop ignoring it",
      at: location)
  }
}

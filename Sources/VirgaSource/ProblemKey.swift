/// Equal for two reports of the same mistake: the kind of problem and its location.
///
/// A value is often checked in several channels, and the reports may differ in severity, path and
/// message.
package struct ProblemKey: Hashable, Sendable {
  private let code: Problem.Code
  private let location: SourceLocation?

  /// The key of a problem.
  package init(_ problem: Problem) {
    code = problem.code
    location = problem.location
  }
}

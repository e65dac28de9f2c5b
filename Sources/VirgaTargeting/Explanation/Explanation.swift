import VirgaJSON
public import VirgaSource

/// Why an expression has its value: the value of each part, and the deciding parts.
public struct Explanation: Equatable, Sendable {
  /// A part of the expression and its outcome.
  public struct Step: Equatable, Sendable {
    /// The part as written, without enclosing parentheses.
    public let text: String
    /// The position, without enclosing parentheses.
    public let range: SourceRange
    /// The operator if the part is a chain of `&&` or `||`; otherwise nil.
    public let chain: String?
    /// The number of parts that contain it; 0 for the whole expression.
    public let depth: Int
    /// Its value or error, even if it was not reached.
    public let outcome: Outcome
    /// Whether it was evaluated; false if it could not affect the outcome.
    public let isReached: Bool
    /// Whether it is a literal, whose value is its text.
    public let isLiteral: Bool
    /// Whether it is one of the deciding parts.
    public let isDeciding: Bool
  }

  /// A deciding part, explained.
  public struct Decision: Equatable, Sendable {
    /// The part as written.
    public let text: String
    /// Its position.
    public let range: SourceRange
    /// A sentence such as ```app_version|versionCompare('120.0') >= 0` is false: app_version is 119.2``.
    public let sentence: String
  }

  /// The outcome of the whole expression.
  public let outcome: Outcome
  /// Every part, outermost first, then left to right.
  public let steps: [Step]
  /// The smallest set of parts that decided the outcome, in source order.
  public let decisions: [Decision]
  /// The language quirks that affected the outcome.
  public let quirks: [LanguageQuirk]
  /// What makes the outcome true; nil if it is true or cannot become true.
  public let requirement: Requirement?
  /// Why the outcome cannot become true; nil if it is true or can become true.
  public let obstacle: String?
  /// The known fixes for that, in source order.
  public let fixes: [TargetingFix]
  /// The undefined or null attributes in the parts that made the outcome an error.
  public let lacking: [String]
}

extension Explanation {
  /// ``requirement`` as a sentence, as in "region is US or CA".
  public var fix: String? { requirement?.sentence }

  /// The attributes to set among the fixes.
  public var settings: [AttributeSetting] {
    fixes.compactMap { fix in if case .set(let setting) = fix { setting } else { nil } }
  }
}

extension Expression {
  /// Evaluates the expression and explains its value.
  ///
  /// With `mustBeBoolean`, as for a recipe's targeting, any value that is not a boolean is an error.
  public func explained(in context: TargetingContext, mustBeBoolean: Bool = false) -> Explanation {
    explained(in: context, mustBeBoolean: mustBeBoolean) { branch, _ in .possible(branch) }
  }

  /// The same for known recipes; `forcing` returns which of their branches can be forced.
  package func explained(
    in context: TargetingContext, mustBeBoolean: Bool, forcing: @escaping BranchForcing
  ) -> Explanation {
    var evaluator = Evaluator(self, in: context, noting: true)
    let outcome = evaluator.outcome(of: root)
    let reached = evaluator.outcomes ?? []
    evaluator.complete()
    let reading = ExplanationBuilder(
      expression: self, context: context, outcomes: reached, all: evaluator.outcomes ?? [], forcing: forcing)
    let isBoolean = if case .value(.boolean) = outcome { true } else { false }
    let failsAsTargeting = mustBeBoolean && outcome.error == nil && !isBoolean
    let deciding = failsAsTargeting ? [root] : reading.deciding()
    let change = failsAsTargeting ? nil : reading.change
    let obstacle = change?.obstacle
    return Explanation(
      outcome: failsAsTargeting ? .error(.notBoolean) : outcome,
      steps: reading.steps(deciding: deciding),
      decisions: deciding.map { node in
        let sentence = reading.sentence(for: node)
        return .init(
          text: text(of: node), range: range(of: node),
          sentence: failsAsTargeting ? sentence + ", but targeting must be true or false" : sentence)
      },
      quirks: reading.quirks(), requirement: obstacle == nil ? change?.requirement : nil, obstacle: obstacle,
      fixes: obstacle == nil ? change?.distinctFixes ?? [] : [],
      lacking: outcome.error == nil ? [] : reading.lacking(in: deciding))
  }
}

extension Evaluator {
  mutating func outcome(of node: NodeID) -> Outcome {
    do { return .value(try value(of: node)) } catch { return .error(error) }
  }

  /// Records the outcomes of unreached parts too, outermost first, within the step limit.
  fileprivate mutating func complete() {
    for node in (outcomes ?? []).indices.reversed() where outcomes?[node] == nil { _ = outcome(of: node) }
  }
}

/// A fix that gives a part of an expression the desired value.
public enum TargetingFix: Equatable, Sendable {
  /// Set an attribute of the client.
  case set(AttributeSetting)
  /// Force a branch of another recipe, so that `enrollments_map` contains it.
  case force(branch: String, recipe: String)

  func changesSame(as other: TargetingFix) -> Bool {
    switch (self, other) {
    case (.set(let one), .set(let other)): one.name.isSameName(as: other.name)
    case (.force(_, let one), .force(_, let other)): one.isSameName(as: other)
    default: false
    }
  }
}

/// An attribute's name and the value to set.
public struct AttributeSetting: Equatable, Sendable {
  /// The attribute's name.
  public let name: String
  /// The value.
  public let value: ExpressionValue
}

/// Returns whether a branch of a recipe can be forced.
///
/// Forcing it makes a part of an expression true; a nil branch means any branch.
package typealias BranchForcing = (_ branch: String?, _ recipe: String) -> ForcedBranch

/// Whether a branch can be forced.
package enum ForcedBranch {
  /// This branch can be forced; nil if the recipe is unknown.
  case possible(String?)
  /// It cannot be forced, with the reason.
  case refused(String)

  /// The fix; nil if it is impossible or the recipe is unknown.
  func fix(_ recipe: String) -> TargetingFix? {
    if case .possible(let branch?) = self { .force(branch: branch, recipe: recipe) } else { nil }
  }

  var refusal: String? { if case .refused(let reason) = self { reason } else { nil } }
}

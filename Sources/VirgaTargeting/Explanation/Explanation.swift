import VirgaJSON
public import VirgaSource

/// Why an expression has its value in a context: each part with its own value, and the few that decided.
public struct Explanation: Equatable, Sendable {
  /// A part of the expression and what became of it.
  public struct Step: Equatable, Sendable {
    /// The part as it is written, without parentheses around it.
    public let text: String
    /// Where it stands, without parentheses around it.
    public let range: SourceRange
    /// The operator where the part is a chain of `&&` or `||`; nil for all others.
    public let chain: String?
    /// How many parts contain it; the whole expression has depth 0.
    public let depth: Int
    /// Its value or error, also where it was not reached.
    public let outcome: Outcome
    /// Whether it was evaluated on the way to the outcome; false where it could not matter.
    public let isReached: Bool
    /// Whether it is a literal, whose value is its text.
    public let isLiteral: Bool
    /// Whether it is among the parts that decided.
    public let isDeciding: Bool
  }

  /// A part that decided, in words.
  public struct Decision: Equatable, Sendable {
    /// The part as it is written.
    public let text: String
    /// Where it stands.
    public let range: SourceRange
    /// A sentence such as ```app_version|versionCompare('120.0') >= 0` is false: app_version is 119.2``.
    public let sentence: String
  }

  /// What became of the whole expression.
  public let outcome: Outcome
  /// Every part, outermost first, left before right.
  public let steps: [Step]
  /// The smallest set of parts that decided the outcome, in the order in which they are written.
  public let decisions: [Decision]
  /// The peculiarities of the language that had a part in the outcome.
  public let quirks: [Quirk]
  /// What has to hold for the outcome to be true; nil if it is true or nobody can make it true.
  public let requirement: Requirement?
  /// Why nobody can make the outcome true; nil if it is true or can be made so.
  public let obstacle: String?
  /// What to do for that, as far as it is plain, in the order in which it is written.
  public let fixes: [TargetingFix]
  /// The attributes that the context lacks, or has as null, in the parts that made the outcome an error.
  public let lacking: [String]
}

extension Explanation {
  /// ``requirement`` in a sentence, as in "region is US or CA".
  public var remedy: String? { requirement?.sentence }

  /// The attributes among the fixes.
  public var settings: [AttributeSetting] {
    fixes.compactMap { fix in if case .set(let setting) = fix { setting } else { nil } }
  }
}

extension Expression {
  /// Evaluates the expression and tells why it has its value.
  ///
  /// With `mustBeBoolean`, as for a recipe's targeting, a value other than true and false is an error.
  public func explained(in context: TargetingContext, mustBeBoolean: Bool = false) -> Explanation {
    explained(in: context, mustBeBoolean: mustBeBoolean) { branch, _ in .possible(branch) }
  }

  /// The same, where the recipes are known: `forcing` tells which of their branches can be forced.
  package func explained(
    in context: TargetingContext, mustBeBoolean: Bool, forcing: @escaping BranchForcing
  ) -> Explanation {
    var evaluator = Evaluator(self, in: context, noting: true)
    let outcome = evaluator.outcome(of: root)
    let reached = evaluator.outcomes ?? []
    evaluator.complete()
    let reading = Reading(
      expression: self, context: context, outcomes: reached, all: evaluator.outcomes ?? [], forcing: forcing)
    let isBoolean = if case .value(.boolean) = outcome { true } else { false }
    let failsAsTargeting = mustBeBoolean && outcome.error == nil && !isBoolean
    let deciding = failsAsTargeting ? [root] : reading.deciding()
    return Explanation(
      outcome: failsAsTargeting ? .error(.notBoolean) : outcome,
      steps: reading.steps(deciding: deciding),
      decisions: deciding.map { node in
        let sentence = reading.sentence(for: node)
        return .init(
          text: text(of: node), range: range(of: node),
          sentence: failsAsTargeting ? sentence + ", but targeting has to be true or false" : sentence)
      },
      quirks: reading.quirks(), requirement: failsAsTargeting ? nil : reading.requirement(),
      obstacle: failsAsTargeting ? nil : reading.obstacle(),
      fixes: failsAsTargeting ? [] : reading.fixes(),
      lacking: outcome.error == nil ? [] : reading.lacking(in: deciding))
  }
}

extension Evaluator {
  /// What becomes of a sub-expression.
  mutating func outcome(of node: NodeID) -> Outcome {
    do { return .value(try value(of: node)) } catch { return .error(error) }
  }

  /// Notes the outcome of what was not reached too, outermost first, as far as the steps go.
  fileprivate mutating func complete() {
    for node in (outcomes ?? []).indices.reversed() where outcomes?[node] == nil { _ = outcome(of: node) }
  }
}

/// Something to do so that a part of an expression comes out as it has to.
public enum TargetingFix: Equatable, Sendable {
  /// Set an attribute of the client.
  case set(AttributeSetting)
  /// Force a branch of another recipe, by their slugs: `enrollments_map` has to name it.
  case force(branch: String, recipe: String)

  /// Whether both change the same thing.
  func changesSame(as other: TargetingFix) -> Bool {
    switch (self, other) {
    case (.set(let one), .set(let other)): one.name.isSameName(as: other.name)
    case (.force(_, let one), .force(_, let other)): one.isSameName(as: other)
    default: false
    }
  }
}

/// An attribute, and a value with which a part of an expression comes out as it has to.
public struct AttributeSetting: Equatable, Sendable {
  /// The attribute's name.
  public let name: String
  /// The value.
  public let value: ExpressionValue
}

/// Tells whether a branch of a recipe can be forced so that a part of an expression is true; a nil branch is any.
package typealias BranchForcing = (_ branch: String?, _ recipe: String) -> ForcedBranch

/// Whether a branch can be forced.
package enum ForcedBranch {
  /// This branch can be; nil if nothing is known of the recipe.
  case possible(String?)
  /// It cannot be, and why.
  case refused(String)

  /// What to do; nil if it cannot be done, or nothing is known of the recipe.
  func fix(_ recipe: String) -> TargetingFix? {
    if case .possible(let branch?) = self { .force(branch: branch, recipe: recipe) } else { nil }
  }

  /// Why it cannot be; nil if it can.
  var refusal: String? { if case .refused(let reason) = self { reason } else { nil } }
}

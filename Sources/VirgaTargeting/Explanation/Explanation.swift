import VirgaJSON
package import VirgaSource

/// Why an expression has its value: the value of each part, and the deciding parts.
package struct Explanation: Equatable, Sendable {
  package struct Step: Equatable, Sendable {
    /// The part as written, without enclosing parentheses.
    package let text: String
    /// The position, without enclosing parentheses.
    package let range: SourceRange
    /// The operator if the part is a chain of `&&` or `||`; otherwise nil.
    package let chain: String?
    /// The number of parts that contain it; 0 for the whole expression.
    package let depth: Int
    /// Its value or error, even if it was not reached.
    package let outcome: Outcome
    /// Whether it was evaluated; false if it could not affect the outcome.
    package let isReached: Bool
    /// Whether it is a literal, whose value is its text.
    package let isLiteral: Bool
    /// Whether it is one of the deciding parts.
    package let isDeciding: Bool
  }

  package struct Decision: Equatable, Sendable {
    package let text: String
    package let range: SourceRange
    /// A sentence such as ```app_version|versionCompare('120.0') >= 0` is false: app_version is
    /// 119.2``.
    package let sentence: String
  }

  package let outcome: Outcome
  /// Every part, outermost first, then left to right.
  package let steps: [Step]
  /// The smallest set of parts that decided the outcome, in source order.
  package let decisions: [Decision]
  /// Surprising language rules that affected the outcome, as sentences.
  package let quirks: [String]
  /// What makes the outcome true; nil if it is true or cannot become true.
  package let requirement: Requirement?
  /// Why the outcome cannot become true; nil if it is true or can become true.
  package let obstacle: String?
  /// The known fixes for that, in source order.
  package let fixes: [TargetingFix]
  /// The undefined or null attributes in the parts that made the outcome an error.
  package let lacking: [String]

  /// ``requirement`` as a sentence, as in "region is US or CA".
  package var fix: String? { requirement?.sentence }

  /// The limit that ended the evaluation, as an error at the part that reached it; otherwise empty.
  package func limits(in source: SourceText) -> [Problem] {
    guard let limit = outcome.error?.limit, let part = decisions.first else { return [] }
    return [
      Problem(
        .error, "too-much-work", limit, at: SourceLocation(file: source.name, range: part.range))
    ]
  }

  package var settings: [AttributeSetting] {
    fixes.compactMap { fix in if case .set(let setting) = fix { setting } else { nil } }
  }
}

extension Expression {
  /// Evaluates the expression and explains its value.
  ///
  /// With `mustBeBoolean`, as for a recipe's targeting, any value that is not a boolean is an
  /// error.
  package func explained(in context: TargetingContext, mustBeBoolean: Bool = false) -> Explanation {
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
      expression: self, context: context, outcomes: reached, all: evaluator.outcomes ?? [],
      forcing: forcing)
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
          sentence: failsAsTargeting ? sentence + ", but targeting must be true or false" : sentence
        )
      },
      quirks: reading.quirks(), requirement: obstacle == nil ? change?.requirement : nil,
      obstacle: obstacle,
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
    for node in (outcomes ?? []).indices.reversed() where outcomes?[node] == nil {
      _ = outcome(of: node)
    }
  }
}

/// A fix that gives a part of an expression the desired value.
package enum TargetingFix: Equatable, Sendable {
  case set(AttributeSetting)
  /// Force a branch of another recipe, so that `enrollments_map` contains it.
  case force(branch: String, recipe: String)

  func changesSame(as other: TargetingFix) -> Bool {
    switch (self, other) {
    case (.set(let one), .set(let other)): one.name.isSameName(as: other.name)
    case (.force(_, let one), .force(_, let other)): one.isSameName(as: other)
    case (.set, _), (.force, _): false
    }
  }
}

package struct AttributeSetting: Equatable, Sendable {
  package let name: String
  package let value: ExpressionValue
}

/// Returns whether forcing a branch of a recipe, or any branch if nil, makes a part of an
/// expression true.
package typealias BranchForcing = (_ branch: String?, _ recipe: String) -> ForcedBranch

package enum ForcedBranch {
  /// This branch can be forced; nil if the recipe is unknown.
  case possible(String?)
  case refused(String)

  func fix(_ recipe: String) -> TargetingFix? {
    if case .possible(let branch?) = self { .force(branch: branch, recipe: recipe) } else { nil }
  }

  var refusal: String? { if case .refused(let reason) = self { reason } else { nil } }
}

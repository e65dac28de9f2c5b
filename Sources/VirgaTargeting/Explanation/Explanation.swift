import VirgaJSON
package import VirgaSource

/// Why an expression has its value: the value of each part, and the deciding parts.
package struct Explanation: Equatable, Sendable {
  /// A part of the expression with its outcome.
  package struct Step: Equatable, Sendable {
    /// The part as written, without enclosing parentheses.
    package let text: String
    /// The position, without enclosing parentheses.
    package let range: SourceRange
    /// The operator if the part is a chain of `&&` or `||`; otherwise nil.
    package let chainOperator: String?
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

  /// A part that decided the outcome.
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
  package let missingAttributes: [String]

  /// ``requirement`` as a sentence, as in "region is US or CA".
  package var fix: String? { requirement?.sentence }

  /// An error at the part that reached a limit of the evaluation; empty if no limit was reached.
  package func limitProblems(in source: SourceText) -> [Problem] {
    // A failure is decided by one part, the one that failed.
    guard let limit = outcome.error?.limitMessage, let part = decisions.first else { return [] }
    return [
      Problem(
        .error, "too-much-work", limit, at: SourceLocation(file: source.name, range: part.range))
    ]
  }

  /// The fixes that set an attribute.
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
    // No recipes are known, so any branch could be forced.
    explained(in: context, mustBeBoolean: mustBeBoolean) { branch, _ in .possible(branch) }
  }

  /// Evaluates the expression and explains its value; `forcing` says whether a branch of another
  /// recipe, on which the value depends, can be forced.
  ///
  /// With `mustBeBoolean`, as for a recipe's targeting, any value that is not a boolean is an
  /// error.
  package func explained(
    in context: TargetingContext, mustBeBoolean: Bool, forcing: @escaping BranchForcing
  ) -> Explanation {
    var evaluator = Evaluator(self, in: context, recordingOutcomes: true)
    let outcome = evaluator.outcome(of: root)
    // Read before `evaluateUnreachedParts` adds more outcomes; never nil, because they are
    // recorded.
    let reached = evaluator.outcomes ?? []
    // The explanation shows the values of all parts, also of those behind a false `&&`.
    evaluator.evaluateUnreachedParts()
    let builder = ExplanationBuilder(
      expression: self, context: context, reachedOutcomes: reached,
      allOutcomes: evaluator.outcomes ?? [], forcedBranch: forcing)
    if mustBeBoolean, case .value(let value) = outcome, !value.isBoolean {
      return explanationOfNotBoolean(by: builder)
    }
    return explanation(of: outcome, by: builder)
  }

  /// The explanation of an error, or of a value that is a boolean if it must be one.
  private func explanation(of outcome: Outcome, by builder: ExplanationBuilder) -> Explanation {
    let decidingParts = builder.decidingParts()
    // Nil if the expression is true.
    let change = builder.change
    let obstacle = change?.obstacle
    // Conditions and fixes would mislead if the expression cannot become true anyway.
    let possibleChange = obstacle == nil ? change : nil
    // An attribute that is undefined or null is only named to explain an error.
    let missingAttributes =
      outcome.error == nil ? [] : builder.missingAttributes(in: decidingParts)
    return Explanation(
      outcome: outcome,
      steps: builder.steps(deciding: decidingParts),
      decisions: decidingParts.map { decision(of: $0, sentence: builder.sentence(for: $0)) },
      quirks: builder.quirks(),
      requirement: possibleChange?.requirement,
      obstacle: obstacle,
      fixes: possibleChange?.distinctFixes ?? [],
      missingAttributes: missingAttributes)
  }

  /// The explanation of a value that is not a boolean, which is an error for targeting.
  ///
  /// It suggests no fix and no attribute: the mistake is in the expression, such as `days` instead
  /// of `days > 7`.
  private func explanationOfNotBoolean(by builder: ExplanationBuilder) -> Explanation {
    let sentence = builder.sentence(for: root) + ", but targeting must be true or false"
    return Explanation(
      outcome: .error(.notBoolean),
      steps: builder.steps(deciding: [root]),
      decisions: [decision(of: root, sentence: sentence)],
      quirks: builder.quirks(),
      requirement: nil, obstacle: nil, fixes: [], missingAttributes: [])
  }

  /// A part as a decision, with the sentence that explains it.
  private func decision(of node: NodeID, sentence: String) -> Explanation.Decision {
    .init(text: text(of: node), range: range(of: node), sentence: sentence)
  }
}

extension Evaluator {
  /// The value of a part, or the error of its evaluation.
  mutating func outcome(of node: NodeID) -> Outcome {
    do { return .value(try value(of: node)) } catch { return .error(error) }
  }

  /// Records the outcomes of the parts that did not have to be evaluated; does nothing if
  /// ``outcomes`` are not recorded (nil).
  ///
  /// Parts that are left when the step limit is reached have that error as their outcome.
  fileprivate mutating func evaluateUnreachedParts() {
    // A part has a greater index than its operands. It comes first, because its evaluation usually
    // records the outcomes of its operands too, which otherwise would be evaluated twice.
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

  var forcesBranch: Bool { if case .force = self { true } else { false } }

  /// Whether both set the same attribute or force a branch of the same recipe.
  func hasSameTarget(as other: TargetingFix) -> Bool {
    switch (self, other) {
    case (.set(let one), .set(let other)): one.name.isSameName(as: other.name)
    case (.force(_, let one), .force(_, let other)): one.isSameName(as: other)
    case (.set, _), (.force, _): false
    }
  }
}

/// A value to set an attribute to.
package struct AttributeSetting: Equatable, Sendable {
  package let name: String
  package let value: ExpressionValue
}

/// Returns whether forcing a branch of a recipe, or any branch if nil, makes a part of an
/// expression true.
package typealias BranchForcing = (_ branch: String?, _ recipe: String) -> ForcedBranch

/// The answer of a ``BranchForcing``.
package enum ForcedBranch {
  /// This branch can be forced; nil if the recipe is unknown.
  case possible(String?)
  /// No branch can be forced, for this reason.
  case refused(String)

  /// The fix that forces the branch in `recipe`; nil if none is known.
  func fix(inRecipe recipe: String) -> TargetingFix? {
    if case .possible(let branch?) = self { .force(branch: branch, recipe: recipe) } else { nil }
  }

  var refusal: String? { if case .refused(let reason) = self { reason } else { nil } }
}

import VirgaExperiments
import VirgaSource
import VirgaTargeting

struct ExpressionProposal: Equatable {
  var text: String
  var detail: String
}

extension CommandTable {
  static let expressionCommands: [Command] = [
    Command("complete-expression", "complete") { state, _ in state.completeExpression() }
      .in(.typing(.expression)).keys("Tab").hint(1)
      .when { $0.expressionProposals.isEmpty ? .refused(.nothingToComplete) : .applies() }
      .help("Inserts the selected attribute or transform from the list below the expression.")
  ]
}

extension State {
  private static let maxProposals = 5

  /// Transforms after `|`, else attributes; prefix matches first.
  var expressionProposals: [ExpressionProposal] {
    guard experiments.expression.isTyping else { return [] }
    let before = experiments.expression.field.beforeCaret
    let word = Self.lastWord(in: before)
    let rest = before.dropLast(word.count)
    guard !word.isEmpty, rest.count(where: { $0 == "'" || $0 == "\"" }).isMultiple(of: 2), rest.last != "." else {
      return []
    }
    let all = rest.last == "|" ? Self.transforms : attributes
    let wanted = word.lowercased()
    let begun = all.filter { $0.text.lowercased().hasPrefix(wanted) }
    let others = all.filter { $0.text.lowercased().contains(wanted) && !begun.contains($0) }
    let found = (begun + others).filter { $0.text != word }
    return Array(found.prefix(Self.maxProposals))
  }

  mutating func completeExpression() -> Outcome {
    let proposals = expressionProposals
    guard let chosen = proposals.dropFirst(min(experiments.proposal, proposals.count - 1)).first else { return [] }
    let word = Self.lastWord(in: experiments.expression.field.beforeCaret)
    for _ in word { experiments.expression.field.perform(.delete(.left)) }
    experiments.expression.field.insert(chosen.text)
    return lineChanged()
  }

  mutating func stepProposal(_ step: Int) {
    experiments.proposal = min(max(experiments.proposal + step, 0), max(expressionProposals.count - 1, 0))
  }

  private static func lastWord(in text: String) -> Substring {
    let start = text.lastIndex { !($0.isLetter || $0.isNumber || $0 == "_") }
    let word = start.map { text[text.index(after: $0)...] } ?? text[...]
    return word.first?.isNumber == true ? "" : word
  }

  private var attributes: [ExpressionProposal] {
    let known = KnownAttribute.all.map { ExpressionProposal(text: $0.name, detail: "\($0.kinds): \($0.summary)") }
    let names = Set(known.map(\.text))
    let others = experiments.contextRows.filter { $0.kind == .attribute && !names.contains($0.name) }
    return known + others.map { ExpressionProposal(text: $0.name, detail: $0.value ?? "undefined") }
  }

  private static let transforms = Transform.allCases.map {
    ExpressionProposal(text: $0.rawValue, detail: usage(of: $0))
  }

  private static func usage(of transform: Transform) -> String {
    switch transform {
    case .versionCompare: "of a version: app_version|versionCompare('121.!') >= 0"
    case .eventSum: "how often: 'app_opened'|eventSum('Days', 28, 0) > 2"
    case .eventCountNonZero: "in how many intervals: 'app_opened'|eventCountNonZero('Days', 28, 0) > 2"
    case .eventAveragePerInterval: "how often in an interval: 'app_opened'|eventAveragePerInterval('Days', 28, 0)"
    case .eventAveragePerNonZeroInterval: "the same, counting only intervals with events"
    case .eventLastSeen: "how long ago: 'app_opened'|eventLastSeen('Days') < 7"
    case .preferenceIsUserSet: "whether the user set it: 'browser.startup'|preferenceIsUserSet"
    case .bucketSample: "whether an id falls into buckets: nimbus_id|bucketSample(0, 100, 10000)"
    }
  }
}

struct ExpressionAnswer: Sendable {
  /// The value of every part; nil if the text is not an expression.
  let explanation: Explanation?
  /// Why it is not an expression, or what looks wrong in it.
  let problems: [Problem]
  let expression: Expression?

  init(_ text: String, _ known: KnownClient) {
    do {
      let expression = try Expression(text)
      self.expression = expression
      explanation = expression.explained(in: known.context)
      problems = expression.problems(knowing: known.client.attributes.givenNames, isTargeting: false)
    } catch {
      expression = nil
      explanation = nil
      problems = error.all
    }
  }
}

import VirgaCanvas
import VirgaJSON
import VirgaTargeting

/// An explained expression as a tree with values.
///
/// Chains of `&&` and `||` are above their terms, and each term includes the values of its parts:
///
/// ```
/// FALSE  &&
/// ├ true   locale in ["en-US"]  locale "en-US"
/// └ FALSE  region == "US"  region "DE"  ← decides
/// ```
struct ExpressionTree {
  /// A row of the tree: a chain or a term.
  private struct Node {
    let step: Explanation.Step
    /// The number of nodes above it.
    let treeDepth: Int
    /// The parts of a term whose values are shown; none for a chain.
    var parts: [Explanation.Step] = []

    /// Whether it or a part that it shows decides the value.
    var hasDecidingPart: Bool { step.isDeciding || parts.contains(where: \.isDeciding) }
    /// Whether it is undefined or has a part that is, which is then the cause of its errors.
    var hasUndefined: Bool { ([step] + parts).contains(where: \.isUndefined) }
  }

  /// The chains and terms, each chain before its terms.
  private var nodes: [Node] = []
  /// Whether the parts that decide the value are marked.
  private let marksDecidingParts: Bool

  /// Builds the tree from the steps of an explanation, each of which comes before its parts.
  ///
  /// A chain (parts joined by `&&` or `||`) and each of its terms get a node, below that of the
  /// chain around them; the parts of a term, such as an attribute, are shown in the term's node.
  ///
  /// - Parameter marksDecidingParts: Whether the value of the expression decided something, so that
  ///   the parts which decide it are marked.
  init(_ explanation: Explanation, marksDecidingParts: Bool) {
    self.marksDecidingParts = marksDecidingParts
    // The chains and the term that contain the next step, outermost first.
    var ancestors: [Ancestor] = []
    for step in explanation.steps {
      // Steps that are as deep as this one, or deeper, do not contain it.
      while let last = ancestors.last, last.step.depth >= step.depth { ancestors.removeLast() }
      let parent = ancestors.last
      if let parent, parent.isTerm {
        addPart(step)
      } else {
        let treeDepth = addNode(of: step, below: parent)
        ancestors.append(Ancestor(step: step, treeDepth: treeDepth))
      }
    }
  }

  /// A chain or term that contains the step which is added to the tree.
  private struct Ancestor {
    let step: Explanation.Step
    /// The depth of its node in the tree, which has fewer levels than the expression.
    let treeDepth: Int

    var isTerm: Bool { step.chainOperator == nil }
  }

  /// Adds a step to the parts of the last node, a term, to show its value, unless it is a literal,
  /// which is in the term's text already.
  private mutating func addPart(_ step: Explanation.Step) {
    if !step.isLiteral { nodes[nodes.count - 1].parts.append(step) }
  }

  /// Adds the node of a chain or term, and returns its depth; a chain inside a chain of the same
  /// operator adds none, so `a && (b && c)` has one node with three terms.
  ///
  /// - Parameter parent: The chain that contains it; nil for the whole expression.
  private mutating func addNode(of step: Explanation.Step, below parent: Ancestor?) -> Int {
    if let parent, parent.step.chainOperator == step.chainOperator { return parent.treeDepth }
    let treeDepth = parent.map { $0.treeDepth + 1 } ?? 0
    nodes.append(Node(step: step, treeDepth: treeDepth))
    return treeDepth
  }

  /// The tree, wrapped to the width of the panel; an error that an attribute without a value causes
  /// is shown as `undefined`.
  func lines(columns: Int) -> [StyledLine] {
    // A chain (`&&` or `||`) has the error of the term that failed in it. If that is due to an
    // attribute without a value, so is the error of the chain.
    let undefinedErrors = nodes.filter(\.hasUndefined).compactMap(\.step.outcome.error)
    return nodes.indices.flatMap { index in
      let error = nodes[index].step.outcome.error
      let isDueToUndefined = error.map(undefinedErrors.contains) == true
      return lines(at: index, isDueToUndefined: isDueToUndefined, columns: columns)
    }
  }

  /// The smallest width of the outcomes, with a blank after them.
  private static let minOutcomeColumns = 7
  /// The smallest width to which texts are wrapped, even if the panel is narrower.
  private static let minTextColumns = 12
  /// The smallest width to which values below a text are wrapped.
  private static let minValueColumns = 10
  /// What precedes each value and mark.
  private static let gap: DisplayText = "  "

  /// The lines of a node: its outcome, its text wrapped behind that, and the values of its parts,
  /// with a mark such as `← decides`, after the text or, if they do not fit there, below it.
  ///
  /// - Parameters:
  ///   - index: The index of the node in `nodes`.
  ///   - isDueToUndefined: Whether it has an error because an attribute has no value; its outcome
  ///     is then `undefined` instead of `error`.
  ///   - columns: The width of the panel.
  private func lines(at index: Int, isDueToUndefined: Bool, columns: Int) -> [StyledLine] {
    let node = nodes[index]
    let outcome = paddedOutcome(of: node, isDueToUndefined: isDueToUndefined)
    let head = StyledLine(treeLines(beforeNodeAt: index), .border) + outcome
    let treeLinesBelow = treeLines(beforeNodeAt: index, isFirstLine: false)
    let indent = StyledLine(treeLinesBelow + .blanks(outcome.columns), .border)
    let textColumns = max(Self.minTextColumns, columns - head.columns)
    var lines = Self.text(of: node.step, wrappedTo: textColumns).enumerated().map { row, text in
      (row == 0 ? head : indent) + StyledLine(text, node.step.isReached ? .text : .dim)
    }
    let values = valuesAndMark(of: node, columns: textColumns)
    let last = lines.count - 1
    let valuesFitAfterText = lines[last].columns + values.columns <= columns
    if valuesFitAfterText {
      lines[last] = lines[last] + values
      return lines
    }
    return lines + Self.linesBelowText(values, columns: textColumns).map { indent + $0 }
  }

  /// The outcome of a node with the blanks after it, so that texts start in the same column after
  /// short outcomes.
  ///
  /// - Parameter isDueToUndefined: Whether it has an error because an attribute has no value; its
  ///   outcome is then `undefined` instead of `error`.
  private func paddedOutcome(of node: Node, isDueToUndefined: Bool) -> StyledLine {
    let outcome = outcome(of: node, isDueToUndefined: isDueToUndefined)
    let blankAfterOutcome = 1
    let columns = max(Self.minOutcomeColumns, outcome.columns + blankAfterOutcome)
    return outcome + StyledLine(.blanks(columns - outcome.columns))
  }

  /// The values and the mark of a node in lines of their own, for which its text leaves no room.
  ///
  /// The gap at their start indents every line instead.
  private static func linesBelowText(_ valuesAndMark: StyledLine, columns: Int) -> [StyledLine] {
    let valueColumns = max(minValueColumns, columns - gap.columns)
    let lines = valuesAndMark.dropping(gap.columns).wrapped(to: valueColumns)
    return lines.map { StyledLine(gap) + $0 }
  }

  /// The outcome of a node, as in `true` or, with a red sign, `! error`; `–` if not evaluated.
  ///
  /// - Parameter isDueToUndefined: Whether it has an error because an attribute has no value; its
  ///   outcome is then `undefined` instead of `error`.
  private func outcome(of node: Node, isDueToUndefined: Bool) -> StyledLine {
    let step = node.step
    guard step.isReached else { return StyledLine("–", .dim) }
    // A term is bold even if only a part of it decides, but in capitals only if its outcome does.
    let isInCapitals = marksDecidingParts && step.isDeciding
    let words = step.words(isInCapitals: isInCapitals, isDueToUndefined: isDueToUndefined)
    let isMarked = marksDecidingParts && node.hasDecidingPart
    let style = isMarked ? step.style.bold() : step.style
    guard case .error = step.outcome else { return StyledLine(words, style) }
    return StyledLine(of: (PanelSymbols.problem, .error), (" ", .text), (words, style))
  }

  /// The operator of a chain or the text of a term, in lines; a term that needs several is written
  /// with shortened lists.
  private static func text(of step: Explanation.Step, wrappedTo columns: Int) -> [DisplayText] {
    let whole = DisplayText(step.chainOperator ?? step.text)
    if whole.columns <= columns { return [whole] }
    return DisplayText(ListAbbreviation.shortened(whole.plain)).wrapped(to: columns)
  }

  /// The values of a term's parts, and the mark of its node: `  region "DE"  ← decides`.
  ///
  /// If the line is too short for both, the mark comes first, so that it is not broken in two.
  private func valuesAndMark(of node: Node, columns: Int) -> StyledLine {
    let values = Self.values(of: node)
    let mark = mark(of: node)
    let fitInLine = values.columns + mark.columns <= columns
    return fitInLine ? values + mark : mark + values
  }

  /// The values of a term's parts, as in `  region "DE"`; empty if the term was not evaluated.
  private static func values(of node: Node) -> StyledLine {
    let parts = node.step.isReached ? node.parts : []
    // Attributes come before what transforms, such as `version|versionCompare`, make of them.
    let sorted = parts.filter { !$0.isTransform } + parts.filter(\.isTransform)
    return sorted.reduce(StyledLine(pieces: [])) { line, part in
      // An error of a part can be due to another part, which is undefined.
      let value = part.value(isDueToUndefined: node.hasUndefined)
      return line + StyledLine(of: (gap, .text), (part.name, .dim), (" ", .text), (value, .key))
    }
  }

  /// What the line of a node ends with: that it decides, or that it was not evaluated; else an
  /// empty text.
  private func mark(of node: Node) -> StyledLine {
    // A literal such as `true` gets no mark.
    let decides = marksDecidingParts && node.hasDecidingPart && !node.step.isLiteral
    if decides { return StyledLine(Self.gap + "← decides", .changed) }
    let words: DisplayText = node.step.isReached ? .empty : Self.gap + "not evaluated"
    return StyledLine(words, .dim)
  }

  /// The lines of the tree before a node, as in `│ └ ` before its first line and `│   ` before the
  /// others: two cells for each level below the root.
  private func treeLines(beforeNodeAt index: Int, isFirstLine: Bool = true) -> DisplayText {
    let depth = nodes[index].treeDepth
    // The root has depth 0, and nothing before it.
    let levels = (1..<depth + 1).map { level in
      // The line of a level goes on if another node of the level follows under the same parent,
      // before one of a higher level.
      let nextNotBelow = nodes[(index + 1)...].first { $0.treeDepth <= level }
      let hasSibling = nextNotBelow?.treeDepth == level
      if level == depth, isFirstLine { return hasSibling ? "├ " : "└ " }
      return hasSibling ? "│ " : "  "
    }
    return DisplayText(levels.joined())
  }
}

extension Explanation.Step {
  /// Whether it is an attribute without a value, or evaluates to null without being written as
  /// `null`.
  fileprivate var isUndefined: Bool {
    switch outcome {
    case .error(.undefinedIdentifier): true
    case .value(let value): !isLiteral && value.json == .null
    case .error: false
    }
  }

  /// Whether it passes a value to a transform, as in `app_version|versionCompare('120.0')`.
  fileprivate var isTransform: Bool { text.contains("|") }

  /// Its text; for a transform only the part after the bar, as in `versionCompare`.
  fileprivate var name: DisplayText {
    guard let bar = text.lastIndex(of: "|") else { return DisplayText(text) }
    return DisplayText(text[text.index(after: bar)...].prefix { $0 != "(" })
  }

  /// The outcome in words; a Boolean that is marked as deciding is in capitals, so that it is
  /// visible without color.
  ///
  /// - Parameters:
  ///   - isInCapitals: Whether a Boolean is in capitals.
  ///   - isDueToUndefined: Whether an error is shown as `undefined`, because an attribute without a
  ///     value causes it.
  fileprivate func words(isInCapitals: Bool, isDueToUndefined: Bool) -> DisplayText {
    guard isInCapitals, case .value(.boolean(let value)) = outcome else {
      return value(isDueToUndefined: isDueToUndefined)
    }
    return value ? "TRUE" : "FALSE"
  }

  /// The width to which values are cut.
  private static let maxValueColumns = 40

  /// The value as JSON, which is cut if it is long; for an error, `error`, or `undefined` if an
  /// attribute without a value causes it.
  fileprivate func value(isDueToUndefined: Bool) -> DisplayText {
    switch outcome {
    case .value(let value):
      DisplayText(value.json.compact).truncated(to: Self.maxValueColumns)
    case .error: isDueToUndefined ? "undefined" : "error"
    }
  }

  /// The style of the outcome: `true` stands out, `false` and errors are plain.
  ///
  /// An error has a red sign before it. Other values are styled like those of attributes.
  fileprivate var style: Style {
    switch outcome {
    case .error: .text
    case .value(.boolean(let value)): value ? .success : .text
    case .value: .key
    }
  }
}

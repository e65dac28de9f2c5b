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
    let depth: Int
    /// The parts of a term whose values are shown; none for a chain.
    var parts: [Explanation.Step] = []

    var isDeciding: Bool { step.isDeciding || parts.contains(where: \.isDeciding) }
    var isUndefined: Bool { ([step] + parts).contains(where: \.isUndefined) }
  }

  /// The chains and terms, each chain before its terms.
  private var nodes: [Node] = []

  /// Builds the tree from the steps of an explanation, each of which comes before its parts.
  init(_ explanation: Explanation) {
    // The chains and the term around the next step, outermost first.
    var ancestors: [(step: Explanation.Step, depth: Int)] = []
    for step in explanation.steps {
      while let last = ancestors.last, last.step.depth >= step.depth { ancestors.removeLast() }
      let parent = ancestors.last
      if let parent, parent.step.chain == nil {
        if !step.isLiteral { nodes[nodes.count - 1].parts.append(step) }
        continue
      }
      // A chain in a chain of the same operator shares its row: `a && (b && c)` has three terms.
      let sharesRow = parent != nil && parent?.step.chain == step.chain
      let depth = parent.map { $0.depth + (sharesRow ? 0 : 1) } ?? 0
      if !sharesRow { nodes.append(Node(step: step, depth: depth)) }
      ancestors.append((step, depth))
    }
  }

  /// The tree, wrapped to the width of the panel.
  func lines(columns: Int) -> [StyledLine] {
    // A chain fails with the error of one of its terms, so it is undefined if that term is.
    let undefined = nodes.filter(\.isUndefined).compactMap(\.step.outcome.error)
    return nodes.indices.flatMap { index in
      let isUndefined = nodes[index].step.outcome.error.map(undefined.contains) == true
      return lines(at: index, isUndefined: isUndefined, columns: columns)
    }
  }

  /// The lines of a node: its outcome, its text wrapped behind that, and the values of its parts
  /// after the text or below it.
  private func lines(at index: Int, isUndefined: Bool, columns: Int) -> [StyledLine] {
    let step = nodes[index].step
    let isDeciding = nodes[index].isDeciding
    let outcome = step.isReached ? step.words(isUndefined: isUndefined) : "–"
    let width = max(7, outcome.columns + 1)
    let head = StyledLine(
      of: (prefix(at: index), .border),
      (outcome.padded(to: width), isDeciding ? step.style.bold() : step.style))
    let indent = StyledLine(prefix(at: index, isFirst: false) + .blanks(width), .border)
    let room = max(12, columns - head.columns)
    let whole = DisplayText(step.chain ?? step.text)
    let texts =
      whole.columns <= room
      ? [whole] : DisplayText(ListAbbreviation.shortened(whole.plain)).wrapped(to: room)
    var lines = texts.enumerated().map { row, text in
      (row == 0 ? head : indent) + StyledLine(text, step.isReached ? .text : .dim)
    }
    let values = values(of: nodes[index], columns: columns)
    let last = lines.count - 1
    if lines[last].columns + values.columns <= columns {
      lines[last] = lines[last] + values
    } else {
      lines += values.dropping(2).wrapped(to: max(10, room - 2)).map {
        indent + StyledLine("  ") + $0
      }
    }
    return lines
  }

  /// The values of a term's parts, and whether the node decides: `  region "DE"  ← decides`.
  ///
  /// If the line is too short for both, the mark comes first.
  private func values(of node: Node, columns: Int) -> StyledLine {
    var line = StyledLine(pieces: [])
    let parts = node.step.isReached ? node.parts : []
    let sorted = parts.filter { !$0.isTransform } + parts.filter(\.isTransform)
    for part in sorted {
      let value = part.value(isUndefined: node.isUndefined)
      line = line + StyledLine(of: ("  ", .text), (part.name, .dim), (" ", .text), (value, .key))
    }
    let unevaluated: DisplayText = node.step.isReached ? .empty : "  not evaluated"
    let mark = node.isDeciding ? "  ← decides" : unevaluated
    // The outcome takes at least 7 cells before the text.
    let isShort = line.columns + mark.columns + 7 <= columns
    line.pieces.insert(
      .init(text: mark, style: node.isDeciding ? .changed : .dim),
      at: isShort ? line.pieces.count : 0)
    return line
  }

  /// The lines of the tree before a node, as in `│ └ `; before its further lines `│   `.
  private func prefix(at index: Int, isFirst: Bool = true) -> DisplayText {
    let depth = nodes[index].depth
    let levels = (1..<depth + 1).map { level in
      let hasSibling = nodes[(index + 1)...].first { $0.depth <= level }?.depth == level
      if level == depth, isFirst { return hasSibling ? "├ " : "└ " }
      return hasSibling ? "│ " : "  "
    }
    return DisplayText(levels.joined())
  }
}

extension Explanation.Step {
  /// Whether it is an attribute without a value, or evaluates to null.
  fileprivate var isUndefined: Bool {
    switch outcome {
    case .error(.undefinedIdentifier): true
    case .value(let value): !isLiteral && value.json == .null
    case .error: false
    }
  }

  fileprivate var isTransform: Bool { text.contains("|") }

  /// Its text; for a transform only the name, as in `versionCompare`, because its subject is shown
  /// too.
  fileprivate var name: DisplayText {
    guard let bar = text.lastIndex(of: "|") else { return DisplayText(text) }
    return DisplayText(text[text.index(after: bar)...].prefix { $0 != "(" })
  }

  /// The outcome: a deciding Boolean is in capitals, so that it is visible without color.
  fileprivate func words(isUndefined: Bool) -> DisplayText {
    guard isDeciding, case .value(.boolean(let value)) = outcome else {
      return value(isUndefined: isUndefined)
    }
    return value ? "TRUE" : "FALSE"
  }

  /// The value in at most 40 cells, or what kind of error it has.
  fileprivate func value(isUndefined: Bool) -> DisplayText {
    switch outcome {
    case .value(let value): DisplayText(value.json.compact).truncated(to: 40)
    case .error: isUndefined ? "undefined" : "error"
    }
  }

  fileprivate var style: Style {
    guard isReached else { return .dim }
    switch outcome {
    case .error: return .error
    case .value(.boolean(let value)): return value ? .success : .warning
    case .value: return .key
    }
  }
}

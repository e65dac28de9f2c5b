import VirgaCanvas
import VirgaJSON
import VirgaTargeting

/// An explained expression as a tree with values.
///
/// Chains of `&&` and `||` are above their terms, and each term includes the values of its parts.
struct ExpressionTree {
  private let explanation: Explanation

  init(_ explanation: Explanation) { self.explanation = explanation }

  private struct Node {
    var step: Explanation.Step
    var inner: [Explanation.Step] = []
    var depth: Int

    var isDeciding: Bool { step.isDeciding || inner.contains(where: \.isDeciding) }
    var isUndefined: Bool { ([step] + inner).contains(where: \.isUndefined) }
  }

  static let decides: DisplayText = "  ← decides"

  func lines(columns: Int) -> [StyledLine] {
    let nodes = nodes()
    // A chain fails with the error of a term.
    let undefined = nodes.filter(\.isUndefined).compactMap(\.step.outcome.error)
    return nodes.indices.flatMap { index in
      let isUndefined = nodes[index].step.outcome.error.map(undefined.contains) == true
      return lines(nodes, at: index, isUndefined: isUndefined, columns: columns)
    }
  }

  /// The chains and terms; the parts of a term belong to the term.
  private func nodes() -> [Node] {
    var nodes: [Node] = []
    var open: [(stepDepth: Int, depth: Int, symbol: String?)] = []
    for step in explanation.steps {
      while let last = open.last, last.stepDepth >= step.depth { open.removeLast() }
      guard let parent = open.last else {
        nodes.append(Node(step: step, depth: 0))
        open.append((step.depth, 0, step.chain))
        continue
      }
      if parent.symbol == nil {
        if !step.isLiteral { nodes[nodes.count - 1].inner.append(step) }
      } else if step.chain == parent.symbol {
        // Nested chains of the same operator share one row.
        open.append((step.depth, parent.depth, step.chain))
      } else {
        nodes.append(Node(step: step, depth: parent.depth + 1))
        open.append((step.depth, parent.depth + 1, step.chain))
      }
    }
    return nodes
  }

  private func lines(_ nodes: [Node], at index: Int, isUndefined: Bool, columns: Int) -> [StyledLine] {
    let (step, isDeciding) = (nodes[index].step, nodes[index].isDeciding)
    var head = StyledLine(prefix(nodes, at: index), .border)
    let outcome = step.isReached ? Self.words(step, isUndefined: isUndefined) : "–"
    let width = max(7, outcome.columns + 1)
    head.add(outcome.padded(to: width), isDeciding ? style(step).bold() : style(step))
    let mark: DisplayText = isDeciding ? Self.decides : step.isReached ? .empty : "  not evaluated"
    let room = max(12, columns - head.columns)
    let whole = DisplayText(step.chain ?? step.text)
    let texts = whole.columns <= room ? [whole] : DisplayText(ListAbbreviation.shortened(whole.plain)).wrapped(to: room)
    let indent = StyledLine(prefix(nodes, at: index, isFirst: false) + .blanks(width), .border)
    var lines = texts.enumerated().map { number, text in
      var line = number == 0 ? head : indent
      line.add(text, step.isReached ? .text : .dim)
      return line
    }
    var rest = inner(of: nodes[index])
    let isShort = rest.columns + mark.columns + 7 <= columns
    rest.pieces.insert(
      StyledLine.Piece(text: mark, style: isDeciding ? .changed : .dim), at: isShort ? rest.pieces.count : 0)
    // Values that do not fit after the part go below it.
    let last = lines.count - 1
    if lines[last].columns + rest.columns <= columns {
      lines[last].pieces += rest.pieces
    } else if rest.columns > 0 {
      lines += rest.dropping(2).wrapped(to: max(10, room - 2)).map {
        StyledLine(pieces: indent.pieces + StyledLine("  ").pieces + $0.pieces)
      }
    }
    return lines
  }

  private func inner(of node: Node) -> StyledLine {
    var line = StyledLine(pieces: [])
    guard node.step.isReached else { return line }
    for inner in node.inner.sorted(by: { !Self.isTransform($0) && Self.isTransform($1) }) {
      line.add("  ")
      line.add(Self.name(inner), .dim)
      line.add(" ")
      line.add(Self.value(inner, isUndefined: node.isUndefined), .key)
    }
    return line
  }

  private func prefix(_ nodes: [Node], at index: Int, isFirst: Bool = true) -> DisplayText {
    let depth = nodes[index].depth
    guard depth > 0 else { return .empty }
    var text = ""
    for level in 1...depth {
      let goesOn = nodes[(index + 1)...].first { $0.depth <= level }?.depth == level
      text += level == depth && isFirst ? (goesOn ? "├ " : "└ ") : (goesOn ? "│ " : "  ")
    }
    return DisplayText(text)
  }

  private func style(_ step: Explanation.Step) -> Style {
    guard step.isReached else { return .dim }
    switch step.outcome {
    case .error: return .error
    case .value(.boolean(let value)): return value ? .success : .warning
    case .value: return .key
    }
  }

  private static func isTransform(_ step: Explanation.Step) -> Bool { step.text.contains("|") }

  /// For a transform, only its name, as its subject is next to it.
  private static func name(_ step: Explanation.Step) -> DisplayText {
    guard isTransform(step), let bar = step.text.lastIndex(of: "|") else { return DisplayText(step.text) }
    return DisplayText(step.text[step.text.index(after: bar)...].prefix { $0 != "(" })
  }

  /// Capitals mark what decided, so that it is visible without color.
  private static func words(_ step: Explanation.Step, isUndefined: Bool) -> DisplayText {
    let text = value(step, isUndefined: isUndefined)
    guard step.isDeciding, case .value(.boolean(let value)) = step.outcome else { return text }
    return value ? "TRUE" : "FALSE"
  }

  private static func value(_ step: Explanation.Step, isUndefined: Bool) -> DisplayText {
    switch step.outcome {
    case .value(let value): DisplayText(value.json.compact).truncated(to: 40)
    case .error: isUndefined ? "undefined" : "error"
    }
  }
}

extension Explanation.Step {
  fileprivate var isUndefined: Bool {
    switch outcome {
    case .error(.undefinedIdentifier): true
    case .value(let value): !isLiteral && value.json == .null
    case .error: false
    }
  }
}

extension Requirement {
  /// Requirements that must all be true, one per line; the parts of an "all of" or "one of" are indented.
  static func lines(of requirements: [Requirement], columns: Int, level: Int = 1) -> [StyledLine] {
    var requirements = requirements
    if level == 1, case .all(let parts)? = requirements.first, requirements.count == 1 { requirements = parts }
    let indent = min(2 * level, columns / 2)
    return requirements.flatMap { requirement in
      let (words, parts) = requirement.wordsAndParts
      return DisplayText(words).wrapped(to: max(1, columns - indent)).map {
        StyledLine(DisplayText.blanks(indent) + $0, .changed)
      } + lines(of: parts, columns: columns, level: level + 1)
    }
  }

  private var wordsAndParts: (String, [Requirement]) {
    switch self {
    case .condition(let words): (words, [])
    case .all(let parts): ("all of:", parts)
    case .any(let parts): ("one of:", parts)
    }
  }
}

import VirgaCanvas
import VirgaJSON
import VirgaTargeting

/// An explained expression as a tree with values.
///
/// Chains of `&&` and `||` are above their terms, and each term includes the values of its parts.
struct ExpressionTree {
  private struct Node {
    let step: Explanation.Step
    let depth: Int
    var parts: [Explanation.Step] = []

    var isDeciding: Bool { step.isDeciding || parts.contains(where: \.isDeciding) }
    var isUndefined: Bool { ([step] + parts).contains(where: \.isUndefined) }
  }

  /// The chains and terms; the parts of a term belong to the term.
  private var nodes: [Node] = []

  init(_ explanation: Explanation) {
    var open: [(step: Explanation.Step, depth: Int)] = []
    for step in explanation.steps {
      while let last = open.last, last.step.depth >= step.depth { open.removeLast() }
      let parent = open.last
      if let parent, parent.step.chain == nil {
        if !step.isLiteral { nodes[nodes.count - 1].parts.append(step) }
        continue
      }
      // Nested chains of the same operator share one row.
      let isShared = parent != nil && parent?.step.chain == step.chain
      let depth = parent.map { $0.depth + (isShared ? 0 : 1) } ?? 0
      if !isShared { nodes.append(Node(step: step, depth: depth)) }
      open.append((step, depth))
    }
  }

  func lines(columns: Int) -> [StyledLine] {
    // A chain fails with the error of a term.
    let undefined = nodes.filter(\.isUndefined).compactMap(\.step.outcome.error)
    return nodes.indices.flatMap { index in
      let isUndefined = nodes[index].step.outcome.error.map(undefined.contains) == true
      return lines(at: index, isUndefined: isUndefined, columns: columns)
    }
  }

  private func lines(at index: Int, isUndefined: Bool, columns: Int) -> [StyledLine] {
    let (step, isDeciding) = (nodes[index].step, nodes[index].isDeciding)
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
    // Values that do not fit after the part go below it.
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

  /// The values of a term's parts, and whether it decides.
  private func values(of node: Node, columns: Int) -> StyledLine {
    var line = StyledLine(pieces: [])
    let parts = node.step.isReached ? node.parts : []
    for part in parts.filter({ !$0.isTransform }) + parts.filter(\.isTransform) {
      let value = part.value(isUndefined: node.isUndefined)
      line = line + StyledLine(of: ("  ", .text), (part.name, .dim), (" ", .text), (value, .key))
    }
    let mark: DisplayText =
      node.isDeciding ? "  ← decides" : node.step.isReached ? .empty : "  not evaluated"
    let isShort = line.columns + mark.columns + 7 <= columns
    line.pieces.insert(
      .init(text: mark, style: node.isDeciding ? .changed : .dim),
      at: isShort ? line.pieces.count : 0)
    return line
  }

  private func prefix(at index: Int, isFirst: Bool = true) -> DisplayText {
    let depth = nodes[index].depth
    let levels = (1..<depth + 1).map { level in
      let goesOn = nodes[(index + 1)...].first { $0.depth <= level }?.depth == level
      return level == depth && isFirst ? (goesOn ? "├ " : "└ ") : (goesOn ? "│ " : "  ")
    }
    return DisplayText(levels.joined())
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

  fileprivate var isTransform: Bool { text.contains("|") }

  /// For a transform, only its name, as its subject is next to it.
  fileprivate var name: DisplayText {
    guard let bar = text.lastIndex(of: "|") else { return DisplayText(text) }
    return DisplayText(text[text.index(after: bar)...].prefix { $0 != "(" })
  }

  /// Capitals mark what decided, so that it is visible without color.
  fileprivate func words(isUndefined: Bool) -> DisplayText {
    guard isDeciding, case .value(.boolean(let value)) = outcome else {
      return value(isUndefined: isUndefined)
    }
    return value ? "TRUE" : "FALSE"
  }

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

extension ExplanationBuilder {
  /// What makes the expression true, including parts that were not evaluated; nil if it is true.
  var change: TargetingChange? {
    all[expression.root]?.value == .boolean(true) ? nil : change(of: expression.root, to: true)
  }

  /// The undefined or null attributes in some parts, in source order.
  func lacking(in parts: [NodeID]) -> [String] {
    var waiting = Array(parts.reversed())
    var names: [String] = []
    while let node = waiting.popLast() {
      if case .identifier(let name) = expression.nodes[node], isLacking(node), !names.contains(name)
      {
        names.append(name)
      }
      waiting += expression.nodes[node].operands.reversed()
    }
    return names
  }

  private func change(of node: NodeID, to wanted: Bool) -> TargetingChange {
    switch expression.nodes[node] {
    case .binary(let symbol, let left, let right) where symbol.isLogical:
      let operands = [left, right]
      // `a && b` is true if both are; `a || b` is false if both are.
      guard (symbol == .and) == wanted else {
        return .any(operands.flatMap { parts(of: change(of: $0, to: wanted), any: true) })
      }
      let missing = operands.filter { (all[$0]?.isTruthy ?? false) != wanted }
      return .each(missing.flatMap { parts(of: change(of: $0, to: wanted), any: false) })
    case .binary(let symbol, let left, let right) where symbol == .equal || symbol == .notEqual:
      guard let truth = truth(right), isComposed(left) else { return leaf(node, to: wanted) }
      return change(of: left, to: (truth == wanted) == (symbol == .equal))
    default: return leaf(node, to: wanted)
    }
  }

  /// The parts of a change that is joined in the same way; otherwise the change itself.
  private func parts(of change: TargetingChange, any: Bool) -> [TargetingChange] {
    switch change {
    case .any(let parts) where any: parts
    case .each(let parts) where !any: parts
    default: [change]
    }
  }

  func truth(_ node: NodeID) -> Bool? {
    if case .literal(.boolean(let truth)) = expression.nodes[node] { truth } else { nil }
  }

  private func isComposed(_ node: NodeID) -> Bool {
    if case .binary(let symbol, _, _) = expression.nodes[node] { symbol.level <= 2 } else { false }
  }

  private func leaf(_ node: NodeID, to wanted: Bool) -> TargetingChange {
    if isConstant(node) { return .never(constantWords(node, wanted)) }
    if let comparison = comparison(node) {
      if let change = enrollment(comparison, wanted)
        ?? computed(comparison.subject, unless: comparison.isReversed)
      {
        return change
      }
      if let words = words(comparison, wanted) {
        return .one(
          words + clockStep(comparison.subject), setting(comparison, wanted).map(TargetingFix.set))
      }
    }
    if let change = truthValue(node, to: wanted) { return change }
    if case .undefinedIdentifier(let name)? = all[node]?.error {
      return .one("the context has `\(name)`", nil)
    }
    return .one(
      quoted(node) + (all[node]?.error == nil ? " has another value" : " can be evaluated"), nil)
  }

  /// Whether a part is constant: it does not read attributes, events or preferences.
  private func isConstant(_ node: NodeID) -> Bool {
    var waiting = [node]
    while let next = waiting.popLast() {
      switch expression.nodes[next] {
      case .identifier: return false
      case .transform(_, _, let transform?, _) where transform.readsClient: return false
      default: waiting += expression.nodes[next].operands
      }
    }
    return true
  }

  private func constantWords(_ node: NodeID, _ wanted: Bool) -> String {
    let fate = all[node]?.error == nil ? "is never \(wanted)" : "can never be evaluated"
    return "\(quoted(node)) \(fate) for any client"
  }

  private func truthValue(_ node: NodeID, to wanted: Bool) -> TargetingChange? {
    guard case .identifier(let name) = expression.nodes[node],
      all[node]?.value?.isBoolean == true || isLacking(node)
    else { return nil }
    if let change = computed(node) { return change }
    let setting = AttributeSetting(name: name, value: .boolean(wanted))
    return .one("\(name) is \(wanted)", Self.canBeSet(name) ? .set(setting) : nil)
  }

  private static func canBeSet(_ name: String) -> Bool {
    !ClientAttributes.computedNames.contains(name) || ClientAttributes.typedNames.contains(name)
  }

  /// Why an attribute that the SDK computes cannot be changed; nil for any other part.
  private func computed(_ node: NodeID, unless isPart: Bool = false) -> TargetingChange? {
    guard !isPart, case .identifier(let name) = expression.nodes[node], !Self.canBeSet(name),
      name != Self.clockName
    else { return nil }
    return .never("the SDK computes `\(name)`, so it cannot be set")
  }

  private static let clockName = "current_date"

  private func clockStep(_ node: NodeID) -> String {
    guard case .identifier(Self.clockName) = expression.nodes[node] else { return "" }
    return " (`clock` sets the time)"
  }

  fileprivate func isLacking(_ node: NodeID) -> Bool {
    if case .undefinedIdentifier? = all[node]?.error { return true }
    return all[node]?.value == .null
  }

  private struct Comparison {
    var subject: NodeID
    var symbol: BinaryOperator
    var value: ExpressionValue
    var isVersion = false
    var isReversed = false
  }

  /// Nil if it is not one, or if it fails for other reasons than a missing value.
  private func comparison(_ node: NodeID) -> Comparison? {
    guard case .binary(let symbol, let left, let right) = expression.nodes[node],
      let found = comparison(symbol, left, right),
      all[node]?.value?.isBoolean == true || isLacking(found.subject)
    else { return nil }
    return found
  }

  private func comparison(_ symbol: BinaryOperator, _ left: NodeID, _ right: NodeID) -> Comparison?
  {
    if case .transform(let subject, _, .versionCompare?, let arguments) = expression.nodes[left],
      let version = arguments.first.flatMap(expression.constant),
      expression.constant(right)?.number == 0
    {
      return Comparison(subject: subject, symbol: symbol, value: version, isVersion: true)
    }
    if let value = expression.constant(right) {
      return Comparison(subject: left, symbol: symbol, value: value)
    }
    guard let value = expression.constant(left) else { return nil }
    if symbol == .isIn {
      return Comparison(subject: right, symbol: symbol, value: value, isReversed: true)
    }
    return symbol.mirrored.map { Comparison(subject: right, symbol: $0, value: value) }
  }

  private func enrollment(_ comparison: Comparison, _ wanted: Bool) -> TargetingChange? {
    if let slug = enrolledSlug(comparison, wanted) {
      let choice = forcing(nil, slug)
      if case .refused(let reason) = choice { return .never(reason) }
      return .one("the client is enrolled in `\(slug)`", choice.fix(slug))
    }
    guard let slug = enrollmentSlug(comparison.subject) else { return nil }
    let branches: [String] =
      switch (comparison.symbol, comparison.value) {
      case (.equal, .string(let branch)) where wanted,
        (.notEqual, .string(let branch)) where !wanted:
        [branch]
      case (.isIn, .array(let members)) where wanted: members.compactMap(\.text)
      default: []
      }
    guard !branches.isEmpty else { return nil }
    let choices = branches.map { ($0, forcing($0, slug)) }
    let possible = choices.filter { if case .refused = $0.1 { false } else { true } }
    guard let first = possible.first else {
      return .any(choices.map { .never($0.1.refusal ?? "") })
    }
    let names = Requirement.list(possible.map { "`\($0.0)`" }, "or")
    return .one("the client is enrolled in \(names) of `\(slug)`", first.1.fix(slug))
  }

  /// The slug in `'slug' in enrollments` or `… in active_experiments`, if required; else nil.
  private func enrolledSlug(_ comparison: Comparison, _ wanted: Bool) -> String? {
    guard wanted, comparison.isReversed,
      case .identifier(let name) = expression.nodes[comparison.subject],
      ["enrollments", "active_experiments"].contains(name)
    else { return nil }
    return comparison.value.text
  }

  /// The slug in `enrollments_map['slug']` or `enrollments_map.slug`; nil for anything else.
  private func enrollmentSlug(_ node: NodeID) -> String? {
    let (subject, slug): (NodeID, String?) =
      switch expression.nodes[node] {
      case .member(let subject, let name): (subject, name)
      case .index(let subject, let index): (subject, expression.constant(index)?.text)
      default: (node, nil)
      }
    guard case .identifier("enrollments_map") = expression.nodes[subject] else { return nil }
    return slug
  }

  private func words(_ comparison: Comparison, _ wanted: Bool) -> String? {
    let (subject, symbol, value) = (comparison.subject, comparison.symbol, comparison.value)
    let name = name(subject)
    if comparison.isReversed {
      return "\(name) \(wanted ? "has" : "does not have") \(Self.words(value))"
    }
    // Versions are unambiguous without quotes.
    let said =
      comparison.isVersion ? value.text.map(Self.plain) ?? Self.words(value) : Self.words(value)
    switch (symbol, value) {
    case (.isIn, .array(let members)):
      let value = all[subject]?.value
      // The lists of an expression contain reals, so `in` never finds an integer from the context.
      if value.map(ValueKinds.init(of:)) == .integer { return nil }
      if let value, value != .null, wanted {
        guard members.contains(where: { ValueKinds(of: $0) == ValueKinds(of: value) }) else {
          return nil
        }
      }
      let list = Self.list(members, wanted ? "or" : "nor")
      return wanted ? "\(name) is \(list)" : "\(name) is neither \(list)"
    case (.isIn, .string(let text)): return "\(name) is \(wanted ? "" : "not ")in \(text)"
    case (.isIn, _): return nil
    case (.equal, _), (.notEqual, _):
      return "\(name) is \((symbol == .equal) == wanted ? "" : "not ")\(said)"
    default:
      let order = wanted ? symbol : symbol.negated
      return order?.orderWords.map { "\(name) is \($0) \(said)" }
    }
  }

  private static func list(_ members: [ExpressionValue], _ word: String) -> String {
    guard ListAbbreviation.isLong(members.count) else {
      return Requirement.list(members.map(words), word)
    }
    let told = members.prefix(ListAbbreviation.maxShownMembers).map(words)
    return told.joined(separator: ", ") + " \(word) one of \(members.count - told.count) more"
  }

  /// Nil if it is not about an attribute or has no obvious setting.
  private func setting(_ comparison: Comparison, _ wanted: Bool) -> AttributeSetting? {
    guard case .identifier(let name) = expression.nodes[comparison.subject], Self.canBeSet(name)
    else { return nil }
    return value(for: comparison, wanted).map { AttributeSetting(name: name, value: $0) }
  }

  private func value(for comparison: Comparison, _ wanted: Bool) -> ExpressionValue? {
    let value = comparison.value
    switch (comparison.symbol, value) {
    case (.isIn, .string(let text)) where comparison.isReversed:
      if wanted { return value }
      return ["true": "false", "false": "true"][text].map(ExpressionValue.string)
    case (.isIn, .string): return wanted ? value : nil
    case (.isIn, .array(let members)): return wanted ? members.first { $0.number == nil } : nil
    case (.isIn, _): return nil
    case (.equal, .boolean(let truth)): return .boolean(truth == wanted)
    case (.notEqual, .boolean(let truth)): return .boolean(truth != wanted)
    case (.equal, _), (.notEqual, _):
      guard (comparison.symbol == .equal) == wanted else { return nil }
      return comparison.isVersion ? value.text.map { .string(Self.plain($0)) } : value.asWritten
    default:
      guard let order = wanted ? comparison.symbol : comparison.symbol.negated else { return nil }
      let step = order == .greater ? 1.0 : order == .less ? -1.0 : 0
      if comparison.isVersion { return value.text.flatMap { Self.version($0, plus: Int(step)) } }
      return value.number.map { ExpressionValue.real($0 + step).asWritten }
    }
  }

  /// A version as users write it: `121.!` and `121.*`, the first and last with that prefix, become
  /// 121.
  private static func plain(_ version: String) -> String {
    [".!", ".*"].contains(where: version.hasSuffix) ? String(version.dropLast(2)) : version
  }

  /// A plain version with its first number changed by `step`.
  private static func version(_ text: String, plus step: Int) -> ExpressionValue? {
    let plain = plain(text)
    guard step != 0 else { return .string(plain) }
    guard let first = plain.split(separator: ".").first.flatMap({ Int($0) }),
      case (let next, let isTooLarge) = first.addingReportingOverflow(step), !isTooLarge, next >= 0
    else { return nil }
    return .string("\(next).0")
  }

  private func name(_ node: NodeID) -> String {
    switch expression.nodes[node] {
    case .identifier, .member: expression.text(of: node)
    default: quoted(node)
    }
  }
}

extension ExpressionValue {
  fileprivate var isBoolean: Bool { if case .boolean = self { true } else { false } }

  /// A whole real as an integer, as in a context; anything else unchanged.
  fileprivate var asWritten: ExpressionValue {
    guard case .real(let number) = self, let whole = Int64(exactly: number) else { return self }
    return .integer(whole)
  }
}

extension BinaryOperator {
  /// The equivalent operator for swapped operands; nil if there is none.
  fileprivate var mirrored: BinaryOperator? {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .and, .or, .isIn, .add, .subtract, .multiply, .floorDivide, .divide, .remainder, .power:
      nil
    }
  }

  fileprivate var negated: BinaryOperator? {
    switch self {
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    case .and, .or, .equal, .notEqual, .isIn, .add, .subtract, .multiply, .floorDivide, .divide,
      .remainder, .power:
      nil
    }
  }

  fileprivate var orderWords: String? {
    switch self {
    case .less: "below"
    case .lessOrEqual: "at most"
    case .greater: "above"
    case .greaterOrEqual: "at least"
    case .and, .or, .equal, .notEqual, .isIn, .add, .subtract, .multiply, .floorDivide, .divide,
      .remainder, .power:
      nil
    }
  }
}

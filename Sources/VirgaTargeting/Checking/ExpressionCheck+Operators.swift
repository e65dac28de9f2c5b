import VirgaSource

extension ExpressionCheck {
  mutating func binary(
    _ symbol: BinaryOperator, _ left: NodeID, _ right: NodeID, at node: NodeID
  ) -> ValueKinds {
    checkGrouping(symbol, left, right, at: node)
    if symbol == .or { return truth(left, falling: false).union(kinds[right]) }
    guard !kinds[left].isEmpty, !kinds[right].isEmpty else { return [] }
    switch symbol {
    case .and, .or: return truth(left, falling: true).union(kinds[right])
    case .equal, .notEqual: return equality(symbol, left, right, at: node)
    case .isIn: return membership(left, right, at: node)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return order(symbol, left, right, at: node)
    case .add, .subtract, .multiply, .floorDivide, .divide, .remainder, .power:
      return arithmetic(symbol, left, right, at: node)
    }
  }

  /// The kinds that the left side of `&&` or `||` adds; a boolean if the side can be anything.
  private func truth(_ node: NodeID, falling: Bool) -> ValueKinds {
    guard kinds[node] != .any else { return .boolean }
    return falling ? kinds[node].falsy : kinds[node]
  }

  private mutating func equality(
    _ symbol: BinaryOperator, _ left: NodeID, _ right: NodeID, at node: NodeID
  ) -> ValueKinds {
    let (first, second) = (kinds[left].withAllNumbers, kinds[right].withAllNumbers)
    if first.isDisjoint(with: second) {
      report(
        "never-holds", node,
        "\(quoted(node)) is \(symbol == .equal ? "never" : "always") true: \(first) is compared with "
          + "\(second)")
    } else if comparesNumbersInLists(left, right) || comparesNumbersInLists(right, left) {
      report(
        "integer-is-not-real", node,
        "In lists, `\(symbol.rawValue)` distinguishes integers in the context from numbers in the expression"
      )
    }
    return .boolean
  }

  private func comparesNumbersInLists(_ left: NodeID, _ right: NodeID) -> Bool {
    guard case .array(_, .array(let members)?) = expression.nodes[right],
      members.contains(where: { $0.number != nil })
    else { return false }
    return expression.constant(left) == nil && !kinds[left].isDisjoint(with: .list)
  }

  private mutating func membership(_ left: NodeID, _ right: NodeID, at node: NodeID) -> ValueKinds {
    let takers = kinds[right].intersection(fits(left, .text) ? [.text, .list, .object] : .list)
    guard !takers.isEmpty else {
      guard kinds[left].isDisjoint(with: .number) || kinds[right].isDisjoint(with: .number) else {
        report(
          "never-holds", node, "\(quoted(node)) is never true: a number cannot contain a number")
        return .boolean
      }
      return fail(node, "`in` does not accept \(kinds[left]) and \(kinds[right])")
    }
    guard case .array(_, .array(let members)?) = expression.nodes[right], !members.isEmpty else {
      return .boolean
    }
    let listed = members.reduce(ValueKinds()) { $0.union(ValueKinds(of: $1)) }
    guard kinds[left].isDisjoint(with: listed) else { return .boolean }
    if kinds[left].withAllNumbers.isDisjoint(with: listed.withAllNumbers) {
      report(
        "never-holds", node, "\(quoted(node)) is never true: the list cannot contain \(kinds[left])"
      )
    } else {
      report(
        "integer-is-not-real", node,
        "\(quoted(node)) is never true: `in` distinguishes an integer in the context from a number in the "
          + "expression",
        hint: "compare with `==`, joined by `||`")
    }
    return .boolean
  }

  private mutating func order(
    _ symbol: BinaryOperator, _ left: NodeID, _ right: NodeID, at node: NodeID
  ) -> ValueKinds {
    let shared = kinds[left].withAllNumbers.intersection(kinds[right].withAllNumbers).intersection([
      .number, .text,
    ])
    guard !shared.isEmpty else {
      let isVersion = isVersion(left) || isVersion(right)
      report(
        "always-fails", node,
        "\(quoted(node)) is always an error: `\(symbol.rawValue)` does not take \(kinds[left]) and "
          + "\(kinds[right])",
        hint: isVersion ? "use `versionCompare` for versions" : nil)
      return []
    }
    checkVersions(symbol, left, right, at: node)
    return .boolean
  }

  private mutating func arithmetic(
    _ symbol: BinaryOperator, _ left: NodeID, _ right: NodeID, at node: NodeID
  ) -> ValueKinds {
    var result: ValueKinds = []
    if !kinds[left].isDisjoint(with: .number), !kinds[right].isDisjoint(with: .number) {
      result = [.real, .null]
    }
    if symbol == .add, kinds[left].contains(.text), kinds[right].contains(.text) {
      result.insert(.text)
    }
    guard result.isEmpty else { return result }
    return fail(node, "`\(symbol.rawValue)` does not take \(kinds[left]) and \(kinds[right])")
  }

  /// Reports operators whose precedence differs from other languages.
  private mutating func checkGrouping(
    _ symbol: BinaryOperator, _ left: NodeID, _ right: NodeID, at node: NodeID
  ) {
    if symbol == .and || symbol == .or, mixedChains.contains(left), !expression.isEnclosed(left) {
      // The chain continues, and was already reported at its start.
      mixedChains.insert(node)
    } else if symbol == .and, case .binary(.or, _, _) = expression.nodes[left],
      !expression.isEnclosed(left)
    {
      mixedChains.insert(node)
      report(
        "one-logical-level", node,
        "`&&` and `||` have the same precedence, from left to right: this means `(\(shown(left))) && …`",
        hint: "add parentheses to group the parts")
    }
    for operand in [left, right] {
      guard case .conditional = expression.nodes[operand], !expression.isEnclosed(operand) else {
        continue
      }
      report(
        "tight-conditional", node,
        "\(quoted(operand)) is one operand: `? :` binds tighter than operators",
        hint: "put parentheses around the condition")
    }
  }

  /// Reports versions compared as strings, or in a way that excludes a version's previews.
  private mutating func checkVersions(
    _ symbol: BinaryOperator, _ left: NodeID, _ right: NodeID, at node: NodeID
  ) {
    let sides = [left, right]
    if sides.allSatisfy({ kinds[$0].isSubset(of: [.text, .null]) }),
      sides.contains(where: startsWithDigit)
    {
      report(
        "texts-compare-by-byte", node,
        "Strings are compared character by character, not as numbers",
        hint: "use `versionCompare` for versions")
    }
    guard symbol == .greaterOrEqual || symbol == .less,
      case .transform(let subject, _, .versionCompare, let arguments) = expression.nodes[left],
      case .identifier(let name) = expression.nodes[subject], KnownAttribute.hasPreviews(name),
      let argument = arguments.first,
      case .literal(.string(let version)) = expression.nodes[argument],
      !version.utf8.contains(where: { $0 == UInt8(ascii: "!") || $0 == UInt8(ascii: "*") })
    else { return }
    let major = version.prefix { $0 != "." }
    report(
      "version-without-mark", argument,
      "`\(version)` comes after its own previews, such as `\(version)b1`",
      severity: .hint, hint: "`\(major).!` comes before every \(major)")
  }

  /// Whether a part is an attribute that `versionCompare` is for, or a string that looks like a
  /// version.
  private func isVersion(_ node: NodeID) -> Bool {
    guard case .identifier(let name) = expression.nodes[node] else { return startsWithDigit(node) }
    return ["app_version", "os_version", "android_sdk_version", "app_build"].contains(name)
  }

  private func startsWithDigit(_ node: NodeID) -> Bool {
    guard case .literal(.string(let text)) = expression.nodes[node] else { return false }
    return text.utf8.first?.isDigit ?? false
  }
}

/// What a part of an expression must be for a comparison of it to hold.
enum ValueCondition: Sendable {
  /// It is one of these values, as in `region in ['US', 'CA']`.
  case isOne(of: [ExpressionValue])
  /// It is none of these values, as in `region != 'US'`.
  case isNone(of: [ExpressionValue])
  /// It counts as true, or as false.
  case isTruthy(Bool)
  /// It is in this order to a number, as in `days_since_install < 7`.
  case isOrdered(BinaryOperator, Double)
  /// `versionCompare` with this version gives one of these orders: −1 less, 0 equal, 1 greater.
  ///
  /// They are 0 and 1 for `>=`.
  case isVersion(Set<Int64>, than: String)

  /// Whether a value meets the condition; one that cannot be ordered, such as a list, meets neither
  /// `isOrdered` nor `isVersion`.
  fileprivate func accepts(_ value: ExpressionValue) -> Bool {
    switch self {
    case .isOne(let values): values.contains { Self.areEqual($0, value) }
    case .isNone(let values): !values.contains { Self.areEqual($0, value) }
    case .isTruthy(let isTruthy): value.isTruthy == isTruthy
    case .isOrdered(let symbol, let number): Self.holds(symbol, value, .real(number))
    case .isVersion(let orders, let version): Self.hasOrder(value, to: version, oneOf: orders)
    }
  }

  /// Whether the comparison of a value with `version` gives one of `orders`: −1 less, 0 equal, 1
  /// greater; false for a value that `versionCompare` would refuse.
  private static func hasOrder(
    _ value: ExpressionValue, to version: String, oneOf orders: Set<Int64>
  ) -> Bool {
    guard let text = value.text else { return false }
    guard let order = try? VersionOrder.compare(text, version) else { return false }
    return orders.contains(order)
  }

  /// Whether `==` gives true for two values.
  private static func areEqual(_ left: ExpressionValue, _ right: ExpressionValue) -> Bool {
    holds(.equal, left, right)
  }

  /// Whether the operator gives true for two operands, as `<` does for 1 and 2; an error is not
  /// true.
  static func holds(
    _ symbol: BinaryOperator, _ left: ExpressionValue, _ right: ExpressionValue
  ) -> Bool {
    guard let result = try? symbol.apply(left, right) else { return false }
    return result == .boolean(true)
  }
}

extension [ValueCondition] {
  /// Whether no value meets all of the conditions; false if that cannot be decided.
  var areContradictory: Bool {
    let lists = compactMap { if case .isOne(let values) = $0 { values } else { nil } }
    if let candidates = lists.first {
      // Only these values can meet the first list, so that each can be tried.
      return !candidates.contains { value in allSatisfy { $0.accepts(value) } }
    }
    let truths = compactMap { if case .isTruthy(let truth) = $0 { truth } else { nil } }
    let isTrueAndFalse = truths.contains(true) && truths.contains(false)
    return isTrueAndFalse || excludeAllNumbers || excludeAllVersions
  }

  /// Whether no number is between the bounds that the conditions set, as for `x > 7 && x < 3`.
  private var excludeAllNumbers: Bool {
    let bounds = flatMap { condition -> [Bound<Double>] in
      guard case .isOrdered(let symbol, let number) = condition else { return [] }
      return Bound.bounds(of: symbol, number)
    }
    return Bound.areContradictory(bounds) { left, right in
      if left == right { return 0 }
      return left < right ? -1 : 1
    }
  }

  /// Whether no version is between the bounds that the conditions set, as for
  /// `x|versionCompare('7') > 0 && x|versionCompare('3') < 0`.
  private var excludeAllVersions: Bool {
    let bounds = flatMap { condition -> [Bound<String>] in
      guard case .isVersion(let orders, let version) = condition else { return [] }
      return Bound.bounds(of: orders, version)
    }
    // A version that cannot be compared counts as equal.
    return Bound.areContradictory(bounds) { left, right in
      (try? VersionOrder.compare(left, right)) ?? 0
    }
  }
}

/// An end of a range.
private struct Bound<Value> {
  let value: Value
  let isLower: Bool
  /// Whether the value itself is in the range.
  let isIncluded: Bool

  /// The bound that a comparison sets: 7 is an excluded lower bound for `> 7`.
  ///
  /// None for operators that do not compare an order.
  static func bounds(of symbol: BinaryOperator, _ value: Value) -> [Bound] {
    switch symbol {
    case .greater: [Bound(value: value, isLower: true, isIncluded: false)]
    case .greaterOrEqual: [Bound(value: value, isLower: true, isIncluded: true)]
    case .less: [Bound(value: value, isLower: false, isIncluded: false)]
    case .lessOrEqual: [Bound(value: value, isLower: false, isIncluded: true)]
    default: []
    }
  }

  /// The bounds of the values whose comparison with `value` gives one of `orders`: −1 less, 0
  /// equal, 1 greater.
  ///
  /// 0 and 1, as for `versionCompare(…) >= 0`, give a lower bound; 0 alone gives both bounds. −1
  /// and 1, as for `!= 0`, give none, because a bound cannot exclude a single value.
  static func bounds(of orders: Set<Int64>, _ value: Value) -> [Bound] {
    let canBeLess = orders.contains(-1)
    let canBeGreater = orders.contains(1)
    let isIncluded = orders.contains(0)
    var bounds: [Bound] = []
    if !canBeLess {
      bounds.append(Bound(value: value, isLower: true, isIncluded: isIncluded))
    }
    if !canBeGreater {
      bounds.append(Bound(value: value, isLower: false, isIncluded: isIncluded))
    }
    return bounds
  }

  /// Whether no value is within all bounds, as in `> 3 && < 2` or `> 3 && <= 3`.
  ///
  /// `order` gives 1, 0 or -1 if the first value is greater, equal or less.
  static func areContradictory(
    _ bounds: [Bound], by order: (Value, Value) -> Int64
  ) -> Bool {
    let lowers = bounds.filter(\.isLower)
    let uppers = bounds.filter { !$0.isLower }
    return lowers.contains { lower in
      uppers.contains { upper in
        let relation = order(lower.value, upper.value)
        let areBothIncluded = lower.isIncluded && upper.isIncluded
        return relation > 0 || (relation == 0 && !areBothIncluded)
      }
    }
  }
}

import CVirgaPlatform
import VirgaJSON

/// A binary operator; the raw value is its spelling.
public enum BinaryOperator: String, Sendable, CaseIterable {
  case and = "&&"
  case or = "||"
  case equal = "=="
  case notEqual = "!="
  case greaterOrEqual = ">="
  case lessOrEqual = "<="
  case greater = ">"
  case less = "<"
  case isIn = "in"
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case floorDivide = "//"
  case divide = "/"
  case remainder = "%"
  case power = "^"

  /// 1 is the loosest, 5 the tightest; operators of one precedence go from left to right.
  ///
  /// Unlike in other languages, `&&` and `||` have the same precedence: `a || b && c` means
  /// `(a || b) && c`.
  var precedence: Int {
    switch self {
    case .and, .or: 1
    case .equal, .notEqual, .greaterOrEqual, .lessOrEqual, .greater, .less, .isIn: 2
    case .add, .subtract: 3
    case .multiply, .floorDivide, .divide: 4
    case .remainder, .power: 5
    }
  }

  /// Whether the operator is `&&` or `||`, which use truthiness and short-circuit.
  var isLogical: Bool { self == .and || self == .or }

  /// Whether the operator joins or compares conditions, rather than calculating.
  var isCondition: Bool {
    switch self {
    case .and, .or, .equal, .notEqual, .greaterOrEqual, .lessOrEqual, .greater, .less, .isIn: true
    case .add, .subtract, .multiply, .floorDivide, .divide, .remainder, .power: false
    }
  }

  /// The operator for swapped operands, such as `>` for `<`; nil if there is none.
  var mirrored: BinaryOperator? {
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

  /// The order that holds exactly if this one does not, such as `>=` for `<`; nil for operators
  /// that do not compare an order.
  var negated: BinaryOperator? {
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

  /// The difference below which two numbers are equal.
  static let tolerance = 0.000001

  /// The result for two operands; an error if the operator does not accept their kinds.
  func apply(
    _ left: ExpressionValue, _ right: ExpressionValue
  ) throws(EvaluationError) -> ExpressionValue {
    switch self {
    // Only in a filter: elsewhere the evaluator does these itself and may skip the right operand.
    case .and: return left.isTruthy ? right : left
    case .or: return left.isTruthy ? left : right
    case .equal: return .boolean(Self.areEqual(left, right))
    case .notEqual: return .boolean(!Self.areEqual(left, right))
    case .isIn: return .boolean(try isMember(left, of: right))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return .boolean(try isOrdered(left, right))
    case .add:
      if case .string(let left) = left, case .string(let right) = right {
        return .string(left + right)
      }
      return try calculated(left, right)
    case .subtract, .multiply, .floorDivide, .divide, .remainder, .power:
      return try calculated(left, right)
    }
  }

  /// Whether two numbers differ by less than ``tolerance``, or other values are the same.
  private static func areEqual(_ left: ExpressionValue, _ right: ExpressionValue) -> Bool {
    guard let first = left.number, let second = right.number else { return left == right }
    return abs(first - second) < tolerance
  }

  /// Whether two numbers or two strings are in the order of this operator, as in `1 < 2`.
  ///
  /// Strings are compared byte by byte, as names are: `'10' < '9'` is true.
  private func isOrdered(
    _ left: ExpressionValue, _ right: ExpressionValue
  ) throws(EvaluationError) -> Bool {
    if let first = left.number, let second = right.number {
      return accepts(isLess: first < second, isGreater: second < first)
    }
    if let first = left.text, let second = right.text {
      return accepts(isLess: Name(first) < Name(second), isGreater: Name(second) < Name(first))
    }
    throw .invalidOperands(left: left, right: right, operator: self)
  }

  /// Whether an order of two values is the one that this operator asks for; false for operators
  /// that do not compare an order.
  private func accepts(isLess: Bool, isGreater: Bool) -> Bool {
    switch self {
    case .less: isLess
    case .lessOrEqual: !isGreater
    case .greater: isGreater
    case .greaterOrEqual: !isLess
    case .and, .or, .equal, .notEqual, .isIn, .add, .subtract, .multiply, .floorDivide, .divide,
      .remainder, .power:
      false
    }
  }

  /// Whether a value is in a list, a string in another string, or a key in an object.
  ///
  /// As in the evaluator of clients, a number is never in a number; all other pairs are errors.
  private func isMember(
    _ left: ExpressionValue, of right: ExpressionValue
  ) throws(EvaluationError) -> Bool {
    switch (left, right) {
    case (_, .array(let members)): return members.contains(left)
    case (.string(let part), .string(let whole)): return whole.containsBytes(of: part)
    case (.string(let key), .object(let members)): return members[key] != nil
    case (_, _) where left.number != nil && right.number != nil: return false
    default: throw .invalidOperands(left: left, right: right, operator: self)
    }
  }

  /// The result of arithmetic; null if it is not a finite number, such as 1 / 0.
  private func calculated(
    _ left: ExpressionValue, _ right: ExpressionValue
  ) throws(EvaluationError) -> ExpressionValue {
    guard let first = left.number, let second = right.number else {
      throw .invalidOperands(left: left, right: right, operator: self)
    }
    switch self {
    case .add: return .realOrNull(first + second)
    case .subtract: return .realOrNull(first - second)
    case .multiply: return .realOrNull(first * second)
    case .divide: return .realOrNull(first / second)
    case .floorDivide: return .realOrNull((first / second).rounded(.down))
    case .remainder: return .realOrNull(first.truncatingRemainder(dividingBy: second))
    case .power: return .realOrNull(pow(first, second))
    // Not arithmetic.
    case .and, .or, .equal, .notEqual, .greaterOrEqual, .lessOrEqual, .greater, .less, .isIn:
      throw .invalidOperands(left: left, right: right, operator: self)
    }
  }
}

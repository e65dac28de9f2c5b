/// An operator between two operands; its raw value is how it is written.
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

  /// How tightly the operator binds, loosest 1.
  ///
  /// `&&` and `||` share one level, unlike anywhere else.
  var level: Int {
    switch self {
    case .and, .or: 1
    case .equal, .notEqual, .greaterOrEqual, .lessOrEqual, .greater, .less, .isIn: 2
    case .add, .subtract: 3
    case .multiply, .floorDivide, .divide: 4
    case .remainder, .power: 5
    }
  }

  /// Whether the operator is `&&` or `||`, which look at truth and leave out what they need not evaluate.
  var isLogical: Bool { self == .and || self == .or }
}

/// A sub-expression.
///
/// Its operands are places in the list of all sub-expressions of the expression; they come before it.
enum Node: Sendable {
  case literal(ExpressionValue)
  case identifier(String)
  case member(of: NodeID, name: String)
  case index(of: NodeID, at: NodeID)
  case filter(of: NodeID, name: String, BinaryOperator, NodeID)
  case binary(BinaryOperator, NodeID, NodeID)
  case conditional(NodeID, then: NodeID, otherwise: NodeID)
  case transform(NodeID, name: String, Transform?, arguments: [NodeID])
  /// A list; `constant` is its value where all members are literals.
  case array([NodeID], constant: ExpressionValue?)
  case object([Member])

  /// A member of an object.
  struct Member: Sendable {
    var key: String
    var value: NodeID
  }

  /// The operands, in the order in which they are written.
  var operands: [NodeID] {
    switch self {
    case .literal, .identifier: []
    case .member(let subject, _): [subject]
    case .index(let subject, let index): [subject, index]
    case .filter(let subject, _, _, let operand): [subject, operand]
    case .binary(_, let left, let right): [left, right]
    case .conditional(let condition, let then, let otherwise): [condition, then, otherwise]
    case .transform(let subject, _, _, let arguments): [subject] + arguments
    case .array(let members, _): members
    case .object(let members): members.map(\.value)
    }
  }
}

/// The place of a sub-expression in the list of all sub-expressions of an expression.
typealias NodeID = Int

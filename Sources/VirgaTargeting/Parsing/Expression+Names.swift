public import VirgaJSON

extension Expression {
  /// The names of the attributes that the expression reads.
  public var attributeNames: NameSet {
    NameSet(
      nodes.compactMap { node in
        if case .identifier(let name) = node { name } else { nil }
      })
  }

  /// The behavioural events whose counts the expression reads.
  public var eventNames: NameSet {
    NameSet(
      nodes.compactMap { node in
        guard case .transform(let subject, _, let transform?, _) = node, transform.rawValue.hasPrefix("event"),
          case .literal(.string(let name)) = nodes[subject]
        else { return nil }
        return name
      })
  }
}

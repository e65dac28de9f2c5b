extension Expression {
  /// The names of the attributes that the expression reads.
  public var attributeNames: Set<String> {
    Set(
      nodes.compactMap { node in
        if case .identifier(let name) = node { name } else { nil }
      })
  }
}

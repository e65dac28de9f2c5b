extension Expression {
  /// The names of the attributes that the expression reads.
  public var attributeNames: Set<String> {
    Set(
      nodes.compactMap { node in
        if case .identifier(let name) = node { name } else { nil }
      })
  }

  /// The transforms that the expression applies; names of transforms that don't exist are left out.
  public var transforms: Set<Transform> {
    Set(
      nodes.compactMap { node in
        if case .transform(_, _, let transform?, _) = node { transform } else { nil }
      })
  }
}

/// An object type of a manifest, as it is generated: its fields, with defaults for what no config sets.
///
/// Encoding it gives the fields by the names that they have in the manifest.
public protocol FMLObjectInterface: Encodable, Sendable {}

/// A feature of a manifest, as it is generated: its variables, with defaults for what no config sets.
public protocol FMLFeatureInterface: FMLObjectInterface {
  /// Whether the user of the app chose a value for any of its variables.
  ///
  /// What such a user sees is no longer the treatment, so no exposure is recorded.
  func isModified() -> Bool
}

extension FMLFeatureInterface {
  /// False: a feature without preferences cannot be modified.
  public func isModified() -> Bool { false }
}

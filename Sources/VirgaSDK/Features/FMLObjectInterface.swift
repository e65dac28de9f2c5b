public import VirgaJSON

/// An object type of a manifest, as it is generated: its fields, with defaults for what no config sets.
///
/// Encoding it gives the fields by the names that they have in the manifest.
public protocol FMLObjectInterface: Encodable, Sendable {}

extension FMLObjectInterface {
  /// The fields as JSON, complete with defaults.
  ///
  /// - Throws: What the type's own encoding throws; a generated one throws nothing.
  public func toJSON() throws -> JSONValue { try JSONValueEncoder.json(of: self) }

  /// The fields as JSON text on one line, complete with defaults; nil where the type refuses to be encoded.
  public func toJSONString() -> String? { (try? toJSON())?.compact }
}

/// A feature of a manifest, as it is generated: its variables, with defaults for what no config sets.
///
/// A feature is shared by all threads that ask for it, so its type has to be sendable: computed once, then unchanged.
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

package import VirgaJSON

/// A kind of object in the Feature Manifest Language, such as a feature or a variable, with its
/// keys.
package struct ManifestLevel: Sendable {
  /// What schemas and articles call it, such as `feature`.
  package let name: String
  package let description: String
  package let keys: [ManifestKey]
  /// The combinations of its keys; empty if each key can be given without another.
  package let forms: [Form]
  /// The keys as the reader checks them.
  package let objectKeys: ObjectKeys

  /// One way to write an object whose keys depend on each other.
  package struct Form: Sendable {
    package let required: [String]
    package let excluded: [String]
  }

  /// Keys that some documents use, but that the language never adopted.
  ///
  /// They are ignored with a warning.
  package static let unsupportedKeys = ["required", "failable"]

  /// A level, which is a kind of object: schemas call it `name`, such as `feature`, and messages
  /// `title`, such as `a feature`.
  ///
  /// - Parameter forms: The combinations of keys of which an object must have one, such as an
  ///   example with `value` but without `path`; empty if no key depends on another.
  init(
    _ name: String, _ title: String, _ description: String, _ keys: [ManifestKey],
    forms: [Form] = []
  ) {
    self.name = name
    self.description = description
    self.keys = keys
    self.forms = forms
    let otherSpellings = keys.flatMap { key in
      key.otherSpellings.map { spelling in (spelling, key.name) }
    }
    let requiredKeys = keys.filter { key in key.presence == .required }
    objectKeys = ObjectKeys(
      title, keys.map(\.name), others: otherSpellings, required: requiredKeys.map(\.name))
  }

  /// A copy of a level, which is a kind of object, with other rules for its keys: for instance, a
  /// required one may be null, or unknown ones are ignored.
  private init(_ level: ManifestLevel, _ objectKeys: ObjectKeys) {
    name = level.name
    description = level.description
    keys = level.keys
    forms = level.forms
    self.objectKeys = objectKeys
  }

  /// The same level; a required key may also be null.
  func allowingNull() -> ManifestLevel { ManifestLevel(self, objectKeys.allowingNull()) }

  /// The same level; the reader ignores unknown keys with a warning instead of refusing them.
  func ignoringUnknownKeys() -> ManifestLevel {
    ManifestLevel(self, objectKeys.toleratingUnknownKeys())
  }
}

/// A key of an object of the language.
package struct ManifestKey: Sendable {
  package let name: String
  package let value: ManifestValue
  package let description: String
  package let presence: Presence
  /// Other spellings that are read, such as `include` for `includes`.
  package let otherSpellings: [String]

  package enum Presence: Sendable {
    /// May be left out, or null.
    case optional
    case required
    /// Whether it is needed depends on other keys; see ``ManifestLevel/forms``.
    case dependent
    /// May be left out; another key took its place.
    case outdated
  }

  /// A key with its kind of value; `otherSpellings` are read too.
  init(
    _ name: String, _ value: ManifestValue, _ description: String,
    _ presence: Presence = .optional, otherSpellings: [String] = []
  ) {
    self.name = name
    self.value = value
    self.description = description
    self.presence = presence
    self.otherSpellings = otherSpellings
  }
}

/// The kind of value under a key of the language.
package indirect enum ManifestValue: Sendable {
  /// A text; an unquoted number or Boolean counts as one.
  case text
  /// A text that needs quotes if YAML would read it as a number or a Boolean.
  case string
  case url
  case boolean
  case choice([String])
  /// A type of a variable, such as `List<Int>`.
  case type
  case any
  /// An object with values by variable.
  case config
  case object(ManifestLevel)
  case list(ManifestValue)
  /// An object with arbitrary names.
  case map(ManifestValue)
  case either([ManifestValue])
  /// A value that may be null in a list or a map.
  case optional(ManifestValue)
}

package import VirgaJSON
import VirgaSource

/// The kind of a file that may define flags, guessed from its content, so that messages name the
/// kind that its author meant.
///
/// Rule: VirgaFlags/ConfigurationFiles.
package enum FlagFileKind: Sendable {
  /// An object with the list `flags`.
  case catalogue
  /// An object with the list `features`, that list, or one of its entries alone.
  case configuration
  /// An object with both lists.
  case catalogueAndConfiguration
  /// An object whose `features` is an object.
  case manifest
  /// Anything else.
  case unknown

  /// The kind of a file with this value, which is nil if the file has none; a list is a
  /// configuration.
  package init(_ written: LocatedValue?) {
    guard let written else {
      self = .unknown
      return
    }
    switch written.kind {
    case .array: self = .configuration
    case .object: self.init(object: written)
    default: self = .unknown
    }
  }

  /// The kind of an object, by its members `features` and `flags`: in a manifest `features` is an
  /// object, in a configuration a list.
  private init(object: LocatedValue) {
    let hasFlags = object["flags"] != nil
    if let features = object["features"] {
      if features.kind == .object {
        self = .manifest
      } else {
        self = hasFlags ? .catalogueAndConfiguration : .configuration
      }
    } else if hasFlags {
      self = .catalogue
    } else {
      self.init(guessedFrom: object)
    }
  }

  /// Guesses the kind of an object that has neither `features` nor `flags`: a single flag of a
  /// configuration, or a file with one of these keys misspelled.
  private init(guessedFrom object: LocatedValue) {
    if Self.isSingleFlag(object) || Self.member(like: "features", of: object) != nil {
      self = .configuration
    } else if Self.member(like: "flags", of: object) != nil {
      self = .catalogue
    } else {
      self = .unknown
    }
  }

  /// The member whose key is a likely misspelling of `key`, such as `flag` for `flags`; nil if
  /// there is none.
  static func member(like key: String, of object: LocatedValue) -> LocatedMember? {
    let near = NameSuggestions.nearest(to: key, among: object.members.map(\.key), limit: 1).first
    return near.flatMap { name in object.members.first { $0.key.isSameName(as: name) } }
  }

  /// Whether an object is a single flag of a configuration: it has the key `name`, and all its keys
  /// are those of a flag.
  ///
  /// Only `name` must be in lower case.
  static func isSingleFlag(_ object: LocatedValue) -> Bool {
    let keys = object.members.map(\.key)
    let known = ObjectKeys.configuredFlag.known
    return keys.containsName("name") && keys.allSatisfy { known.containsName($0.lowercased()) }
  }

  /// Whether a configuration without a manifest can be opened with the file.
  package var isConfiguration: Bool { self == .configuration || self == .catalogueAndConfiguration }
}

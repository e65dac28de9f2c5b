package import VirgaJSON
import VirgaSource

/// What a file is that may define flags, decided by its content, so that messages speak of the kind
/// that was meant.
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

  private init(object: LocatedValue) {
    let features = object["features"]
    let hasFlags = object["flags"] != nil
    switch (features?.kind, hasFlags) {
    case (.object?, _): self = .manifest
    case (_?, true): self = .catalogueAndConfiguration
    case (_?, false): self = .configuration
    case (nil, true): self = .catalogue
    case (nil, false): self.init(guessedFrom: object)
    }
  }

  /// The kind of an object without the keys that tell the kinds apart: one of them may be
  /// misspelled or missing.
  private init(guessedFrom object: LocatedValue) {
    if Self.isEntry(object) || Self.member(like: "features", of: object) != nil {
      self = .configuration
    } else if Self.member(like: "flags", of: object) != nil {
      self = .catalogue
    } else {
      self = .unknown
    }
  }

  /// The member that was probably meant to be `key`, which an object does not have; nil if no key
  /// is near.
  static func member(like key: String, of object: LocatedValue) -> LocatedMember? {
    let near = NameSuggestions.nearest(to: key, among: object.members.map(\.key), limit: 1).first
    return near.flatMap { name in object.members.first { $0.key.isSameName(as: name) } }
  }

  /// Whether an object is an entry of a configuration: it has a name, and nothing that is not a
  /// flag's.
  static func isEntry(_ object: LocatedValue) -> Bool {
    let keys = object.members.map(\.key)
    let known = ObjectKeys.configuredFlag.keys
    return keys.containsName("name") && keys.allSatisfy { known.containsName($0.lowercased()) }
  }

  /// Whether a configuration without a manifest can be opened with the file.
  package var isConfiguration: Bool { self == .configuration || self == .catalogueAndConfiguration }
}

import VirgaJSON
public import VirgaSource

/// An identifiable part of the app whose configuration can be varied.
public struct Feature: Sendable {
  /// Its id, such as `app-menu`.
  public let id: String
  /// What it is for; empty where it was left out.
  public let description: String
  /// Its variables, sorted by name (byte order).
  public let variables: [Variable]
  /// Its own default blocks, in the order of the file.
  public let blocks: [DefaultBlock]
  /// What importing modules lay over its defaults, in the order in which they apply.
  public internal(set) var additions: [ImportAddition]
  /// Who owns it and where it is documented.
  public let metadata: FeatureMetadata
  /// Examples of configs, its own first, then those of importing modules.
  public internal(set) var examples: [Example]
  /// Whether a client may be in several experiments of it at once.
  public let allowsCoenrollment: Bool
  /// Where its id was written.
  public let location: SourceLocation
  /// The index of its module in ``Manifest/modules``.
  public let module: Int

  /// Variables that were left out because they are broken: values for them are no surprise.
  let omittedNames: [String]

  /// The variable called `name`, nil where there is none.
  public func variable(_ name: String) -> Variable? { variables.position(named: name).map { variables[$0] } }
}

/// Who owns a feature and where it is documented.
public struct FeatureMetadata: Sendable {
  /// People or teams, unchecked.
  public var contacts: [String] = []
  /// Documents by name.
  public var documentation: [(name: String, url: String)] = []
  /// The ticket that follows the feature.
  public var metaBug: String?
  /// Documents of the events that tell how the feature does.
  public var events: [String] = []
  /// A tool that makes configs.
  public var configurator: String?
}

/// Defaults that a module lays over a feature which it imports.
public struct ImportAddition: Sendable {
  /// The index of the importing module: its channels count.
  public let module: Int
  /// The blocks, in the order of the file.
  public let blocks: [DefaultBlock]
}

/// A patch over a feature's defaults, for all channels or for some.
public struct DefaultBlock: Sendable {
  /// The channels it is for; empty means every channel.
  public let channels: [String]
  /// The patch.
  public let value: WrittenValue
  /// A reserved word that the language does not support.
  public let targeting: String?
  /// Where it was written.
  public let location: SourceLocation?

  /// The channels as they were written, each with its place.
  let channelNames: [WrittenName]

  /// Whether it applies where `channel` is chosen.
  ///
  /// Source of the rule: FML: Default blocks.
  public func applies(in channel: String?) -> Bool {
    if channels.isEmpty { return true }
    guard targeting == nil, let channel else { return false }
    return channels.containsName(channel)
  }
}

/// An example of a config of a feature.
public struct Example: Sendable {
  /// Its name.
  public let name: String
  /// What it shows.
  public let description: String?
  /// Where more is told.
  public let url: String?
  /// The config: a partial one.
  public let value: WrittenValue
  /// Where it was written.
  public let location: SourceLocation?
}

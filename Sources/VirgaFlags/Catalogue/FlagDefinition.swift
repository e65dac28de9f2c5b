public import VirgaJSON
package import VirgaSource

/// One flag of a catalogue, with its build value's location and its keys.
///
/// Rule: VirgaFlags/Keys. Rule: VirgaFlags/Readings.
public struct FlagDefinition: Hashable, Sendable, Identifiable {
  /// Where the definition of a flag comes from.
  package enum Source: String, Hashable, Sendable {
    /// A catalogue file.
    case file
    /// Derived from the manifest.
    case manifest
    /// A JSON configuration of flags.
    case configuration
  }

  /// The id, unique in a catalogue; qualified by its source if two sources use the same name.
  public var id: String
  /// The kind of flag.
  public var kind: FlagKind
  /// The description; empty if there is none.
  public var description = ""
  /// How to read its build value from merged configs; nil for core and JSON-configured flags.
  public var reading: BuildValueSource?
  /// The options of an `options` flag, in order; empty for other kinds, or if only the app's type
  /// lists them.
  public var options: [String] = []
  /// The option that means off; nil if there is none, so that the flag is neither on nor off.
  public var offOption: String?
  /// The key of the user's preference; nil if the user cannot choose.
  public var preferenceKey: String?
  /// The default of an unset preference; nil if it follows the build.
  public var preferenceDefault: JSONValue?
  /// The key of the debug override, which a `bool` flag has unless it is removed; nil if there is
  /// none.
  public var debugKey: String?
  /// The channels in which a core flag is on.
  public var channels: [String] = []
  /// Where the definition comes from.
  package var source: Source
  /// The name in a JSON configuration: the id, unless that was qualified.
  package var configuredName: String?
  /// Where its id was written; nil if it was derived.
  package var location: SourceLocation?

  /// A definition without a preference key and without a debug key.
  ///
  /// `reading` says how the build value, the flag's value without preference and debug override, is
  /// read from merged configs; nil for core and JSON-configured flags, which are not in configs.
  package init(
    _ id: String, _ kind: FlagKind, reading: BuildValueSource? = nil, source: Source
  ) {
    self.id = id
    self.kind = kind
    self.reading = reading
    self.source = source
  }

  /// Creates a definition and applies `change` to it.
  ///
  /// As in a catalogue file, a `bool` flag has a debug key: the id with the suffix `DebugKey`,
  /// unless `change` sets another one, or nil for none. All other properties have their defaults.
  /// Rule: VirgaFlags/Keys.
  ///
  /// ```swift
  /// FlagDefinition("newMenu", .bool, reading: .boolean(FeaturePath("app-menu", ["new"]))) {
  ///   $0.preferenceKey = "NewMenuUserPrefsKey"
  /// }
  /// ```
  public init(
    _ id: String, _ kind: FlagKind, reading: BuildValueSource? = nil,
    _ change: (inout FlagDefinition) -> Void = { _ in }
  ) {
    self.init(id, kind, reading: reading, source: .file)
    if kind == .bool { debugKey = id + Self.debugSuffix }
    change(&self)
  }

  /// Whether it was written in Swift, not in a file.
  var isWrittenInSwift: Bool { source == .file && location == nil }

  /// Whether its three checks can differ: those of a JSON-configured flag only do with a
  /// preference.
  package var checksCanDiffer: Bool { !kind.isConfigured || preferenceKey != nil }

  /// The first feature whose config it reads; nil for core and JSON-configured flags.
  package var feature: String? { reading?.paths.first?.feature }

  /// The variables that it reads, as text: `enabled`, or `a & b` for two; nil if it reads none.
  ///
  /// A variable of another feature than the first is named with that feature: `a & app-menu/b`.
  package var variable: String? {
    guard let reading, let first = reading.paths.first else { return nil }
    let paths = reading.paths.map { path in
      path.feature == first.feature ? path.path.description : "\(path.feature)/\(path.path)"
    }
    return paths.joined(separator: " & ")
  }

  /// The suffix of a debug key that is derived from the flag's id (Rule: VirgaFlags/Keys).
  package static let debugSuffix = "DebugKey"

  /// Whether `name` is one of its options; a flag that lists no options accepts every name.
  func hasOption(_ name: String) -> Bool { options.isEmpty || options.containsName(name) }

  /// The name under which lock state, draw and weights are stored.
  package var storedName: String { configuredName ?? id }

  /// The definition of a flag in a JSON configuration.
  ///
  /// Its debug override is stored under the name. The id is the name too, but is qualified later if
  /// the manifest has a flag with that id; `configuredName` stays.
  package init(_ flag: ConfiguredFlag) {
    self.init(flag.name, flag.kind, source: .configuration)
    description = flag.summary ?? ""
    // A developer locks or unlocks an unlock flag instead of overriding it.
    debugKey = flag.kind == .unlock ? nil : flag.name
    configuredName = flag.name
    location = flag.location
  }
}

extension FlagKind {
  /// Whether flags of this kind come from a JSON configuration.
  package var isConfigured: Bool {
    switch self {
    case .core, .bool, .options: false
    case .flag, .unlock, .featureAB, .ab, .mvt: true
    }
  }

  /// Whether flags of this kind can have both a preference and a debug override, each on or off.
  package var isSwitch: Bool { self == .bool || self == .flag }

  /// Whether flags of this kind draw a variation.
  package var isTest: Bool { self == .featureAB || self == .ab || self == .mvt }
}

/// The kind of a flag, which decides the operations that apply (Rule: VirgaFlags/Operations).
public enum FlagKind: String, CaseIterable, Sendable {
  /// Decided by the build channel alone.
  case core
  /// On or off, from a merged config.
  case bool
  /// One of several options, from a merged config.
  case options
  /// On or off, from a JSON configuration.
  case flag
  /// A flag that the app's user can unlock.
  case unlock
  /// On for one group of an A/B test and off for the other.
  case featureAB = "feature-ab"
  /// An A/B test.
  case ab
  /// A test with more than two variations.
  case mvt

  /// The name shown to people: `Boolean` for `bool`; the other kinds are named as in a catalogue.
  package var title: String { self == .bool ? "Boolean" : rawValue }
}

public import VirgaJSON
public import VirgaSource

/// One flag of a catalogue: what it is called, where its build value is read, and under which keys people change it.
///
/// Rule: VirgaFlags/Keys. Rule: VirgaFlags/Readings.
public struct FlagRow: Hashable, Sendable, Identifiable {
  /// Who made a row of a catalogue.
  public enum Source: String, Hashable, Sendable {
    /// A catalogue file.
    case file
    /// It follows from the manifest.
    case manifest
    /// A JSON configuration of flags.
    case configuration
  }

  /// Its name, unique in a catalogue; qualified by its source where two sources have the name.
  public var id: String
  /// What sort of switch it is.
  public var kind: FlagKind
  /// What it is for; empty where nobody said.
  public var description = ""
  /// How its build value is read from merged configs; nil for core flags and those of a JSON configuration.
  public var reading: FlagReading?
  /// The options of an `options` flag, in order; empty for other kinds, and if only the app's own type lists them.
  public var options: [String] = []
  /// The option that means off; nil where none does, so that the flag cannot be asked on or off.
  public var offOption: String?
  /// The key of the app user's choice; nil where the user has none.
  public var preferenceKey: String?
  /// What an unset preference counts as, where it does not follow the build.
  public var preferenceDefault: JSONValue?
  /// The key of the debug override; nil where there is none.
  public var debugKey: String?
  /// The channels that switch a core flag on.
  public var channels: [String] = []
  /// Who made it.
  public var source: Source
  /// The name it has in a JSON configuration: its id, unless that was qualified.
  public var configuredName: String?
  /// Where its id was written; nil where it was derived.
  public var location: SourceLocation?

  /// A row of which only the necessary is said; see the properties for the rest.
  public init(_ id: String, _ kind: FlagKind, reading: FlagReading? = nil, source: Source = .file) {
    self.id = id
    self.kind = kind
    self.reading = reading
    self.source = source
  }

  /// A row with what `change` sets in it.
  ///
  /// ```swift
  /// FlagRow("newMenu", .bool, reading: .boolean(FlagPlace("app-menu", ["new"]))) { $0.preferenceKey = "NewMenuUserPrefsKey" }
  /// ```
  public init(_ id: String, _ kind: FlagKind, reading: FlagReading? = nil, _ change: (inout FlagRow) -> Void) {
    self.init(id, kind, reading: reading)
    change(&self)
  }
}

extension FlagRow {
  /// The feature that it reads; of a conjunction the first.
  ///
  /// Nil for core flags and those of a JSON configuration.
  public var feature: String? { reading?.places.first?.feature }

  /// The variable or variables that it reads, as text: `enabled`, `a & b`.
  ///
  /// Nil where it reads none.
  public var variable: String? {
    guard let reading, let first = reading.places.first else { return nil }
    let paths = reading.places.map { place in
      place.feature == first.feature ? place.path.description : "\(place.feature)/\(place.path)"
    }
    return paths.joined(separator: " & ")
  }

  /// The suffix of a debug key that is derived from the flag's id.
  ///
  /// Rule: VirgaFlags/Keys.
  package static let debugSuffix = "DebugKey"

  /// Whether `name` is one of the options; true for every name if the row lists none.
  func hasOption(_ name: String) -> Bool { options.isEmpty || options.containsName(name) }

  /// The name by which lock state, draw and weights are stored.
  public var storedName: String { configuredName ?? id }
}

extension FlagRow {
  /// The row of a flag of a JSON configuration.
  public init(_ flag: ConfiguredFlag) {
    self.init(flag.name, flag.kind, source: .configuration)
    description = flag.summary ?? ""
    debugKey = flag.kind == .unlock ? nil : flag.name
    configuredName = flag.name
    location = flag.location
  }
}

extension FlagKind {
  /// Whether flags of this kind come from a JSON configuration.
  public var isConfigured: Bool {
    switch self {
    case .core, .bool, .options: false
    case .flag, .unlock, .featureAB, .ab, .mvt: true
    }
  }

  /// Whether flags of this kind draw a variation.
  public var isTest: Bool { self == .featureAB || self == .ab || self == .mvt }
}

/// What sort of switch a flag is; it decides which operations apply.
///
/// Rule: VirgaFlags/Operations.
public enum FlagKind: String, CaseIterable, Sendable {
  /// Decided by the build channel alone.
  case core
  /// On or off, from a merged config.
  case bool
  /// One of several options, from a merged config.
  case options
  /// On or off, from a JSON configuration.
  case flag
  /// A flag that the app's user may unlock.
  case unlock
  /// On for one group of an A/B test and off for the other.
  case featureAB = "feature-ab"
  /// An A/B test.
  case ab
  /// A test with more than two variations.
  case mvt
}

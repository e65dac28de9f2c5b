import VirgaJSON
public import VirgaManifest
public import VirgaSource

/// What files of flags say together: catalogues, and configurations of flags and tests.
public struct FlagFiles: Sendable {
  /// The catalogues, in the order of the files.
  public private(set) var catalogues: [FlagCatalogue] = []
  /// The flags of the JSON configurations; of equal names the first counts.
  public private(set) var configured: [ConfiguredFlag] = []
  /// What is wrong with the configurations.
  public private(set) var problems: [Problem] = []

  /// No files.
  public init() {}

  /// Reads `sources`: a file with `flags` is a catalogue, one with `features` or an array alone a JSON configuration.
  public init(_ sources: [SourceText]) {
    for source in sources { add(source) }
  }

  private mutating func add(_ source: SourceText) {
    let text = WrittenText(source)
    let isConfiguration = text.written?.kind == .array || text.written?["features"] != nil
    if !isConfiguration || text.written?["flags"] != nil {
      catalogues.append(FlagCatalogue.read(text, name: source.name))
    }
    guard isConfiguration else { return }
    let configuration = FlagConfiguration(JSONDocument.parse(source))
    problems += configuration.problems
    for flag in configuration.flags where !configured.contains(where: { $0.name == flag.name }) {
      configured.append(flag)
    }
  }

  /// The flags of the files and of `manifest` together, with all that is wrong with them.
  public func catalogue(with manifest: Manifest?) -> FlagCatalogue {
    FlagCatalogue.joined(files: catalogues, manifest: manifest, configured: configured, problems: problems)
  }
}

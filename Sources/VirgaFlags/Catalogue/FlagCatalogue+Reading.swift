public import VirgaManifest
public import VirgaSource

extension FlagCatalogue {
  /// What a catalogue file says: an object with an array `flags`, in YAML or JSON.
  ///
  /// A row with an error is left out, the others apply. Whether its features exist is checked when it is joined with a
  /// manifest.
  public static func read(_ source: SourceText) -> FlagCatalogue { read(WrittenText(source), name: source.name) }

  /// What a text says that was read already; `name` is what problems call it.
  public static func read(_ text: WrittenText, name: String) -> FlagCatalogue {
    guard let written = text.written else { return FlagCatalogue(problems: text.problems) }
    var reader = CatalogueReader()
    reader.read(written)
    return FlagCatalogue(
      reader.rows, debugChannels: reader.debugChannels ?? FlagEnvironment.usualDebugChannels,
      developmentChannels: reader.developmentChannels ?? FlagEnvironment.usualDevelopmentChannels,
      problems: text.problems + reader.problems)
  }
}

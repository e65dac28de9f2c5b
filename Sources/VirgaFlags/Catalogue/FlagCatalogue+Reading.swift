package import VirgaJSON

extension FlagCatalogue {
  /// What a text says that was read already; `name` is what problems call it.
  package static func read(_ text: WrittenText, name: String) -> FlagCatalogue {
    guard let written = text.written else { return FlagCatalogue(problems: text.problems) }
    var reader = CatalogueReader()
    reader.read(written)
    return FlagCatalogue(
      reader.rows, debugChannels: reader.debugChannels ?? FlagEnvironment.usualDebugChannels,
      developmentChannels: reader.developmentChannels ?? FlagEnvironment.usualDevelopmentChannels,
      problems: text.problems + reader.problems)
  }
}

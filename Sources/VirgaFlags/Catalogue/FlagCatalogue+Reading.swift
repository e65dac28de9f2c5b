package import VirgaJSON
import VirgaSource

extension FlagCatalogue {
  /// What a text says that was read already; `name` is what problems call it.
  package static func read(_ text: WrittenText, name: String) -> FlagCatalogue {
    // A catalogue that is missing because the text cannot be read is not a second problem.
    let isBroken = text.problems.contains { $0.severity == .error } && text.written?["flags"]?.kind != .array
    guard let written = text.written, !isBroken else { return FlagCatalogue(problems: text.problems) }
    var reader = CatalogueReader()
    reader.read(written)
    return FlagCatalogue(
      reader.rows, debugChannels: reader.debugChannels ?? FlagEnvironment.usualDebugChannels,
      developmentChannels: reader.developmentChannels ?? FlagEnvironment.usualDevelopmentChannels,
      problems: text.problems + reader.problems)
  }
}

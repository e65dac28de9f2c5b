package import VirgaFlags
import VirgaJSON
package import VirgaSource
import VirgaYAML

extension FlagCatalogue {
  /// What a catalogue file says: an object with an array `flags`, in YAML or JSON.
  ///
  /// A row with an error is left out, the others apply. Whether its features exist is checked when it is joined with a
  /// manifest.
  package static func read(_ source: SourceText) -> FlagCatalogue { read(WrittenText(source), name: source.name) }
}

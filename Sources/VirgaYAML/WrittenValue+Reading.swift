package import VirgaJSON
package import VirgaSource

extension WrittenValue {
  /// What a file says: JSON where its name ends in `.json`, else YAML, which JSON is a part of.
  ///
  /// The value is nil where the text cannot be read at all; what is wrong with it comes with it.
  package static func read(_ source: SourceText) -> (value: WrittenValue?, problems: [Problem]) {
    let (document, problems) = WrittenDocument.read(source)
    return (document?.root, problems)
  }
}

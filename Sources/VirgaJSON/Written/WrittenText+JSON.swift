package import VirgaSource

extension WrittenText {
  /// Reads `source` as JSON.
  package static func json(_ source: SourceText) -> WrittenText {
    let (document, problems) = JSONReader.read(source)
    return WrittenText(document?.root, problems: problems)
  }
}

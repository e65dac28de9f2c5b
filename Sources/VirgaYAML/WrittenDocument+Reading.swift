package import VirgaJSON
package import VirgaSource

extension WrittenDocument {
  /// What a file says: JSON where its name ends in `.json`, else YAML, which JSON is a part of.
  package static func read(_ source: SourceText) -> (document: WrittenDocument?, problems: [Problem]) {
    guard source.name.hasSuffix(".json") else { return YAMLReader.read(source) }
    let (document, problems) = JSONReader.read(source)
    if document != nil, !problems.contains(where: { $0.severity == .error }) { return (document, problems) }
    let lenient = YAMLReader.read(source)
    return lenient.document == nil ? (nil, problems) : lenient
  }
}

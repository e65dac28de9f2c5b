import VirgaJSON
import VirgaSource

extension WrittenDocument {
  /// What a file says: JSON where its name ends in `.json`, else YAML, which JSON is a part of.
  static func read(_ source: SourceText) -> (document: WrittenDocument?, problems: [Problem]) {
    guard source.name.hasSuffix(".json") else { return YAMLReader.read(source) }
    let (document, problems) = JSONReader.read(source)
    guard document == nil else { return (document, problems) }
    let lenient = YAMLReader.read(source)
    return lenient.document == nil ? (nil, problems) : lenient
  }
}

/// JSON as an arena of nodes with their places.
enum JSONReader {
  static func read(_ source: SourceText) -> (document: WrittenDocument?, problems: [Problem]) {
    YAMLReader.read(source)
  }
}

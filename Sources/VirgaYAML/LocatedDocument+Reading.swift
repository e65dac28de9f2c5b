package import VirgaJSON
package import VirgaSource

extension LocatedDocument {
  /// Reads a file as JSON if its name ends in `.json`, else as YAML.
  package static func read(_ source: SourceText) -> (document: LocatedDocument?, problems: [Problem]) {
    guard source.name.hasSuffix(".json") else { return YAMLReader.read(source) }
    let (document, problems) = JSONReader.read(source)
    if document != nil, !problems.contains(where: { $0.severity == .error }) { return (document, problems) }
    let lenient = YAMLReader.read(source)
    return lenient.document == nil ? (nil, problems) : lenient
  }
}

extension LocatedValue {
  /// Reads a file as JSON if its name ends in `.json`, else as YAML; the value is nil if it cannot be read at all.
  package static func read(_ source: SourceText) -> (value: LocatedValue?, problems: [Problem]) {
    let (document, problems) = LocatedDocument.read(source)
    return (document?.root, problems)
  }
}

extension LocatedText {
  /// Reads `source`: JSON if its name ends in `.json` or its first character opens a container, else YAML.
  ///
  /// Repeated keys and numbers that JSON does not have are errors in both languages.
  package init(_ source: SourceText) {
    let first = source.bytes.first { $0 > 0x20 }
    let opensContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let isYAML = source.name.hasSuffix(".yaml") || source.name.hasSuffix(".yml")
    let isJSON = source.name.hasSuffix(".json") || (opensContainer && !isYAML)
    let (document, problems) = isJSON ? JSONReader.read(source) : YAMLReader.read(source)
    let mistakes = isJSON ? [] : document?.mistakes.map(\.problem) ?? []
    self.init(document?.root, problems: problems + mistakes)
  }
}

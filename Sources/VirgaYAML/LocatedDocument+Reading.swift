package import VirgaJSON
package import VirgaSource

extension LocatedDocument {
  /// Reads a file as YAML, unless its name ends in `.json` and it is valid JSON.
  ///
  /// A `.json` file with mistakes, such as a trailing comma, is read as YAML if that is possible,
  /// else the problems are those of JSON.
  package static func read(
    _ source: SourceText
  ) -> (document: LocatedDocument?, problems: [Problem]) {
    guard source.name.hasSuffix(".json") else { return YAMLReader.read(source) }
    let json = LocatedText.json(source)
    let hasErrors = json.problems.contains { $0.severity == .error }
    let isReadable = json.written != nil
    let isValidJSON = isReadable && !hasErrors
    if isValidJSON { return (json.document, json.problems) }
    let yaml = YAMLReader.read(source)
    return yaml.document == nil ? (nil, json.problems) : yaml
  }
}

extension LocatedValue {
  /// Reads a file as `LocatedDocument.read(_:)` does; the value is nil if it cannot be read at all.
  package static func read(_ source: SourceText) -> (value: LocatedValue?, problems: [Problem]) {
    let (document, problems) = LocatedDocument.read(source)
    return (document?.root, problems)
  }
}

extension LocatedText {
  /// Reads `source` as JSON or YAML, as the end of its name says; without such an end, as JSON if
  /// its first character opens a list or an object, else as YAML.
  ///
  /// Repeated keys and numbers that JSON does not have are errors in both languages.
  package init(_ source: SourceText) {
    let isSpaceOrControl = { (byte: UInt8) in byte <= UInt8(ascii: " ") }
    let first = source.bytes.first { !isSpaceOrControl($0) }
    let opensContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let isYAML = source.name.hasSuffix(".yaml") || source.name.hasSuffix(".yml")
    let isJSON = source.name.hasSuffix(".json") || (opensContainer && !isYAML)
    if isJSON {
      self = .json(source)
    } else {
      let (document, problems) = YAMLReader.read(source)
      let mistakes = document?.mistakes.map(\.problem) ?? []
      self.init(source, document, problems: (problems + mistakes).inTextOrder)
    }
  }
}

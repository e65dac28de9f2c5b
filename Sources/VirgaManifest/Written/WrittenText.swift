public import VirgaJSON
public import VirgaSource

/// A text that a person wrote in YAML or JSON and that is no manifest: recipes, a targeting context, a config.
public struct WrittenText: Sendable {
  /// The value as plain JSON; nil where nothing could be read.
  public let json: JSONValue?
  /// What is wrong with the text.
  public let problems: [Problem]

  /// The value with its places; nil where nothing could be read.
  public let written: WrittenValue?

  /// Reads `source`: JSON where its name ends in `.json` or its first character opens a container, else YAML.
  public init(_ source: SourceText) {
    let first = source.bytes.first { $0 > 0x20 }
    let opensContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let isYAML = source.name.hasSuffix(".yaml") || source.name.hasSuffix(".yml")
    let isJSON = source.name.hasSuffix(".json") || (opensContainer && !isYAML)
    let (document, problems) = isJSON ? JSONReader.read(source) : YAMLReader.read(source)
    self.problems = problems + (isJSON ? [] : document?.numbersOutOfRange ?? [])
    written = document?.root
    json = written?.json
  }
}

extension WrittenDocument {
  /// A problem for each integer that is too large for a double.
  fileprivate var numbersOutOfRange: [Problem] {
    nodes.indices.compactMap { index in
      let node = nodes[index]
      guard node.kind == .integer, node.count > 256 else { return nil }
      let value = WrittenValue(document: self, index: Int32(index))
      guard value.json.doubleValue == nil else { return nil }
      return Problem(
        .error, "number-too-large", "this number is too large; write one below 1.8e308", at: value.location)
    }
  }
}

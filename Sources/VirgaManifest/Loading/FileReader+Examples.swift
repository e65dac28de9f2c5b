import VirgaJSON
import VirgaSource

extension FileReader {
  /// An example in one of its four forms.
  ///
  /// Source of the rule: FML: Example.
  mutating func readExample(_ value: WrittenValue) -> ExampleDraft? {
    if let path = name(ofText: value) { return .whole(file: path) }
    guard let fields = fields(of: value, ExampleKey.self) else { return nil }
    let config = fields.written(.value)
    let path = name(fields[.path], .quoted)
    if let path, config == nil { return readFileExample(fields, path) }
    guard let config, path == nil else {
      let message =
        config == nil ? "an example needs a `value` or a `path`" : "an example has a `value` or a `path`, not both"
      report(.error, "bad-example", message, at: nameNode(of: value))
      return nil
    }
    return readInlineExample(fields, config).map { .inline($0) }
  }

  /// The example that a file of its own holds.
  mutating func readWholeExample() -> Example? {
    guard let fields = fields(of: document.root, ExampleKey.self) else { return nil }
    guard let config = fields.written(.value) else {
      reportMissing("value", in: document.root, ExampleKey.level)
      return nil
    }
    return readInlineExample(fields, config)
  }

  private func name(ofText value: WrittenValue) -> WrittenName? {
    value.string.map { WrittenName(text: $0, written: value) }
  }

  private mutating func readFileExample(_ fields: Fields<ExampleKey>, _ path: WrittenName) -> ExampleDraft? {
    let description = text(fields[.description], .quoted)
    let address = url(fields[.url])
    guard let name = text(fields[.name], .quoted) else { return .whole(file: path) }
    return .value(file: path, name: name, description: description, url: address)
  }

  private mutating func readInlineExample(_ fields: Fields<ExampleKey>, _ config: WrittenValue) -> Example? {
    guard let name = text(fields[.name], .quoted) else {
      reportMissing("name", in: fields.owner, ExampleKey.level)
      return nil
    }
    let description = text(fields[.description], .quoted)
    let address = url(fields[.url])
    return example(name: name, description: description, url: address, config, place: fields.owner)
  }

  /// An example with its config, which has to be an object.
  mutating func example(
    name: String, description: String?, url: String?, _ config: WrittenValue, place: WrittenValue
  ) -> Example? {
    guard config.kind == .object else {
      report(
        .error, "example-not-object", "the value of an example has to be an object, found \(config.kind.words)",
        at: config)
      return nil
    }
    checkLiterals(config)
    return Example(name: name, description: description, url: url, value: config, location: place.location)
  }
}

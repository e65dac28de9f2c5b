import VirgaJSON
import VirgaSource

extension FileReader {
  /// Keeps a feature with broken parts, so that one error does not hide others.
  mutating func readFeature(_ member: LocatedMember) -> FeatureDraft? {
    var draft = FeatureDraft(name: name(of: member, .unquoted))
    guard let fields = fields(of: member.value, FeatureKey.self, required: [.variables].filter { !hasKey($0, member) })
    else { return nil }
    draft.description = description(fields[.description], of: "the feature `\(draft.name.text)`", member.keyNode)
    for variable in members(fields[.variables]) {
      if let read = readVariable(variable) {
        draft.variables.append(read)
      } else {
        draft.omittedNames.append(variable.key)
      }
    }
    draft.blocks = elements(fields[.defaults]).compactMap { readBlock($0) }
    draft.examples = elements(fields[.examples]).compactMap { readExample($0) }
    draft.allowsCoenrollment = boolean(fields[.coenrollment]) ?? false
    draft.metadata = readMetadata(fields)
    checkNulls(fields, [.contacts, .documentation, .events])
    return draft
  }

  /// Whether the key is present, even without a value: `variables:` alone counts as empty.
  private func hasKey(_ key: FeatureKey, _ member: LocatedMember) -> Bool {
    member.value.members.contains { FeatureKey(spelling: $0.key) == key }
  }

  private mutating func readMetadata(_ fields: Fields<FeatureKey>) -> FeatureMetadata {
    FeatureMetadata(
      contacts: names(fields[.contacts], .quoted).map(\.text),
      documentation: elements(fields[.documentation]).compactMap { readDocument($0) },
      metaBug: url(fields[.metaBug]),
      events: elements(fields[.events]).compactMap { url($0) },
      configurator: url(fields[.configurator])
    )
  }

  private mutating func readDocument(_ value: LocatedValue) -> (name: String, url: String)? {
    guard let fields = fields(of: value, DocumentKey.self, required: [.name, .url]),
      let name = text(fields[.name], .quoted), let address = url(fields[.url])
    else { return nil }
    return (name, address)
  }

  /// Rule: VirgaManifest/DefaultBlocks.
  mutating func readBlock(_ value: LocatedValue) -> DefaultBlock? {
    guard let fields = fields(of: value, BlockKey.self) else { return nil }
    guard let patch = fields.written(.value) else {
      reportMissing("value", in: value, BlockKey.level)
      return nil
    }
    let targeting = text(fields[.targeting], .unquoted)
    if targeting != nil, let key = fields.keyNode(.targeting) { reportTargeting(key, fields) }
    let channels = channelNames(fields)
    // A block for some channels is checked in each of them, because one that does not apply may hold anything.
    guard patch.kind == .object || !channels.isEmpty else {
      report(
        .error, "block-not-object",
        "the value of a default block must be an object with variables, found \(patch.kind.words)",
        at: patch)
      return nil
    }
    checkLiterals(patch)
    var known: Set<Name> = []
    let names = channels.map(\.text).filter { known.insert($0) }
    return DefaultBlock(
      channels: names, value: patch, targeting: targeting, location: value.location, channelNames: channels)
  }

  private mutating func reportTargeting(_ key: LocatedValue, _ fields: Fields<BlockKey>) {
    let effect = fields[.channel] == nil && fields[.channels] == nil ? "applies to everybody" : "is skipped"
    report(.warning, "targeting-unsupported", "`targeting` is not supported: this block \(effect)", at: key)
  }

  private mutating func channelNames(_ fields: Fields<BlockKey>) -> [LocatedName] {
    var channels = names(fields[.channels], .unquoted)
    guard let single = name(fields[.channel], .unquoted) else { return channels }
    for piece in single.text.split(separator: ",") {
      channels.append(LocatedName(text: piece.trimmed, written: single.written))
    }
    return channels
  }
}

extension StringProtocol {
  var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(self[first..<scalars.index(after: last)])
  }
}

extension FileReader {
  /// Rule: VirgaManifest/Examples.
  mutating func readExample(_ value: LocatedValue) -> ExampleDraft? {
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

  mutating func readWholeExample() -> Example? {
    guard let fields = fields(of: document.root, ExampleKey.self) else { return nil }
    guard let config = fields.written(.value) else {
      reportMissing("value", in: document.root, ExampleKey.level)
      return nil
    }
    return readInlineExample(fields, config)
  }

  private func name(ofText value: LocatedValue) -> LocatedName? {
    value.string.map { LocatedName(text: $0, written: value) }
  }

  private mutating func readFileExample(_ fields: Fields<ExampleKey>, _ path: LocatedName) -> ExampleDraft? {
    let description = text(fields[.description], .quoted)
    let address = url(fields[.url])
    guard let name = text(fields[.name], .quoted) else { return .whole(file: path) }
    return .value(file: path, name: name, description: description, url: address)
  }

  private mutating func readInlineExample(_ fields: Fields<ExampleKey>, _ config: LocatedValue) -> Example? {
    guard let name = text(fields[.name], .quoted) else {
      reportMissing("name", in: fields.owner, ExampleKey.level)
      return nil
    }
    let description = text(fields[.description], .quoted)
    let address = url(fields[.url])
    return example(name: name, description: description, url: address, config, owner: fields.owner)
  }

  mutating func example(
    name: String, description: String?, url: String?, _ config: LocatedValue, owner: LocatedValue
  ) -> Example? {
    guard config.kind == .object else {
      report(
        .error, "example-not-object", "the value of an example must be an object, found \(config.kind.words)",
        at: config)
      return nil
    }
    checkLiterals(config)
    return Example(name: name, description: description, url: url, value: config, location: owner.location)
  }
}

import VirgaJSON
import VirgaSource

extension FileReader {
  /// Nil if the root is neither an object nor empty.
  mutating func readFile() -> FileDraft? {
    let root = document.root
    var draft = FileDraft(root: root)
    if root.kind == .null { return draft }
    guard root.kind == .object else {
      report(
        .error, "not-a-manifest", "a manifest is an object with keys such as `features`, not \(root.kind.words)",
        at: root)
      return nil
    }
    guard let fields = fields(of: root, .file) else { return nil }
    _ = text(fields["version"], .unquoted)
    draft.about = fields["about"].flatMap { readAbout($0) }
    draft.channels = names(fields["channels"], .unquoted)
    draft.includes = names(fields["includes"], .unquoted)
    draft.imports = elements(fields["imports"]).compactMap { readImport($0) }
    if let types = fields["types"], let old = self.fields(of: types, .types) { readTypes(old, into: &draft) }
    readTypes(fields, into: &draft)
    checkNulls(fields, ["enums", "objects"])
    draft.features = members(fields["features"]).compactMap { readFeature($0) }
    reportRepeatedKeys()
    return draft
  }

  private mutating func readAbout(_ value: LocatedValue) -> About? {
    guard let fields = fields(of: value, .about) else { return nil }
    let owner = nameNode(of: value)
    let description = description(fields, of: "`about`", owner, .unquoted)
    let swift = fields["swift"].flatMap { codeNames($0, .swift, "module") }
    let kotlin = fields["kotlin"].flatMap { codeNames($0, .kotlin, "package") }
    return About(
      description: description, swift: swift.map { About.SwiftNames(module: $0, className: $1) },
      kotlin: kotlin.map { About.KotlinNames(package: $0, className: $1) }, location: owner.location)
  }

  private mutating func codeNames(_ value: LocatedValue, _ level: ManifestLevel, _ key: String) -> (String, String)? {
    guard let fields = fields(of: value, level), let scope = text(fields[key], .unquoted),
      let className = text(fields["class"], .unquoted)
    else { return nil }
    return (scope, className)
  }

  private mutating func readImport(_ value: LocatedValue) -> ImportDraft? {
    guard let fields = fields(of: value, .importing) else { return nil }
    let additions = members(fields["features"]).map { readAddition($0) }
    guard let path = name(fields["path"], .unquoted), let channel = name(fields["channel"], .unquoted) else {
      return nil
    }
    return ImportDraft(path: path, channel: channel, additions: additions)
  }

  private mutating func readAddition(_ member: LocatedMember) -> AdditionDraft {
    var addition = AdditionDraft(feature: name(of: member, .unquoted))
    switch member.value.kind {
    case .null: break
    case .array: for element in member.value.elements { readAddition(element, into: &addition) }
    case .object:
      guard let fields = fields(of: member.value, .addition) else { break }
      addition.blocks = elements(fields["defaults"]).compactMap { readBlock($0) }
      addition.examples = elements(fields["examples"]).compactMap { readExample($0) }
    default: reportAddition(member.value)
    }
    return addition
  }

  private mutating func readAddition(_ value: LocatedValue, into addition: inout AdditionDraft) {
    if let block = value["value"].map({ _ in value }) ?? value["default"] ?? value["defaults"] {
      addition.blocks += readBlock(block).map { [$0] } ?? []
    } else if let example = value["example"] {
      addition.examples += readExample(example).map { [$0] } ?? []
    } else {
      reportAddition(value)
    }
  }

  private mutating func reportAddition(_ value: LocatedValue) {
    report(
      .error, "bad-import-addition",
      "expected a list of default blocks, or an object with `defaults` and `examples`, found \(value.kind.words)",
      at: value)
  }

  /// Keeps a feature with broken parts, so that one error does not hide others.
  private mutating func readFeature(_ member: LocatedMember) -> FeatureDraft? {
    guard let fields = fields(of: member.value, .feature) else { return nil }
    var draft = FeatureDraft(name: name(of: member, .unquoted))
    draft.description = description(fields, of: "the feature `\(member.key)`", member.keyNode)
    for variable in members(fields["variables"]) {
      if let read = readVariable(variable, .variable, "variable") {
        draft.variables.append(read)
      } else {
        draft.omittedNames.append(variable.key)
      }
    }
    draft.blocks = elements(fields["defaults"]).compactMap { readBlock($0) }
    draft.examples = elements(fields["examples"]).compactMap { readExample($0) }
    draft.allowsCoenrollment = boolean(fields["allow-coenrollment"]) ?? false
    draft.metadata = FeatureMetadata(
      contacts: names(fields["contacts"], .quoted).map(\.text),
      documentation: elements(fields["documentation"]).compactMap { readDocument($0) },
      metaBug: url(fields["meta-bug"]), events: elements(fields["events"]).compactMap { url($0) },
      configurator: url(fields["configurator"]))
    checkNulls(fields, ["contacts", "documentation", "events"])
    return draft
  }

  private mutating func readDocument(_ value: LocatedValue) -> (name: String, url: String)? {
    guard let fields = fields(of: value, .document), let name = text(fields["name"], .quoted),
      let address = url(fields["url"])
    else { return nil }
    return (name, address)
  }

  /// Rule: VirgaManifest/DefaultBlocks.
  private mutating func readBlock(_ value: LocatedValue) -> DefaultBlock? {
    guard let fields = fields(of: value, .block), let patch = fields.written("value") else { return nil }
    let targeting = text(fields["targeting"], .unquoted)
    if targeting != nil, let key = fields.keyNode("targeting") {
      let effect = fields["channel"] == nil && fields["channels"] == nil ? "applies to everybody" : "is skipped"
      report(.warning, "targeting-unsupported", "`targeting` is not supported: this block \(effect)", at: key)
    }
    var channels = names(fields["channels"], .unquoted)
    if let single = name(fields["channel"], .unquoted) {
      channels += single.text.split(separator: ",").map { LocatedName(text: $0.trimmed, written: single.written) }
    }
    // A block for some channels is checked in each of them, because one that does not apply may hold anything.
    guard patch.kind == .object || !channels.isEmpty else {
      report(
        .error, "block-not-object",
        "the value of a default block must be an object with variables, found \(patch.kind.words)", at: patch)
      return nil
    }
    checkLiterals(patch)
    var known: Set<Name> = []
    return DefaultBlock(
      channels: channels.map(\.text).filter { known.insert($0) }, value: patch, targeting: targeting,
      location: value.location, channelNames: channels)
  }

  // Rule: VirgaManifest/Examples.
  private mutating func readExample(_ value: LocatedValue) -> ExampleDraft? {
    if let path = value.string { return .whole(file: LocatedName(text: path, written: value)) }
    guard let fields = fields(of: value, .example) else { return nil }
    let config = fields.written("value")
    let path = name(fields["path"], .quoted)
    guard (config == nil) != (path == nil) else {
      let message =
        config == nil ? "an example needs a `value` or a `path`" : "an example has a `value` or a `path`, not both"
      report(.error, "bad-example", message, at: nameNode(of: value))
      return nil
    }
    let name = text(fields["name"], .quoted)
    guard let path else { return inlineExample(fields, name: name).map { .inline($0) } }
    let (description, address) = (text(fields["description"], .quoted), url(fields["url"]))
    return name.map { .value(file: path, name: $0, description: description, url: address) } ?? .whole(file: path)
  }

  mutating func readWholeExample() -> Example? {
    guard let fields = fields(of: document.root, .example) else { return nil }
    guard fields.written("value") != nil else {
      reportMissing("value", in: document.root, .example)
      return nil
    }
    return inlineExample(fields, name: text(fields["name"], .quoted))
  }

  private mutating func inlineExample(_ fields: Fields, name: String?) -> Example? {
    guard let name, let config = fields.written("value") else {
      reportMissing("name", in: fields.owner, .example)
      return nil
    }
    let (description, address) = (text(fields["description"], .quoted), url(fields["url"]))
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

extension StringProtocol {
  var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(self[first..<scalars.index(after: last)])
  }
}

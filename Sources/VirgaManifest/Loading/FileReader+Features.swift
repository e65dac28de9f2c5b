import VirgaJSON
import VirgaSource

extension FileReader {
  /// Nil if the root is neither an object nor empty.
  func readFile() -> FileDraft? {
    let root = document.root
    var draft = FileDraft(root: root)
    if root.kind == .null { return draft }
    guard root.kind == .object, let fields = fields(of: root, .file) else {
      report(
        .error, "not-a-manifest",
        "a manifest is an object with keys such as `features`, not \(root.kind.words)",
        at: root)
      return nil
    }
    _ = fields.optional("version", .scalar)
    draft.about = fields["about"].flatMap { readAbout($0) }
    draft.channels = fields.elements("channels", .scalar)
    draft.includes = fields.elements("includes", .scalar)
    draft.imports = fields.elements("imports").compactMap { readImport($0) }
    if let types = fields["types"], let old = self.fields(of: types, .types) {
      readTypes(old, into: &draft)
    }
    readTypes(fields, into: &draft)
    checkNulls(fields, ["enums", "objects"])
    draft.features = fields.members("features").compactMap { readFeature($0) }
    return draft
  }

  private func readAbout(_ value: LocatedValue) -> About? {
    guard let fields = fields(of: value, .about) else { return nil }
    let description = description(fields, of: "`about`", .scalar)
    let swift = fields["swift"].flatMap { codeNames($0, .swift, "module") }
    let kotlin = fields["kotlin"].flatMap { codeNames($0, .kotlin, "package") }
    return About(
      description: description, swift: swift.map { About.SwiftNames(module: $0, className: $1) },
      kotlin: kotlin.map { About.KotlinNames(package: $0, className: $1) },
      location: value.nameNode.location)
  }

  private func codeNames(
    _ value: LocatedValue, _ level: ManifestLevel, _ key: String
  ) -> (String, String)? {
    guard let fields = fields(of: value, level), let scope = fields.optional(key, .scalar)?.text,
      let className = fields.optional("class", .scalar)?.text
    else { return nil }
    return (scope, className)
  }

  private func readImport(_ value: LocatedValue) -> ImportDraft? {
    guard let fields = fields(of: value, .importing) else { return nil }
    let additions = fields.members("features").map { readAddition($0) }
    guard let path = fields.optional("path", .scalar),
      let channel = fields.optional("channel", .scalar)
    else { return nil }
    return ImportDraft(path: path, channel: channel, additions: additions)
  }

  private func readAddition(_ member: LocatedMember) -> AdditionDraft {
    var addition = AdditionDraft(feature: LocatedName(keyOf: member))
    switch member.value.kind {
    case .null: break
    case .array: for element in member.value.elements { readAddition(element, into: &addition) }
    case .object:
      guard let fields = fields(of: member.value, .addition) else { break }
      addition.blocks = fields.elements("defaults").compactMap { readBlock($0) }
      addition.examples = fields.elements("examples").compactMap { readExample($0) }
    default: reportAddition(member.value)
    }
    return addition
  }

  private func readAddition(_ value: LocatedValue, into addition: inout AdditionDraft) {
    if let block = value["value"].map({ _ in value }) ?? value["default"] ?? value["defaults"] {
      addition.blocks += readBlock(block).map { [$0] } ?? []
    } else if let example = value["example"] {
      addition.examples += readExample(example).map { [$0] } ?? []
    } else {
      reportAddition(value)
    }
  }

  private func reportAddition(_ value: LocatedValue) {
    report(
      .error, "bad-import-addition",
      "expected a list of default blocks, or an object with `defaults` and `examples`, found \(value.kind.words)",
      at: value)
  }

  /// Keeps a feature with broken parts, so that one error does not hide others.
  private func readFeature(_ member: LocatedMember) -> FeatureDraft? {
    guard let fields = fields(of: member.value, .feature) else { return nil }
    var draft = FeatureDraft(name: LocatedName(keyOf: member))
    draft.description = description(fields, of: "the feature `\(member.key)`")
    (draft.variables, draft.omittedNames) = readVariables(
      fields.members("variables"), .variable, "variable")
    draft.blocks = fields.elements("defaults").compactMap { readBlock($0) }
    draft.examples = fields.elements("examples").compactMap { readExample($0) }
    let truth = MemberKind("`true` or `false`") { $0.json.booleanValue }
    draft.allowsCoenrollment = fields.optional("allow-coenrollment", truth) ?? false
    draft.metadata = FeatureMetadata(
      contacts: fields.elements("contacts", .string).map(\.text),
      documentation: fields.elements("documentation").compactMap { readDocument($0) },
      metaBug: fields.optional("meta-bug", .url),
      events: fields.elements("events").compactMap(\.nonNull).compactMap { log.read($0, .url) },
      configurator: fields.optional("configurator", .url))
    checkNulls(fields, ["contacts", "documentation", "events"])
    return draft
  }

  private func readDocument(_ value: LocatedValue) -> (name: String, url: String)? {
    guard let fields = fields(of: value, .document),
      let name = fields.optional("name", .string)?.text
    else { return nil }
    return fields.optional("url", .url).map { (name, $0) }
  }

  /// Rule: VirgaManifest/DefaultBlocks.
  private func readBlock(_ value: LocatedValue) -> DefaultBlock? {
    guard let fields = fields(of: value, .block), let patch = fields.written("value") else {
      return nil
    }
    let targeting = fields.optional("targeting", .scalar)?.text
    if targeting != nil, let key = fields.member("targeting")?.keyNode {
      let effect =
        fields["channel"] == nil && fields["channels"] == nil
        ? "applies to everybody" : "is skipped"
      report(
        .warning, "targeting-unsupported", "`targeting` is not supported: this block \(effect)",
        at: key)
    }
    var channels = fields.elements("channels", .scalar)
    if let single = fields.optional("channel", .scalar) {
      channels += single.text.split(separator: ",").map {
        LocatedName(text: $0.trimmed, written: single.written)
      }
    }
    // A block for some channels is checked in each of them, because one that does not apply may
    // hold anything.
    guard patch.kind == .object || !channels.isEmpty else {
      report(
        .error, "block-not-object",
        "the value of a default block must be an object with variables, found \(patch.kind.words)",
        at: patch)
      return nil
    }
    checkLiterals(patch)
    var known: Set<Name> = []
    return DefaultBlock(
      channels: channels.map(\.text).filter { known.insert($0) }, value: patch,
      targeting: targeting,
      location: value.location, channelNames: channels)
  }

  // Rule: VirgaManifest/Examples.
  private func readExample(_ value: LocatedValue) -> ExampleDraft? {
    if let path = value.string { return .whole(file: LocatedName(text: path, written: value)) }
    guard let fields = fields(of: value, .example) else { return nil }
    let config = fields.written("value")
    let path = fields.optional("path", .string)
    guard (config == nil) != (path == nil) else {
      let message =
        config == nil
        ? "an example needs a `value` or a `path`"
        : "an example has a `value` or a `path`, not both"
      report(.error, "bad-example", message, at: value.nameNode)
      return nil
    }
    guard let path else { return inlineExample(fields).map { .inline($0) } }
    let name = fields.optional("name", .string)?.text
    let (description, address) = (
      fields.optional("description", .string)?.text, fields.optional("url", .url)
    )
    return name.map { .value(file: path, name: $0, description: description, url: address) }
      ?? .whole(file: path)
  }

  func readWholeExample() -> Example? {
    fields(of: document.root, .example).flatMap { inlineExample($0) }
  }

  private func inlineExample(_ fields: ObjectReader) -> Example? {
    guard let config = fields.written("value"), let name = fields.optional("name", .string)?.text
    else {
      fields.reportMissing(fields.written("value") == nil ? "value" : "name")
      return nil
    }
    let (description, address) = (
      fields.optional("description", .string)?.text, fields.optional("url", .url)
    )
    return example(name: name, description: description, url: address, config, owner: fields.object)
  }

  func example(
    name: String, description: String?, url: String?, _ config: LocatedValue, owner: LocatedValue
  ) -> Example? {
    guard config.kind == .object else {
      report(
        .error, "example-not-object",
        "the value of an example must be an object, found \(config.kind.words)",
        at: config)
      return nil
    }
    checkLiterals(config)
    return Example(
      name: name, description: description, url: url, value: config, location: owner.location)
  }
}

extension StringProtocol {
  var trimmed: String {
    var scalars = Substring(self).unicodeScalars.drop(while: \.properties.isWhitespace)
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(scalars)
  }
}

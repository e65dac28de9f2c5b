import VirgaJSON
import VirgaSource

extension FileReader {
  /// The content of a manifest's file; nil if its root is neither an object nor null, which is
  /// reported.
  func readFile() -> FileDraft? {
    let root = document.root
    // For example a file with nothing but comments.
    if root.kind == .null { return FileDraft(root: root) }
    guard root.kind == .object else {
      report(
        .error, "not-a-manifest",
        "a manifest is an object with keys such as `features`, not \(root.kind.words)",
        at: root)
      return nil
    }
    return checkedFields(of: root, .file).map { readRoot($0) }
  }

  /// The content of a file whose root is an object.
  private func readRoot(_ fields: ObjectReader) -> FileDraft {
    var draft = FileDraft(root: fields.object)
    // The version is not used, only checked: reading it reports a wrong one.
    _ = fields.optional("version", .scalar)
    draft.about = fields["about"].flatMap { readAbout($0) }
    draft.channels = fields.elements("channels", .scalar)
    draft.includes = fields.elements("includes", .scalar)
    draft.imports = fields.elements("imports").compactMap { readImport($0) }
    // Types under the old key `types` are read first, so that a type in both places is reported in
    // the root.
    if let types = fields["types"], let oldPlace = checkedFields(of: types, .types) {
      readTypes(oldPlace, into: &draft)
    }
    readTypes(fields, into: &draft)
    // A null in place of the enums or objects is read as none, but nimbus-fml rejects it.
    warnOfNulls(in: fields, under: ["enums", "objects"])
    draft.features = fields.members("features").compactMap { readFeature($0) }
    return draft
  }

  /// The description of the manifest, and its names for generated code; nil if `value` is not an
  /// object.
  private func readAbout(_ value: LocatedValue) -> About? {
    guard let fields = checkedFields(of: value, .about) else { return nil }
    // Unlike other descriptions, this one may be a number without quotes.
    let description = readDescription(fields, of: "`about`", .scalar)
    let swift = fields["swift"].flatMap { codeNames($0, .swift, scopeKey: "module") }
    let kotlin = fields["kotlin"].flatMap { codeNames($0, .kotlin, scopeKey: "package") }
    return About(
      description: description,
      swift: swift.map { About.SwiftNames(module: $0.scope, className: $0.className) },
      kotlin: kotlin.map { About.KotlinNames(package: $0.scope, className: $0.className) },
      location: value.keyOrValue.location)
  }

  /// The names for the code of one language: the class, and the module or package that has it; nil
  /// if one of them is missing, which is reported.
  ///
  /// - Parameters:
  ///   - level: The kind of object that `value` is, one for each language.
  ///   - scopeKey: The key of the module or package.
  private func codeNames(
    _ value: LocatedValue, _ level: ManifestLevel, scopeKey: String
  ) -> (scope: String, className: String)? {
    guard let fields = checkedFields(of: value, level),
      let scope = fields.optional(scopeKey, .scalar)?.text,
      let className = fields.optional("class", .scalar)?.text
    else { return nil }
    return (scope, className)
  }

  /// An import with its additions; nil if its path or its channel is missing, which is reported.
  private func readImport(_ value: LocatedValue) -> ImportDraft? {
    guard let fields = checkedFields(of: value, .importing) else { return nil }
    // Read first, so that their problems are reported even if the path or the channel is missing.
    let additions = fields.members("features").map { readAddition($0) }
    guard let path = fields.optional("path", .scalar),
      let channel = fields.optional("channel", .scalar)
    else { return nil }
    return ImportDraft(path: path, channel: channel, additions: additions)
  }

  /// What an import adds to the feature named by the member's key: a list of blocks and examples,
  /// or an object with `defaults` and `examples`.
  private func readAddition(_ member: LocatedMember) -> AdditionDraft {
    var addition = AdditionDraft(feature: LocatedName(keyOf: member))
    switch member.value.kind {
    // An import may name a feature without adding anything to it.
    case .null: break
    case .array: for item in member.value.elements { readAddedItem(item, into: &addition) }
    case .object:
      guard let fields = checkedFields(of: member.value, .addition) else { break }
      addition.blocks = fields.elements("defaults").compactMap { readBlock($0) }
      addition.examples = fields.elements("examples").compactMap { readExample($0) }
    default: reportBadAddition(member.value)
    }
    return addition
  }

  /// Reads one item of a list of additions.
  ///
  /// It is a block (`{value: …}`), a block under a key (`{default: block}` or `{defaults: block}`),
  /// or an example (`{example: example}`). One that cannot be read is reported and left out.
  private func readAddedItem(_ item: LocatedValue, into addition: inout AdditionDraft) {
    let isBlockItself = item["value"] != nil
    let writtenBlock: LocatedValue? =
      isBlockItself ? item : item["default"] ?? item["defaults"]
    if let writtenBlock {
      if let block = readBlock(writtenBlock) { addition.blocks.append(block) }
    } else if let example = item["example"] {
      if let read = readExample(example) { addition.examples.append(read) }
    } else {
      reportBadAddition(item)
    }
  }

  /// Reports an addition that is neither a block nor an example.
  private func reportBadAddition(_ value: LocatedValue) {
    report(
      .error, "bad-import-addition",
      "expected a list of default blocks, or an object with `defaults` and `examples`, found \(value.kind.words)",
      at: value)
  }

  /// A feature; nil if the value of the member is not an object, which is reported.
  ///
  /// One with broken parts is read too, so that one error does not hide others.
  private func readFeature(_ member: LocatedMember) -> FeatureDraft? {
    guard let fields = checkedFields(of: member.value, .feature) else { return nil }
    var draft = FeatureDraft(name: LocatedName(keyOf: member))
    draft.description = readDescription(fields, of: "the feature `\(member.key)`")
    let variables = readVariables(fields.members("variables"), .variable, kind: "variable")
    draft.variables = variables.read
    // The names of variables that are too broken to read: a value for one of them is not reported
    // as unknown.
    draft.brokenNames = variables.brokenNames
    draft.blocks = fields.elements("defaults").compactMap { readBlock($0) }
    draft.examples = fields.elements("examples").compactMap { readExample($0) }
    let boolean = MemberKind("`true` or `false`") { value in value.json.booleanValue }
    draft.allowsCoenrollment = fields.optional("allow-coenrollment", boolean) ?? false
    draft.metadata = readMetadata(fields)
    return draft
  }

  /// What a feature says about itself: people to ask, documents, and pages on the web.
  private func readMetadata(_ fields: ObjectReader) -> FeatureMetadata {
    // A null among the events is skipped; one among the contacts is reported, because it is not a
    // string.
    let metadata = FeatureMetadata(
      contacts: fields.elements("contacts", .string).map(\.text),
      documentation: fields.elements("documentation").compactMap { readDocument($0) },
      metaBug: fields.optional("meta-bug", .url),
      events: fields.elements("events").compactMap(\.nonNull).compactMap { log.read($0, .url) },
      configurator: fields.optional("configurator", .url))
    // A null in place of one of these lists is read as an empty list, but nimbus-fml rejects it.
    warnOfNulls(in: fields, under: ["contacts", "documentation", "events"])
    return metadata
  }

  /// A document about the feature; nil if its name or its URL is missing or wrong.
  ///
  /// `checkedFields` reports missing ones, and `optional` wrong ones.
  private func readDocument(_ value: LocatedValue) -> (name: String, url: String)? {
    guard let fields = checkedFields(of: value, .document),
      let name = fields.optional("name", .string)?.text
    else { return nil }
    return fields.optional("url", .url).map { (name, $0) }
  }

  /// A default block; nil, with a problem, if it is not an object, if its `value` is missing, or if
  /// that is not an object although the block is for every channel.
  ///
  /// The `value` of a block for some channels is checked for each of these channels later, so here
  /// it may be anything. Rule: VirgaManifest/DefaultBlocks.
  private func readBlock(_ value: LocatedValue) -> DefaultBlock? {
    // A missing value is reported by `checkedFields`. A null is found here like any other value.
    guard let fields = checkedFields(of: value, .block), let patch = fields.valueEvenIfNull("value")
    else {
      return nil
    }
    let targeting = fields.optional("targeting", .scalar)?.text
    if targeting != nil { warnOfIgnoredTargeting(fields) }
    let channels = readChannels(ofBlock: fields)
    guard checkPatch(patch, isForEveryChannel: channels.isEmpty) else { return nil }
    reportLargeIntegersAndUnquotedKeys(in: patch)
    // `channelNames` also has the repeated ones: a problem is reported at each of them.
    return DefaultBlock(
      channels: channels.map(\.text).withoutRepeats, value: patch, targeting: targeting,
      location: value.location, channelNames: channels)
  }

  /// Returns whether the value of a block can be used; reports one that is not an object in a block
  /// for every channel.
  private func checkPatch(_ patch: LocatedValue, isForEveryChannel: Bool) -> Bool {
    // In a block for some channels, whether a wrong value is an error depends on the channel: it is
    // checked for each channel later.
    guard isForEveryChannel, patch.kind != .object else { return true }
    report(
      .error, "block-not-object",
      "the value of a default block must be an object with variables, found \(patch.kind.words)",
      at: patch)
    return false
  }

  /// Warns that a block's `targeting` is ignored, and says what happens to the block.
  private func warnOfIgnoredTargeting(_ fields: ObjectReader) {
    guard let key = fields.member("targeting")?.keyNode else { return }
    let isForEveryChannel = fields["channel"] == nil && fields["channels"] == nil
    // With a `targeting`, a block that names channels never applies.
    let effect = isForEveryChannel ? "applies to everybody" : "is skipped"
    report(
      .warning, "targeting-unsupported", "`targeting` is not supported: this block \(effect)",
      at: key)
  }

  /// The channels of a block: the list `channels`, then the names in `channel`, such as
  /// `beta, release`.
  private func readChannels(ofBlock fields: ObjectReader) -> [LocatedName] {
    let listed = fields.elements("channels", .scalar)
    guard let single = fields.optional("channel", .scalar) else { return listed }
    let names = single.text.split(separator: ",")
    return listed + names.map { LocatedName(text: $0.trimmed, written: single.written) }
  }

  /// An example: the path of the file that holds it, or an object with a `value` or with the `path`
  /// of a file; nil, with a problem, if it is none of these (Rule: VirgaManifest/Examples).
  private func readExample(_ value: LocatedValue) -> ExampleDraft? {
    if let path = value.string { return .whole(file: LocatedName(text: path, written: value)) }
    guard let fields = checkedFields(of: value, .example) else { return nil }
    let config = fields.valueEvenIfNull("value")
    let path = fields.optional("path", .string)
    switch (config, path) {
    case (nil, nil):
      report(.error, "bad-example", "an example needs a `value` or a `path`", at: value.keyOrValue)
      return nil
    case (_?, _?):
      let message = "an example has a `value` or a `path`, not both"
      report(.error, "bad-example", message, at: value.keyOrValue)
      return nil
    case (_?, nil): return inlineExample(fields).map { .inline($0) }
    case (nil, let file?): return example(inFile: file, fields)
    }
  }

  /// An example that is in a file: only its config, or the whole example.
  ///
  /// `description` and `url` are read in both cases, so that wrong values of them are reported.
  private func example(inFile file: LocatedName, _ fields: ObjectReader) -> ExampleDraft {
    let name = fields.optional("name", .string)?.text
    let description = fields.optional("description", .string)?.text
    let url = fields.optional("url", .url)
    // Without a name here, the file has one: it holds the whole example, not only the config.
    guard let name else { return .whole(file: file) }
    return .value(file: file, name: name, description: description, url: url)
  }

  /// The example that this whole file holds; nil, with a problem, if it holds none.
  func readWholeExample() -> Example? {
    checkedFields(of: document.root, .example).flatMap { inlineExample($0) }
  }

  /// An example whose config is its `value`; nil if its `value` or `name` is missing, which is
  /// reported.
  private func inlineExample(_ fields: ObjectReader) -> Example? {
    guard let config = fields.valueEvenIfNull("value") else {
      fields.reportMissing("value")
      return nil
    }
    guard let name = fields.optional("name", .string)?.text else {
      fields.reportMissing("name")
      return nil
    }
    let description = fields.optional("description", .string)?.text
    let url = fields.optional("url", .url)
    return example(name: name, description: description, url: url, config, locatedAt: fields.object)
  }

  /// An example of `config`; nil if the config is not an object, which is reported.
  ///
  /// - Parameter owner: Gives the example its location: the object that has the config as `value`,
  ///   or the config itself if a file has nothing else.
  func example(
    name: String, description: String?, url: String?, _ config: LocatedValue,
    locatedAt owner: LocatedValue
  ) -> Example? {
    guard config.kind == .object else {
      report(
        .error, "example-not-object",
        "the value of an example must be an object, found \(config.kind.words)",
        at: config)
      return nil
    }
    reportLargeIntegersAndUnquotedKeys(in: config)
    return Example(
      name: name, description: description, url: url, value: config, location: owner.location)
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmed: String {
    var scalars = Substring(self).unicodeScalars.drop(while: \.properties.isWhitespace)
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(scalars)
  }
}

import VirgaJSON
import VirgaSource

extension FileReader {
  func readTypes(_ fields: ObjectReader, into draft: inout FileDraft) {
    let enums = Set(naming: draft.enums.lazy.map(\.name))
    for member in fields.members("enums") {
      if let read = readEnum(member), isNew("enum", read.name, enums, member) {
        draft.enums.append(read)
      }
    }
    let objects = Set(naming: draft.objects.lazy.map(\.name.text))
    for member in fields.members("objects") {
      if let read = readObject(member), isNew("object", read.name.text, objects, member) {
        draft.objects.append(read)
      }
    }
  }

  private func isNew(
    _ kind: String, _ name: String, _ earlier: Set<Name>, _ member: LocatedMember
  ) -> Bool {
    guard earlier.contains(name) else { return true }
    report(
      .error, "defined-twice", "the \(kind) `\(name)` is also under `types`; keep one",
      at: member.keyNode)
    return false
  }

  private func readEnum(_ member: LocatedMember) -> EnumDefinition? {
    let name = quotedName(of: member)
    guard let fields = fields(of: member.value, .enumeration) else { return nil }
    let description = description(fields, of: "the enum `\(name.text)`")
    checkNulls(fields, ["variants"])
    return EnumDefinition(
      name: name.text, description: description,
      variants: fields.members("variants").map { readVariant($0) }.sorted {
        Name($0.name) < Name($1.name)
      },
      location: member.keyNode.sourceLocation)
  }

  /// A variant may be given as its description alone.
  private func readVariant(_ member: LocatedMember) -> EnumVariant {
    let name = quotedName(of: member)
    let title = "the variant `\(name.text)`"
    var description = ""
    if member.value.kind == .object {
      description = fields(of: member.value, .variant).map { self.description($0, of: title) } ?? ""
    } else if let text = member.value.nonNull.flatMap({ log.read($0, .string) })?.text {
      description = text
      reportExtension(
        "a variant that is plain text: write `\(name.text): {description: …}`", at: member.keyNode)
    } else if member.value.kind == .null {
      report(.warning, "missing-description", "\(title) has no description", at: member.keyNode)
    }
    return EnumVariant(
      name: name.text, description: description, location: member.keyNode.sourceLocation)
  }

  private func readObject(_ member: LocatedMember) -> ObjectDraft? {
    let name = quotedName(of: member)
    guard let fields = fields(of: member.value, .object) else { return nil }
    var draft = ObjectDraft(
      name: name, description: description(fields, of: "the object `\(name.text)`"))
    checkNulls(fields, ["fields"])
    (draft.fields, draft.omittedNames) = readVariables(fields.members("fields"), .field, "field")
    return draft
  }

  /// Variables or fields, and the names of those that are left out.
  func readVariables(
    _ members: [LocatedMember], _ level: ManifestLevel, _ kind: String
  ) -> ([VariableDraft], [String]) {
    let drafts = members.map { readVariable($0, level, kind) }
    return (drafts.compactMap(\.self), zip(members, drafts).filter { $1 == nil }.map(\.0.key))
  }

  private func readVariable(
    _ member: LocatedMember, _ level: ManifestLevel, _ kind: String
  ) -> VariableDraft? {
    guard let fields = fields(of: member.value, level) else { return nil }
    let type = fields.optional("type", .string)
    checkSpelling(of: type)
    let draft = VariableDraft(
      name: LocatedName(keyOf: member),
      description: description(fields, of: "the \(kind) `\(member.key)`"),
      type: type ?? LocatedName(text: "", written: member.value), defaultValue: readDefault(fields),
      preferenceKey: fields.optional("pref-key", .scalar)?.text,
      geckoPreference: fields["gecko-pref"].flatMap { readGeckoPreference($0) },
      stringAlias: fields.optional("string-alias", .scalar))
    return type == nil ? nil : draft
  }

  /// The default; `value` is an older name for `default`.
  private func readDefault(_ fields: ObjectReader) -> LocatedValue? {
    let value = fields.written("default") ?? fields.written("value")
    if let key = fields.member("value")?.keyNode {
      if fields.written("default") != nil {
        report(
          .error, "duplicate-key", "duplicate field `default`: `value` is an older name for it",
          at: key)
      } else {
        report(.warning, "value-for-default", "write `default` instead of `value`", at: key)
      }
    }
    if let value { checkLiterals(value) }
    return value
  }

  private func readGeckoPreference(_ value: LocatedValue) -> GeckoPreference? {
    guard let fields = fields(of: value, .geckoPreference),
      let name = fields.optional("pref", .scalar)?.text,
      let branch = fields.optional("branch", .scalar)?.text
    else { return nil }
    guard let known = GeckoPreference.Branch(rawValue: branch) else {
      report(
        .error, "unknown-pref-branch",
        "`\(branch)` is not a preference branch; use `default` or `user`",
        at: fields["branch"] ?? value)
      return nil
    }
    return GeckoPreference(name: name, branch: known)
  }

  /// Reports numbers that apps cannot represent, and unquoted keys that are not strings.
  func checkLiterals(_ value: LocatedValue) {
    switch value.kind {
    case .integer:
      guard let text = value.text, text.utf8.count > 18, YAMLNumber.integerLiteral(text) == nil
      else { return }
      report(
        .error, "number-too-large",
        "\(text) is too large for a 64-bit integer; use a smaller number or a decimal",
        at: value)
    case .array: for element in value.elements { checkLiterals(element) }
    case .object:
      for member in value.members {
        let key = member.keyNode
        if key.kind != .string {
          let message = "the key is read as the text it is written with, not as \(key.kind.words)"
          let hint = "write \"\(member.key)\" in quotes"
          log.report(Problem(.hint, "unquoted-text", message).with(hint: hint), at: key)
        }
        checkLiterals(member.value)
      }
    default: break
    }
  }
}

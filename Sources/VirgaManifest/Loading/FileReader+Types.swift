import VirgaJSON
import VirgaSource

extension FileReader {
  mutating func readTypes(_ fields: Fields, into draft: inout FileDraft) {
    let enums = Set(naming: draft.enums.lazy.map(\.name))
    for member in members(fields["enums"]) {
      if let read = readEnum(member), isNew("enum", read.name, enums, member) { draft.enums.append(read) }
    }
    let objects = Set(naming: draft.objects.lazy.map(\.name.text))
    for member in members(fields["objects"]) {
      if let read = readObject(member), isNew("object", read.name.text, objects, member) { draft.objects.append(read) }
    }
  }

  private mutating func isNew(_ kind: String, _ name: String, _ earlier: Set<Name>, _ member: LocatedMember) -> Bool {
    guard earlier.contains(name) else { return true }
    report(.error, "defined-twice", "the \(kind) `\(name)` is also under `types`; keep one", at: member.keyNode)
    return false
  }

  private mutating func readEnum(_ member: LocatedMember) -> EnumDefinition? {
    let name = name(of: member, .quoted)
    guard let fields = fields(of: member.value, .enumeration) else { return nil }
    let description = description(fields, of: "the enum `\(name.text)`", member.keyNode)
    checkNulls(fields, ["variants"])
    return EnumDefinition(
      name: name.text, description: description,
      variants: members(fields["variants"]).map { readVariant($0) }.sorted { Name($0.name) < Name($1.name) },
      location: member.keyNode.sourceLocation)
  }

  /// A variant may be given as its description alone.
  private mutating func readVariant(_ member: LocatedMember) -> EnumVariant {
    let name = name(of: member, .quoted)
    let title = "the variant `\(name.text)`"
    var description = ""
    if member.value.kind == .object {
      if let fields = fields(of: member.value, .variant) {
        description = self.description(fields, of: title, member.keyNode)
      }
    } else if let text = text(member.value, .quoted) {
      description = text
      reportExtension("a variant that is plain text: write `\(name.text): {description: …}`", at: member.keyNode)
    } else if member.value.kind == .null {
      report(.warning, "missing-description", "\(title) has no description", at: member.keyNode)
    }
    return EnumVariant(name: name.text, description: description, location: member.keyNode.sourceLocation)
  }

  private mutating func readObject(_ member: LocatedMember) -> ObjectDraft? {
    let name = name(of: member, .quoted)
    guard let fields = fields(of: member.value, .object) else { return nil }
    var draft = ObjectDraft(
      name: name, description: description(fields, of: "the object `\(name.text)`", member.keyNode))
    checkNulls(fields, ["fields"])
    for field in members(fields["fields"]) {
      if let read = readVariable(field, .field, "field") {
        draft.fields.append(read)
      } else {
        draft.omittedNames.append(field.key)
      }
    }
    return draft
  }

  /// A variable or a field.
  mutating func readVariable(_ member: LocatedMember, _ level: ManifestLevel, _ kind: String) -> VariableDraft? {
    guard let fields = fields(of: member.value, level) else { return nil }
    let type = name(fields["type"], .quoted)
    checkSpelling(of: type)
    let draft = VariableDraft(
      name: name(of: member, .unquoted),
      description: description(fields, of: "the \(kind) `\(member.key)`", member.keyNode),
      type: type ?? LocatedName(text: "", written: member.value), defaultValue: readDefault(fields),
      preferenceKey: text(fields["pref-key"], .unquoted),
      geckoPreference: fields["gecko-pref"].flatMap { readGeckoPreference($0) },
      stringAlias: name(fields["string-alias"], .unquoted))
    return type == nil ? nil : draft
  }

  /// The default; `value` is an older name for `default`.
  private mutating func readDefault(_ fields: Fields) -> LocatedValue? {
    let value = fields.written("default") ?? fields.written("value")
    if let key = fields.keyNode("value") {
      if fields.written("default") != nil {
        report(.error, "duplicate-key", "duplicate field `default`: `value` is an older name for it", at: key)
      } else {
        report(.warning, "value-for-default", "write `default` instead of `value`", at: key)
      }
    }
    if let value { checkLiterals(value) }
    return value
  }

  private mutating func readGeckoPreference(_ value: LocatedValue) -> GeckoPreference? {
    guard let fields = fields(of: value, .geckoPreference), let name = text(fields["pref"], .unquoted),
      let branch = text(fields["branch"], .unquoted)
    else { return nil }
    guard let known = GeckoPreference.Branch(rawValue: branch) else {
      report(
        .error, "unknown-pref-branch", "`\(branch)` is not a preference branch; use `default` or `user`",
        at: fields["branch"] ?? value)
      return nil
    }
    return GeckoPreference(name: name, branch: known)
  }

  /// Reports numbers that apps cannot represent, and unquoted keys that are not strings.
  mutating func checkLiterals(_ value: LocatedValue) {
    switch value.kind {
    case .integer:
      guard let text = value.text, text.utf8.count > 18, YAMLNumber.integerLiteral(text) == nil else { return }
      report(
        .error, "number-too-large", "\(text) is too large for a 64-bit integer; use a smaller number or a decimal",
        at: value)
    case .array: for element in value.elements { checkLiterals(element) }
    case .object:
      for member in value.members {
        let key = member.keyNode
        if key.kind != .string {
          report(
            .hint, "unquoted-text", "the key is read as the text it is written with, not as \(key.kind.words)",
            at: key, hint: "write \"\(member.key)\" in quotes")
        }
        checkLiterals(member.value)
      }
    default: break
    }
  }
}

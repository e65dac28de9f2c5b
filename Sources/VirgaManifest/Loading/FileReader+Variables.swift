import VirgaJSON
import VirgaSource

extension FileReader {
  mutating func readVariable(_ member: LocatedMember) -> VariableDraft? {
    guard let fields = fields(of: member.value, VariableKey.self, required: [.type]) else { return nil }
    let type = name(fields[.type], .quoted)
    checkSpelling(of: type)
    var draft = VariableDraft(
      name: name(of: member, .unquoted),
      description: description(fields[.description], of: "the variable `\(member.key)`", member.keyNode),
      type: type ?? LocatedName(text: "", written: member.value),
      defaultValue: defaultValue(
        fields.written(.defaultValue), fields.written(.value), valueKey: fields.keyNode(.value)))
    draft.preferenceKey = text(fields[.preferenceKey], .unquoted)
    draft.geckoPreference = fields[.geckoPreference].flatMap { readGeckoPreference($0) }
    draft.stringAlias = name(fields[.stringAlias], .unquoted)
    return type == nil ? nil : draft
  }

  mutating func readField(_ member: LocatedMember) -> VariableDraft? {
    guard let fields = fields(of: member.value, FieldKey.self, required: [.type]) else { return nil }
    let description = description(fields[.description], of: "the field `\(member.key)`", member.keyNode)
    let value = defaultValue(fields.written(.defaultValue), fields.written(.value), valueKey: fields.keyNode(.value))
    guard let type = name(fields[.type], .quoted) else { return nil }
    checkSpelling(of: type)
    return VariableDraft(
      name: name(of: member, .unquoted), description: description, type: type, defaultValue: value)
  }

  /// The default; `value` is an older name for `default`.
  private mutating func defaultValue(
    _ written: LocatedValue?, _ older: LocatedValue?, valueKey: LocatedValue?
  ) -> LocatedValue? {
    if let older, let valueKey {
      if written != nil {
        report(.error, "duplicate-key", "duplicate field `default`: `value` is an older name for it", at: valueKey)
      } else {
        report(.warning, "value-for-default", "write `default` instead of `value`", at: valueKey)
      }
      checkLiterals(written ?? older)
      return written ?? older
    }
    if let written { checkLiterals(written) }
    return written
  }

  private mutating func readGeckoPreference(_ value: LocatedValue) -> GeckoPreference? {
    guard let fields = fields(of: value, GeckoKey.self, required: [.name, .branch]),
      let name = text(fields[.name], .unquoted), let branch = text(fields[.branch], .unquoted)
    else { return nil }
    guard let known = GeckoPreference.Branch(rawValue: branch) else {
      report(
        .error, "unknown-pref-branch", "`\(branch)` is not a preference branch; use `default` or `user`",
        at: fields[.branch] ?? value)
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
        if member.keyNode.kind != .string { hintAtUnquoted(member.keyNode) }
        checkLiterals(member.value)
      }
    default: break
    }
  }

  private mutating func hintAtUnquoted(_ key: LocatedValue) {
    report(
      .hint, "unquoted-text", "the key is read as the text it is written with, not as \(key.kind.words)", at: key,
      hint: "write \"\(key.text ?? "")\" in quotes")
  }
}

extension FileReader {
  /// A variant may be given as its description alone.
  mutating func readEnum(_ member: LocatedMember) -> EnumDefinition? {
    let name = name(of: member, .quoted)
    guard let fields = fields(of: member.value, EnumKey.self) else { return nil }
    if fields.written(.variants) == nil { reportMissing("variants", in: member.value, EnumKey.level) }
    let description = description(fields[.description], of: "the enum `\(name.text)`", member.keyNode)
    checkNulls(fields, [.variants])
    var variants = members(fields[.variants]).compactMap { readVariant($0) }
    variants.sort { Name($0.name) < Name($1.name) }
    return EnumDefinition(
      name: name.text, description: description, variants: variants, location: member.keyNode.sourceLocation)
  }

  private mutating func readVariant(_ member: LocatedMember) -> EnumVariant? {
    let name = name(of: member, .quoted)
    var description = ""
    if member.value.kind == .object {
      if let fields = fields(of: member.value, VariantKey.self) {
        description = self.description(fields[.description], of: "the variant `\(name.text)`", member.keyNode)
      }
    } else if let text = text(member.value, .quoted) {
      description = text
      reportExtension("a variant that is plain text: write `\(name.text): {description: …}`", at: member.keyNode)
    } else if member.value.kind == .null {
      report(.warning, "missing-description", "the variant `\(name.text)` has no description", at: member.keyNode)
    }
    return EnumVariant(name: name.text, description: description, location: member.keyNode.sourceLocation)
  }

  mutating func readObject(_ member: LocatedMember) -> ObjectDraft? {
    let name = name(of: member, .quoted)
    guard let fields = fields(of: member.value, ObjectKey.self) else { return nil }
    if fields.written(.fields) == nil { reportMissing("fields", in: member.value, ObjectKey.level) }
    var draft = ObjectDraft(
      name: name, description: description(fields[.description], of: "the object `\(name.text)`", member.keyNode),
      fields: [], omittedNames: [])
    checkNulls(fields, [.fields])
    for field in members(fields[.fields]) {
      if let read = readField(field) {
        draft.fields.append(read)
      } else {
        draft.omittedNames.append(field.key)
      }
    }
    return draft
  }
}

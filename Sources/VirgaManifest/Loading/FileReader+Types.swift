import VirgaJSON
import VirgaSource

extension FileReader {
  /// Adds the types under `enums` and `objects` to `draft`, without those that it already has.
  ///
  /// Called for the old key `types` first, and then for the root of the file.
  func readTypes(_ fields: ObjectReader, into draft: inout FileDraft) {
    readEnums(fields, into: &draft)
    readObjects(fields, into: &draft)
  }

  /// Adds the enums under the key `enums` to `draft`.
  ///
  /// Called for the old key `types` first, then for the root of the file. An enum in both places is
  /// reported, and not added again.
  private func readEnums(_ fields: ObjectReader, into draft: inout FileDraft) {
    // Empty in the first call.
    let namesUnderTypes = Set(naming: draft.enums.lazy.map(\.name))
    for member in fields.members("enums") {
      guard let read = readEnum(member) else { continue }
      if checkIsNew("enum", read.name, notIn: namesUnderTypes, member) {
        draft.enums.append(read)
      }
    }
  }

  /// Adds the object types under the key `objects` to `draft`.
  ///
  /// Called for the old key `types` first, then for the root of the file. An object in both places
  /// is reported, and not added again.
  private func readObjects(_ fields: ObjectReader, into draft: inout FileDraft) {
    // Empty in the first call.
    let namesUnderTypes = Set(naming: draft.objects.lazy.map(\.name.text))
    for member in fields.members("objects") {
      guard let read = readObject(member) else { continue }
      if checkIsNew("object", read.name.text, notIn: namesUnderTypes, member) {
        draft.objects.append(read)
      }
    }
  }

  /// Returns whether `name` is not among those under `types`; reports one that is.
  ///
  /// Types are declared in the root of a file or in their old place, under `types`, which is read
  /// first.
  private func checkIsNew(
    _ kind: String, _ name: String, notIn namesUnderTypes: Set<Name>, _ member: LocatedMember
  ) -> Bool {
    guard namesUnderTypes.contains(name) else { return true }
    report(
      .error, "defined-twice", "the \(kind) `\(name)` is also under `types`; keep one",
      at: member.keyNode)
    return false
  }

  /// An enum with its variants, sorted by name; nil if the value of the member is not an object,
  /// which is reported.
  ///
  /// A null in place of the variants is read as none, but nimbus-fml rejects it.
  private func readEnum(_ member: LocatedMember) -> EnumDefinition? {
    let name = checkedStringKey(of: member)
    guard let fields = checkedFields(of: member.value, .enumeration) else { return nil }
    let description = readDescription(fields, of: "the enum `\(name.text)`")
    warnOfNulls(in: fields, under: ["variants"])
    let variants = fields.members("variants").map { readVariant($0) }
    return EnumDefinition(
      name: name.text, description: description,
      variants: variants.sortedByBytes(of: \.name),
      location: member.keyNode.sourceLocation)
  }

  /// A variant with its description: `left: {description: On the left}`, or `left: On the left`.
  private func readVariant(_ member: LocatedMember) -> EnumVariant {
    let name = checkedStringKey(of: member).text
    return EnumVariant(
      name: name, description: readVariantDescription(member, name),
      location: member.keyNode.sourceLocation)
  }

  /// The description of the variant called `name`, whose value is an object with a `description`,
  /// or the description itself.
  ///
  /// Empty, with a problem, if the description is missing or not a text.
  private func readVariantDescription(_ member: LocatedMember, _ name: String) -> String {
    let title = "the variant `\(name)`"
    switch member.value.kind {
    case .object:
      let fields = checkedFields(of: member.value, .variant)
      return fields.map { readDescription($0, of: title) } ?? ""
    case .null:
      reportToleratedMistake(
        "missing-description", "\(title) has no description", at: member.keyNode)
      return ""
    default:
      // A value that is not a string is reported by `read`.
      guard let text = log.read(member.value, .string)?.text else { return "" }
      reportRejectedByNimbusFML(
        "a variant that is plain text: write `\(name): {description: …}`", at: member.keyNode)
      return text
    }
  }

  /// An object type with its fields; nil if the value of the member is not an object, which is
  /// reported.
  private func readObject(_ member: LocatedMember) -> ObjectDraft? {
    let name = checkedStringKey(of: member)
    guard let reader = checkedFields(of: member.value, .object) else { return nil }
    var draft = ObjectDraft(
      name: name, description: readDescription(reader, of: "the object `\(name.text)`"))
    // A null in place of the fields is read as none, but nimbus-fml rejects it.
    warnOfNulls(in: reader, under: ["fields"])
    let fields = readVariables(reader.members("fields"), .field, kind: "field")
    draft.fields = fields.read
    // The names of fields that are too broken to read: a value for one of them is not reported as
    // unknown.
    draft.brokenNames = fields.brokenNames
    return draft
  }

  /// The variables or fields that could be read, and the names of the others.
  ///
  /// - Parameter kind: What messages call them: `variable` or `field`.
  func readVariables(
    _ members: [LocatedMember], _ level: ManifestLevel, kind: String
  ) -> (read: [VariableDraft], brokenNames: [String]) {
    var read: [VariableDraft] = []
    var brokenNames: [String] = []
    for member in members {
      if let variable = readVariable(member, level, kind) {
        read.append(variable)
      } else {
        brokenNames.append(member.key)
      }
    }
    return (read, brokenNames)
  }

  /// A variable or field; nil if the value of the member is not an object or has no type, which is
  /// reported.
  private func readVariable(
    _ member: LocatedMember, _ level: ManifestLevel, _ kind: String
  ) -> VariableDraft? {
    guard let fields = checkedFields(of: member.value, level) else { return nil }
    let type = fields.optional("type", .string)
    reportTypeRejectedByNimbusFML(type)
    let description = readDescription(fields, of: "the \(kind) `\(member.key)`")
    let defaultValue = readDefault(fields)
    let preferenceKey = fields.optional("pref-key", .scalar)?.text
    let geckoPreference = fields["gecko-pref"].flatMap { readGeckoPreference($0) }
    let stringAlias = fields.optional("string-alias", .scalar)
    // Not before the other keys are read, so that their problems are reported without a type too.
    guard let type else { return nil }
    return VariableDraft(
      name: LocatedName(keyOf: member), description: description, type: type,
      defaultValue: defaultValue, preferenceKey: preferenceKey, geckoPreference: geckoPreference,
      stringAlias: stringAlias)
  }

  /// The value under `default`, which may be null, or under its older name `value`, which is
  /// reported; nil without either.
  private func readDefault(_ fields: ObjectReader) -> LocatedValue? {
    let current = fields.valueEvenIfNull("default")
    let old = fields.member("value")
    if let old, current != nil {
      report(
        .error, "duplicate-key", "duplicate field `default`: `value` is an older name for it",
        at: old.keyNode)
    } else if let old {
      reportToleratedMistake(
        "value-for-default", "write `default` instead of `value`", at: old.keyNode)
    }
    let value = current ?? old?.value
    if let value { reportLargeIntegersAndUnquotedKeys(in: value) }
    return value
  }

  /// A Gecko preference with its branch, `default` or `user`; nil, with a problem, if its name or
  /// its branch is missing or wrong.
  private func readGeckoPreference(_ value: LocatedValue) -> GeckoPreference? {
    // A missing name or branch is reported by `checkedFields`, one that is not a scalar by
    // `optional`.
    guard let fields = checkedFields(of: value, .geckoPreference),
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

  /// Reports integers in a value that apps cannot represent, and unquoted keys other than strings.
  func reportLargeIntegersAndUnquotedKeys(in value: LocatedValue) {
    switch value.kind {
    case .integer: reportIfTooLarge(value)
    case .array:
      for element in value.elements { reportLargeIntegersAndUnquotedKeys(in: element) }
    case .object:
      for member in value.members {
        if member.keyNode.kind != .string { reportUnquotedKey(of: member) }
        reportLargeIntegersAndUnquotedKeys(in: member.value)
      }
    default: break
    }
  }

  /// Reports an integer of more than 64 bits.
  private func reportIfTooLarge(_ integer: LocatedValue) {
    // The largest integer of 64 bits has 19 digits, so a shorter text needs no check.
    let alwaysFittingLength = 18
    guard let text = integer.text, text.utf8.count > alwaysFittingLength else { return }
    let fits = YAMLNumber.integerLiteral(text) != nil
    guard !fits else { return }
    report(
      .error, "number-too-large",
      "\(text) is too large for a 64-bit integer; use a smaller number or a decimal",
      at: integer)
  }

  /// Gives a hint about a key that is a number, a boolean or null without quotes.
  private func reportUnquotedKey(of member: LocatedMember) {
    let key = member.keyNode
    let message = "the key is read as the text it is written with, not as \(key.kind.words)"
    let hint = "write \"\(member.key)\" in quotes"
    log.report(Problem(.hint, "unquoted-text", message).with(hint: hint), at: key)
  }
}

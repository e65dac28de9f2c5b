import VirgaJSON
import VirgaSource

extension FileReader {
  /// An enum; a variant may be given as a plain text, its description.
  mutating func readEnum(_ member: WrittenMember) -> EnumDefinition? {
    let name = name(of: member, .quoted)
    guard let fields = fields(of: member.value, EnumKey.self) else { return nil }
    if fields.written(.variants) == nil { reportMissing("variants", in: member.value, EnumKey.level) }
    let description = description(fields[.description], of: "the enum `\(name.text)`", member.keyNode)
    checkNulls(fields, [.variants])
    var variants = members(fields[.variants]).compactMap { readVariant($0) }
    variants.sort { $0.name.utf8Precedes($1.name) }
    return EnumDefinition(
      name: name.text, description: description, variants: variants, location: place(of: member.keyNode))
  }

  private mutating func readVariant(_ member: WrittenMember) -> EnumVariant? {
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
    return EnumVariant(name: name.text, description: description, location: place(of: member.keyNode))
  }

  /// An object type.
  mutating func readObject(_ member: WrittenMember) -> ObjectDraft? {
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

  func place(of value: WrittenValue) -> SourceLocation { value.place }
}

extension WrittenValue {
  /// Where it was written; the start of the file for what was made by the program.
  var place: SourceLocation {
    location ?? SourceLocation(file: document.name, range: SourceRange(at: .start))
  }
}

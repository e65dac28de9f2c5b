import VirgaJSON
import VirgaSource

extension FileReader {
  /// Nil if the root is neither an object nor empty.
  mutating func readFile() -> FileDraft? {
    let root = document.root
    if root.kind == .null { return FileDraft(root: root) }
    guard root.kind == .object else {
      report(
        .error, "not-a-manifest", "a manifest is an object with keys such as `features`, not \(root.kind.words)",
        at: root)
      return nil
    }
    var draft = FileDraft(root: root)
    guard let fields = fields(of: root, TopKey.self) else { return nil }
    _ = text(fields[.version], .unquoted)
    draft.about = fields[.about].flatMap { readAbout($0) }
    draft.channels = names(fields[.channels], .unquoted)
    draft.includes = names(fields[.includes], .unquoted)
    draft.imports = elements(fields[.imports]).compactMap { readImport($0) }
    if let types = fields[.types], let old = self.fields(of: types, TypesKey.self) {
      readTypes(old[.enums], old[.objects], into: &draft)
    }
    readTypes(fields[.enums], fields[.objects], into: &draft)
    checkNulls(fields, [.enums, .objects])
    draft.features = members(fields[.features]).compactMap { readFeature($0) }
    reportRepeatedKeys()
    return draft
  }

  private mutating func readTypes(_ enums: LocatedValue?, _ objects: LocatedValue?, into draft: inout FileDraft) {
    let known = Set(naming: draft.enums.lazy.map(\.name))
    for member in members(enums) {
      if let read = readEnum(member), isNew("enum", read.name, known, member) { draft.enums.append(read) }
    }
    let knownObjects = Set(naming: draft.objects.lazy.map(\.name.text))
    for member in members(objects) {
      if let read = readObject(member), isNew("object", read.name.text, knownObjects, member) {
        draft.objects.append(read)
      }
    }
  }

  private mutating func isNew(_ kind: String, _ name: String, _ earlier: Set<Name>, _ member: LocatedMember) -> Bool {
    guard earlier.contains(name) else { return true }
    report(.error, "defined-twice", "the \(kind) `\(name)` is also under `types`; keep one", at: member.keyNode)
    return false
  }

  private mutating func readAbout(_ value: LocatedValue) -> About? {
    guard let fields = fields(of: value, AboutKey.self) else { return nil }
    let description = description(fields[.description], of: "`about`", nameNode(of: value), .unquoted)
    return About(
      description: description, swift: fields[.swift].flatMap { readSwift($0) },
      kotlin: fields[.kotlin].flatMap { readKotlin($0) }, location: nameNode(of: value).location)
  }

  private mutating func readSwift(_ value: LocatedValue) -> About.SwiftNames? {
    guard let fields = fields(of: value, SwiftKey.self, required: [.module, .className]),
      let module = text(fields[.module], .unquoted), let name = text(fields[.className], .unquoted)
    else { return nil }
    return About.SwiftNames(module: module, className: name)
  }

  private mutating func readKotlin(_ value: LocatedValue) -> About.KotlinNames? {
    guard let fields = fields(of: value, KotlinKey.self, required: [.package, .className]),
      let package = text(fields[.package], .unquoted), let name = text(fields[.className], .unquoted)
    else { return nil }
    return About.KotlinNames(package: package, className: name)
  }

  /// Reports repeated keys where the language lets the last one win.
  mutating func reportRepeatedKeys() {
    for (first, second) in document.repeatedKeys where !reportedKeys.contains(second) {
      let line = document.nodes[Int(first)].start.line
      let key = LocatedValue(document: document, index: second)
      report(
        .warning, "repeated-key", "`\(key.text ?? "")` is already on line \(line); only this one is used", at: key)
    }
  }
}

extension FileReader {
  mutating func readImport(_ value: LocatedValue) -> ImportDraft? {
    guard let fields = fields(of: value, ImportKey.self, required: [.path, .channel]) else { return nil }
    let additions = members(fields[.features]).map { readAddition($0) }
    guard let path = name(fields[.path], .unquoted), let channel = name(fields[.channel], .unquoted) else { return nil }
    return ImportDraft(path: path, channel: channel, additions: additions)
  }

  private mutating func readAddition(_ member: LocatedMember) -> AdditionDraft {
    var addition = AdditionDraft(feature: name(of: member, .unquoted))
    switch member.value.kind {
    case .null: break
    case .array: for element in member.value.elements { readAddition(element, into: &addition) }
    case .object:
      guard let fields = fields(of: member.value, AdditionKey.self) else { break }
      addition.blocks = elements(fields[.defaults]).compactMap { readBlock($0) }
      addition.examples = elements(fields[.examples]).compactMap { readExample($0) }
    default: reportAddition(member.value)
    }
    return addition
  }

  private mutating func readAddition(_ value: LocatedValue, into addition: inout AdditionDraft) {
    if value["value"] != nil {
      if let block = readBlock(value) { addition.blocks.append(block) }
    } else if let block = value["default"] ?? value["defaults"] {
      if let block = readBlock(block) { addition.blocks.append(block) }
    } else if let example = value["example"] {
      if let example = readExample(example) { addition.examples.append(example) }
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
}

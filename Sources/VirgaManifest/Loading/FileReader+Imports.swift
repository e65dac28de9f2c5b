import VirgaJSON
import VirgaSource

extension FileReader {
  /// An import; nil where its path or channel is missing.
  mutating func readImport(_ value: WrittenValue) -> ImportDraft? {
    guard let fields = fields(of: value, ImportKey.self, required: [.path, .channel]) else { return nil }
    let additions = members(fields[.features]).map { readAddition($0) }
    guard let path = name(fields[.path], .unquoted), let channel = name(fields[.channel], .unquoted) else { return nil }
    return ImportDraft(path: path, channel: channel, additions: additions)
  }

  private mutating func readAddition(_ member: WrittenMember) -> AdditionDraft {
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

  private mutating func readAddition(_ value: WrittenValue, into addition: inout AdditionDraft) {
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

  private mutating func reportAddition(_ value: WrittenValue) {
    report(
      .error, "bad-import-addition",
      "expected a list of default blocks, or an object with `defaults` and `examples`, found \(value.kind.words)",
      at: value)
  }
}

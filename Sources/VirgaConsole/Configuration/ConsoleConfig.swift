import VirgaCanvas
package import VirgaJSON
package import VirgaSource
package import VirgaWorkbench
import VirgaYAML

/// A person's settings for the console, from `virga/config.yaml` in their configuration folder.
///
/// Problems in the file are reported with their positions; the other settings still apply.
package struct ConsoleConfig: Sendable {
  package private(set) var theme: String?
  /// When to use colors: `never`, `auto` or `always`.
  package private(set) var color: String?
  package private(set) var usesMouse: Bool?
  package private(set) var isASCII: Bool?
  /// The apps to hand sessions off to, including built-in ones.
  package private(set) var handoffTargets = HandoffTarget.known
  package private(set) var keys = KeyMap()
  /// The attributes of the person's apps that expressions may read.
  package private(set) var attributes: Set<Name> = []
  package private(set) var problems: [Problem] = []

  package init() {}

  package init(_ source: SourceText) {
    let text = LocatedText(source)
    problems = text.problems.map(\.inUsedFile)
    guard let written = text.written, written.kind != .null else { return }
    guard written.kind == .object else {
      report("a configuration consists of names and values, such as `theme: mono`", at: written)
      return
    }
    let settings = ObjectKeys(
      "a configuration", ["apps", "ascii", "attributes", "color", "keys", "mouse", "theme"])
    let reader = ObjectReader(written, settings, log: ProblemLog(Self.words))
    reader.checkKeys()
    theme = reader.value("theme", Self.choice(of: Theme.all.map(\.name)), default: nil)
    color = reader.value("color", Self.choice(of: ["never", "auto", "always"]), default: nil)
    usesMouse = reader.value("mouse", .boolean, default: nil)
    isASCII = reader.value("ascii", .boolean, default: nil)
    problems += reader.problems
    if let keys = reader.written("keys") { readKeys(keys) }
    if let names = reader.written("attributes") { readAttributes(names) }
    let (targets, mistakes) = HandoffTarget.all(config: written)
    handoffTargets = targets
    // Apps and keys are read separately, so sort the problems by position.
    problems = (problems + mistakes).sorted {
      ($0.location?.range.start ?? .start) < ($1.location?.range.start ?? .start)
    }
  }

  private static var words: ObjectWords {
    var words = ObjectWords()
    words.unknown = { name, settings in
      let known = settings.keys.joined(separator: ", ")
      return Problem(.error, "bad-setting", "unknown setting \(name); the settings are \(known)")
    }
    words.mismatch = { value, expected in
      Problem(.error, "bad-setting", "\(value.keyOfMember.text ?? "") must be \(expected)")
    }
    words.path = { _, _ in "" }
    return words
  }

  private static func choice(of names: [String]) -> MemberKind<String> {
    let title = "one of \(names.joined(separator: ", "))"
    return MemberKind(title) { (value) throws(Problems) -> String? in
      guard let name = value.text, !names.contains(name) else { return value.text }
      let hint = NameSuggestions.hint(for: name, among: names)
      throw Problems([Self.words.mismatch(value, title).with(hint: hint)])
    }
  }

  /// Reads the names of attributes: a list, or a single one.
  private mutating func readAttributes(_ written: LocatedValue) {
    let all = written.kind == .array ? Array(written.elements) : [written]
    for each in all where each.kind != .null {
      guard let name = each.string, Self.isAttribute(name) else {
        report("an attribute is a name of letters, digits and _, such as `has_widget`", at: each)
        continue
      }
      attributes.insert(Name(name))
    }
  }

  private static func isAttribute(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isAlphabetic
    else { return false }
    return name.unicodeScalars.allSatisfy {
      $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
    }
  }

  /// The keys that the file gives a command.
  private struct ConfiguredKeys {
    let command: Command
    /// Each sequence of keys, with its value in the file.
    let keys: [(presses: [KeyPress], value: LocatedValue)]
  }

  /// Assigns keys to commands in file order; a command whose keys another one has keeps its own.
  private mutating func readKeys(_ written: LocatedValue) {
    guard written.kind == .object else {
      report("keys are given by command, such as `next-channel: [Ctrl-N]`", at: written)
      return
    }
    var seen: Set<String> = []
    let wanted = lastMembers(of: written).compactMap { configuredKeys($0, &seen) }
    var released = Set(wanted.map(\.command.name))
    var changed: [String: [[KeyPress]]] = [:]
    for each in wanted {
      released.remove(each.command.name)
      if let (mistake, value) = self.mistake(in: each, released: released) {
        report(mistake, at: value)
      } else {
        changed[each.command.name] = each.keys.map(\.presses)
        keys = KeyMap(changed: changed)
      }
    }
  }

  /// The members of an object; of those with the same key, which was reported, only the last one.
  private func lastMembers(of object: LocatedValue) -> [LocatedMember] {
    var seen: Set<String> = []
    return object.members.reversed().filter { seen.insert($0.key).inserted }.reversed()
  }

  /// The command and the keys of a member such as `next-channel: [Ctrl-N]`; nil if none are valid.
  ///
  /// An empty list removes the command's keys.
  private mutating func configuredKeys(
    _ member: LocatedMember, _ seen: inout Set<String>
  ) -> ConfiguredKeys? {
    guard let command = CommandTable.command(named: member.key) else {
      report(
        "there is no command \(member.key); ? in the console lists them", at: member.keyNode,
        NameSuggestions.hint(for: member.key, among: CommandTable.names))
      return nil
    }
    guard seen.insert(command.name).inserted else {
      report("\(command.name) already has keys; write all of them in one list", at: member.keyNode)
      return nil
    }
    let written = member.value
    let all: [LocatedValue] =
      switch written.kind {
      case .array: Array(written.elements)
      case .null: []
      default: [written]
      }
    let keys = all.compactMap { each -> (presses: [KeyPress], value: LocatedValue)? in
      let presses = Command.presses(each.text ?? "")
      guard !presses.isEmpty else {
        report(
          "\(each.text ?? "this") is not a key; keys are written as in `x`, `Ctrl-D`, `F8` or `y v`",
          at: each)
        return nil
      }
      return (presses, each)
    }
    // If none of its keys is valid, the command keeps its own.
    let areAllInvalid = keys.isEmpty && !all.isEmpty
    return areAllInvalid ? nil : ConfiguredKeys(command: command, keys: keys)
  }

  /// The first of a command's keys that it cannot have, and why not; nil if it can have all of
  /// them.
  ///
  /// - Parameter released: The commands that get their keys later.
  private func mistake(in wanted: ConfiguredKeys, released: Set<String>) -> (String, LocatedValue)?
  {
    let command = wanted.command
    for (presses, value) in wanted.keys {
      let text = presses.map(\.description).joined(separator: " ")
      if command.context.types(presses) {
        return (
          "\(text) types a character where \(command.name) applies; take a key with Ctrl or Alt",
          value
        )
      }
      if let owner = keys.owner(of: presses, besides: command, released: released) {
        return (
          "\(text) runs \(owner.verbName) already; give one of them another key", value
        )
      }
    }
    return nil
  }

  /// All problems in one line, each with its position; nil if there are none.
  package var notice: String? {
    guard problems.count > 1, let file = problems.first?.location?.file else {
      return problems.first?.rendered()
    }
    let said = problems.map { "\($0.location.map { "\($0.range.start) " } ?? "")\($0.message)" }
    return "\(file): ignored \(problems.count) settings: \(said.joined(separator: "; "))"
  }

  private mutating func report(_ message: String, at value: LocatedValue, _ hint: String? = nil) {
    problems.append(Problem(.error, "bad-setting", message, at: value.location).with(hint: hint))
  }
}

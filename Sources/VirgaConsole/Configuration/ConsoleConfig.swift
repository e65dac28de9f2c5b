import VirgaCanvas
package import VirgaHandoff
import VirgaJSON
package import VirgaSource
import VirgaYAML

/// A person's settings for the console, from `virga/config.yaml` in their configuration folder.
///
/// Problems in the file are reported with their positions; the other settings still apply.
package struct ConsoleConfig: Sendable {
  /// The theme.
  package private(set) var theme: String?
  /// When to use colors: `never`, `auto` or `always`.
  package private(set) var color: String?
  /// Whether the console uses the mouse.
  package private(set) var usesMouse: Bool?
  /// Whether to draw only ASCII characters.
  package private(set) var isASCII: Bool?
  /// The apps to hand sessions off to, including built-in ones.
  package private(set) var handoffTargets = HandoffTarget.known
  /// The keys of the commands.
  package private(set) var keys = KeyMap()
  /// The problems of the file.
  package private(set) var problems: [Problem] = []

  /// The default configuration.
  package init() {}

  /// Reads a YAML configuration.
  package init(_ source: SourceText) {
    let text = LocatedText(source)
    problems = text.problems
    guard let written = text.written, written.kind != .null else { return }
    guard written.kind == .object else {
      report("a configuration consists of names and values, such as `theme: mono`", at: written)
      return
    }
    for member in written.members { read(member) }
    let (targets, mistakes) = HandoffTarget.all(config: written)
    handoffTargets = targets
    // Apps and keys are read separately, so sort the problems by position.
    problems = (problems + mistakes).sorted {
      ($0.location?.range.start ?? .start) < ($1.location?.range.start ?? .start)
    }
  }

  private static let names = ["apps", "ascii", "color", "keys", "mouse", "theme"]

  private mutating func read(_ member: LocatedMember) {
    switch member.key {
    case "theme": theme = choice(member, of: Theme.all.map(\.name))
    case "color": color = choice(member, of: ["never", "auto", "always"])
    case "mouse": usesMouse = boolean(member)
    case "ascii": isASCII = boolean(member)
    case "keys": readKeys(member.value)
    // Read as a whole by the hand-off code.
    case "apps": break
    default:
      report(
        "there is no setting \(member.key); there are \(Self.names.joined(separator: ", "))", at: member.keyNode,
        NameSuggestions.hint(for: member.key, among: Self.names))
    }
  }

  private mutating func choice(_ member: LocatedMember, of names: [String]) -> String? {
    guard let name = member.value.text, names.contains(name) else {
      let hint = member.value.text.flatMap { NameSuggestions.hint(for: $0, among: names) }
      report("\(member.key) must be one of \(names.joined(separator: ", "))", at: member.value, hint)
      return nil
    }
    return name
  }

  private mutating func boolean(_ member: LocatedMember) -> Bool? {
    guard case .boolean(let value) = member.value.json else {
      report("\(member.key) must be true or false", at: member.value)
      return nil
    }
    return value
  }

  private typealias ConfiguredKeys = (command: Command, keys: [(presses: [KeyPress], value: LocatedValue)])

  /// The maximum number of keys of a command, as each is compared with all others.
  private static let maxKeys = 8

  /// Assigns keys to commands in file order, so that earlier ones take precedence.
  private mutating func readKeys(_ written: LocatedValue) {
    guard written.kind == .object else {
      report("keys are given by command, such as `next-channel: [Ctrl-N]`", at: written)
      return
    }
    let wanted = wantedKeys(written)
    var bindings = KeyBindings()
    for each in wanted { bindings.set(each.command, to: each.keys.map(\.presses)) }
    // A command whose keys are refused gets its own back, but an earlier command may have taken them.
    var open = wanted
    var wasRefused = true
    while wasRefused {
      wasRefused = false
      open.removeAll { each in
        guard let (mistake, value) = mistake(in: each, among: bindings) else { return false }
        report(mistake, at: value)
        bindings.reset(each.command)
        wasRefused = true
        return true
      }
    }
    keys = KeyMap(bindings)
  }

  private mutating func wantedKeys(_ written: LocatedValue) -> [ConfiguredKeys] {
    var wanted: [ConfiguredKeys] = []
    var seen: Set<String> = []
    for member in written.members {
      guard let command = CommandTable.command(named: member.key) else {
        report(
          "there is no command \(member.key); ? in the console lists them", at: member.keyNode,
          NameSuggestions.hint(for: member.key, among: CommandTable.names))
        continue
      }
      guard seen.insert(command.name).inserted else {
        report("\(command.name) already has keys; write all of them in one list", at: member.keyNode)
        continue
      }
      guard let keys = presses(member.value) else { continue }
      guard keys.count <= Self.maxKeys else {
        report("a command has at most \(Self.maxKeys) keys; \(command.name) has \(keys.count)", at: member.keyNode)
        continue
      }
      wanted.append((command, keys))
    }
    return wanted
  }

  private func mistake(in wanted: ConfiguredKeys, among bindings: KeyBindings) -> (String, LocatedValue)? {
    let name = wanted.command.name
    for (presses, value) in wanted.keys {
      let text = presses.map(\.description).joined(separator: " ")
      if KeyMap.isTyped(presses, for: wanted.command) {
        return ("\(text) types a character where \(name) applies; take a key with Ctrl or Alt", value)
      }
      let rivals = bindings.rivals(of: wanted.command, for: presses)
      guard rivals.isEmpty else {
        let names = rivals.map { $0.verb ?? $0.name }.withoutRepeats.joined(separator: ", ")
        return ("\(text) runs \(names) already; give one of them another key", value)
      }
    }
    return nil
  }

  /// Nil if none of the keys is valid: the command keeps its own then.
  private mutating func presses(_ written: LocatedValue) -> [(presses: [KeyPress], value: LocatedValue)]? {
    let all = written.kind == .array ? Array(written.elements) : written.kind == .null ? [] : [written]
    let keys = all.compactMap { each -> (presses: [KeyPress], value: LocatedValue)? in
      let names = (each.text ?? "").split(separator: " ")
      let presses = names.map { KeyPress(String($0)) }
      guard !presses.isEmpty, !presses.contains(nil) else {
        report("\(each.text ?? "this") is not a key; keys are written as in `x`, `Ctrl-D`, `F8` or `y v`", at: each)
        return nil
      }
      return (presses.compactMap(\.self), each)
    }
    return keys.isEmpty && !all.isEmpty ? nil : keys
  }

  /// All problems in one line, each with its position; nil if there are none.
  package var notice: String? {
    guard problems.count > 1, let file = problems.first?.location?.file else { return problems.first?.rendered() }
    let most = 20
    var said = problems.prefix(most).map { "\($0.location.map { "\($0.range.start) " } ?? "")\($0.message)" }
    if problems.count > most { said.append("and \(problems.count - most) more") }
    return "\(file): ignored \(problems.count) settings: \(said.joined(separator: "; "))"
  }

  /// The number of problems with suggestions, as finding similar names is slow.
  private static let maxHints = 100

  private mutating func report(_ message: String, at value: LocatedValue, _ hint: @autoclosure () -> String? = nil) {
    let hint = problems.count < Self.maxHints ? hint() : nil
    problems.append(Problem(.error, "bad-setting", message, at: value.location).with(hint: hint))
  }
}

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
  /// Where the live recipes of apps are, including those of the built-in table.
  package private(set) var recipeCollections = RecipeCollection.known
  package private(set) var keys = KeyMap()
  /// The attributes of the person's apps that expressions may read.
  package private(set) var attributes: Set<Name> = []
  /// The variables of manifests whose texts are expressions, such as `messaging.triggers`.
  package private(set) var expressions: Set<Name> = []
  package private(set) var problems: [Problem] = []

  package init() {}

  /// Reads the text of a configuration file; an empty one has no settings.
  package init(_ source: SourceText) {
    let text = LocatedText(source)
    // Of a key that is written twice, the last value counts, and the problem says so.
    problems = text.problems.map(\.sayingWhichValueIsUsed)
    guard let written = text.written, written.kind != .null else { return }
    guard written.kind == .object else {
      report("a configuration consists of names and values, such as `theme: mono`", at: written)
      return
    }
    readSettings(written)
    sortProblems()
  }

  /// Reads the settings; wrong ones are reported and left out.
  private mutating func readSettings(_ written: LocatedValue) {
    let settings = ObjectKeys(
      "a configuration",
      [
        "apps", "ascii", "attributes", "color", "expressions", "keys", "mouse", "recipes", "theme",
      ])
    let reader = ObjectReader(written, settings, log: ProblemLog(Self.settingMessages))
    reader.reportUnknownAndRepeatedKeys()
    theme = reader.value("theme", Self.choice(of: Theme.all.map(\.name)), default: nil)
    color = reader.value("color", Self.choice(of: ["never", "auto", "always"]), default: nil)
    usesMouse = reader.value("mouse", .boolean, default: nil)
    isASCII = reader.value("ascii", .boolean, default: nil)
    // The settings that are read below add their problems themselves.
    problems += reader.problems
    readSettingsWithElements(reader)
    readAppsAndRecipes(written)
  }

  /// Reads the settings whose elements are read one by one, so that valid elements count even if
  /// others are invalid.
  private mutating func readSettingsWithElements(_ reader: ObjectReader) {
    // A null is an empty list of attributes or expressions; for `keys`, it is a problem.
    if let keys = reader.valueEvenIfNull("keys") { readKeys(keys) }
    if let names = reader.valueEvenIfNull("attributes") { readAttributes(names) }
    if let names = reader.valueEvenIfNull("expressions") { readExpressions(names) }
  }

  /// Reads the settings `apps`, the apps to hand sessions off to, and `recipes`, where the live
  /// recipes of apps are; both include what is built in.
  private mutating func readAppsAndRecipes(_ written: LocatedValue) {
    let (targets, problemsInApps) = HandoffTarget.all(config: written)
    handoffTargets = targets
    problems += problemsInApps
    let (collections, problemsInRecipes) = RecipeCollection.all(config: written)
    recipeCollections = collections
    problems += problemsInRecipes
  }

  /// Sorts the problems by their positions in the file, because they were found setting by setting.
  private mutating func sortProblems() {
    problems.sort { first, second in
      let firstStart = first.location?.range.start ?? .start
      let secondStart = second.location?.range.start ?? .start
      return firstStart < secondStart
    }
  }

  /// The messages about settings that are unknown or have a wrong value, as in
  /// `mouse must be a Boolean`; they name no path, because all settings are at the top level.
  private static var settingMessages: ObjectMessages {
    var words = ObjectMessages()
    words.unknown = { name, settings in
      let known = settings.known.joined(separator: ", ")
      return Problem(.error, "bad-setting", "unknown setting \(name); the settings are \(known)")
    }
    words.mismatch = { value, expected in
      Problem(.error, "bad-setting", "\(value.keyOfMember.text ?? "") must be \(expected)")
    }
    words.path = { _, _ in "" }
    return words
  }

  /// A setting that is one of some names; the problem with another name suggests a similar one.
  private static func choice(of names: [String]) -> MemberKind<String> {
    let title = "one of \(names.joined(separator: ", "))"
    return MemberKind(title) { (value) throws(Problems) -> String? in
      // A value that is not a text gives nil, whose mismatch the reader reports by itself.
      guard let name = value.text else { return nil }
      if names.contains(name) { return name }
      let hint = NameSuggestions.hint(for: name, among: names)
      throw Problems([Self.settingMessages.mismatch(value, title).with(hint: hint)])
    }
  }

  /// Reads the names of the attributes of the person's apps, which expressions may read in addition
  /// to those of Nimbus: a list, or a single name.
  private mutating func readAttributes(_ written: LocatedValue) {
    for each in Self.listedValues(in: written) {
      guard let name = each.string, Self.isAttribute(name) else {
        report("an attribute is a name of letters, digits and _, such as `has_widget`", at: each)
        continue
      }
      attributes.insert(Name(name))
    }
  }

  /// Reads the names of the variables whose texts are expressions, such as `messaging.triggers`: a
  /// list, or a single one.
  private mutating func readExpressions(_ written: LocatedValue) {
    for each in Self.listedValues(in: written) {
      guard let name = each.string, Self.isVariable(name) else {
        report("expressions are in variables of features, such as `messaging.triggers`", at: each)
        continue
      }
      expressions.insert(Name(name))
    }
  }

  /// The elements of a list, or a single value; without nulls.
  private static func listedValues(in written: LocatedValue) -> [LocatedValue] {
    let all = written.kind == .array ? Array(written.elements) : [written]
    return all.filter { $0.kind != .null }
  }

  /// Whether a text has the form of a variable with its feature, as in `messaging.triggers`.
  private static func isVariable(_ name: String) -> Bool {
    // Empty parts are kept, so that `.triggers` and `a..b` are recognized as malformed.
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isFeatureAndVariable = parts.count == 2
    return isFeatureAndVariable && parts.allSatisfy { !$0.isEmpty }
  }

  /// Whether expressions can read a name: letters, digits and `_`, not starting with a digit.
  private static func isAttribute(_ name: String) -> Bool {
    func isLetterOrUnderscore(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "_" || scalar.properties.isAlphabetic
    }
    guard let first = name.unicodeScalars.first, isLetterOrUnderscore(first) else { return false }
    return name.unicodeScalars.allSatisfy { scalar in
      isLetterOrUnderscore(scalar) || ("0"..."9").contains(scalar)
    }
  }

  /// The keys that the file gives a command.
  private struct ConfiguredKeys {
    /// A sequence of keys with its value in the file.
    typealias KeySequence = (presses: [KeyPress], value: LocatedValue)

    let command: Command
    let keys: [KeySequence]
  }

  /// Assigns keys to commands in file order; a command whose new keys another one has keeps its old
  /// ones.
  ///
  /// The keys of commands further down in the file are free, because these commands get others: two
  /// commands can exchange their keys.
  private mutating func readKeys(_ written: LocatedValue) {
    guard written.kind == .object else {
      report("keys are given by command, such as `next-channel: [Ctrl-N]`", at: written)
      return
    }
    // Of a command that is named twice, only the last member counts.
    let wanted = lastMembers(of: written).compactMap { configuredKeys($0) }
    // The commands that have released their old keys and got no others yet.
    var released = Set(wanted.map(\.command.name))
    var changed: [String: [[KeyPress]]] = [:]
    for configured in wanted {
      let name = configured.command.name
      // If the command is refused its new keys, it has its old ones again.
      released.remove(name)
      if let (reason, value) = refusal(of: configured, released: released) {
        report(reason, at: value)
      } else {
        changed[name] = configured.keys.map(\.presses)
        // The commands further down are checked against these keys.
        keys = KeyMap(changed: changed)
      }
    }
  }

  /// The members of an object in their order; of those with the same key only the last one, because
  /// a repeated key was reported when the text was read.
  private func lastMembers(of object: LocatedValue) -> [LocatedMember] {
    var seen: Set<String> = []
    return object.members.reversed().filter { seen.insert($0.key).inserted }.reversed()
  }

  /// The command and the keys of a member such as `next-channel: [Ctrl-N]`; nil if the command or
  /// all of its keys are invalid, which is reported.
  ///
  /// An empty list removes the command's keys.
  private mutating func configuredKeys(_ member: LocatedMember) -> ConfiguredKeys? {
    guard let command = CommandTable.command(named: member.key) else {
      report(
        "there is no command \(member.key); ? in the console lists them", at: member.keyNode,
        NameSuggestions.hint(for: member.key, among: CommandTable.names))
      return nil
    }
    let written = member.value
    let all: [LocatedValue] =
      switch written.kind {
      case .array: Array(written.elements)
      case .null: []
      default: [written]
      }
    let keys = all.compactMap { readSequence($0) }
    let areAllInvalid = keys.isEmpty && !all.isEmpty
    return areAllInvalid ? nil : ConfiguredKeys(command: command, keys: keys)
  }

  /// Reads a sequence of keys such as `Ctrl-D` or `y v`; nil if it is not one, which is reported.
  private mutating func readSequence(_ value: LocatedValue) -> ConfiguredKeys.KeySequence? {
    let presses = Command.presses(value.text ?? "")
    guard !presses.isEmpty else {
      report(
        "\(value.text ?? "this") is not a key; keys are written as in `x`, `Ctrl-D`, `F8` or `y v`",
        at: value)
      return nil
    }
    return (presses, value)
  }

  /// Why a command cannot have one of its keys, and the key's value in the file; nil if it can have
  /// all of them.
  ///
  /// - Parameter released: The names of the commands further down in the file, whose old keys are
  ///   free.
  private func refusal(
    of wanted: ConfiguredKeys, released: Set<String>
  ) -> (reason: String, value: LocatedValue)? {
    let command = wanted.command
    for (presses, value) in wanted.keys {
      let written = presses.map(\.description).joined(separator: " ")
      if command.context.takesAsText(presses) {
        let reason =
          "\(written) types a character where \(command.name) applies; take a key with Ctrl or Alt"
        return (reason, value)
      }
      if let owner = keys.owner(of: presses, besides: command, released: released) {
        return ("\(written) runs \(owner.verbName) already; give one of them another key", value)
      }
    }
    return nil
  }

  /// All problems in one line, each with its position; nil without problems.
  ///
  /// As in `config.yaml: ignored 2 settings: 1:1 unknown setting x; 2:1 mouse must be a Boolean`.
  package var notice: String? {
    guard problems.count > 1, let file = problems.first?.location?.file else {
      // A single problem is rendered with its file and position; several are all in one file.
      return problems.first?.rendered()
    }
    let messages = problems.map { problem in
      let position = problem.location.map { "\($0.range.start) " } ?? ""
      return position + problem.message
    }
    return "\(file): ignored \(problems.count) settings: \(messages.joined(separator: "; "))"
  }

  /// Records an error at a value in the file.
  private mutating func report(_ message: String, at value: LocatedValue, _ hint: String? = nil) {
    problems.append(Problem(.error, "bad-setting", message, at: value.location).with(hint: hint))
  }
}

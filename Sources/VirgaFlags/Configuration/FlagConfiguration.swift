public import VirgaJSON
public import VirgaSource

/// A JSON configuration: flags, unlock flags and tests, and what is wrong with it.
public struct FlagConfiguration: Hashable, Sendable {
  /// The entries that can be used, in the order of the file; of equal names the first one counts.
  public var flags: [ConfiguredFlag] = []
  /// What is wrong; an entry with an error is left out of `flags`.
  public var problems: [Problem] = []
  /// Whether the file is a configuration at all; where not, an app goes on with what it kept.
  public var isReadable = true

  /// A configuration with `flags`.
  public init(flags: [ConfiguredFlag] = []) { self.flags = flags }

  /// Reads a text called `name`.
  public init(_ text: String, name: String = "-") { self.init(JSONDocument.parse(text, name: name)) }

  /// Reads a JSON text: an object with an array `features`, whose other members are left alone, or the array alone.
  ///
  /// A text that is no JSON gives no flags (Flags: Configuration).
  public init(_ document: JSONDocument) {
    problems = document.problems
    let isJSON = problems.allSatisfy { $0.severity != .error || $0.code == "json-duplicate-key" }
    guard let root = document.root, isJSON, let entries = list(in: root) else {
      isReadable = false
      return
    }
    var names: NameSet = []
    for (index, entry) in entries.nodes.enumerated() {
      var reader = EntryReader(entry, at: entries.path.appending(index: index))
      let flag = reader.flag()
      if let flag, !names.insert(flag.name) {
        reader.report(
          .warning, "duplicate-name", "name", "Give each flag its own name; the first `\(flag.name)` counts")
      } else if let flag {
        flags.append(flag)
      }
      problems += reader.problems
    }
  }

  private mutating func list(in root: JSONNode) -> (nodes: [JSONNode], path: JSONPath)? {
    switch root.kind {
    case .array: return (root.elements, [])
    case .object:
      guard let member = root.member("features") else {
        let hint = NearNames.hint(for: "features", among: root.members.map(\.key))
        refuse("no-features", root, "", "Add `features`: a list of flags", hint: hint)
        return nil
      }
      guard member.value.kind == .array else {
        refuse("wrong-type", member.value, "features", "Write a list of flags, not \(member.value.title)")
        return nil
      }
      return (member.value.elements, ["features"])
    default:
      refuse("wrong-type", root, "", "Write an object with a list `features`, not \(root.title)")
      return nil
    }
  }

  private mutating func refuse(
    _ code: Problem.Code, _ node: JSONNode, _ path: String, _ message: String, hint: String? = nil
  ) {
    problems.append(Problem(.error, code, path: path, message, at: node.location, hint: hint))
  }
}

import ArgumentParser
import VirgaJSON

/// An argument of a command as the command declares it.
struct DeclaredArgument {
  enum Values: Equatable {
    /// Free text.
    case any
    case words([String])
    case files
    case folders
    case named(CompletionSubject)
  }

  /// With their dashes, such as `--channel`; empty for a positional argument.
  let names: [String]
  let takesValue: Bool
  /// What help calls its value, such as `file`.
  let valueName: String
  let isRepeating: Bool
  let summary: String
  let values: Values

  var isPositional: Bool { names.isEmpty }

  /// Whether its value is a name of `subject`.
  func isFor(_ subject: CompletionSubject) -> Bool { values == .named(subject) }

  /// The arguments of a command without subcommands, except hidden ones, from the parser's
  /// description of the command as JSON.
  static func all(of command: any ParsableCommand.Type) -> [DeclaredArgument] {
    let described = try? JSONValue.parse(command._dumpHelp())
    let arguments = described?["command"]?["arguments"]?.arrayValue ?? []
    return arguments.filter { $0["shouldDisplay"] == true }.map(DeclaredArgument.init)
  }

  /// Reads an argument of the parser's description.
  private init(_ json: JSONValue) {
    names = (json["names"]?.arrayValue ?? []).map { name in
      (name["kind"] == "long" ? "--" : "-") + (name["name"]?.stringValue ?? "")
    }
    takesValue = json["kind"] != "flag"
    valueName = json["valueName"]?.stringValue ?? ""
    isRepeating = json["isRepeating"] == true
    summary = json["abstract"]?.stringValue ?? ""
    values = Self.values(json)
  }

  /// An option without a value.
  init(flag name: String, summary: String) {
    names = [name]
    takesValue = false
    valueName = ""
    isRepeating = false
    self.summary = summary
    values = .any
  }

  /// The values that an argument's completion names.
  ///
  /// An argument for the names of a subject, such as features, is declared with a shell command
  /// whose text is the name of the subject.
  private static func values(_ json: JSONValue) -> Values {
    let kind = json["completionKind"] ?? .null
    if let name = kind["shellCommand"]?["command"]?.stringValue {
      return CompletionSubject(rawValue: name).map(Values.named) ?? .any
    }
    if kind["file"] != nil { return .files }
    if kind["directory"] != nil { return .folders }
    let words = (kind["list"]?["values"] ?? json["allValues"])?.arrayValue ?? []
    return words.isEmpty ? .any : .words(words.compactMap(\.stringValue))
  }
}

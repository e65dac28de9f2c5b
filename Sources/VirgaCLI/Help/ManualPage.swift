import ArgumentParser
import VirgaJSON

/// The manual page virga(1), in the language mdoc, made from the table of commands.
///
/// In mdoc a line that begins with a dot is a macro: `.Sh` a section, `.Ss` a subsection, `.It` an
/// item of a list; inside a macro `Fl` is an option, `Ar` an argument, `Op` something optional.
enum ManualPage {
  /// The whole page.
  static var text: String {
    // The parser's description of all commands, as JSON.
    let described = (try? JSONValue.parse(VirgaCommand._dumpHelp())) ?? .null
    let root = described["command"] ?? .null
    return ([head(root)] + sections(root, path: []) + [tail]).joined()
  }

  /// The beginning of the page; `root` is the parser's description of the program.
  private static func head(_ root: JSONValue) -> String {
    """
    .Dd \(ProgramVersion.date)
    .Dt VIRGA 1
    .Os
    .Sh NAME
    .Nm virga
    .Nd see what a feature manifest, an experiment or a flag does to an app
    .Sh SYNOPSIS
    .Nm
    .Op Ar manifest
    .Nm
    .Ar command
    .Op Ar argument ...
    .Sh DESCRIPTION
    \(paragraph(root["discussion"]))
    Every other command prints its answer on standard output and everything else on standard error.
    A file named
    .Sq -
    is standard input.
    .Sh COMMANDS

    """
  }

  private static let tail = """
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    .It Ev XDG_STATE_HOME
    Sessions are kept in its folder
    .Pa virga ;
    default:
    .Pa ~/.local/state .
    .It Ev XDG_CONFIG_HOME
    The console reads
    .Pa virga/config.yaml
    in it; default:
    .Pa ~/.config .
    .It Ev NO_COLOR
    If set, no colors are used.
    .It Ev PAGER
    Shows the articles of
    .Ic virga help .
    .It Ev VISUAL , EDITOR
    Edits a config outside the console.
    .It Ev VIRGA_LOG
    A file to which the console adds what it does.
    .It Ev GITHUB_BEARER_TOKEN
    The token for files of private GitHub repositories.
    .It Ev XDG_CACHE_HOME
    Flag configurations from the web are cached in its folder
    .Pa virga/flags ;
    default:
    .Pa ~/.cache .
    .It Ev MOZ_APPSERVICES_MODULE
    The module of Mozilla's SDK for generated Swift.
    .El
    .Sh EXIT STATUS
    .Bl -tag -width Ds
    .It 0
    Done.
    .It 1
    The input has problems, or the change was refused; the reasons are printed.
    .It 2
    The command could not run: no such file, no terminal, an unreadable session.
    .It 64
    Wrong arguments, also a name that does not exist.
    .It 130
    Stopped by Ctrl-C, or by Ctrl-D at a question.
    A simulation prints its results so far.
    .El
    .Pp
    .Ic virga fml
    exits as nimbus-fml does: 2 means wrong arguments, too.

    """

  /// A section for each command below `command`, except those that only have subcommands.
  ///
  /// - Parameter path: The names of `command` and of those above it.
  private static func sections(_ command: JSONValue, path: [String]) -> [String] {
    let subcommands = command["subcommands"]?.arrayValue ?? []
    return subcommands.flatMap { subcommand -> [String] in
      let path = path + [subcommand["commandName"]?.stringValue ?? ""]
      // The parser adds a subcommand `help` to the program.
      if path == ["help"] { return [] }
      let isGroup = subcommand["subcommands"]?.arrayValue?.isEmpty == false
      return isGroup
        ? sections(subcommand, path: path) : [section(of: subcommand, path: path)]
    }
  }

  /// The section of a command: its name, abstract, usage, discussion and arguments.
  private static func section(of command: JSONValue, path: [String]) -> String {
    // Every command has these two options of the parser.
    let ofParser: [JSONValue] = ["help", "version"]
    let arguments = (command["arguments"]?.arrayValue ?? []).filter { argument in
      argument["shouldDisplay"] == true && !ofParser.contains(argument["valueName"] ?? .null)
    }
    let name = path.joined(separator: " ")
    var lines = [".Ss virga \(name)", paragraph(command["abstract"])]
    lines += [".Pp", ".Nm virga", ".Cm \(name)"] + usage(arguments)
    if let discussion = command["discussion"], discussion != "" {
      lines += [".Pp", paragraph(discussion)]
    }
    if !arguments.isEmpty { lines += [".Bl -tag -width Ds"] + arguments.map(item) + [".El"] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of the usage: the required options, the positional arguments, and a word for all
  /// other options.
  ///
  /// An optional argument `file` gives `.Op Ar file`.
  private static func usage(_ arguments: [JSONValue]) -> [String] {
    let positionals = arguments.filter { $0["kind"] == "positional" }
    let options = arguments.filter { $0["kind"] != "positional" }
    let required = options.filter { $0["isOptional"] == false && $0["kind"] == "option" }
    var usage = required.map { ".\(names(of: $0)) Ar \(word($0["valueName"]))" }
    for argument in positionals {
      let ellipsis = argument["isRepeating"] == true ? " ..." : ""
      let name = "Ar \(word(argument["valueName"]))\(ellipsis)"
      usage.append(argument["isOptional"] == true ? ".Op \(name)" : ".\(name)")
    }
    if options.count > required.count { usage.append(".Op Ar option ...") }
    return usage
  }

  /// The names of an option, such as `Fl c , Fl Fl channel`; empty for a positional argument.
  private static func names(of argument: JSONValue) -> String {
    let names = argument["names"]?.arrayValue ?? []
    let written = names.map { name in
      // Each `Fl` gives one dash.
      let dashes = name["kind"] == "long" ? "Fl Fl " : "Fl "
      return dashes + word(name["name"])
    }
    return written.joined(separator: " , ")
  }

  /// The item of an argument in a list: its names and value, and its text below.
  private static func item(_ argument: JSONValue) -> String {
    let names = names(of: argument)
    let value = argument["kind"] == "flag" ? [] : ["Ar " + word(argument["valueName"])]
    let heads = names.isEmpty ? value : [names] + value
    let text = paragraph(argument["abstract"])
    return ".It \(heads.joined(separator: " "))" + (text.isEmpty ? "" : "\n\(text)")
  }

  /// A text with one line for each sentence, as mdoc wants it.
  private static func paragraph(_ text: JSONValue?) -> String {
    let sentences = escaped(text).replacing(". ", with: ".\n").split(separator: "\n")
    let lines = sentences.map { sentence in
      let looksLikeMacro = sentence.hasPrefix(".") || sentence.hasPrefix("'")
      // The sign `\&` has no width; behind it a dot does not begin a macro.
      return looksLikeMacro ? "\\&\(sentence)" : "\(sentence)"
    }
    return lines.joined(separator: "\n")
  }

  /// The length of the longest name of a macro, such as `Fl`.
  private static let maxMacroLength = 2

  /// A word in a macro's line, in quotation marks if it contains blanks.
  ///
  /// A short word could be the name of another macro; `\&`, which has no width, prevents that.
  private static func word(_ text: JSONValue?) -> String {
    let word = escaped(text).replacing("\"", with: "")
    if word.contains(" ") { return "\"\(word)\"" }
    let mayBeMacro = word.count <= maxMacroLength
    return mayBeMacro ? "\\&\(word)" : word
  }

  /// The text with each backslash written as `\e`, which mdoc shows as a backslash.
  private static func escaped(_ text: JSONValue?) -> String {
    (text?.stringValue ?? "").replacing("\\", with: "\\e")
  }
}

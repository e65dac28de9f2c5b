import ArgumentParser
import VirgaJSON

/// The manual page virga(1), in the language mdoc, made from the table of commands.
enum ManualPage {
  static var text: String {
    let tool = (try? JSONValue.parse(VirgaCommand._dumpHelp())) ?? .null
    let root = tool["command"] ?? .null
    return ([head(root)] + sections(root, path: []) + [tail]).joined()
  }

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
    Wrong arguments.
    .It 130
    Ctrl-C stopped a simulation; the results so far are printed.
    .El
    .Pp
    .Ic virga fml
    exits as nimbus-fml does: 2 means wrong arguments, too.

    """

  /// A section for each command below `command` that does something itself.
  private static func sections(_ command: JSONValue, path: [String]) -> [String] {
    (command["subcommands"]?.arrayValue ?? []).flatMap { sub -> [String] in
      let path = path + [sub["commandName"]?.stringValue ?? ""]
      guard path != ["help"] else { return [] }
      guard sub["subcommands"]?.arrayValue?.isEmpty ?? true else {
        return sections(sub, path: path)
      }
      return [section(sub, path: path)]
    }
  }

  private static func section(_ command: JSONValue, path: [String]) -> String {
    let arguments = (command["arguments"]?.arrayValue ?? []).filter { argument in
      argument["shouldDisplay"] == true && argument["valueName"] != "help"
        && argument["valueName"] != "version"
    }
    let positionals = arguments.filter { $0["kind"] == "positional" }
    let options = arguments.filter { $0["kind"] != "positional" }
    let required = options.filter { $0["isOptional"] == false && $0["kind"] == "option" }
    var usage = required.map { ".\(names($0)) Ar \(word($0["valueName"]))" }
    usage += positionals.map { argument in
      let name =
        "Ar " + (word(argument["valueName"])) + (argument["isRepeating"] == true ? " ..." : "")
      return argument["isOptional"] == true ? ".Op \(name)" : ".\(name)"
    }
    var lines = [".Ss virga \(path.joined(separator: " "))", paragraph(command["abstract"])]
    lines += [".Pp", ".Nm virga", ".Cm \(path.joined(separator: " "))"] + usage
    if options.count > required.count { lines.append(".Op Ar option ...") }
    if let discussion = command["discussion"], discussion != "" {
      lines += [".Pp", paragraph(discussion)]
    }
    if !arguments.isEmpty { lines += [".Bl -tag -width Ds"] + arguments.map(item) + [".El"] }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func names(_ argument: JSONValue) -> String {
    (argument["names"]?.arrayValue ?? []).map { name in
      (name["kind"] == "long" ? "Fl Fl " : "Fl ") + word(name["name"])
    }.joined(separator: " , ")
  }

  private static func item(_ argument: JSONValue) -> String {
    let names = names(argument)
    let value = argument["kind"] == "flag" ? [] : ["Ar " + word(argument["valueName"])]
    let heads = names.isEmpty ? value : [names] + value
    let text = paragraph(argument["abstract"])
    return ".It \(heads.joined(separator: " "))" + (text.isEmpty ? "" : "\n\(text)")
  }

  /// One line for each sentence, as mdoc wants it.
  private static func paragraph(_ text: JSONValue?) -> String {
    (text?.stringValue ?? "").replacing("\\", with: "\\e").replacing(". ", with: ".\n")
      .split(separator: "\n").map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : "\($0)" }
      .joined(separator: "\n")
  }

  /// A word of a macro, which must not be taken for another macro.
  private static func word(_ text: JSONValue?) -> String {
    let text = (text?.stringValue ?? "").replacing("\\", with: "\\e").replacing("\"", with: "")
    return text.contains(" ") ? "\"\(text)\"" : text.count < 3 ? "\\&\(text)" : text
  }
}

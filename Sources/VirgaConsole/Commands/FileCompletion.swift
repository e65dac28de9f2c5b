/// Completes names of files on the command line, from a listing of the folder that is typed.
enum FileCompletion {
  /// Lists the folder whose files complete the command line, unless it is known.
  static func list(_ model: inout Model) -> [Effect] {
    guard let folder = namedFile(in: model).map(Self.folder) else {
      // Another prompt sees what was written in the meantime.
      model.files.listed = nil
      return []
    }
    return folder == model.files.listed?.folder ? [] : [.listFiles(folder)]
  }

  /// Stores the names in a folder, and proposes a file name that is not among them.
  static func store(_ names: [String], in folder: String, _ model: inout Model) {
    // Ignore an answer about a folder that is no longer needed.
    guard namedFile(in: model).map(Self.folder) == folder else { return }
    model.files.listed = (folder, names)
    if let proposed = model.overlay?.field.proposal, !proposed.isEmpty {
      let name = fresh(proposed, in: model)
      model.overlay?.field.propose(name)
    }
    model.filterOverlay()
  }

  /// A name for a new file in the working folder: `session.json`, or `session-2.json` if that
  /// exists.
  static func fresh(_ name: String, in model: Model) -> String {
    let taken = Set(model.files.listed?.folder == "" ? model.files.listed?.names ?? [] : [])
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let numbered = (2...).lazy.map { "\(name[..<dot])-\($0)\(name[dot...])" }
    return taken.contains(name) ? numbered.first { !taken.contains($0) } ?? name : name
  }

  /// The folder of the file that is named on the command line, if its files are listed; nil if
  /// there is none.
  static func listedFolder(in model: Model) -> String? {
    let named = namedFile(in: model).map(folder)
    return named == model.files.listed?.folder ? named : nil
  }

  /// Why the file that a command reads cannot be there; nil if it can, or if the names in its
  /// folder are unknown.
  static func missing(_ invocation: Invocation, in model: Model) -> StatusMessage? {
    let file = invocation.argument
    let command = CommandTable.command(named: invocation.name, in: model.focus)
    guard case .file(_, _?, let besides)? = command?.argument else { return nil }
    guard !besides(model).contains(where: { $0.argument == file }) else { return nil }
    guard let listed = model.files.listed, !listed.names.isEmpty else { return nil }
    guard listed.folder == folder(of: file), listedFolder(in: model) != nil else { return nil }
    let name = String(file.dropFirst(listed.folder.count))
    // Hidden files are not listed, and a channel of the open manifest has no file name.
    if name.isEmpty || name.hasPrefix(".") || name.hasPrefix("@") { return nil }
    // A channel may follow the name of a manifest, as in `app.fml.yaml@beta`.
    let isThere = listed.names.contains { name == $0 || name.hasPrefix($0 + "@") }
    return isThere ? nil : .noFile(name, in: listed.folder)
  }

  /// The files in the typed folder that have one of the endings, each described by `title`, then
  /// its folders.
  static func files(
    _ typed: String, endings: [String], title: String, in model: Model
  ) -> [Command.Completion] {
    guard let listed = model.files.listed, listed.folder == folder(of: typed) else { return [] }
    let folders = listed.names.filter { $0.hasSuffix("/") }
    let files = listed.names.filter { name in
      !name.hasSuffix("/") && (endings.isEmpty || endings.contains { name.hasSuffix(".\($0)") })
    }
    return files.map { (listed.folder + $0, title) }
      + folders.map { (listed.folder + $0, "a folder") }
  }

  /// The part of a file name typed so far on the command line; nil if there is none.
  private static func namedFile(in model: Model) -> String? {
    guard let text = model.overlay?.field.text, model.overlay?.kind == .commandLine,
      let blank = text.firstIndex(of: " "),
      let command = CommandTable.command(named: String(text[..<blank]), in: model.focus)
    else { return nil }
    if command.argument?.isFile == true { return Invocation(line: text)?.argument }
    return command.name == "hand-off"
      ? HandoffCommands.file(in: String(text[blank...].drop { $0 == " " }), model) : nil
  }

  /// The typed text up to its last `/`: `a/b` gives `a/`, and `b` an empty text.
  private static func folder(of typed: String) -> String {
    typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
  }
}

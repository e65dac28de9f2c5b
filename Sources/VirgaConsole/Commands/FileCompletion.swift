import VirgaWorkbench

/// Completes names of files on the command line, from a listing of the folder that is typed.
enum FileCompletion {
  /// Requests a listing of the folder that is typed on the command line, unless it is known;
  /// forgets the last one if no command that takes a file is typed.
  static func requestListing(_ model: inout Model) -> [Effect] {
    guard let folder = typedFile(in: model).map(Self.folder) else {
      // The listing is forgotten, so that the next prompt also lists files written in the meantime.
      model.files.folderListing = nil
      return []
    }
    return folder == model.files.folderListing?.folder ? [] : [.listFiles(folder)]
  }

  /// Stores the names in a folder, and which of them are exported sessions; replaces a proposed
  /// file name by one that is not among them.
  static func storeListing(
    _ names: [String], in folder: String, sessions: [String], _ model: inout Model
  ) {
    // The person may have typed another folder, or closed the command line, since the request.
    guard typedFile(in: model).map(Self.folder) == folder else { return }
    model.files.folderListing = (folder, names)
    model.files.listedSessions = sessions
    if let proposed = model.overlay?.field.proposal, !proposed.isEmpty {
      let newName = unusedName(like: proposed, in: model)
      model.overlay?.field.propose(newName)
    }
    // The lines of the command line are made again, now of these names.
    model.filterOverlay()
  }

  /// A name for a new file in the working folder: `session.json`, or `session-2.json` if that
  /// exists; `name` itself if the files there are not known.
  static func unusedName(like name: String, in model: Model) -> String {
    let isWorkingFolderListed = model.files.folderListing?.folder == ""
    let taken = Set(isWorkingFolderListed ? model.files.folderListing?.names ?? [] : [])
    guard taken.contains(name) else { return name }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    // The numbers do not end, so one of these names is free.
    let numbered = (2...).lazy.map { number in "\(name[..<dot])-\(number)\(name[dot...])" }
    return numbered.first { !taken.contains($0) } ?? name
  }

  /// The folder of the file that is typed on the command line, such as `a/` for `a/b`; nil if the
  /// command line does not take a file or the folder is not listed yet.
  static func typedFolderIfListed(in model: Model) -> String? {
    let typedFolder = typedFile(in: model).map(folder)
    return typedFolder == model.files.folderListing?.folder ? typedFolder : nil
  }

  /// The exported sessions in the typed folder.
  @Sendable static func sessions(in model: Model) -> [Command.Completion] {
    guard let folder = typedFolderIfListed(in: model) else { return [] }
    return model.files.listedSessions.map { (folder + $0, "a session") }
  }

  /// The message that the file to read does not exist; nil if it may exist, because it is listed or
  /// because the names in its folder are unknown, and if the command reads no file.
  static func messageIfFileIsMissing(
    for invocation: Invocation, in model: Model
  ) -> StatusMessage? {
    let file = invocation.argument
    let command = CommandTable.command(named: invocation.name, in: model.focus)
    guard let command, isFileToRead(file, by: command, in: model) else { return nil }
    // An empty listing may be that of a folder that cannot be read.
    guard let listed = model.files.folderListing, !listed.names.isEmpty else { return nil }
    // The listing may be of another folder, or left from an earlier command line.
    let isCurrentListing =
      listed.folder == folder(of: file) && typedFolderIfListed(in: model) != nil
    guard isCurrentListing else { return nil }
    let name = String(file.dropFirst(listed.folder.count))
    return mayExist(name, inFolderOf: listed.names) ? nil : .noFile(name, in: listed.folder)
  }

  /// Whether a name is that of a file which a command reads.
  ///
  /// It is not if the command writes the file, if the command offers the name besides those of
  /// files, or if the name means recipes on the web, such as `nimbus:fenix`.
  private static func isFileToRead(_ name: String, by command: Command, in model: Model) -> Bool {
    guard case .file(_, let titleOfReadFile, let choicesBesideFiles)? = command.argument else {
      return false
    }
    let writesFile = titleOfReadFile == nil
    let isChoice = choicesBesideFiles(model).contains { $0.argument == name }
    return !writesFile && !isChoice && !LiveRecipes.isName(name)
  }

  /// Whether a folder may have a file: its listing has the name, or would not have it in any case.
  private static func mayExist(_ name: String, inFolderOf listedNames: [String]) -> Bool {
    // Hidden files are not listed, and a channel of the open manifest has no file name.
    if name.isEmpty || name.hasPrefix(".") || name.hasPrefix("@") { return true }
    // A channel may follow the name of a manifest, as in `app.fml.yaml@beta`.
    return listedNames.contains { name == $0 || name.hasPrefix($0 + "@") }
  }

  /// The files in the typed folder that have one of the endings, each described by `title`, then
  /// its folders.
  static func files(
    _ typed: String, endings: [String], title: String, in model: Model
  ) -> [Command.Completion] {
    // The listing may still be that of another folder.
    guard let listed = model.files.folderListing, listed.folder == folder(of: typed) else {
      return []
    }
    let folders = listed.names.filter { $0.hasSuffix("/") }
    let files = listed.names.filter { name in
      let hasEnding = endings.isEmpty || endings.contains { name.hasSuffix(".\($0)") }
      return hasEnding && !name.hasSuffix("/")
    }
    return files.map { (listed.folder + $0, title) }
      + folders.map { (listed.folder + $0, "a folder") }
  }

  /// The file that is typed on the command line so far, which may be empty; nil if the typed
  /// command does not take a file.
  private static func typedFile(in model: Model) -> String? {
    guard let overlay = model.overlay, overlay.kind == .commandLine else { return nil }
    let text = overlay.field.text
    guard let blank = text.firstIndex(of: " ") else { return nil }
    let command = CommandTable.command(named: String(text[..<blank]), in: model.focus)
    if command?.argument?.isFile == true { return Invocation(line: text)?.argument }
    // `hand-off` takes a file after a build and a form: until these are typed, nil.
    guard command?.name == "hand-off" else { return nil }
    return HandoffCommands.typedFile(inArgument: String(text[blank...].drop { $0 == " " }), model)
  }

  /// The typed text up to its last `/`: `a/b` gives `a/`, and `b` an empty text.
  private static func folder(of typed: String) -> String {
    typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
  }
}

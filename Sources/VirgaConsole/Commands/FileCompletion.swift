extension State {
  /// Lists the folder whose files the command line completes, unless it is known.
  mutating func listForOverlay() -> [Effect] {
    guard let named = namedFile else {
      // Another prompt sees what was written in the meantime.
      files.listed = nil
      return []
    }
    if let file = Self.fileBeforeChannel(named), takesManifest {
      guard files.listedChannels?.file != file else { return [] }
      files.listedChannels = ListedChannels(file: file)
      return [.listChannels(file)]
    }
    let folder = Self.folder(of: named)
    return folder == files.listed?.folder ? [] : [.listFiles(folder)]
  }

  /// The part of a file name typed so far on the command line; nil if there is none.
  private var namedFile: String? {
    guard let text = overlay?.field.text, overlay?.kind == .commandLine, let blank = text.firstIndex(of: " "),
      let command = CommandTable.command(named: String(text[..<blank]), in: self)
    else { return nil }
    if command.argument?.isFile == true { return Invocation(line: text)?.argument }
    return command.name == "hand-off" ? HandoffCommands.file(in: String(text[blank...].drop { $0 == " " }), self) : nil
  }

  private var takesManifest: Bool {
    guard let name = overlay.flatMap({ Invocation(line: $0.field.text)?.name }),
      case .manifest? = CommandTable.command(named: name, in: self)?.argument
    else { return false }
    return true
  }

  mutating func store(_ listed: ListedFiles) {
    // Ignore an answer about a folder that is no longer needed.
    guard let named = namedFile, Self.folder(of: named) == listed.folder else { return }
    files.listed = listed
    if let proposed = overlay?.field.proposal, !proposed.isEmpty {
      let name = fresh(proposed)
      overlay?.field.propose(name)
    }
    filterOverlay()
  }

  /// A name for a new file, numbered if a file of that name exists.
  func fresh(_ name: String) -> String {
    let taken = Set(files.listed?.folder == "" ? files.listed?.names ?? [] : [])
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let numbered = (2...).lazy.map { "\(name[..<dot])-\($0)\(name[dot...])" }
    return taken.contains(name) ? numbered.first { !taken.contains($0) } ?? name : name
  }

  mutating func store(channels: [String], of file: String) {
    guard files.listedChannels?.file == file else { return }
    files.listedChannels?.names = channels
    filterOverlay()
  }

  /// Whether the channels of the manifest before the `@` complete what was typed.
  func completesChannels(_ typed: String) -> Bool {
    files.listedChannels.map { $0.file == Self.fileBeforeChannel(typed) && !$0.names.isEmpty } ?? false
  }

  /// The text before the `@` of `FILE@CHANNEL`; nil if there is none, or if a `/` follows.
  private static func fileBeforeChannel(_ typed: String) -> String? {
    guard let mark = typed.lastIndex(of: "@"), mark > typed.startIndex, !typed[mark...].contains("/") else {
      return nil
    }
    return String(typed[..<mark])
  }

  /// The files that what was typed may become, each with what it is: those with one of the endings that are of a kind,
  /// as far as that is known, then folders.
  func fileArguments(
    _ typed: String, endings: [String] = [], kind: FileKind? = nil
  ) -> [(argument: String, detail: String)] {
    guard let listed = files.listed, listed.folder == Self.folder(of: typed) else { return [] }
    let (folders, others) = (listed.names.filter { $0.hasSuffix("/") }, listed.names.filter { !$0.hasSuffix("/") })
    let readable = others.filter { name in
      (endings.isEmpty || endings.contains { name.hasSuffix(".\($0)") })
        && (kind == nil || listed.kinds[name] == nil || listed.kinds[name] == kind)
    }
    return readable.map { (listed.folder + $0, (listed.kinds[$0] ?? kind ?? .other).title) }
      + folders.map { (listed.folder + $0, "a folder") }
  }

  /// The folder of the file that is named on the command line, if its files are listed; nil if there is none.
  var listedFolder: String? {
    guard let named = namedFile, let listed = files.listed, listed.folder == Self.folder(of: named) else { return nil }
    return listed.folder
  }

  /// Why the file that a command reads cannot be there; nil if it can, or if the names in its folder are unknown.
  func missingFile(_ invocation: Invocation) -> StatusMessage? {
    guard case .file(_, .some, _)? = CommandTable.command(named: invocation.name, in: self)?.argument,
      let folder = listedFolder, let names = files.listed?.names, !names.isEmpty,
      folder == Self.folder(of: invocation.argument)
    else { return nil }
    let name = String(invocation.argument.dropFirst(folder.count))
    return name.isEmpty || name.hasPrefix(".") || names.contains(name) ? nil : .noFile(name, in: folder)
  }

  /// Those that can be a manifest, likely ones first, and folders; after `FILE@`, its channels.
  func manifestArguments(_ typed: String) -> [(argument: String, detail: String)] {
    if completesChannels(typed), let listed = files.listedChannels {
      return [("\(listed.file)@", "all its channels")]
        + listed.names.map { ("\(listed.file)@\($0)", "one channel of it") }
    }
    let ranked = fileArguments(typed).compactMap { name, _ in Self.manifestRank(name).map { ($0, name) } }
    return ranked.sorted { $0 < $1 }.map { rank, name in
      (name, ["a manifest; @ lists its channels", "a folder", "perhaps a manifest"][rank])
    }
  }

  /// The rank of a file as a manifest (lower is likelier); nil if it cannot be one.
  private static func manifestRank(_ name: String) -> Int? {
    let name = name.lowercased()
    if [".fml.yaml", ".fml.yml"].contains(where: name.hasSuffix) { return 0 }
    if name.hasSuffix("/") { return 1 }
    return [".yaml", ".yml"].contains(where: name.hasSuffix) ? 2 : nil
  }

  /// The typed text up to the last `/`.
  private static func folder(of typed: String) -> String {
    typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
  }
}

struct ListedFiles: Equatable, Sendable {
  /// The folder as typed, with its `/`; empty for the working folder.
  let folder: String
  /// The names, sorted; folder names end with a `/`.
  let names: [String]
  /// What the files are, as far as that is known.
  let kinds: [String: FileKind]
}

struct ListedChannels: Equatable, Sendable {
  /// The manifest as typed.
  let file: String
  /// Its channels, in declared order; empty until they are known.
  var names: [String] = []
}

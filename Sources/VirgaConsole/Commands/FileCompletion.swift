// The names of files, completed while they are typed.
extension State {
  /// Has the folder listed whose files the command line completes, where it is not known yet.
  mutating func listForOverlay() -> [Effect] {
    guard let named = namedFile else { return [] }
    if let file = Self.fileBeforeChannel(named), takesManifest {
      guard listedChannels?.file != file else { return [] }
      listedChannels = ListedChannels(file: file)
      return [.listChannels(file)]
    }
    let folder = Self.folder(of: named)
    return folder == files?.folder ? [] : [.listFiles(folder)]
  }

  /// The file that is named on the command line, as far as it is typed; nil where none is.
  private var namedFile: String? {
    guard let text = overlay?.field.text, overlay?.kind == .commandLine, let blank = text.firstIndex(of: " "),
      let command = CommandTable.command(named: String(text[..<blank]), in: self)
    else { return nil }
    if command.argument?.isFile == true { return Invocation(line: text)?.argument }
    return command.name == "hand-off" ? handoffFile(in: String(text[blank...].drop { $0 == " " })) : nil
  }

  private var takesManifest: Bool {
    guard let name = overlay.flatMap({ Invocation(line: $0.field.text)?.name }),
      case .manifest? = CommandTable.command(named: name, in: self)?.argument
    else { return false }
    return true
  }

  /// Takes the names of files that were asked for, and completes what is typed.
  mutating func take(_ listed: ListedFiles) {
    // An answer about a folder that is no longer asked for comes too late.
    guard let named = namedFile, Self.folder(of: named) == listed.folder else { return }
    files = listed
    if let proposed = overlay?.field.proposal, !proposed.isEmpty {
      let name = fresh(proposed)
      overlay?.field.propose(name)
    }
    filterOverlay()
  }

  /// The name of a file to be written, with a number behind it where there is one of that name already.
  func fresh(_ name: String) -> String {
    let taken = Set(files?.folder == "" ? files?.names ?? [] : [])
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let numbered = (2...).lazy.map { "\(name[..<dot])-\($0)\(name[dot...])" }
    return taken.contains(name) ? numbered.first { !taken.contains($0) } ?? name : name
  }

  /// Takes the channels of a manifest that was named.
  mutating func take(channels: [String], of file: String) {
    guard listedChannels?.file == file else { return }
    listedChannels?.names = channels
    filterOverlay()
  }

  /// Whether what was typed is completed by the channels of the manifest before its `@`.
  func completesChannels(_ typed: String) -> Bool {
    listedChannels.map { $0.file == Self.fileBeforeChannel(typed) && !$0.names.isEmpty } ?? false
  }

  /// What stands before the `@` of `FILE@CHANNEL`; nil where a path goes on behind it, or begins with it.
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
    guard let files, files.folder == Self.folder(of: typed) else { return [] }
    let (folders, others) = (files.names.filter { $0.hasSuffix("/") }, files.names.filter { !$0.hasSuffix("/") })
    let readable = others.filter { name in
      (endings.isEmpty || endings.contains { name.hasSuffix(".\($0)") })
        && (kind == nil || files.kinds[name] == nil || files.kinds[name] == kind)
    }
    return readable.map { (files.folder + $0, (files.kinds[$0] ?? kind ?? .other).title) }
      + folders.map { (files.folder + $0, "a folder") }
  }

  /// The folder of the file that is named on the command line, if its files are listed; nil if there is none.
  var listedFolder: String? {
    guard let named = namedFile, let files, files.folder == Self.folder(of: named) else { return nil }
    return files.folder
  }

  /// Those of them that can be a manifest, the likely ones first, and the folders; behind `FILE@` its channels.
  func manifestArguments(_ typed: String) -> [(argument: String, detail: String)] {
    if completesChannels(typed), let listed = listedChannels {
      return [("\(listed.file)@", "all its channels")]
        + listed.names.map { ("\(listed.file)@\($0)", "one channel of it") }
    }
    let ranked = fileArguments(typed).compactMap { name, _ in Self.manifestRank(name).map { ($0, name) } }
    return ranked.sorted { $0 < $1 }.map { rank, name in
      (name, ["a manifest; @ lists its channels", "a folder", "perhaps a manifest"][rank])
    }
  }

  /// How likely a file is a manifest, the smallest number first; nil where it is none.
  private static func manifestRank(_ name: String) -> Int? {
    let name = name.lowercased()
    if [".fml.yaml", ".fml.yml"].contains(where: name.hasSuffix) { return 0 }
    if name.hasSuffix("/") { return 1 }
    return [".yaml", ".yml"].contains(where: name.hasSuffix) ? 2 : nil
  }

  /// What was typed up to the last `/`.
  private static func folder(of typed: String) -> String {
    typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
  }
}

/// The names in a folder.
struct ListedFiles: Equatable, Sendable {
  /// The folder as it was typed, with its `/`; empty for the working folder.
  package let folder: String
  /// The names, sorted; those of folders with a `/` at their end.
  package let names: [String]
  /// What the files are, as far as that is known.
  let kinds: [String: FileKind]
}

/// The channels of a manifest that is named on the command line.
struct ListedChannels: Equatable, Sendable {
  /// The manifest, as it was named.
  package let file: String
  /// Its channels, in declared order; empty until they are known.
  package internal(set) var names: [String] = []
}

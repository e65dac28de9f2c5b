/// Completes the names of files on the command line.
enum FileCompletion {
  /// Lists the folder whose files complete the command line, unless it is known.
  static func list(_ model: inout Model) -> [Effect] {
    guard let named = namedFile(in: model) else {
      // Another prompt sees what was written in the meantime.
      model.files.listed = nil
      return []
    }
    if let file = fileBeforeChannel(named), takesManifest(model) {
      guard model.files.listedChannels?.file != file else { return [] }
      model.files.listedChannels = ListedChannels(file: file)
      return [.listChannels(file)]
    }
    return folder(of: named) == model.files.listed?.folder ? [] : [.listFiles(folder(of: named))]
  }

  static func store(_ listed: ListedFiles, _ model: inout Model) {
    // Ignore an answer about a folder that is no longer needed.
    guard namedFile(in: model).map(folder) == listed.folder else { return }
    model.files.listed = listed
    if let proposed = model.overlay?.field.proposal, !proposed.isEmpty {
      let name = fresh(proposed, in: model)
      model.overlay?.field.propose(name)
    }
    model.filterOverlay()
  }

  static func store(channels: [String], of file: String, _ model: inout Model) {
    guard model.files.listedChannels?.file == file else { return }
    model.files.listedChannels?.names = channels
    model.filterOverlay()
  }

  /// A name for a new file, numbered if a file of that name exists.
  static func fresh(_ name: String, in model: Model) -> String {
    let taken = Set(model.files.listed?.folder == "" ? model.files.listed?.names ?? [] : [])
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let numbered = (2...).lazy.map { "\(name[..<dot])-\($0)\(name[dot...])" }
    return taken.contains(name) ? numbered.first { !taken.contains($0) } ?? name : name
  }

  /// The folder of the file that is named on the command line, if its files are listed; nil if there is none.
  static func listedFolder(in model: Model) -> String? {
    let named = namedFile(in: model).map(folder)
    return named == model.files.listed?.folder ? named : nil
  }

  /// Why the file that a command reads cannot be there; nil if it can, or if the names in its folder are unknown.
  static func missing(_ invocation: Invocation, in model: Model) -> StatusMessage? {
    let kind = CommandTable.command(named: invocation.name, in: model)?.argument?.readKind
    guard kind != nil, kind != .manifest,
      let folder = listedFolder(in: model), let names = model.files.listed?.names, !names.isEmpty,
      folder == self.folder(of: invocation.argument)
    else { return nil }
    let name = String(invocation.argument.dropFirst(folder.count))
    return name.isEmpty || name.hasPrefix(".") || names.contains(name) ? nil : .noFile(name, in: folder)
  }

  /// The files that what was typed may become, each with what it is: those with one of the endings that are of a kind,
  /// as far as that is known, then folders.
  static func files(
    _ typed: String, endings: [String] = [], kind: FileKind? = nil, in model: Model
  ) -> [(argument: String, detail: String)] {
    guard let listed = model.files.listed, listed.folder == folder(of: typed) else { return [] }
    let readable = listed.names.filter { name in
      !name.hasSuffix("/") && (endings.isEmpty || endings.contains { name.hasSuffix(".\($0)") })
        && (kind == nil || listed.kinds[name] == nil || listed.kinds[name] == kind)
    }
    return readable.map { (listed.folder + $0, (listed.kinds[$0] ?? kind ?? .other).title) }
      + listed.names.filter { $0.hasSuffix("/") }.map { (listed.folder + $0, "a folder") }
  }

  /// Those that can be a manifest, likely ones first, and folders; after `FILE@`, its channels.
  static func manifests(_ typed: String, in model: Model) -> [(argument: String, detail: String)] {
    if let listed = model.files.listedChannels, listed.file == fileBeforeChannel(typed), !listed.names.isEmpty {
      return [("\(listed.file)@", "all its channels")]
        + listed.names.map { ("\(listed.file)@\($0)", "one channel of it") }
    }
    let ranked = files(typed, in: model).compactMap { name, _ in manifestRank(name).map { ($0, name) } }
    return ranked.sorted { $0 < $1 }.map { rank, name in
      (name, ["a manifest; @ lists its channels", "a folder", "perhaps a manifest"][rank])
    }
  }

  /// The rank of a file as a manifest (lower is likelier); nil if it cannot be one.
  private static func manifestRank(_ name: String) -> Int? {
    if FileKind.isManifest(name) { return 0 }
    if name.hasSuffix("/") { return 1 }
    return [".yaml", ".yml"].contains(where: name.lowercased().hasSuffix) ? 2 : nil
  }

  /// The part of a file name typed so far on the command line; nil if there is none.
  private static func namedFile(in model: Model) -> String? {
    guard let text = model.overlay?.field.text, model.overlay?.kind == .commandLine,
      let blank = text.firstIndex(of: " "),
      let command = CommandTable.command(named: String(text[..<blank]), in: model)
    else { return nil }
    if command.argument?.isFile == true { return Invocation(line: text)?.argument }
    return command.name == "hand-off" ? HandoffCommands.file(in: String(text[blank...].drop { $0 == " " }), model) : nil
  }

  private static func takesManifest(_ model: Model) -> Bool {
    let name = model.overlay.flatMap { Invocation(line: $0.field.text)?.name }
    return name.flatMap { CommandTable.command(named: $0, in: model) }?.argument?.readKind == .manifest
  }

  /// The text before the `@` of `FILE@CHANNEL`; nil if there is none, or if a `/` follows.
  private static func fileBeforeChannel(_ typed: String) -> String? {
    guard let mark = typed.lastIndex(of: "@"), mark > typed.startIndex, !typed[mark...].contains("/") else {
      return nil
    }
    return String(typed[..<mark])
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

/// What a file is that a command may read, as far as its name and its beginning tell.
package enum FileKind: String, Sendable {
  case manifest, recipes, flags, session
  /// None of them.
  case other

  /// Recognizes a file by its name and its first bytes.
  package init(_ name: String, beginning: some Collection<UInt8>) {
    let start = String(decoding: beginning, as: UTF8.self)
    let first = start.prefix { $0 != ":" }
    self =
      if Self.isManifest(name) {
        .manifest
      } else if first.contains("virga-session") {
        .session
      } else if ["slug", "bucketConfig", "userFacingName"].contains(where: start.contains) {
        .recipes
      } else if ["features", "flags"].contains(where: first.contains) || start.contains("\"biases\"") {
        .flags
      } else {
        .other
      }
  }

  fileprivate static func isManifest(_ name: String) -> Bool {
    [".fml.yaml", ".fml.yml"].contains(where: name.lowercased().hasSuffix)
  }

  var title: String {
    switch self {
    case .manifest: "a manifest"
    case .recipes, .flags: rawValue
    case .session: "a session"
    case .other: "a file"
    }
  }
}

import VirgaJSON
import VirgaSource

/// An import with the additions of every file of the module.
struct JoinedImport {
  var address: FileAddress
  var identity: String
  var path: LocatedName
  var channel: LocatedName
  var additions: [Addition] = []

  struct Addition {
    var feature: LocatedName
    var blocks: [DefaultBlock]
    var examples: [Example]
  }
}

/// The imports of a file and all its includes, each imported file once.
struct JoinedImports {
  /// In order of first appearance, imports of included files first.
  private(set) var all: [JoinedImport] = []
  private var indexes: [Name: Int] = [:]

  /// Its additions apply after all others; returns a problem if the file was imported with another channel.
  mutating func append(_ own: JoinedImport) -> Problem? {
    guard let index = index(of: own) else { return nil }
    all[index].additions += own.additions
    return clash(all[index], own)
  }

  /// Joins the imports of an included file: their additions apply before those joined so far.
  ///
  /// So of two included files the first one wins. Rule: VirgaManifest/Includes.
  mutating func join(_ child: JoinedImports) -> [Problem] {
    child.all.compactMap { joined in
      guard let index = index(of: joined) else { return nil }
      all[index].additions = joined.additions + all[index].additions
      return clash(all[index], joined)
    }
  }

  /// Nil if `joined` is new; it is then added.
  private mutating func index(of joined: JoinedImport) -> Int? {
    if let index = indexes[joined.identity] { return index }
    indexes[joined.identity] = all.count
    all.append(joined)
    return nil
  }

  private func clash(_ first: JoinedImport, _ second: JoinedImport) -> Problem? {
    guard !first.channel.text.isSameName(as: second.channel.text) else { return nil }
    return Problem(
      .error, "import-channel-clash", path: "imports",
      "\(second.path.text) is imported with two different channels, `\(first.channel.text)` and "
        + "`\(second.channel.text)`", at: second.channel.written.location)
  }
}

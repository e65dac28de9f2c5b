import VirgaFiles
import VirgaJSON
import VirgaSource

/// The files in a commit of a git repository.
final class CommitFiles: Sendable {
  /// An entry of a folder.
  private struct Entry: Sendable {
    /// The mode of git, such as `100644` for a file.
    let mode: String
    /// The id of the content.
    let id: String

    static let folderMode = "040000"
    static let linkMode = "120000"
    static let submoduleMode = "160000"

    var isFolder: Bool { mode == Self.folderMode }
  }

  private let repository: GitRepository
  private let commit: String
  /// What the person calls the commit.
  private let name: String
  /// The entries of the folders that were read, by the ids of the folders.
  private let folders = Locked<[String: [Name: Entry]]>([:])

  init(_ commit: String, name: String, of repository: GitRepository) {
    self.commit = commit
    self.name = name
    self.repository = repository
  }

  /// Files inside of the repository as the commit has them, and others as `others` reads them.
  func reading(besides others: FileReading) -> FileReading {
    FileReading(
      read: { path throws(FileFailure) in
        guard let inside = self.pathInside(path) else { return try others.read(path) }
        return try self.read(inside)
      },
      // Symbolic links in a commit are not followed, so that a file has only one normalized path.
      canonical: { path in
        self.pathInside(path) == nil ? others.canonical(path) : FilePath.normalized(path)
      })
  }

  /// An absolute path as one from the root of the repository; nil if it is not inside.
  private func pathInside(_ path: String) -> String? {
    // A path outside of the folder is returned as it is.
    let inside = FilePath.relative(path, ifBelow: repository.root)
    return inside == path ? nil : inside
  }

  /// Whether the commit has anything at a path from the root of the repository.
  func contains(_ path: String) throws(FileFailure) -> Bool { try entry(at: path) != nil }

  /// The bytes of a file; its path starts at the root of the repository.
  private func read(_ path: String) throws(FileFailure) -> [UInt8] {
    guard let entry = try entry(at: path) else {
      throw failure(path, "The revision does not have this file")
    }
    guard !entry.isFolder else { throw failure(path, "Is a directory") }
    return try output(of: ["cat-file", "blob", entry.id], for: path)
  }

  /// The entry at a path, found folder by folder; nil if there is none.
  ///
  /// - Throws: `FileFailure` for symbolic links and submodules, which are not followed.
  private func entry(at path: String) throws(FileFailure) -> Entry? {
    // The root of the repository, as git names it in a commit.
    var entry = Entry(mode: Entry.folderMode, id: "\(commit)^{tree}")
    for part in path.utf8.split(separator: UInt8(ascii: "/")) {
      let name = String(Substring(part))
      guard entry.isFolder else { return nil }
      guard let next = try entries(of: entry.id, for: path)[Name(name)] else { return nil }
      switch next.mode {
      case Entry.linkMode:
        throw failure(path, "\(name) is a symbolic link there; name the file that it leads to")
      case Entry.submoduleMode:
        throw failure(path, "\(name) is a submodule there, whose files are in another repository")
      default: entry = next
      }
    }
    return entry
  }

  /// The entries of the folder with an id; git is asked only the first time.
  ///
  /// - Parameter path: The path that is looked up, for the message of a failure.
  private func entries(of id: String, for path: String) throws(FileFailure) -> [Name: Entry] {
    if let known = folders.withLock({ $0[id] }) { return known }
    // Each entry is `100644 blob ID`, a tab and a name, ended by a zero.
    let lines = try output(of: ["ls-tree", "-z", id], for: path).split(separator: 0)
    var entries: [Name: Entry] = [:]
    for line in lines {
      let wordsAndName = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
      guard wordsAndName.count == 2 else { continue }
      let words = String(decoding: wordsAndName[0], as: UTF8.self).split(separator: " ")
      guard let mode = words.first, let id = words.last else { continue }
      let name = Name(SystemPath.text(wordsAndName[1]))
      entries[name] = Entry(mode: String(mode), id: String(id))
    }
    folders.withLock { [entries] in $0[id] = entries }
    return entries
  }

  /// The output of a command of git; its failure is reported as one to read `path`.
  private func output(of arguments: [String], for path: String) throws(FileFailure) -> [UInt8] {
    do {
      return try repository.read(arguments).output
    } catch {
      throw failure(path, "\(error)")
    }
  }

  /// A failure at a path, which is written as git does: `main:app/nimbus.fml.yaml`.
  private func failure(_ path: String, _ reason: String) -> FileFailure {
    FileFailure(path: "\(name):\(path)", reason: reason)
  }
}

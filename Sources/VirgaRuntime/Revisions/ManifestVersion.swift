import VirgaFiles
package import VirgaManifest
package import VirgaSource

/// A manifest as a commit of a git repository has it, with all files that it includes and imports.
package struct ManifestVersion: Sendable {
  /// What the person calls the revision, such as `main`; the id of a commit is cut.
  package let name: String
  /// The manifest's path in the commit, from the root of the repository.
  package let path: String
  /// Whether it was renamed since then.
  package let isRenamed: Bool
  private let root: String
  private let files: CommitFiles

  /// A manifest in two versions.
  package struct Pair: Sendable {
    package let old: ManifestVersion
    /// Nil for the files on disk.
    package let new: ManifestVersion?
  }

  /// Finds both versions of a manifest on disk, under the path that each of them has.
  ///
  /// - Parameters:
  ///   - range: The revisions.
  ///   - file: The manifest's absolute path. The file itself need not exist.
  /// - Throws: ``GitFailure`` if the repository, the revision or the file does not exist.
  package static func pair(_ range: RevisionRange, of file: String) throws(GitFailure) -> Pair {
    let place = try RepositoryPlace(of: file)
    let repository = place.repository
    var oldName = range.old
    var oldCommit = try repository.commit(oldName)
    guard let newName = range.new else {
      // The work tree is the new version.
      let old = try version(oldName, oldCommit, of: place, laterIn: nil)
      return Pair(old: old, new: nil)
    }
    let newCommit = try repository.commit(newName)
    if range.startsAtMergeBase {
      oldCommit = try repository.mergeBase(oldCommit, newCommit)
      // The person did not name the merge base.
      oldName = oldCommit
    }
    let new = try version(newName, newCommit, of: place, laterIn: nil)
    // The file may have been renamed between the commits, so its older path is searched from the
    // newer one.
    let newPlace = RepositoryPlace(repository: repository, path: new.path)
    return Pair(old: try version(oldName, oldCommit, of: newPlace, laterIn: newCommit), new: new)
  }

  /// The version in a commit, also if the manifest had another path then.
  ///
  /// - Parameters:
  ///   - name: What the person calls the commit.
  ///   - place: Where the manifest is later.
  ///   - newer: The commit in which it is there; nil for the work tree.
  private static func version(
    _ name: String, _ commit: String, of place: RepositoryPlace, laterIn newer: String?
  ) throws(GitFailure) -> ManifestVersion {
    let name = GitRepository.shortName(name)
    let files = CommitFiles(commit, name: name, of: place.repository)
    var path = place.path
    let isMissing = try !contains(path, files)
    if isMissing {
      let earlierPath = try place.repository.earlierPath(of: path, in: commit, before: newer)
      guard let earlierPath, try contains(earlierPath, files) else {
        throw GitFailure("\(name) has no \(path), and no file that was renamed to it")
      }
      path = earlierPath
    }
    return ManifestVersion(
      name: name, path: path, isRenamed: isMissing, root: place.repository.root, files: files)
  }

  /// Whether a commit has a file at a path.
  private static func contains(
    _ path: String, _ files: CommitFiles
  ) throws(GitFailure) -> Bool {
    do {
      return try files.contains(path)
    } catch {
      throw GitFailure("\(error)")
    }
  }

  /// Loads the version; paths in problems begin with the revision, as in `main:app/app.fml.yaml`.
  ///
  /// - Parameter loader: A loader of files on disk; it still reads those outside of the repository.
  package func load(with loader: ManifestLoader) throws(Problems) -> Manifest {
    let loader = loader.forVersion(prefix: "\(name):", in: root) { files.reading(besides: $0) }
    return try loader.load(FilePath.joined(root, path))
  }
}

/// A file of a repository.
private struct RepositoryPlace {
  let repository: GitRepository
  /// The path from the root of the repository.
  let path: String
}

extension RepositoryPlace {
  /// The place of the file with an absolute path, in the repository around it.
  init(of file: String) throws(GitFailure) {
    // If only an older version has the folder, git is asked in the nearest one that exists.
    var folder = FilePath.folder(of: file)
    while !FileWriting.isFolder(folder), folder != "/" { folder = FilePath.folder(of: folder) }
    repository = try GitRepository(around: folder)
    let pathInFolder = FilePath.relative(file, ifBelow: folder)
    path = FilePath.normalized(try GitRepository.prefix(of: folder) + pathInFolder)
  }
}

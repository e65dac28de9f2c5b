import VirgaJSON
import VirgaSource

/// The trees of the files that manifests consist of, so that a file that has not changed is parsed
/// once.
final class FileTrees: Sendable {
  private let trees = Locked<[Name: DocumentTree]>([:])

  /// Stores the tree of a document, so that manifests use it too.
  func store(_ tree: DocumentTree, of path: String) {
    trees.withLock { trees in trees[path] = tree }
  }

  /// What the text of a file says; it is parsed if it differs from the last text of the file.
  func read(_ source: SourceText, of path: String) -> DocumentTree.Reading {
    let tree = trees.withLock { trees in
      if let known = trees[path], known.hasBytes(of: source) { return known }
      let new = DocumentTree(source)
      trees[path] = new
      return new
    }
    return tree.reading(named: source.name)
  }

  /// Forgets the trees of all other files.
  func keep(only isNeeded: (Name) -> Bool) {
    trees.withLock { trees in trees = trees.filter { isNeeded($0.key) } }
  }
}

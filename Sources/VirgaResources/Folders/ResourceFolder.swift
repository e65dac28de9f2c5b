public import VirgaFiles
public import VirgaSource

/// The texts and images of an app, as its source folder holds them.
///
/// Found are `.strings` files and string catalogues, by the name of the file as table; Android's `values*/*.xml`, in
/// the default table; and images: image sets of asset catalogues, files in `drawable*` and `mipmap*`, image files.
/// Translations lie in folders such as `de.lproj` and `values-de`; they count over the general ones.
public struct ResourceFolder: Sendable {
  /// The table that is meant where none is named.
  public static let defaultTable = "Localizable"

  /// The texts by table and key.
  public private(set) var tables: [String: [String: ResourceText]] = [:]
  /// The file or folder of each image by its name; of several the first by path.
  public private(set) var images: [String: String] = [:]
  /// What is wrong in the files of texts.
  public private(set) var problems: [Problem] = []

  /// Reads everything in the folder `root` and below, with texts in `language` where there are any.
  ///
  /// Hidden folders are left out, and nothing deeper than 32 folders or beyond 100,000 entries is looked at.
  public init(
    _ root: String, language: LanguageTag = "en", files: FileReading = .disk(limit: 1 << 24),
    folders: FolderReading = .disk
  ) {
    var walk = FolderWalk(language: language, files: files, folders: folders)
    walk.visit(root, depth: 0)
    images = walk.images
    for found in walk.tables.sorted(by: { $0.rank < $1.rank }) {
      tables[found.name, default: [:]].merge(found.table.texts) { $1 }
    }
    problems = walk.tables.flatMap(\.table.problems) + walk.problems
  }
}

/// Goes through a folder and collects what resources there are.
private struct FolderWalk {
  let language: LanguageTag
  let files: FileReading
  let folders: FolderReading
  var tables: [(name: String, rank: Int, table: TextTable)] = []
  var images: [String: String] = [:]
  var problems: [Problem] = []
  private var remaining = 100_000

  init(language: LanguageTag, files: FileReading, folders: FolderReading) {
    self.language = language
    self.files = files
    self.folders = folders
  }

  mutating func visit(_ folder: String, depth: Int) {
    guard depth < 32 else { return }
    let entries = folders.list(folder).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for entry in entries where !entry.name.hasPrefix(".") {
      guard remaining > 0 else { return }
      remaining -= 1
      let path = folder == "/" ? "/" + entry.name : folder + "/" + entry.name
      if !entry.isFolder {
        take(path, entry.name, in: FilePath.name(of: folder))
      } else if let name = ImageName.ofFolder(entry.name) {
        note(name, path)
      } else {
        visit(path, depth: depth + 1)
      }
    }
  }

  private mutating func take(_ path: String, _ name: String, in folder: String) {
    let isDrawable = folder.hasPrefix("drawable") || folder.hasPrefix("mipmap")
    if let image = ImageName.ofFile(name, inDrawables: isDrawable) { return note(image, path) }
    if let table = name.removing(suffix: ".strings") {
      read(path, as: table, folder) { TextTable(strings: $0, name: path) }
    } else if let table = name.removing(suffix: ".xcstrings") {
      read(path, as: table, folder) { [language] in TextTable(catalogue: $0, name: path, language: language) }
    } else if name.hasSuffix(".xml"), folder == "values" || folder.hasPrefix("values-") {
      read(path, as: ResourceFolder.defaultTable, folder) { TextTable(android: $0, name: path) }
    }
  }

  private mutating func note(_ image: String, _ path: String) {
    if images[image] == nil { images[image] = path }
  }

  private mutating func read(
    _ path: String, as table: String, _ folder: String, _ parse: ([UInt8]) -> TextTable
  ) {
    guard let rank = rank(of: folder) else { return }
    do throws(FileFailure) {
      tables.append((table, rank, parse(try files.read(path))))
    } catch {
      let place = SourceLocation(file: path, range: SourceRange(at: .start))
      problems.append(Problem(.error, "unreadable-file", "Make the file readable: \(error.reason)", at: place))
    }
  }

  /// How much the texts in a folder count; nil where they are for another language or device.
  ///
  /// English ones serve where nothing else does, since most apps are written in it.
  private func rank(of folder: String) -> Int? {
    let name = folder.removing(suffix: ".lproj") ?? folder.removing(prefix: "values-")
    guard let name, name != "Base" else { return 1 }
    if let rank = language.rank(of: name) { return rank + 1 }
    return name == "en" ? 0 : nil
  }
}

extension String {
  /// The text before `suffix`; nil where it does not end so.
  fileprivate func removing(suffix: String) -> String? { hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil }

  /// The text behind `prefix`; nil where it does not begin so.
  fileprivate func removing(prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}

/// The name by which an app asks for the image in a file or folder.
enum ImageName {
  /// The name of an image set of an asset catalogue, such as `ic_settings.imageset`; nil for any other folder.
  static func ofFolder(_ name: String) -> String? {
    name.hasSuffix(".imageset") ? String(name.dropLast(".imageset".count)) : nil
  }

  /// The name of an image file without ending and without marks for scale and device; nil for any other file.
  static func ofFile(_ name: String, inDrawables isDrawable: Bool) -> String? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard endings.contains(ending) || isDrawable && ending == "xml" else { return nil }
    return withoutMarks(name[..<dot])
  }

  private static let endings: Set<String> = ["png", "jpg", "jpeg", "webp", "gif", "svg", "pdf", "heic"]

  private static let marks = ["@2x", "@3x", "~iphone", "~ipad", ".9"]

  private static func withoutMarks(_ name: Substring) -> String? {
    var name = name
    while let mark = marks.first(where: { name.hasSuffix($0) }) { name = name.dropLast(mark.count) }
    return name.isEmpty ? nil : String(name)
  }
}

/// A language such as `de` or `pt-BR`, by which folders of translations are told apart.
public struct LanguageTag: Hashable, Sendable, ExpressibleByStringLiteral {
  /// Language, script and region in lower case.
  private let parts: [Substring]

  /// The language called `name`: `de-DE`, `de_DE`, and as Android spells it `de-rDE` or `b+sr+Latn`.
  public init(_ name: String) {
    let pieces = name.lowercased().split { "-_+".contains($0) }
    let named = name.hasPrefix("b+") ? pieces.dropFirst() : pieces[...]
    parts = named.enumerated().map { index, piece in
      index > 0 && piece.count == 3 && piece.first == "r" ? piece.dropFirst() : piece
    }
  }

  /// The language that a literal names.
  public init(stringLiteral name: String) { self.init(name) }

  /// How well the language called `name` serves: 2 for the same, 1 for its general form, nil for another.
  func rank(of name: String) -> Int? {
    let other = LanguageTag(name)
    if other == self { return 2 }
    return other.parts.count == 1 && other.parts.first == parts.first ? 1 : nil
  }
}

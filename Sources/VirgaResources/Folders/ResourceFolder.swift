public import VirgaFiles
import VirgaJSON
public import VirgaSource

/// The texts and images in an app's source folder.
///
/// It finds `.strings` files and string catalogues, whose file name is the table; Android's
/// `values*/*.xml`, for the default table; and images: image sets of asset catalogues, files in
/// `drawable*` and `mipmap*`, and image files. Translations in folders such as `de.lproj` and
/// `values-de` override the general texts.
public struct ResourceFolder: Sendable {
  /// The table used if none is named.
  public static let defaultTable = "Localizable"

  /// The texts by table and key.
  public private(set) var tables: [String: [String: ResourceText]] = [:]
  /// The file or folder of each image by its name; the first path if there are several.
  public private(set) var images: [String: String] = [:]
  /// The problems in the text files.
  public private(set) var problems: [Problem] = []

  /// Reads everything in and below the folder `root`, with texts in `language` if available.
  ///
  /// Ignores hidden folders, folders nested more than 32 levels deep, and everything after 100,000
  /// entries.
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
    let entries = folders.list(folder).sorted { Name($0.name) < Name($1.name) }
    for entry in entries where !entry.name.hasPrefix(".") {
      guard remaining > 0 else { return }
      remaining -= 1
      let path = (folder == "/" ? "" : folder) + "/" + entry.name
      if !entry.isFolder {
        readFile(path, entry.name, in: FilePath.name(of: folder))
      } else if let name = entry.name.removing(suffix: ".imageset") {
        addImage(name, path)
      } else {
        visit(path, depth: depth + 1)
      }
    }
  }

  private mutating func readFile(_ path: String, _ name: String, in folder: String) {
    let isDrawable = folder.hasPrefix("drawable") || folder.hasPrefix("mipmap")
    if let image = ImageName.ofFile(name, inDrawables: isDrawable) { return addImage(image, path) }
    if let table = name.removing(suffix: ".strings") {
      read(path, as: table, folder) { TextTable(strings: $0, name: path) }
    } else if let table = name.removing(suffix: ".xcstrings") {
      read(path, as: table, folder) { [language] in
        TextTable(catalogue: $0, name: path, language: language)
      }
    } else if name.hasSuffix(".xml"), folder == "values" || folder.hasPrefix("values-") {
      read(path, as: ResourceFolder.defaultTable, folder) { TextTable(android: $0, name: path) }
    }
  }

  private mutating func addImage(_ image: String, _ path: String) {
    if images[image] == nil { images[image] = path }
  }

  private mutating func read(
    _ path: String, as table: String, _ folder: String, _ parse: ([UInt8]) -> TextTable
  ) {
    guard let rank = rank(of: folder) else { return }
    do throws(FileFailure) {
      tables.append((table, rank, parse(try files.read(path))))
    } catch {
      let message = "Make the file readable: \(error.reason)"
      problems.append(
        Problem(.error, "unreadable-file", message, at: SourceLocation(startOf: path)))
    }
  }

  /// The priority of a folder's texts; nil if they are for another language or device.
  ///
  /// English ones are the last resort, because most apps are written in it.
  private func rank(of folder: String) -> Int? {
    let name = folder.removing(suffix: ".lproj") ?? folder.removing(prefix: "values-")
    guard let name, name != "Base" else { return 1 }
    if let rank = language.rank(of: name) { return rank + 1 }
    return name == "en" ? 0 : nil
  }
}

extension String {
  fileprivate func removing(suffix: String) -> String? {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
  }

  fileprivate func removing(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

enum ImageName {
  /// The name of an image file without extension and markers; nil for any other file.
  static func ofFile(_ name: String, inDrawables isDrawable: Bool) -> String? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard endings.contains(ending) || isDrawable && ending == "xml" else { return nil }
    return withoutMarks(name[..<dot])
  }

  private static let endings: Set<String> = [
    "png", "jpg", "jpeg", "webp", "gif", "svg", "pdf", "heic",
  ]

  private static let marks = ["@2x", "@3x", "~iphone", "~ipad", ".9"]

  private static func withoutMarks(_ name: Substring) -> String? {
    var name = name
    while let mark = marks.first(where: { name.hasSuffix($0) }) { name = name.dropLast(mark.count) }
    return name.isEmpty ? nil : String(name)
  }
}

/// A language such as `de` or `pt-BR`, matched against folders of translations.
public struct LanguageTag: Hashable, Sendable, ExpressibleByStringLiteral {
  /// Language, script and region in lower case.
  private let parts: [Substring]

  /// Parses the name of a language: `de-DE`, `de_DE`, or Android's spellings `de-rDE` and
  /// `b+sr+Latn`.
  public init(_ name: String) {
    let pieces = name.lowercased().split { "-_+".contains($0) }
    let named = name.hasPrefix("b+") ? pieces.dropFirst() : pieces[...]
    parts = named.enumerated().map { index, piece in
      index > 0 && piece.count == 3 && piece.first == "r" ? piece.dropFirst() : piece
    }
  }

  /// Parses a literal.
  public init(stringLiteral name: String) { self.init(name) }

  /// 2 if equal, 1 for the general form, nil for another language.
  func rank(of name: String) -> Int? {
    let other = LanguageTag(name)
    if other == self { return 2 }
    return other.parts.count == 1 && other.parts.first == parts.first ? 1 : nil
  }
}

package import VirgaFiles
import VirgaJSON
package import VirgaSource

/// The texts and images in an app's source folder.
///
/// It finds `.strings` files and string catalogues, whose file name is the table; Android's
/// `values*/*.xml`, for the default table; and images: image sets of asset catalogues, files in
/// `drawable*` and `mipmap*`, and image files. Translations in folders such as `de.lproj` and
/// `values-de` override the general texts.
package struct ResourceFolder: Sendable {
  /// The table used if none is named.
  package static let defaultTable = "Localizable"

  /// The texts by table and key.
  package private(set) var tables: [String: [String: ResourceText]] = [:]
  /// The file or folder of each image by its name; the first path if there are several.
  package private(set) var images: [String: String] = [:]
  /// The problems in the text files.
  package private(set) var problems: [Problem] = []

  /// Reads everything in and below the folder `root`, with texts in `language` if available.
  ///
  /// Ignores hidden folders, folders nested more than 32 levels deep, and everything after 100,000
  /// entries. By default it reports files larger than 16 MiB instead of reading them.
  package init(
    _ root: String, language: LanguageTag = "en", files: FileReading = .disk(limit: 1 << 24),
    folders: FolderReading = .disk
  ) {
    var walk = FolderWalk(language: language, files: files, folders: folders)
    walk.visit(root, depth: 0)
    images = walk.images
    // Later texts override earlier ones, so tables of a higher priority come last.
    for found in walk.tables.sorted(by: { $0.priority < $1.priority }) {
      tables[found.name, default: [:]].merge(found.table.texts) { _, later in later }
    }
    problems = walk.tables.flatMap(\.table.problems) + walk.problems
  }
}

/// A file of texts that was found in a folder.
private struct FoundTable {
  /// The name of the table, which several files may share.
  let name: String
  /// Texts of a higher priority override those of a lower one.
  let priority: Int
  let table: TextTable
}

/// Visits a folder and everything below, and collects texts and images.
private struct FolderWalk {
  let language: LanguageTag
  let files: FileReading
  let folders: FolderReading
  private(set) var tables: [FoundTable] = []
  private(set) var images: [String: String] = [:]
  private(set) var problems: [Problem] = []
  /// The number of entries that may still be visited.
  private var remainingEntries = 100_000

  /// The levels of folders to visit.
  private static let maxDepth = 32

  init(language: LanguageTag, files: FileReading, folders: FolderReading) {
    self.language = language
    self.files = files
    self.folders = folders
  }

  /// Visits the entries of a folder in the order of their names, so that the result does not depend
  /// on the disk; hidden ones are left out.
  ///
  /// Stops silently at a limit of levels and entries, so that a huge folder, such as `/`, does not
  /// take too long.
  mutating func visit(_ folder: String, depth: Int) {
    guard depth < Self.maxDepth else { return }
    let entries = folders.list(folder).sorted { Name($0.name) < Name($1.name) }
    for entry in entries where !entry.name.hasPrefix(".") {
      guard remainingEntries > 0 else { return }
      remainingEntries -= 1
      let path = (folder == "/" ? "" : folder) + "/" + entry.name
      if !entry.isFolder {
        readFile(path, entry.name, in: FilePath.name(of: folder))
      } else if let imageName = entry.name.removing(suffix: ".imageset") {
        // A folder with the variants of one image, in a catalogue of assets.
        addImage(imageName, path)
      } else {
        visit(path, depth: depth + 1)
      }
    }
  }

  /// Adds the path of an image, without reading the file, or reads a file of texts; the name of the
  /// file and that of its folder tell which it is.
  ///
  /// Any other file is skipped.
  private mutating func readFile(_ path: String, _ name: String, in folder: String) {
    let isInDrawables = folder.hasPrefix("drawable") || folder.hasPrefix("mipmap")
    if let image = ImageName.ofFile(name, inDrawables: isInDrawables) {
      addImage(image, path)
    } else {
      readTexts(path, name, in: folder)
    }
  }

  /// Reads the file `name` at `path` if it has texts.
  ///
  /// An Apple file of texts, a table or a catalogue, gives the table with its name. An Android file
  /// of texts is in a folder `values` or `values-de`.
  private mutating func readTexts(_ path: String, _ name: String, in folder: String) {
    let isInAndroidValues = folder == "values" || folder.hasPrefix("values-")
    if let table = name.removing(suffix: ".strings") {
      readTable(table, at: path, in: folder) { bytes in TextTable(strings: bytes, name: path) }
    } else if let table = name.removing(suffix: ".xcstrings") {
      // A copy of `language`, because the call changes `self`.
      readTable(table, at: path, in: folder) { [language] bytes in
        TextTable(catalogue: bytes, name: path, language: language)
      }
    } else if isInAndroidValues, name.hasSuffix(".xml") {
      // Android has no tables: an app finds these texts without naming one.
      readTable(ResourceFolder.defaultTable, at: path, in: folder) { bytes in
        TextTable(android: bytes, name: path)
      }
    }
  }

  /// Adds an image; the first path of a name stays.
  private mutating func addImage(_ image: String, _ path: String) {
    if images[image] == nil { images[image] = path }
  }

  /// Reads a file of texts as the table `name`, unless its folder is for another language.
  private mutating func readTable(
    _ name: String, at path: String, in folder: String, _ parse: ([UInt8]) -> TextTable
  ) {
    guard let priority = priority(of: folder) else { return }
    do throws(FileFailure) {
      let table = parse(try files.read(path))
      tables.append(FoundTable(name: name, priority: priority, table: table))
    } catch {
      let message = "Make the file readable: \(error.reason)"
      problems.append(
        Problem(.error, "unreadable-file", message, at: SourceLocation(startOf: path)))
    }
  }

  /// The priority of a folder's texts; nil if they are for another language or device.
  ///
  /// For `de-AT` it is 3 for `de-AT.lproj`, 2 for `de.lproj`, 1 for `Base.lproj` and folders
  /// without a language, and 0 for `en.lproj`: English is the last resort, because most apps are
  /// written in it.
  private func priority(of folder: String) -> Int? {
    let lastResort = 0
    let withoutLanguage = 1
    let name = folder.removing(suffix: ".lproj") ?? folder.removing(prefix: "values-")
    guard let name, name != "Base" else { return withoutLanguage }
    if let match = language.match(with: name) { return withoutLanguage + match.rawValue }
    return name == "en" ? lastResort : nil
  }
}

extension String {
  /// The text without `suffix`; nil if it does not end with that.
  fileprivate func removing(suffix: String) -> String? {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
  }

  /// The text without `prefix`; nil if it does not begin with that.
  fileprivate func removing(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

/// How the files of images are named.
enum ImageName {
  /// The name of an image file without the extension and the marks of a variant, such as `@2x` for
  /// its resolution: `menu` for `menu@2x.png`; nil for any other file.
  ///
  /// In Android's folders of drawables, an XML file is an image too.
  static func ofFile(_ name: String, inDrawables isDrawable: Bool) -> String? {
    // A name that begins with its only dot has no extension.
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let fileExtension = name[name.index(after: dot)...].lowercased()
    let isImage =
      imageExtensions.contains(fileExtension) || (isDrawable && fileExtension == "xml")
    guard isImage else { return nil }
    return withoutMarks(name[..<dot])
  }

  private static let imageExtensions: Set<String> = [
    "png", "jpg", "jpeg", "webp", "gif", "svg", "pdf", "heic",
  ]

  /// Parts of a file name that tell apart the variants of one image.
  private static let marks = ["@2x", "@3x", "~iphone", "~ipad", ".9"]

  /// The name without the marks at its end, `menu` for `menu@2x~ipad`; nil if nothing remains.
  private static func withoutMarks(_ name: Substring) -> String? {
    var name = name
    while let mark = marks.first(where: { name.hasSuffix($0) }) {
      name = name.dropLast(mark.count)
    }
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
    let withoutPrefix = name.hasPrefix("b+") ? pieces.dropFirst() : pieces[...]
    parts = withoutPrefix.enumerated().map { index, piece in
      // An `r` and the two letters of a region.
      let isAndroidRegion = index > 0 && piece.count == 3 && piece.first == "r"
      return isAndroidRegion ? piece.dropFirst() : piece
    }
  }

  /// Parses a literal.
  public init(stringLiteral name: String) { self.init(name) }

  /// How well the language of a translation matches; greater is better.
  enum Match: Int {
    /// The translation is for the language without a region, such as `de` for `de-AT`.
    case general = 1
    /// The translation is for the same language.
    case exact = 2
  }

  /// How well the language `name` matches this one; nil if it is another language, such as `de-CH`
  /// for `de-AT`.
  func match(with name: String) -> Match? {
    let other = LanguageTag(name)
    if other == self { return .exact }
    let isGeneral = other.parts.count == 1
    return isGeneral && other.parts.first == parts.first ? .general : nil
  }
}

import VirgaFiles

/// The default location of sessions.
public enum SessionFolder {
  /// The folder for sessions: `virga` in `$XDG_STATE_HOME`, else in `~/.local/state`; nil without a
  /// home.
  ///
  /// Source of the rule: XDG Base Directory Specification, which says to ignore relative paths.
  public static func folder(environment: [String: String]) -> String? {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return FilePath.joined(state, "virga")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return FilePath.joined(home, ".local/state/virga")
  }

  /// The file name of a manifest's session; `number` tells manifests of the same name in other
  /// folders apart.
  public static func fileName(manifest: String, number: Int = 1) -> String {
    var name = FilePath.name(of: manifest)
    for ending in [".yaml", ".yml", ".json", ".fml"]
    where name.hasSuffix(ending) && name.count > ending.count {
      name.removeLast(ending.count)
    }
    return name + (number > 1 ? "-\(number)" : "") + ".virga"
  }

  /// Opens or creates the session of a manifest; those of the same name in different folders are
  /// numbered.
  package static func open(
    manifest: String, environment: [String: String],
    _ options: SessionStore.Options = SessionStore.Options()
  ) throws(StoreFailure) -> SessionStore {
    var options = options
    options.manifest = manifest
    options.makesFolders = true
    guard let folder = folder(environment: environment) else {
      throw .unusable(
        fileName(manifest: manifest), reason: "HOME is not set; name a file with --session")
    }
    var number = 1
    while true {
      do {
        let path = FilePath.joined(folder, fileName(manifest: manifest, number: number))
        return try SessionStore(path, options)
      } catch {
        guard case .otherManifest = error, number < most else { throw error }
        number += 1
      }
    }
  }

  private static let most = 1000
}

/// Detects that another file was copied over an open session file.
///
/// SQLite would continue with its log and cache. So the table `about` has a mark: a random name of
/// the file, then the revision in 16 hexadecimal digits. Checkpoints copy it from the log to the
/// file, where it can only increase.
///
/// Not detected: an earlier state of the same session, copied over the file while a killed
/// program's log was left and nobody had the file open. In both cases the file is older than its
/// log.
struct DatabaseFingerprint {
  private static let prefix = Array("virga-mark-".utf8)
  private static let nameLength = prefix.count + 16
  private static let length = nameLength + 17

  private let name: [UInt8]
  /// The range of the table's page in the file.
  private let page: Range<Int>
  /// The mark in the file at the last check; nil while everything is in the log.
  private var last: [UInt8]?

  /// The mark of an open session; nil if somebody removed it.
  init?(in database: Database) throws(SQLFailure) {
    let texts = try database.rows("SELECT value FROM about WHERE key = 'mark'") { $0.text(0) }
    guard let text = texts.first ?? nil,
      let number = try database.number("SELECT rootpage FROM sqlite_schema WHERE name = 'about'"),
      let size = try database.number("PRAGMA page_size"), number > 0, number < 1 << 31
    else { return nil }
    name = Array(text.utf8.prefix(Self.nameLength))
    page = Int(number - 1) * Int(size)..<Int(number) * Int(size)
  }

  /// Whether the open file was overwritten, possibly by an earlier state, since the last check.
  mutating func isOverwritten(in database: Database) -> Bool {
    guard Self.isDatabase(database) else { return true }
    let bytes = database.fileBytes(page) ?? []
    // A page may also contain earlier marks.
    let marks = bytes.ranges(of: Self.prefix).map {
      Array(bytes[$0.lowerBound...].prefix(Self.length))
    }
    guard
      let found = marks.filter({ $0.starts(with: name) }).max(by: {
        $0.lexicographicallyPrecedes($1)
      })
    else {
      return last != nil || !marks.isEmpty
    }
    if let last, found.lexicographicallyPrecedes(last) { return true }
    last = found
    return false
  }

  static func isDatabase(_ database: Database) -> Bool {
    let magic = Array("SQLite format 3\0".utf8)
    return database.fileBytes(0..<magic.count) == magic
  }
}

import VirgaFiles

/// Where sessions are kept when nobody says otherwise.
public enum SessionPlace {
  /// The folder for sessions: `virga` in `$XDG_STATE_HOME`, else in `~/.local/state`; nil without a home.
  ///
  /// Source of the rule: XDG Base Directory Specification, which has relative paths ignored.
  public static func folder(environment: [String: String]) -> String? {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return FilePath.joined(state, "virga") }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return FilePath.joined(home, ".local/state/virga")
  }

  /// The file name of the session of a manifest, by the manifest's path or name: that without its endings.
  ///
  /// - Parameter number: from 2 on, for manifests in other folders that have the same name.
  public static func fileName(manifest: String, number: Int = 1) -> String {
    var name = FilePath.name(of: manifest)
    for ending in [".yaml", ".yml", ".json", ".fml"] where name.hasSuffix(ending) && name.count > ending.count {
      name.removeLast(ending.count)
    }
    return name + (number > 1 ? "-\(number)" : "") + ".virga"
  }

  /// Opens the session of a manifest at its default place, and makes it where there is none.
  ///
  /// Manifests of the same name in different folders have sessions with numbers behind the name.
  ///
  /// - Throws: ``StoreFailure``.
  package static func open(
    manifest: String, environment: [String: String], _ options: SessionStore.Options = SessionStore.Options()
  ) throws(StoreFailure) -> SessionStore {
    var options = options
    options.manifest = manifest
    options.makesFolders = true
    guard let folder = folder(environment: environment) else {
      throw .unusable(
        fileName(manifest: manifest), reason: "there is no HOME to keep it in; name a file with --session")
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

/// Tells the file of a session from another one that was copied over it while it is open.
///
/// SQLite goes on with its log and cache then. The table `about` has a mark: a random name of the file, then the revision
/// in 16 hexadecimal digits. Checkpoints bring it from the log to the file itself, where it can only rise.
///
/// A log that a killed program left behind is not told from that of an earlier state of the same session that was copied
/// over the file while nobody had it open: the file is older than its log in both cases.
struct FileMark {
  private static let prefix = Array("virga-mark-".utf8)
  private static let nameLength = prefix.count + 16
  private static let length = nameLength + 17

  private let name: [UInt8]
  /// Where the page of the table is in the file.
  private let page: Range<Int>
  /// The mark that the file itself had at the last look; nil as long as all is in the log.
  private var last: [UInt8]?

  /// The mark of the session that a connection has open; nil if an earlier version wrote it.
  init?(in database: Database) throws(SQLFailure) {
    let texts = try database.rows("SELECT value FROM about WHERE key = 'mark'") { $0.text(0) }
    guard let text = texts.first ?? nil,
      let number = try database.number("SELECT rootpage FROM sqlite_schema WHERE name = 'about'"),
      let size = try database.number("PRAGMA page_size"), number > 0, number < 1 << 31
    else { return nil }
    name = Array(text.utf8.prefix(Self.nameLength))
    page = Int(number - 1) * Int(size)..<Int(number) * Int(size)
  }

  /// Whether the file that a connection has open holds something else than at the last look, or an earlier state.
  mutating func isOverwritten(in database: Database) -> Bool {
    guard Self.isDatabase(database) else { return true }
    let bytes = database.fileBytes(page) ?? []
    // A page may hold earlier texts of the mark as well.
    let marks = bytes.ranges(of: Self.prefix).map { Array(bytes[$0.lowerBound...].prefix(Self.length)) }
    guard let found = marks.filter({ $0.starts(with: name) }).max(by: { $0.lexicographicallyPrecedes($1) }) else {
      return last != nil || !marks.isEmpty
    }
    if let last, found.lexicographicallyPrecedes(last) { return true }
    last = found
    return false
  }

  /// Whether the file that a connection has open begins as every SQLite file does.
  static func isDatabase(_ database: Database) -> Bool {
    let magic = Array("SQLite format 3\0".utf8)
    return database.fileBytes(0..<magic.count) == magic
  }
}

/// A session in an SQLite file that the console, the subcommands and apps have open at the same time.
///
/// Every change is one transaction, durable when the call returns. A store belongs to the thread that made it, or to
/// whatever guards it; it never calls anybody.
package final class SessionStore {
  /// How a session is opened.
  package struct Options: Sendable {
    /// The manifest that the session has to belong to, an absolute path; nil where any will do.
    package var manifest: String?
    /// Whether everything that would change the file is refused.
    package var isReadOnly = false
    /// Whether a file is made where there is none; else nothing is kept of a session that has none.
    package var makesFile = true
    /// Whether the folders of a file that is made are made too.
    package var makesFolders = false
    /// How many events are kept where the session does not say so itself; the oldest go first.
    package var eventLimit: Int64 = 100_000
    /// How many operations can be undone; what older ones changed stays as it is.
    package var operationLimit: Int64 = 10_000
    /// How many bytes of operations, old and new values included, can be undone; the last operation always can.
    package var historyLimit: Int64 = 64 << 20
    /// What is read of the history at once; ``SessionStore/readHistory()`` reads the rest when it is needed.
    package var history = History.whole
    /// How long to wait for other programs that are writing, in milliseconds.
    package var patience: Int32 = 1_000

    /// The options of a session that may be changed.
    package init(manifest: String? = nil, isReadOnly: Bool = false) {
      self.manifest = manifest
      self.isReadOnly = isReadOnly
    }
  }

  /// How much of the history is part of the session.
  package enum History: Sendable {
    /// Nothing of it, as an app needs it.
    case unread
    /// The outlines of its operations, see ``Operation/isOutline``.
    case outlined
    /// All of it.
    case whole
  }

  /// The place that stands for no file.
  package static let inMemory = ":memory:"

  /// Where it is kept, an absolute path or `:memory:`.
  package let path: String
  /// The session as it was at the last call.
  package var session: Session { known.session }
  /// The manifest that it belongs to, an absolute path; nil where it belongs to none yet.
  package internal(set) var manifest: String?
  /// Why nothing can be changed; nil where everything can.
  package let restriction: StoreRestriction?

  let options: Options
  let database: Database
  let file: OpenFile?
  var known: Known
  /// The revision of the transaction under way.
  var writing: Int64 = 0
  private var dataVersion: Int64 = -1
  var fileMark: FileMark?
  /// Whether something else overwrote the file in place: its log was set aside then.
  private var wasOverwritten = false

  /// What was read of the file.
  struct Known {
    var session = Session()
    /// How much of the history is part of the session.
    var history: History
    /// The revision at which it was read.
    var revision: Int64 = -1
    var foreignChanges = 0
  }

  /// Opens the session at `path`, and makes it where there is none.
  ///
  /// - Throws: ``StoreFailure``; the file is never changed then.
  package init(_ path: String, _ options: Options = Options()) throws(StoreFailure) {
    self.path = path
    self.options = options
    known = Known(history: options.history)
    let opening = try StoreOpening(path, options)
    database = opening.database
    restriction = opening.restriction
    file = opening.isInMemory ? nil : OpenFile(path)
    do {
      dataVersion = try database.number("PRAGMA data_version") ?? 0
      try load()
    } catch {
      throw opening.isTooNew ? .tooNew(path, version: opening.version) : StoreFailure(error, path)
    }
    try bind()
  }

  /// A session that no file keeps, beginning with these parts.
  ///
  /// - Throws: ``StoreFailure``.
  package static func memory(
    _ session: Session = Session(), events: [SessionEvent] = [], manifest: String? = nil
  ) throws -> SessionStore {
    let store = try SessionStore(inMemory, Options(manifest: manifest))
    try store.restore(SessionExport(manifest: manifest, session: session, events: events))
    return store
  }

  /// Rises whenever something was read that this store did not write.
  package var foreignChanges: Int { known.foreignChanges }

  /// Whether the session is gone when the program ends.
  package var isInMemory: Bool { file == nil }

  /// Takes in what other processes have committed, and says whether they have committed anything.
  ///
  /// - Throws: ``StoreFailure``.
  package func refresh() throws(StoreFailure) -> Bool {
    try check()
    do {
      let version = try database.number("PRAGMA data_version") ?? 0
      guard version != dataVersion else { return false }
      dataVersion = version
      try load()
      return true
    } catch {
      throw StoreFailure(error, path)
    }
  }

  /// Reads the whole history, if that was not done yet: ``session`` has it from then on.
  ///
  /// - Throws: ``StoreFailure``.
  package func readHistory() throws(StoreFailure) {
    guard known.history != .whole else { return }
    let before = known.history
    do {
      known.history = .whole
      try load(wholeHistory: true)
    } catch {
      known.history = before
      throw StoreFailure(error, path)
    }
  }

  /// Whether nothing is kept at `path`: there is no file, or an empty one.
  package static func isEmpty(at path: String) -> Bool { OpenFile.isEmpty(path) }

  /// Removes the file with what SQLite keeps beside it: the store is of no use then.
  package func removeFile() {
    guard !isInMemory else { return }
    database.abandon()
    OpenFile.remove(path)
  }

  /// Waits no longer than that for other programs that are writing, in milliseconds.
  package func wait(atMost milliseconds: Int32) { database.wait(atMost: milliseconds) }

  /// What SQLite finds when it looks at every page of the file: `ok`, or what is wrong.
  ///
  /// - Throws: ``StoreFailure`` where not even that can be done.
  package func integrity() throws(StoreFailure) -> String {
    do {
      return try database.rows("PRAGMA integrity_check") { $0.text(0) ?? "" }.joined(separator: "; ")
    } catch {
      throw StoreFailure(error, path)
    }
  }

  /// Makes sure that the file at `path` is still the one that is open: SQLite would go on writing to a deleted one.
  func check() throws(StoreFailure) {
    guard let file else { return }
    // Another process may be writing the page at the first look.
    if !wasOverwritten, isOverwritten(), isOverwritten() {
      wasOverwritten = true
      if restriction == nil { file.setLogAside() }
    }
    guard let failure = wasOverwritten ? .replaced(path) : file.failure() else { return }
    database.abandon()
    throw failure
  }

  private func isOverwritten() -> Bool {
    fileMark?.isOverwritten(in: database) ?? !FileMark.isDatabase(database)
  }

  private func load(wholeHistory: Bool = false) throws(SQLFailure) {
    try database.execute("BEGIN")
    defer { try? database.execute("COMMIT") }
    try readChanges(into: &known)
    if wholeHistory { try readOperations(into: &known.session, after: -1) }
    if fileMark == nil { fileMark = try FileMark(in: database) }
  }

  /// Belongs to the manifest that the options name, from now on or already.
  private func bind() throws(StoreFailure) {
    do {
      manifest = try database.rows("SELECT value FROM about WHERE key = 'manifest'", []) { $0.text(0) }.first ?? nil
    } catch {
      throw StoreFailure(error, path)
    }
    guard let wanted = options.manifest else { return }
    if let manifest {
      guard manifest == wanted else { throw .otherManifest(path, its: manifest, wanted: wanted) }
    } else if restriction == nil {
      do {
        try database.run("INSERT OR REPLACE INTO about VALUES ('manifest', ?)", [.text(wanted)])
      } catch {
        throw StoreFailure(error, path)
      }
      manifest = wanted
    }
  }
}

/// Whether a session in a file can be written, found out by waiting for other programs to end their writing.
package struct StoreTurn: Sendable {
  /// Whether the turn has come, or waiting is of no use; false where somebody else was writing all the time.
  package let hasCome: Bool

  /// Waits for the turn to write the session at `path`, so many milliseconds at most, and changes nothing.
  package init(at path: String, atMost patience: Int32 = 1_000) {
    do throws(SQLFailure) {
      let database = try Database(path, .writeThere, patience: patience)
      database.abandon()
      try database.execute("BEGIN IMMEDIATE")
      try database.execute("ROLLBACK")
      hasCome = true
    } catch {
      if case .locked = StoreFailure(error, path) { hasCome = false } else { hasCome = true }
    }
  }
}

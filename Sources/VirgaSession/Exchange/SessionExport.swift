import VirgaFiles
package import VirgaJSON

/// A complete session as one JSON object, for bug reports and other machines.
package struct SessionExport: Equatable, Sendable {
  package var manifest: String?
  package var session: Session
  /// The events, oldest first.
  package var events: [SessionEvent]

  /// An export of a session; `manifest` is nil if it belongs to none.
  package init(manifest: String?, session: Session, events: [SessionEvent]) {
    self.manifest = manifest
    self.session = session
    self.events = events
  }

  /// Whether the session was made with a manifest of another file name than `manifest`; folders are
  /// not compared, because they differ between machines.
  package func isForOtherManifest(than manifest: String?) -> Bool {
    guard let own = self.manifest, let manifest else { return false }
    return FilePath.name(of: own) != FilePath.name(of: manifest)
  }

  /// A copy with another channel; unchanged if `channel` is nil: then the session's own one counts.
  ///
  /// A channel that was chosen for a single run is not an entry of the session, so the export of
  /// that run would lack it.
  package func withChannel(_ channel: String?) -> SessionExport {
    guard let channel else { return self }
    var export = self
    export.session.set(EntryKey(.channel), to: .string(channel))
    return export
  }

  private static let format: Int64 = 1

  /// Whether a file begins like an exported session, with any white space.
  package static func isExport(_ bytes: some Collection<UInt8>) -> Bool {
    let start = bytes.prefix(startLength).filter { $0 > UInt8(ascii: " ") }
    return String(decoding: start, as: UTF8.self).hasPrefix("{\"virga-session\":")
  }

  /// Whether a file begins like an exported session; false if it cannot be read.
  package static func isExport(at path: String) -> Bool {
    FileReading.firstBytes(of: path, atMost: startLength).map { isExport($0) } ?? false
  }

  /// Enough bytes for the first key, even with an indent before it.
  private static let startLength = 64

  /// The export as an object: the format, the manifest unless the session belongs to none, the
  /// number of `overrides` (which is for people, and not read), `entries` by kind and name,
  /// `operations` and `events`.
  ///
  /// The events come from the session's file: a ``Session`` does not have them.
  package var json: JSONObject {
    var object: JSONObject = ["virga-session": .integer(Self.format)]
    if let manifest { object["manifest"] = .string(manifest) }
    object["overrides"] = .integer(Int64(session.overrideCount))
    object["entries"] = .object(entriesJSON)
    object["operations"] = .array(session.operations.map { .object($0.json) })
    object["events"] = .array(events.map { .object($0.json) })
    return object
  }

  /// The entries by kind and name, or by kind alone if it has a single entry.
  private var entriesJSON: JSONObject {
    var entries: JSONObject = [:]
    for kind in EntryKind.allCases where session.count(of: kind) > 0 {
      if kind.isSingle {
        entries[kind.rawValue] = session[kind]
      } else {
        let members = session.names(of: kind).map { ($0, session[kind, $0] ?? .null) }
        entries[kind.rawValue] = .object(JSONObject(members))
      }
    }
    return entries
  }

  /// Reads the output of `json`; entries of unknown kinds are skipped.
  ///
  /// - Throws: A refusal if it is not an export, or one of a later version.
  package init(json: JSONValue) throws(Refusal) {
    guard let format = json["virga-session"]?.integerValue, let kinds = json["entries"]?.objectValue
    else {
      throw Refusal(
        "not an exported session: `virga session export` writes `virga-session` and `entries`")
    }
    guard format <= Self.format else {
      throw Refusal("a later virga exported this session (format \(format))")
    }
    let entries = try Self.entries(byKind: kinds)
    let operations = (json["operations"]?.arrayValue ?? []).compactMap {
      $0.objectValue.flatMap(SessionOperation.init(json:))
    }
    manifest = json["manifest"]?.stringValue
    // If ids are invalid or do not increase, all operations get new ones.
    session = Session(entries: entries, operations: Self.numbered(operations))
    events = SessionOperation.events(json["events"])
  }

  /// Reads the output of ``entriesJSON``; entries of unknown kinds are skipped.
  private static func entries(byKind kinds: JSONObject) throws(Refusal) -> [EntryKey: JSONValue] {
    var entries: [EntryKey: JSONValue] = [:]
    for (kindName, content) in kinds {
      guard let kind = EntryKind(rawValue: kindName) else { continue }
      // A kind that has only one entry, such as the channel, has its value here, not an object of
      // values by name.
      if kind.isSingle {
        entries[EntryKey(kind)] = content
        continue
      }
      guard let values = content.objectValue else {
        throw Refusal("`\(kindName)` is not an object of entries")
      }
      for (name, value) in values { entries[EntryKey(kind, name)] = value }
    }
    return entries
  }

  /// The operations with increasing ids: their own if these are valid, or else 1, 2 and so on.
  private static func numbered(_ operations: [SessionOperation]) -> [SessionOperation] {
    let ids = operations.map(\.id)
    let areIncreasing = zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }
    // The file could store 0 too, but ids begin at 1.
    let areInRange = ids.allSatisfy { $0 > 0 && Database.validIDsAndRevisions.contains($0) }
    if areIncreasing, areInRange { return operations }
    return operations.enumerated().map { index, operation in
      var operation = operation
      operation.id = Int64(index + 1)
      return operation
    }
  }
}

extension EntryKind {
  /// Whether a session has at most one entry of this kind, without a name.
  fileprivate var isSingle: Bool { self == .channel || self == .clock }
}

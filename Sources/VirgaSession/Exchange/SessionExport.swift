import VirgaFiles
package import VirgaJSON

/// A complete session as one JSON object, for bug reports and other machines.
package struct SessionExport: Equatable, Sendable {
  package var manifest: String?
  package var session: Session
  /// The events, oldest first.
  package var events: [SessionEvent]

  package init(manifest: String?, session: Session, events: [SessionEvent]) {
    self.manifest = manifest
    self.session = session
    self.events = events
  }

  /// Whether the session was made with a manifest of another file name; paths differ between
  /// machines.
  package func isForOtherManifest(than manifest: String?) -> Bool {
    guard let own = self.manifest, let manifest else { return false }
    return FilePath.name(of: own) != FilePath.name(of: manifest)
  }

  /// A copy with the channel on screen, which no entry has if it was chosen for a single run.
  package func showing(_ channel: String?) -> SessionExport {
    guard let channel else { return self }
    var export = self
    export.session.set(EntryKey(.channel), to: .string(channel))
    return export
  }

  private static let format: Int64 = 1

  /// Whether a file begins like an exported session.
  package static func isOne(_ bytes: some Collection<UInt8>) -> Bool {
    String(decoding: bytes.prefix(64).filter { $0 > 0x20 }, as: UTF8.self).hasPrefix(
      "{\"virga-session\":")
  }

  static func isOne(at path: String) -> Bool {
    (try? FileReading.disk().read(path)).map { isOne($0) } ?? false
  }

  /// The session as an object: `entries` by kind and name, `operations`, `events`.
  package var json: JSONObject {
    var object: JSONObject = ["virga-session": .integer(Self.format)]
    if let manifest { object["manifest"] = .string(manifest) }
    object["overrides"] = .integer(Int64(session.overrideCount))
    var entries: JSONObject = [:]
    for kind in EntryKind.allCases where session.count(of: kind) > 0 {
      entries[kind.rawValue] =
        kind.isSingle
        ? session[kind]
        : .object(JSONObject(session.names(of: kind).map { ($0, session[kind, $0] ?? .null) }))
    }
    object["entries"] = .object(entries)
    object["operations"] = .array(session.operations.map { .object($0.json) })
    object["events"] = .array(events.map { .object($0.json) })
    return object
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
    var entries: [EntryKey: JSONValue] = [:]
    for (name, values) in kinds {
      guard let kind = EntryKind(rawValue: name) else { continue }
      if kind.isSingle { entries[EntryKey(kind)] = values }
      guard !kind.isSingle else { continue }
      guard let values = values.objectValue else {
        throw Refusal("`\(name)` is not an object of entries")
      }
      for (name, value) in values { entries[EntryKey(kind, name)] = value }
    }
    let operations = (json["operations"]?.arrayValue ?? []).compactMap {
      $0.objectValue.flatMap(SessionOperation.init(json:))
    }
    manifest = json["manifest"]?.stringValue
    session = Session(entries: entries, operations: Self.numbered(operations))
    events = SessionOperation.events(json["events"])
  }

  /// The operations with increasing ids: their own if valid, else new ones.
  private static func numbered(_ operations: [SessionOperation]) -> [SessionOperation] {
    let ids = operations.map(\.id)
    let rises = zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }
    guard let first = ids.first, let last = ids.last, !rises || first < 1 || last > 1 << 53 else {
      return operations
    }
    return operations.enumerated().map { index, operation in
      var operation = operation
      operation.id = Int64(index + 1)
      return operation
    }
  }
}

extension EntryKind {
  fileprivate var isSingle: Bool { self == .channel || self == .clock }
}

import VirgaJSON
import VirgaSource

/// Reads the rows of a catalogue file and reports problems that the file alone reveals.
struct CatalogueReader {
  private(set) var rows: [FlagDefinition] = []
  private(set) var problems: [Problem] = []
  private(set) var debugChannels: Set<Name>?
  private(set) var developmentChannels: Set<Name>?

  /// The allowed top-level keys; `features` is for JSON configurations.
  private static let topKeys = ObjectKeys(
    "a catalogue", ["flags", "debug-channels", "development-channels", "features", "$schema"])
  private static let flagKeys = ObjectKeys("a flag", FlagKey.allCases.map(\.rawValue))

  private static var words: ObjectWords {
    var words = ObjectWords()
    words.unknown = { key, _ in
      Problem(.warning, "unknown-flag-key", "the key `\(key)` has no meaning here")
    }
    words.mismatch = { _, expected in Problem(.error, "flag-type", "Make this \(expected)") }
    return words
  }

  mutating func read(_ written: LocatedValue) {
    let reader = ObjectReader(written, Self.topKeys, log: ProblemLog(Self.words))
    readTop(reader)
    problems = reader.problems + problems
  }

  private mutating func readTop(_ reader: ObjectReader) {
    func refuse(_ message: String, at value: LocatedValue) {
      problems.append(Problem(.error, "no-flags", message, at: value.location))
    }
    guard reader.object.kind == .object, let flags = reader.object["flags"] else {
      return refuse(Self.advice(for: reader.object), at: Self.place(in: reader.object))
    }
    reader.checkKeys()
    debugChannels = reader.value("debug-channels", .names, default: nil).map { Set(naming: $0) }
    developmentChannels = reader.value("development-channels", .names, default: nil).map {
      Set(naming: $0)
    }
    guard flags.kind == .array else { return refuse("Make `flags` an array of flags", at: flags) }
    var seen: Set<Name> = []
    for (index, element) in flags.elements.enumerated() {
      guard let row = row(element, index: index) else { continue }
      if seen.insert(row.id) {
        rows.append(row)
      } else {
        report(
          "repeated-flag", path: "flags/\(row.id)",
          "Give each flag its own id; the first one is used",
          at: element["id"])
      }
    }
  }

  /// The part of a file that shows that it is not a catalogue.
  private static func place(in written: LocatedValue) -> LocatedValue {
    if let features = written["features"] { return features }
    return (misspelled("features", in: written) ?? misspelled("flags", in: written))?.keyNode
      ?? written
  }

  private static func misspelled(_ key: String, in written: LocatedValue) -> LocatedMember? {
    FlagFileKind.isEntry(written) ? nil : FlagFileKind.member(like: key, of: written)
  }

  /// What to do with a file that is not a catalogue.
  private static func advice(for written: LocatedValue) -> String {
    switch FlagFileKind(written) {
    case .configuration, .catalogueAndConfiguration: adviceForConfiguration(written)
    case .manifest: "This is a manifest, not a file of flags: open it as the manifest"
    case .catalogue:
      misspelled("flags", in: written).map {
        "Rename `\($0.key)` to `flags`, the list of a catalogue"
      }
        ?? "Write an object with an array `flags`"
    case .unknown:
      "Write an object with an array `flags` in a catalogue, or `features` in a JSON configuration"
    }
  }

  /// What to do with a configuration in YAML, which the FeatureFlags library does not read.
  private static func adviceForConfiguration(_ written: LocatedValue) -> String {
    if written["features"] != nil {
      return
        "Write a configuration with `features` as JSON, or name the list of a catalogue `flags`"
    }
    if written.kind == .array {
      return
        "Write this list as JSON for the FeatureFlags library, or put it under `flags` for a catalogue"
    }
    guard let member = misspelled("features", in: written) else {
      return "Write the flag as JSON in a list, as in {\"features\": [{\"name\": …}]}"
    }
    return "Write a configuration as JSON, with `features` instead of `\(member.key)`"
  }

  private mutating func row(_ written: LocatedValue, index: Int) -> FlagDefinition? {
    guard written.kind == .object else {
      report("flag-type", path: "flags/\(index)", "Write a flag as an object", at: written)
      return nil
    }
    guard let id = written["id"]?.string, !id.isEmpty else {
      report(
        "missing-flag-id", path: "flags/\(index)", "Give the flag an `id`, a string",
        at: written["id"] ?? written)
      return nil
    }
    var words = Self.words
    words.path = { _, _ in "flags/\(id)" }
    let reader = ObjectReader(written, Self.flagKeys, log: ProblemLog(words))
    let row = reader.row(id)
    problems += reader.problems
    return reader.problems.contains { $0.severity == .error } ? nil : row
  }

  private mutating func report(
    _ code: Problem.Code, path: String, _ message: String, at written: LocatedValue?
  ) {
    problems.append(Problem(.error, code, path: path, message, at: written?.location))
  }
}

extension MemberKind<[String]> {
  fileprivate static var names: MemberKind {
    .init("an array of names") { (try? MemberKind.texts.read($0)) ?? nil }
  }
}

// The row of one flag.
extension ObjectReader {
  fileprivate func row(_ id: String) -> FlagDefinition? {
    checkKeys()
    guard let kind = flagKind() else { return nil }
    var row = FlagDefinition(id, kind)
    row.location = object["id"]?.location
    row.description = text(.description) ?? ""
    row.preferenceKey = text(.preferenceKey)
    row.offOption = text(.off)
    row.options = value(FlagKey.options.rawValue, .names, default: []) ?? []
    row.channels = value(FlagKey.channels.rawValue, .names, default: []) ?? []
    row.debugKey = debugKey(of: row)
    row.reading = reading(of: row)
    row.preferenceDefault = preferenceDefault(of: row)
    checkFit(of: row)
    return row
  }

  private func flagKind() -> FlagKind? {
    guard let given = self[.kind] else {
      if self[.channels] != nil { return .core }
      return self[.options] != nil ? .options : .bool
    }
    if let kind = given.string.flatMap(FlagKind.init) { return kind }
    let (text, kinds) = (given.text ?? "", FlagKind.allCases.map(\.rawValue))
    report(
      .error, "unknown-flag-kind", FlagKey.kind.rawValue,
      "the kind `\(text)` is unknown; write one of \(kinds.joined(separator: ", "))",
      hint: NameSuggestions.hint(for: text, among: kinds))
    return nil
  }

  /// None if the given key is null or false; derived from the id if it is missing (Rule:
  /// VirgaFlags/Keys).
  private func debugKey(of row: FlagDefinition) -> String? {
    guard row.kind == .bool else { return nil }
    guard let given = self[.debugKey] else { return row.id + FlagDefinition.debugSuffix }
    return given.kind == .null || given.json == false ? nil : text(.debugKey)
  }

  private func reading(of row: FlagDefinition) -> BuildValueSource? {
    guard row.kind == .bool || row.kind == .options else { return nil }
    if let all = self[.all] {
      let paths = all.elements.compactMap { featurePath(in: $0, feature: self[.feature]) }
      if row.kind == .options || paths.isEmpty {
        refuse(
          .all, "flag-type",
          "Make `all` an array of objects with a `path`; only `bool` flags have it")
      }
      return .all(paths)
    }
    guard let path = featurePath(in: object, feature: nil) else { return nil }
    if row.kind == .options { return .option(path) }
    return row.offOption.map { .notOff(path, off: $0) } ?? .boolean(path)
  }

  private func featurePath(in written: LocatedValue, feature shared: LocatedValue?) -> FeaturePath?
  {
    let feature = written[FlagKey.feature.rawValue] ?? shared
    guard let name = feature?.string else {
      refuse(
        nil, "missing-flag-feature", "Name the `feature` that the flag reads",
        at: feature ?? written)
      return nil
    }
    guard let way = written[FlagKey.path.rawValue], let text = way.string else {
      refuse(
        nil, "missing-flag-path", "Give the `path` of the variable, such as `enabled`",
        at: written[FlagKey.path.rawValue] ?? written)
      return nil
    }
    guard let parsed = try? JSONPath.parse(text), !parsed.isRoot else {
      refuse(
        nil, "flag-path", "`\(text)` is not a path; write keys separated by dots: `items.enabled`",
        at: way)
      return nil
    }
    return FeaturePath(name, parsed, featureLocation: feature?.location, pathLocation: way.location)
  }

  private func preferenceDefault(of row: FlagDefinition) -> JSONValue? {
    guard let given = self[.preferenceDefault], given.kind != .null else { return nil }
    guard row.kind == .options ? given.kind == .string : given.kind == .boolean else {
      let what = row.kind == .options ? "the name of an option" : "true or false"
      refuse(.preferenceDefault, "flag-type", "Make `preference-default` \(what)")
      return nil
    }
    if row.preferenceKey == nil {
      report(
        .warning, "flag-key-unused", FlagKey.preferenceDefault.rawValue,
        "a preference default has no effect without a `preference-key`")
    }
    return given.json
  }

  /// Reports keys that the kind of flag does not use, and contradictory options.
  private func checkFit(of row: FlagDefinition) {
    for member in object.members {
      guard let key = FlagKey(rawValue: member.key), !key.fits(row.kind) else { continue }
      let message = "a flag of the kind `\(row.kind.rawValue)` has no `\(key.rawValue)`"
      report(problem(.warning, "flag-key-unused", key.rawValue, message, at: member.keyNode))
    }
    guard row.kind == .options, !row.options.isEmpty else { return }
    checkOption(row.offOption, .off, of: row)
    checkOption(row.preferenceDefault?.stringValue, .preferenceDefault, of: row)
  }

  private func checkOption(_ option: String?, _ key: FlagKey, of row: FlagDefinition) {
    guard let option, !row.options.containsName(option) else { return }
    report(
      .error, "unknown-flag-option", key.rawValue,
      "`\(option)` is not one of the options \(row.options.joined(separator: ", "))",
      hint: NameSuggestions.hint(for: option, among: row.options))
  }

  private subscript(key: FlagKey) -> LocatedValue? { object[key.rawValue] }

  private func text(_ key: FlagKey) -> String? {
    optional(
      key.rawValue,
      MemberKind("a string") { (value) throws(Problems) in
        if let text = value.string, !text.isEmpty || key == .description { return text }
        throw Problems([Problem(.error, "flag-type", "Make `\(key.rawValue)` a string")])
      })
  }

  private func refuse(
    _ key: FlagKey?, _ code: Problem.Code, _ message: String, at value: LocatedValue? = nil
  ) {
    report(problem(.error, code, key?.rawValue, message, at: value))
  }
}

enum FlagKey: String, CaseIterable {
  case id, kind, description, feature, path, off, options, all, channels
  case preferenceKey = "preference-key"
  case preferenceDefault = "preference-default"
  case debugKey = "debug-key"

  func fits(_ kind: FlagKind) -> Bool {
    switch self {
    case .id, .kind, .description: true
    case .feature, .path: kind == .bool || kind == .options
    case .all, .debugKey: kind == .bool
    case .off: kind == .bool || kind == .options
    case .options: kind == .options
    case .channels: kind == .core
    case .preferenceKey, .preferenceDefault: kind == .bool || kind == .options || kind == .flag
    }
  }
}

import VirgaJSON
import VirgaSource

/// Reads the rows of a catalogue file, and finds what is wrong with them as far as the file alone tells.
struct CatalogueReader {
  private(set) var rows: [FlagRow] = []
  private(set) var problems: [Problem] = []
  private(set) var debugChannels: Set<Name>?
  private(set) var developmentChannels: Set<Name>?

  /// The keys beside `flags` at the top of a file; `features` belongs to a JSON configuration.
  private static let topKeys = ["flags", "debug-channels", "development-channels", "features", "$schema"]

  mutating func read(_ written: WrittenValue) {
    guard written.kind == .object, let flags = written["flags"] else {
      if let features = written["features"] {
        let message = "Write a configuration with `features` as JSON, or name the list of a catalogue `flags`"
        return report(.error, "no-flags", message, at: features)
      }
      return report(.error, "no-flags", "Give an object with an array `flags`", at: written)
    }
    checkKeys(of: written, known: Self.topKeys, path: "")
    debugChannels = names(written["debug-channels"], path: "debug-channels").map { Set(naming: $0) }
    developmentChannels = names(written["development-channels"], path: "development-channels").map { Set(naming: $0) }
    guard flags.kind == .array else {
      return report(.error, "no-flags", "Make `flags` an array of flags", at: flags)
    }
    var seen: Set<Name> = []
    for (index, element) in flags.elements.enumerated() {
      guard let row = row(element, index: index) else { continue }
      if seen.insert(row.id) {
        rows.append(row)
      } else {
        report(
          .error, "repeated-flag", path: "flags/\(row.id)", "Give each flag its own id; the first one counts",
          at: element["id"])
      }
    }
  }

  private mutating func row(_ written: WrittenValue, index: Int) -> FlagRow? {
    guard written.kind == .object else {
      report(.error, "flag-type", path: "flags/\(index)", "Write a flag as an object", at: written)
      return nil
    }
    guard let id = written["id"]?.string, !id.isEmpty else {
      report(
        .error, "missing-flag-id", path: "flags/\(index)", "Give the flag an `id`, a string",
        at: written["id"] ?? written)
      return nil
    }
    let path = "flags/\(id)"
    let count = problems.count
    checkKeys(of: written, known: FlagKey.allCases.map(\.rawValue), path: path)
    guard let kind = kind(written, path: path) else { return nil }
    var row = FlagRow(id, kind)
    row.location = written["id"]?.location
    row.description = text(.description, of: written, path: path) ?? ""
    row.preferenceKey = text(.preferenceKey, of: written, path: path)
    row.offOption = text(.off, of: written, path: path)
    row.options = names(written[FlagKey.options.rawValue], path: path) ?? []
    row.channels = names(written[FlagKey.channels.rawValue], path: path) ?? []
    row.debugKey = debugKey(written, row, path: path)
    row.reading = reading(written, row, path: path)
    row.preferenceDefault = preferenceDefault(written, row, path: path)
    checkFit(written, row, path: path)
    return problems[count...].contains { $0.severity == .error } ? nil : row
  }

  private mutating func kind(_ written: WrittenValue, path: String) -> FlagKind? {
    guard let given = written[FlagKey.kind.rawValue] else {
      if written[FlagKey.channels.rawValue] != nil { return .core }
      return written[FlagKey.options.rawValue] != nil ? .options : .bool
    }
    if let kind = given.string.flatMap(FlagKind.init) { return kind }
    let kinds = FlagKind.allCases.map(\.rawValue)
    problems.append(
      Problem(
        .error, "unknown-flag-kind", path: path,
        "the kind `\(given.text ?? "")` is unknown; write one of \(kinds.joined(separator: ", "))", at: given.location
      ).with(hint: NearNames.hint(for: given.text ?? "", among: kinds)))
    return nil
  }

  /// The key as given, none if it is null or false, else derived from the id.
  ///
  /// Rule: VirgaFlags/Keys.
  private mutating func debugKey(_ written: WrittenValue, _ row: FlagRow, path: String) -> String? {
    guard row.kind == .bool else { return nil }
    guard let given = written[FlagKey.debugKey.rawValue] else { return row.id + FlagRow.debugSuffix }
    if given.kind == .null || given.json == false { return nil }
    return text(.debugKey, of: written, path: path)
  }

  private mutating func reading(_ written: WrittenValue, _ row: FlagRow, path: String) -> FlagReading? {
    guard row.kind == .bool || row.kind == .options else { return nil }
    if let all = written[FlagKey.all.rawValue] {
      let places = all.elements.compactMap { place($0, feature: written[FlagKey.feature.rawValue], path: path) }
      if row.kind == .options || places.isEmpty {
        report(
          .error, "flag-type", path: path, "Make `all` an array of places, each with `path`, of a `bool` flag", at: all)
      }
      return .all(places)
    }
    guard let place = place(written, feature: nil, path: path) else { return nil }
    if row.kind == .options { return .option(place) }
    return row.offOption.map { .notOff(place, off: $0) } ?? .boolean(place)
  }

  private mutating func place(_ written: WrittenValue, feature shared: WrittenValue?, path: String) -> FlagPlace? {
    let feature = written[FlagKey.feature.rawValue] ?? shared
    guard let name = feature?.string else {
      report(
        .error, "missing-flag-feature", path: path, "Name the `feature` that the flag reads", at: feature ?? written)
      return nil
    }
    guard let way = written[FlagKey.path.rawValue], let text = way.string else {
      report(
        .error, "missing-flag-path", path: path, "Give the `path` of the variable, such as `enabled`",
        at: written[FlagKey.path.rawValue] ?? written)
      return nil
    }
    guard let parsed = try? JSONPath.parse(text), !parsed.isRoot else {
      report(
        .error, "flag-path", path: path, "`\(text)` is no path; write keys with dots between them: `items.enabled`",
        at: way)
      return nil
    }
    return FlagPlace(name, parsed, featureLocation: feature?.location, pathLocation: way.location)
  }

  private mutating func preferenceDefault(_ written: WrittenValue, _ row: FlagRow, path: String) -> JSONValue? {
    guard let given = written[FlagKey.preferenceDefault.rawValue], given.kind != .null else { return nil }
    let fits = row.kind == .options ? given.kind == .string : given.kind == .boolean
    guard fits else {
      let what = row.kind == .options ? "the name of an option" : "true or false"
      report(.error, "flag-type", path: path, "Make `preference-default` \(what)", at: given)
      return nil
    }
    if row.preferenceKey == nil {
      report(
        .warning, "flag-key-unused", path: path, "a preference default needs a `preference-key`, else it never counts",
        at: given)
    }
    return given.json
  }
}

extension CatalogueReader {
  /// Keys that the kind of flag has no use for, and options that contradict each other.
  private mutating func checkFit(_ written: WrittenValue, _ row: FlagRow, path: String) {
    for member in written.members {
      guard let key = FlagKey(rawValue: member.key), !key.fits(row.kind) else { continue }
      report(
        .warning, "flag-key-unused", path: path, "a flag of the kind `\(row.kind.rawValue)` has no `\(key.rawValue)`",
        at: member.keyNode)
    }
    guard row.kind == .options, !row.options.isEmpty else { return }
    checkOption(row.offOption, .off, written, row, path: path)
    checkOption(row.preferenceDefault?.stringValue, .preferenceDefault, written, row, path: path)
  }

  private mutating func checkOption(
    _ option: String?, _ key: FlagKey, _ written: WrittenValue, _ row: FlagRow, path: String
  ) {
    guard let option, !row.options.containsName(option) else { return }
    problems.append(
      Problem(
        .error, "unknown-flag-option", path: path,
        "`\(option)` is none of the options \(row.options.joined(separator: ", "))", at: written[key.rawValue]?.location
      ).with(hint: NearNames.hint(for: option, among: row.options)))
  }

  private mutating func checkKeys(of written: WrittenValue, known: [String], path: String) {
    for member in written.members where !known.containsName(member.key) {
      problems.append(
        Problem(
          .warning, "unknown-flag-key", path: path, "the key `\(member.key)` has no meaning here",
          at: member.keyNode.location
        ).with(hint: NearNames.hint(for: member.key, among: known)))
    }
  }

  private mutating func text(_ key: FlagKey, of written: WrittenValue, path: String) -> String? {
    guard let given = written[key.rawValue], given.kind != .null else { return nil }
    if let string = given.string, !string.isEmpty || key == .description { return string }
    report(.error, "flag-type", path: path, "Make `\(key.rawValue)` a string", at: given)
    return nil
  }

  private mutating func names(_ written: WrittenValue?, path: String) -> [String]? {
    guard let written else { return nil }
    let names = written.elements.compactMap(\.string)
    guard written.kind == .array, names.count == written.count else {
      report(.error, "flag-type", path: path, "Make this an array of names", at: written)
      return nil
    }
    return names
  }

  private mutating func report(
    _ severity: Problem.Severity, _ code: Problem.Code, path: String = "", _ message: String, at written: WrittenValue?
  ) {
    problems.append(Problem(severity, code, path: path, message, at: written?.location))
  }
}

/// The keys of a flag in a catalogue file.
enum FlagKey: String, CaseIterable {
  case id, kind, description, feature, path, off, options, all, channels
  case preferenceKey = "preference-key"
  case preferenceDefault = "preference-default"
  case debugKey = "debug-key"

  /// Whether a flag of `kind` has a use for it.
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

import VirgaJSON
import VirgaSource

/// Reads the flags of a catalogue file and reports problems that the file alone reveals.
struct CatalogueReader {
  private(set) var flags: [FlagDefinition] = []
  private(set) var problems: [Problem] = []
  /// The member `debug-channels`; nil if it is missing or unusable.
  private(set) var debugChannels: Set<Name>?
  /// The member `development-channels`; nil if it is missing or unusable.
  private(set) var developmentChannels: Set<Name>?

  /// The allowed top-level keys; `features` is for JSON configurations.
  private static let catalogueKeys = ObjectKeys(
    "a catalogue", ["flags", "debug-channels", "development-channels", "features", "$schema"])
  private static let flagKeys = ObjectKeys("a flag", FlagKey.allCases.map(\.rawValue))

  /// The words for problems in a catalogue: its own for unknown keys and for members of the wrong
  /// type, the usual ones for others.
  private static var problemWording: ObjectMessages {
    var wording = ObjectMessages()
    wording.unknown = { key, _ in
      Problem(.warning, "unknown-flag-key", "the key `\(key)` has no meaning here")
    }
    wording.mismatch = { _, expected in Problem(.error, "flag-type", "Make this \(expected)") }
    return wording
  }

  /// Reads the value of a file into ``flags``, the channels and ``problems``.
  mutating func read(_ written: LocatedValue) {
    let reader = ObjectReader(written, Self.catalogueKeys, log: ProblemLog(Self.problemWording))
    readCatalogue(reader)
    // The problems of the top-level members come before those of the flags.
    problems = reader.problems + problems
  }

  /// Reads the top-level members; if `flags` is missing, only that is reported, because the file is
  /// probably of another kind.
  private mutating func readCatalogue(_ reader: ObjectReader) {
    guard reader.object.kind == .object, let list = reader.object["flags"] else {
      // The problem marks a misspelled key, if there is one, rather than the whole file.
      return reportMissingFlags(
        Self.advice(for: reader.object), at: Self.misleadingPart(of: reader.object))
    }
    reader.reportUnknownAndRepeatedKeys()
    debugChannels = Self.channels("debug-channels", reader)
    developmentChannels = Self.channels("development-channels", reader)
    // Checked last, so that the problems of the channels are reported too.
    guard list.kind == .array else {
      return reportMissingFlags("Make `flags` an array of flags", at: list)
    }
    readFlags(in: list)
  }

  /// The channels that the member `key` lists; nil if it is missing, or not a list of names, which
  /// is reported.
  private static func channels(_ key: String, _ reader: ObjectReader) -> Set<Name>? {
    reader.value(key, .names, default: nil).map { Set(naming: $0) }
  }

  /// Reads the flags of the list; of flags with the same id, the first one is used.
  private mutating func readFlags(in list: LocatedValue) {
    var ids: Set<Name> = []
    for (index, element) in list.elements.enumerated() {
      guard let flag = readFlag(element, index: index) else { continue }
      // False if a flag before it has the same id, byte for byte.
      let isFirst = ids.insert(flag.id)
      if isFirst {
        flags.append(flag)
      } else {
        report(
          "repeated-flag", path: "flags/\(flag.id)",
          "Give each flag its own id; the first one is used",
          at: element["id"])
      }
    }
  }

  /// Reports that the file has no list of flags; `message` says what to do.
  private mutating func reportMissingFlags(_ message: String, at value: LocatedValue) {
    problems.append(Problem(.error, "no-flags", message, at: value.location))
  }

  /// The part of a file without `flags` that is probably the mistake: the member `features`, a key
  /// that resembles `features` or `flags`, or else the whole file.
  private static func misleadingPart(of file: LocatedValue) -> LocatedValue {
    if let features = file["features"] { return features }
    let misspelled = misspelled("features", in: file) ?? misspelled("flags", in: file)
    return misspelled?.keyNode ?? file
  }

  /// The member whose key resembles `key`, such as `flag`; nil if there is none, or if the file is
  /// a single flag.
  private static func misspelled(_ key: String, in file: LocatedValue) -> LocatedMember? {
    FlagFileKind.isSingleFlag(file) ? nil : FlagFileKind.member(like: key, of: file)
  }

  /// What to do with a file without `flags`, the list of a catalogue.
  private static func advice(for written: LocatedValue) -> String {
    switch FlagFileKind(written) {
    // The file has no `flags`, so it is not `.catalogueAndConfiguration`.
    case .configuration, .catalogueAndConfiguration: adviceForConfiguration(written)
    case .manifest: "This is a manifest, not a file of flags: open it as the manifest"
    // A key that resembles `flags` made it a catalogue, so the second text is never used.
    case .catalogue:
      if let member = misspelled("flags", in: written) {
        "Rename `\(member.key)` to `flags`, the list of a catalogue"
      } else {
        "Write an object with an array `flags`"
      }
    case .unknown:
      "Write an object with an array `flags` in a catalogue, or `features` in a JSON configuration"
    }
  }

  /// What to do with a configuration in YAML, which the FeatureFlags library does not read: write
  /// it as JSON, or make a catalogue of it if that was meant.
  private static func adviceForConfiguration(_ written: LocatedValue) -> String {
    if written["features"] != nil {
      return
        "Write a configuration with `features` as JSON, or name the list of a catalogue `flags`"
    }
    if written.kind == .array {
      return
        "Write this list as JSON for the FeatureFlags library, or put it under `flags` for a catalogue"
    }
    // A configuration with neither a list nor a misspelled `features` is a single flag.
    guard let member = misspelled("features", in: written) else {
      return "Write the flag as JSON in a list, as in {\"features\": [{\"name\": …}]}"
    }
    return "Write a configuration as JSON, with `features` instead of `\(member.key)`"
  }

  /// Reads the flag at `index` of the list; nil if it has an error, which is then reported.
  private mutating func readFlag(_ written: LocatedValue, index: Int) -> FlagDefinition? {
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
    var wording = Self.problemWording
    // Every problem in the flag names the flag by its id, and not the member.
    wording.path = { _, _ in "flags/\(id)" }
    let reader = ObjectReader(written, Self.flagKeys, log: ProblemLog(wording))
    let flag = reader.flagDefinition(id: id)
    problems += reader.problems
    return reader.problems.contains { $0.severity == .error } ? nil : flag
  }

  /// Reports an error of the catalogue itself, which marks `written`; nil marks nothing.
  private mutating func report(
    _ code: Problem.Code, path: String, _ message: String, at written: LocatedValue?
  ) {
    problems.append(Problem(.error, code, path: path, message, at: written?.location))
  }
}

extension MemberKind<[String]> {
  /// An array of strings; anything else in it is an error of the whole array.
  fileprivate static var names: MemberKind {
    // Any failure becomes nil, so that the error names this kind.
    .init("an array of names") { (try? MemberKind.texts.read($0)) ?? nil }
  }
}

// Reading the members of one flag.
extension ObjectReader {
  /// Reads the members of the flag called `id`; nil if its kind is unknown.
  ///
  /// Other mistakes are only reported here; with an error, the caller leaves the flag out.
  fileprivate func flagDefinition(id: String) -> FlagDefinition? {
    reportUnknownAndRepeatedKeys()
    guard let kind = flagKind() else { return nil }
    var flag = FlagDefinition(id, kind)
    flag.location = object["id"]?.location
    flag.description = text(.description) ?? ""
    flag.preferenceKey = text(.preferenceKey)
    flag.offOption = text(.off)
    // A list of the wrong type is nil and reported; the flag is then left out.
    flag.options = value(FlagKey.options.rawValue, .names, default: []) ?? []
    flag.channels = value(FlagKey.channels.rawValue, .names, default: []) ?? []
    // What follows depends on the members that were read above.
    flag.debugKey = debugKey(of: flag)
    flag.reading = buildValueSource(of: flag)
    flag.preferenceDefault = preferenceDefault(of: flag)
    reportUnusedKeysAndOptions(of: flag)
    return flag
  }

  /// The kind as given; without one it follows from the members: `channels` make a core flag, which
  /// the build channel alone decides, `options` one with options, anything else a Boolean flag.
  ///
  /// Nil if the given kind is unknown, which is reported.
  private func flagKind() -> FlagKind? {
    guard let given = self[.kind] else {
      if self[.channels] != nil { return .core }
      return self[.options] != nil ? .options : .bool
    }
    if let kind = given.string.flatMap(FlagKind.init) { return kind }
    // An array or an object has no text.
    let text = given.text ?? ""
    let kinds = FlagKind.allCases.map(\.rawValue)
    report(
      .error, "unknown-flag-kind", FlagKey.kind.rawValue,
      "the kind `\(text)` is unknown; write one of \(kinds.joined(separator: ", "))",
      hint: NameSuggestions.hint(for: text, among: kinds))
    return nil
  }

  /// The key of the debug override: the given one, or the id with a suffix if none is given.
  ///
  /// Nil for kinds other than `bool`, if the given key is null or false, and for anything else that
  /// is not a string, which is reported. Rule: VirgaFlags/Keys.
  private func debugKey(of flag: FlagDefinition) -> String? {
    guard flag.kind == .bool else { return nil }
    guard let given = self[.debugKey] else { return flag.id + FlagDefinition.debugSuffix }
    let isTurnedOff = given.kind == .null || given.json == false
    return isTurnedOff ? nil : text(.debugKey)
  }

  /// How the flag's build value is read from merged configs: from all of several locations, or from
  /// one; nil for a kind without a build value, and if the location has an error.
  ///
  /// The build value is the flag's value without preference and debug override.
  ///
  /// A single location is in the members `feature` and `path` of the flag itself. A `bool` flag
  /// with an off option reads an enum, and is on unless the enum has that option.
  ///
  /// Rule: VirgaFlags/Readings.
  private func buildValueSource(of flag: FlagDefinition) -> BuildValueSource? {
    guard flag.kind == .bool || flag.kind == .options else { return nil }
    // Only a `bool` flag may have the list `all`; `paths` reports any other.
    if let list = self[.all] { return .all(paths(inAll: list, of: flag)) }
    guard let path = featurePath(in: object) else { return nil }
    if flag.kind == .options { return .option(path) }
    if let off = flag.offOption { return .notOff(path, off: off) }
    return .boolean(path)
  }

  /// The locations in a flag's member `all`, a list whose objects may leave out the flag's
  /// `feature`.
  ///
  /// Reports a list without any location, and any list of a flag with options.
  private func paths(inAll list: LocatedValue, of flag: FlagDefinition) -> [FeaturePath] {
    let paths = list.elements.compactMap { featurePath(in: $0, sharedFeature: self[.feature]) }
    if flag.kind == .options || paths.isEmpty {
      reportError(
        "flag-type", "Make `all` an array of objects with a `path`; only `bool` flags have it",
        in: .all)
    }
    return paths
  }

  /// Reads the members `feature` and `path` of a flag, or of an object in its list `all`.
  ///
  /// `sharedFeature` is the flag's feature, for an object in `all` without its own. Nil if one of
  /// the members is missing or wrong, which is reported.
  private func featurePath(
    in written: LocatedValue, sharedFeature: LocatedValue? = nil
  ) -> FeaturePath? {
    let feature = written[FlagKey.feature.rawValue] ?? sharedFeature
    guard let name = feature?.string else {
      reportError(
        "missing-flag-feature", "Name the `feature` that the flag reads", at: feature ?? written)
      return nil
    }
    let path = written[FlagKey.path.rawValue]
    guard let path, let text = path.string else {
      reportError(
        "missing-flag-path", "Give the `path` of the variable, such as `enabled`",
        at: path ?? written)
      return nil
    }
    guard let parsed = try? JSONPath.parse(text), !parsed.isRoot else {
      reportError(
        "flag-path", "`\(text)` is not a path; write keys separated by dots: `items.enabled`",
        at: path)
      return nil
    }
    return FeaturePath(
      name, parsed, featureLocation: feature?.location, pathLocation: path.location)
  }

  /// The default of an unset preference: the name of an option, or a Boolean for other kinds; nil
  /// if none is given or it has the wrong type, which is reported.
  ///
  /// Warns if the flag has no preference key, without which the default has no effect.
  private func preferenceDefault(of flag: FlagDefinition) -> JSONValue? {
    guard let given = self[.preferenceDefault], given.kind != .null else { return nil }
    let expected: LocatedValue.Kind = flag.kind == .options ? .string : .boolean
    guard given.kind == expected else {
      let what = flag.kind == .options ? "the name of an option" : "true or false"
      reportError("flag-type", "Make `preference-default` \(what)", in: .preferenceDefault)
      return nil
    }
    if flag.preferenceKey == nil {
      report(
        .warning, "flag-key-unused", FlagKey.preferenceDefault.rawValue,
        "a preference default has no effect without a `preference-key`")
    }
    return given.json
  }

  /// Reports keys that the kind of flag does not use, and an off option or a preference default
  /// that is not one of the options.
  private func reportUnusedKeysAndOptions(of flag: FlagDefinition) {
    for member in object.members {
      guard let key = FlagKey(rawValue: member.key), !key.isUsed(by: flag.kind) else { continue }
      let message = "a flag of the kind `\(flag.kind.rawValue)` has no `\(key.rawValue)`"
      report(problem(.warning, "flag-key-unused", key.rawValue, message, at: member.keyNode))
    }
    // A flag that lists no options accepts every name.
    guard flag.kind == .options, !flag.options.isEmpty else { return }
    checkOption(flag.offOption, .off, of: flag)
    checkOption(flag.preferenceDefault?.stringValue, .preferenceDefault, of: flag)
  }

  /// Reports that the option given by `key` is not one of the flag's options.
  private func checkOption(_ option: String?, _ key: FlagKey, of flag: FlagDefinition) {
    guard let option, !flag.options.containsName(option) else { return }
    report(
      .error, "unknown-flag-option", key.rawValue,
      "`\(option)` is not one of the options \(flag.options.joined(separator: ", "))",
      hint: NameSuggestions.hint(for: option, among: flag.options))
  }

  private subscript(key: FlagKey) -> LocatedValue? { object[key.rawValue] }

  /// The string of `key`, which only a description may leave empty; nil if it is missing, null or
  /// reported.
  private func text(_ key: FlagKey) -> String? {
    let mayBeEmpty = key == .description
    return optional(
      key.rawValue,
      MemberKind("a string") { (value) throws(Problems) in
        if let text = value.string, mayBeEmpty || !text.isEmpty { return text }
        // Returning nil would give the default message, which does not name the key.
        throw Problems([Problem(.error, "flag-type", "Make `\(key.rawValue)` a string")])
      })
  }

  /// Reports an error of the flag, which is then left out of the catalogue.
  ///
  /// The error marks `value`, or else the flag's member `key`, or the whole flag without both.
  private func reportError(
    _ code: Problem.Code, _ message: String, in key: FlagKey? = nil, at value: LocatedValue? = nil
  ) {
    report(problem(.error, code, key?.rawValue, message, at: value))
  }
}

/// The keys of a flag in a catalogue.
enum FlagKey: String, CaseIterable {
  case id, kind, description, feature, path, off, options, all, channels
  case preferenceKey = "preference-key"
  case preferenceDefault = "preference-default"
  case debugKey = "debug-key"

  /// Whether a flag of this kind has the member.
  func isUsed(by kind: FlagKind) -> Bool {
    switch self {
    case .id, .kind, .description: true
    case .feature, .path: kind == .bool || kind == .options
    case .all, .debugKey: kind == .bool
    // A `bool` flag can read an enum, which is off with the option `off`.
    case .off: kind == .bool || kind == .options
    case .options: kind == .options
    case .channels: kind == .core
    case .preferenceKey, .preferenceDefault: kind == .bool || kind == .options || kind == .flag
    }
  }
}

import VirgaSource

extension FlagAnswer {
  /// Explains the result of `check`:
  /// `buildAndUser is off: the build turns it on, but the user switched it off`.
  package func sentence(
    for check: FlagCheck, of row: FlagDefinition, in environment: FlagEnvironment
  ) -> String {
    let result = self[check]
    let reason =
      switch check {
      case .buildOnly: buildClause(row, environment)
      case .userOnly where isSettled: buildClause(row, environment)
      case .userOnly where follows:
        "\(userClause(row)), so the build decides: \(buildClause(row, environment))"
      case .userOnly: userClause(row)
      case .buildAndUser where isSettled: buildClause(row, environment)
      case .buildAndUser: buildClause(row, environment) + conjunction(for: result) + userClause(row)
      }
    return "\(check.rawValue) is \(result.value?.word ?? "unset"): \(reason)."
  }

  /// Explains anything unusual about the stored values, in one sentence each.
  package func noteSentences(of row: FlagDefinition, in environment: FlagEnvironment) -> [String] {
    let paths = row.reading?.paths.map(\.description).joined(separator: ", ")
    let missing = paths.map { "The build value at \($0) is missing and treated as unset." }
    let sentences: [(FlagNotes, String)] = [
      (.missingBuild, missing ?? "No configuration has this flag; it is treated as off."),
      (
        .unknownOption,
        "The stored value is not \(Self.notAnOption(row.options)); it is treated as unset."
      ),
      (.unreadablePreference, "The stored preference has the wrong type and is treated as unset."),
      (.unreadableDebug, "The stored debug override has the wrong type and is treated as unset."),
      (
        .ignoredDebug,
        "The debug override \(debug?.word ?? "unset") is ignored in \(environment.channelWords)."
      ),
      (.ignoredPreference, "A preference is stored, but the flag has no preference key."),
    ]
    return sentences.filter { notes.contains($0.0) }.map(\.1)
  }

  private var follows: Bool { userOnly.decider == buildOnly.decider }

  private func conjunction(for result: FlagResult) -> String {
    switch userOnly.decider {
    case .preference, .testOverride: break
    case .channel, .development, .build, .missing, .enabled, .lock, .draw, .debug,
      .preferenceDefault:
      return "; "
    }
    if userOnly.value == buildOnly.value { return ", and " }
    return result.value == userOnly.value ? ", but " : ", though "
  }

  /// Whether the user's choice is irrelevant.
  private var isSettled: Bool {
    switch buildOnly.decider {
    case .channel, .development, .lock, .draw: true
    case .debug: build.decider == .draw
    case .enabled: follows
    case .build, .missing, .preference, .preferenceDefault, .testOverride: false
    }
  }

  private func buildClause(_ row: FlagDefinition, _ environment: FlagEnvironment) -> String {
    let word = buildOnly.value?.word ?? "unset"
    switch buildOnly.decider {
    case .build(.appSetting(let key)):
      return "the app setting `\(key)` "
        + (buildOnly.value?.option == nil
          ? "turns the build value \(word)" : "makes the build value \(word)")
    case .build(let layer):
      let origin = [layer?.phrase, ignored].compactMap(\.self).joined(separator: "; ")
      return "the build " + Self.verb(buildOnly.value) + (origin.isEmpty ? "" : " (\(origin))")
    case .missing:
      return "the build value is missing"
        + (row.kind == .options ? "" : ", so it is treated as off")
    case .debug:
      let has = build.value.map {
        $0.option == nil ? " (the build has it \($0.word))" : " (the build has \($0.word))"
      }
      return "a debug override " + Self.verb(buildOnly.value) + (has ?? "")
    case .channel:
      guard !row.channels.isEmpty else { return "it has no channels" }
      let isOne = buildOnly.value == .on ? "is" : "is not"
      return
        "\(environment.channelWords) \(isOne) among its channels (\(row.channels.joined(separator: ", ")))"
    case .development: return "it is under development and shows in debug builds only"
    case .enabled:
      return buildOnly.value == .on
        ? "the configuration enables it" : "the configuration disables it"
    case .lock:
      return buildOnly.value == .on ? "it is enabled and unlocked" : "it is enabled, but locked"
    case .draw where row.kind == .featureAB:
      return buildOnly.value == .on
        ? "the draw selects the group with the feature" : "the draw selects the control group"
    case .draw: return "the draw selects \(word)"
    case .preference, .preferenceDefault, .testOverride: return userClause(row)
    }
  }

  private func userClause(_ row: FlagDefinition) -> String {
    let word = userOnly.value?.word ?? "unset"
    switch userOnly.decider {
    case .preference where userOnly.value?.option != nil: return "the user chose \(word)"
    case .preference: return "the user switched it \(word)"
    case .preferenceDefault: return "the preference is unset and its own default is \(word)"
    case .testOverride: return "the test override is \(word)"
    case .channel, .development, .build, .missing, .enabled, .lock, .draw, .debug:
      return row.preferenceKey == nil ? "it has no preference" : "the user has not chosen"
    }
  }

  /// `turns it on`, `chooses top`.
  private static func verb(_ value: FlagValue?) -> String {
    guard let option = value?.option else {
      return value.map { "turns it \($0.word)" } ?? "leaves it unset"
    }
    return "chooses \(option)"
  }

  private static func notAnOption(_ names: [String]) -> String {
    names.isEmpty ? "an option, because there are none" : "one of \(names.joined(separator: ", "))"
  }
}

extension FlagEnvironment {
  var channelWords: String { channel.map { "the channel \($0)" } ?? "a build without a channel" }
}

extension Layer {
  /// The layer in a sentence: `manifest default for nightly`.
  fileprivate var phrase: String {
    switch self {
    case .manifestDefault(let channels), .importDefault(let channels):
      name + (channels.isEmpty ? "" : " for \(channels.joined(separator: ", "))")
    default: title
    }
  }
}

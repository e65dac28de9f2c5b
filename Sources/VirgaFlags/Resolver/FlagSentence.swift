import VirgaSource

extension FlagAnswer {
  /// Explains the result of `check`:
  /// `buildAndUser is off: the build turns it on, but the user switched it off`.
  ///
  /// A JSON-configured flag without a preference has the same result in all checks, so the flag is
  /// named instead: `the flag is off: …`. The user is left out (`ignoresUser`) if no choice of
  /// theirs could change the result.
  package func sentence(
    for check: FlagCheck, of flag: FlagDefinition, in environment: FlagEnvironment
  ) -> String {
    let result = self[check]
    let reason =
      switch check {
      case .buildOnly: buildClause(flag, environment)
      // Without anything that a user could choose, the build is the whole reason.
      case .userOnly where ignoresUser: buildClause(flag, environment)
      // The user has not chosen.
      case .userOnly where buildDecidesUserOnly:
        "\(userClause(flag)), so the build decides: \(buildClause(flag, environment))"
      case .userOnly: userClause(flag)
      case .buildAndUser where ignoresUser: buildClause(flag, environment)
      case .buildAndUser:
        buildClause(flag, environment) + conjunction(for: result) + userClause(flag)
      }
    let subject = flag.checksCanDiffer ? check.rawValue : flag.subjectWithoutChecks
    return "\(subject) is \(result.value?.word ?? "unset"): \(reason)."
  }

  /// Explains anything unusual about the stored values, in one sentence each.
  package func noteSentences(of flag: FlagDefinition, in environment: FlagEnvironment) -> [String] {
    let sentences: [(note: FlagNotes, sentence: String)] = [
      (.missingBuild, Self.sentenceOfMissingBuild(flag)),
      (
        .unknownOption,
        "The stored value is not \(Self.optionPhrase(flag.options)); it is treated as unset."
      ),
      (.unreadablePreference, "The stored preference has the wrong type and is treated as unset."),
      (.unreadableDebug, "The stored debug override has the wrong type and is treated as unset."),
      (
        .ignoredDebug,
        "The debug override \(debug?.word ?? "unset") is ignored in \(environment.channelPhrase)."
      ),
      (.ignoredPreference, "A preference is stored, but the flag has no preference key."),
    ]
    return sentences.filter { notes.contains($0.note) }.map(\.sentence)
  }

  /// Says that a flag has no build value: its paths lead to none, or no configuration has the flag.
  private static func sentenceOfMissingBuild(_ flag: FlagDefinition) -> String {
    // A flag of a JSON configuration reads no paths.
    guard let paths = flag.reading?.paths.map(\.description) else {
      return "No configuration has this flag; it is treated as off."
    }
    return
      "The build value at \(paths.joined(separator: ", ")) is missing and treated as unset."
  }

  /// Whether the build decides `userOnly`, because the user has not chosen.
  private var buildDecidesUserOnly: Bool { userOnly.decider == buildOnly.decider }

  /// What joins the clause about the build to the one about the user: `, and ` if both have the
  /// same value, `, but ` if the user's differs and wins, `, though ` if it differs and loses.
  ///
  /// If the user has not chosen, it is `; `, unless the preference's own default differs from the
  /// build.
  private func conjunction(for result: FlagResult) -> String {
    // Without a choice of the user, the two clauses only follow each other.
    switch userOnly.decider {
    case .preference, .testOverride: break
    case .preferenceDefault where userOnly.value != buildOnly.value: break
    case .channel, .development, .build, .missing, .enabled, .lock, .draw, .debug,
      .preferenceDefault:
      return "; "
    }
    if userOnly.value == buildOnly.value { return ", and " }
    return result.value == userOnly.value ? ", but " : ", though "
  }

  /// Whether sentences leave the user out: no choice of theirs could change the result, or the flag
  /// is in a configuration and they have not chosen.
  private var ignoresUser: Bool {
    switch buildOnly.decider {
    // These flags have no preference, or are hidden whatever the user chose.
    case .channel, .development, .lock, .draw: true
    // `build` is the result without the override. If a draw decides it, the flag is a test, which
    // has no preference. Core and unlock flags have none either, but no debug override.
    case .debug: build.decider == .draw
    // A flag of a configuration can have a preference, which is only mentioned if it decides.
    case .enabled: buildDecidesUserOnly
    case .build, .missing: false
    // These never decide `buildOnly`.
    case .preference, .preferenceDefault, .testOverride: false
    }
  }

  /// Why `buildOnly`, the result without the user's choice, has its value: `the build turns it on
  /// (manifest default for developer)`.
  ///
  /// The build value in these clauses is what the app reads for the flag from its merged configs.
  private func buildClause(_ flag: FlagDefinition, _ environment: FlagEnvironment) -> String {
    let word = buildOnly.value?.word ?? "unset"
    switch buildOnly.decider {
    case .build(.appSetting(let key)):
      let verb = buildOnly.value?.option == nil ? "turns" : "makes"
      return "the app setting `\(key)` \(verb) the build value \(word)"
    case .build(let layer): return layerClause(layer)
    case .missing:
      return "the build value is missing"
        + (flag.kind == .options ? "" : ", so it is treated as off")
    case .debug: return debugClause
    case .channel: return channelClause(flag, environment)
    case .development: return "it is under development and shows in debug builds only"
    case .enabled:
      return buildOnly.value == .on
        ? "the configuration enables it" : "the configuration disables it"
    case .lock:
      return buildOnly.value == .on ? "it is enabled and unlocked" : "it is enabled, but locked"
    case .draw where flag.kind == .featureAB:
      return buildOnly.value == .on
        ? "the draw selects the group with the feature" : "the draw selects the control group"
    case .draw: return "the draw selects \(word)"
    // These never decide `buildOnly`.
    case .preference, .preferenceDefault, .testOverride: return userClause(flag)
    }
  }

  /// What the build does, with the layer that decided it: `the build turns it on (manifest default
  /// for developer)`.
  ///
  /// If apps ignore a higher layer, the reason follows, as in `(edit; experiment menu/a is ignored:
  /// 0 is not a Boolean)`. `buildOnly` is the result of the build alone.
  private func layerClause(_ layer: Layer?) -> String {
    let details = [layer?.phrase, ignoredLayerReason].compactMap(\.self).joined(separator: "; ")
    let clause = "the build \(Self.predicate(buildOnly.value))"
    return details.isEmpty ? clause : "\(clause) (\(details))"
  }

  /// Whether the channel turns a core flag on: `the channel beta is not among its channels (…)`.
  private func channelClause(_ flag: FlagDefinition, _ environment: FlagEnvironment) -> String {
    guard !flag.channels.isEmpty else { return "it has no channels" }
    let verb = buildOnly.value == .on ? "is" : "is not"
    let channels = flag.channels.joined(separator: ", ")
    return "\(environment.channelPhrase) \(verb) among its channels (\(channels))"
  }

  /// What a debug override does and what it overrides: `a debug override turns it off (the build
  /// has it on)`, or for a test `… chooses Blue (the build has Red)`.
  ///
  /// The override decides `buildOnly`; `build` is the result without it, and may have no value.
  private var debugClause: String {
    let clause = "a debug override \(Self.predicate(buildOnly.value))"
    guard let overridden = build.value else { return clause }
    let buildValue = overridden.option ?? "it \(overridden.word)"
    return "\(clause) (the build has \(buildValue))"
  }

  /// Why `userOnly`, the result of the user's choice, has its value: `the user switched it off`.
  ///
  /// A test override is a choice of the user that a test of the app simulates.
  private func userClause(_ flag: FlagDefinition) -> String {
    let word = userOnly.value?.word ?? "unset"
    switch userOnly.decider {
    case .preference where userOnly.value?.option != nil: return "the user chose \(word)"
    case .preference: return "the user switched it \(word)"
    case .preferenceDefault: return "the preference is unset and its own default is \(word)"
    case .testOverride: return "the test override is \(word)"
    case .channel, .development, .build, .missing, .enabled, .lock, .draw, .debug:
      return flag.preferenceKey == nil ? "it has no preference" : "the user has not chosen"
    }
  }

  /// What the build or an override does to the flag: `turns it on`, `chooses top`, or without a
  /// value `leaves it unset`.
  private static func predicate(_ value: FlagValue?) -> String {
    switch value {
    case nil: "leaves it unset"
    case .on: "turns it on"
    case .off: "turns it off"
    case .option(let name): "chooses \(name)"
    }
  }

  /// What a stored value should have been, for a sentence that begins "The stored value is not".
  private static func optionPhrase(_ names: [String]) -> String {
    names.isEmpty ? "an option, because there are none" : "one of \(names.joined(separator: ", "))"
  }
}

extension FlagDefinition {
  /// What a sentence is about if the checks `buildOnly`, `userOnly` and `buildAndUser` of the flag
  /// always have the same result: its variation, or the flag itself.
  fileprivate var subjectWithoutChecks: String {
    switch kind {
    case .ab, .mvt: "the variation"
    case .core, .bool, .options, .flag, .unlock, .featureAB: "the flag"
    }
  }
}

extension FlagEnvironment {
  /// The channel in a sentence: `the channel beta`.
  var channelPhrase: String { channel.map { "the channel \($0)" } ?? "a build without a channel" }
}

extension Layer {
  /// The layer in a sentence: its title, but with "for" before channels, as in `manifest default
  /// for nightly`.
  ///
  /// `name` is the kind of layer, `manifest default`; `title` also has what tells it from others,
  /// as in `experiment menu/treatment`.
  fileprivate var phrase: String {
    switch self {
    case .manifestDefault(let channels), .importDefault(let channels):
      name + (channels.isEmpty ? "" : " for \(channels.joined(separator: ", "))")
    default: title
    }
  }
}

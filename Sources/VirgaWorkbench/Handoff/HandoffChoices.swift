import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession

/// What a session holds besides forced branches and edits, divided by how it reaches an app.
///
/// Rule: VirgaWorkbench/SettingsOnDevices.
struct HandoffChoices {
  /// The app setting of a variable, handed off as the value of that variable.
  struct VariableValue {
    let feature: String
    let variable: String
    let value: JSONValue
    /// The key of the app setting.
    let key: String

    /// A warning that the device may have another value.
    var warning: String {
      "app setting \(key) goes as the value of `\(variable)` of `\(feature)`; one that the device stores wins"
    }
  }

  private(set) var settings: [HandoffSetting] = []
  private(set) var variableValues: [VariableValue] = []
  /// What the app does not get of a person's choices.
  private(set) var omissions: [HandoffOmission] = []
  /// What describes the session's client; the one on the device has its own.
  private(set) var clientOmissions: [HandoffOmission] = []
  private let session: Session
  private let target: HandoffTarget
  private let manifest: Manifest?

  /// Decides for each entry of a session how it reaches the app `target`, or why it does not.
  init(_ session: Session, to target: HandoffTarget, manifest: Manifest?) {
    self.session = session
    self.target = target
    self.manifest = manifest
    for entry in session.keys {
      guard let value = session[entry] else { continue }
      handOffOrOmit(entry, value)
    }
  }

  /// Decides about an entry of the session: the app gets it, or it is omitted for a reason.
  private mutating func handOffOrOmit(_ entry: EntryKey, _ value: JSONValue) {
    switch entry.kind {
    case .preference, .debug: handOffOrOmitChoice(entry, value)
    case .branch: omitOptOutOrUnknownBranch(entry, value)
    // Only a changed recipe has this entry.
    case .recipeFile: omitChangedRecipeUnlessForced(entry, value)
    case .draft, .branchDraft: omit(entry, value, "it is not applied")
    case .lock, .draw, .weights: omit(entry, value, "apps keep it in a file of their own")
    case .context: omitOfClient(entry, as: entry.name, "the client's context; a device has its own")
    case .clock: omitOfClient(entry, as: "clock", "a device has its own time")
    case .behavior: omitOfClient(entry, as: entry.name, "recorded events; an app counts its own")
    case .participation:
      omitOfClient(entry, as: "taking part in \(entry.name)", "an app has its own setting")
    case .enrollment: omitEnrollmentUnlessForced(entry, value)
    // Edits and the recipes of forced branches are handed off as recipes. A device gets all other
    // recipes from its own server, and an app has a channel of its own. The base of a draft is
    // omitted with the draft.
    case .channel, .edit, .draftBase, .recipe, .recipeOrder: break
    }
  }

  /// Decides about a preference, a debug override or an app setting: an iOS app reads each from its
  /// user defaults; an Android app gets only an app setting, as the value of its variables.
  private mutating func handOffOrOmitChoice(_ entry: EntryKey, _ value: JSONValue) {
    let variables = entry.variables(in: manifest)
    // Only an app setting decides variables; the others decide flags.
    let isAppSetting = !variables.isEmpty
    switch target.platform {
    case .ios:
      if let flaw = HandoffSetting.flaw(of: value, for: entry.name) {
        return omit(entry, value, flaw)
      }
      settings.append(setting(of: entry, value, isAppSetting: isAppSetting))
    // adb cannot write what an Android app stores for its flags.
    case .android where !isAppSetting: omit(entry, value, Self.whyAndroidGetsNoFlags)
    case .android:
      variableValues += variables.map { $0.handedOff(with: value, ofAppSetting: entry.name) }
    }
  }

  /// The setting in an iOS app's user defaults for a choice.
  ///
  /// An app setting is in the app's own domain. Apps may keep their flags in another domain, with a
  /// prefix before each key; the target names both.
  private func setting(
    of entry: EntryKey, _ value: JSONValue, isAppSetting: Bool
  ) -> HandoffSetting {
    let domainOfFlags = target.flagDefaults ?? target.id
    let domain = isAppSetting ? target.id : domainOfFlags
    let prefix = isAppSetting ? "" : target.flagKeyPrefix
    return HandoffSetting(
      title: entry.title(in: manifest), domain: domain, key: prefix + entry.name, value: value)
  }

  /// Why Android apps do not get a preference or debug override.
  private static let whyAndroidGetsNoFlags =
    "adb cannot write the SharedPreferences of an app; one with VirgaLive reads the session file"

  /// Adds an omission for an opt-out, or for a forced branch that its recipe does not have; all
  /// other forced branches are handed off as recipes.
  private mutating func omitOptOutOrUnknownBranch(_ entry: EntryKey, _ value: JSONValue) {
    // An opt-out is a null.
    guard let branch = value.stringValue else {
      return omit(entry, value, "an app gets only recipes that it enrolls in")
    }
    let hasBranch = session.recipe(entry.name)?.branch(branch) != nil
    if !hasBranch { omit(entry, value, "no recipe of the session has this branch") }
  }

  /// Adds an omission for a recipe in which the client is enrolled although no branch of it is
  /// forced: the app gets only forced branches.
  private mutating func omitEnrollmentUnlessForced(_ entry: EntryKey, _ value: JSONValue) {
    let isEnrolled = EnrollmentStatus(value)?.activeBranch != nil
    let isForced = session[.branch, entry.name]?.stringValue != nil
    guard isEnrolled, !isForced else { return }
    omitOfClient(entry, as: entry.name, "enrolled, but not forced; a device enrolls by itself")
  }

  /// Adds an omission for a changed recipe of which no branch is forced, because it is not handed
  /// off.
  private mutating func omitChangedRecipeUnlessForced(_ entry: EntryKey, _ value: JSONValue) {
    let isForced = session[.branch, entry.name]?.stringValue != nil
    let isLeftOut = session.isRecipeChanged(entry.name) && !isForced
    if isLeftOut { omit(entry, value, "no branch of it is forced") }
  }

  /// Adds an omission for an entry that describes the session's client; lists show its `title`.
  private mutating func omitOfClient(_ entry: EntryKey, as title: String, _ reason: String) {
    clientOmissions.append(
      HandoffOmission(
        kind: entry.kind.rawValue, name: entry.name, title: title, reason: reason))
  }

  /// Adds an omission for an entry that the app does not get although a person chose it.
  private mutating func omit(_ entry: EntryKey, _ value: JSONValue, _ reason: String) {
    let title = entry.summary(of: value, in: manifest)
    omissions.append(
      HandoffOmission(
        kind: entry.kind.rawValue, name: entry.name, title: title, reason: reason))
  }
}

/// A variable with its feature.
private struct FeatureVariable {
  let feature: String
  let variable: String

  /// The variable with the value of the app setting `key`.
  func handedOff(with value: JSONValue, ofAppSetting key: String) -> HandoffChoices.VariableValue {
    HandoffChoices.VariableValue(feature: feature, variable: variable, value: value, key: key)
  }
}

extension EntryKey {
  /// The variables whose `pref-key` is this preference, which makes it an app setting.
  ///
  /// Empty for any other entry.
  fileprivate func variables(in manifest: Manifest?) -> [FeatureVariable] {
    guard kind == .preference else { return [] }
    let features = manifest?.features(withPreferenceKey: name) ?? []
    return features.flatMap { feature in
      let variables = feature.variables.filter { $0.preferenceKey.isSameName(as: name) }
      return variables.map { FeatureVariable(feature: feature.id, variable: $0.name) }
    }
  }
}

package import VirgaFlags
package import VirgaJSON
package import VirgaManifest
package import VirgaSession

/// All flags of a catalogue, resolved for a session; a change resolves only the flags that it
/// affects.
package struct SessionFlags: Sendable {
  package let catalogue: FlagCatalogue
  package private(set) var answers: [FlagAnswer] = []
  package private(set) var environment: FlagEnvironment
  /// Simulated preferences, which are never stored.
  package var testOverrides = FlagTestOverrides() {
    didSet { answerAll() }
  }

  package private(set) var session: Session
  package let manifest: Manifest?
  private let configured: [Name: ConfiguredFlag]
  private let rowsOfFeature: [Name: [Int]]
  private let rowsOfEntry: [EntryKey: [Int]]
  private let rowsOfAppSetting: [EntryKey: [Int]]
  private let featuresOfPreference: [Name: Set<Name>]
  private var layers: SessionLayers
  private var merged: [Name: MergedFeature] = [:]

  /// Resolves the flags of `catalogue`, which was joined with the flags `configured`.
  package init(
    _ catalogue: FlagCatalogue, configured: [ConfiguredFlag] = [], manifest: Manifest?,
    session: Session,
    channel: String?
  ) {
    self.catalogue = catalogue
    self.manifest = manifest
    self.session = session
    self.configured = Dictionary(naming: configured, by: \.name)
    environment = catalogue.environment(channel: channel)
    layers = SessionLayers(session, manifest: manifest)
    var rowsOfFeature: [Name: [Int]] = [:]
    var rowsOfEntry: [EntryKey: [Int]] = [:]
    var rowsOfAppSetting: [EntryKey: [Int]] = [:]
    for (index, row) in catalogue.rows.enumerated() {
      for feature in Set(naming: row.reading?.paths.map(\.feature) ?? []) {
        rowsOfFeature[feature, default: []].append(index)
      }
      for key in row.entryKeys { rowsOfEntry[key, default: []].append(index) }
      for key in row.appSettings(in: manifest) { rowsOfAppSetting[key, default: []].append(index) }
    }
    self.rowsOfFeature = rowsOfFeature
    self.rowsOfEntry = rowsOfEntry
    self.rowsOfAppSetting = rowsOfAppSetting
    var featuresOfPreference: [Name: Set<Name>] = [:]
    for feature in rowsOfFeature.keys {
      for key in manifest?.feature(feature.text)?.variables.compactMap(\.preferenceKey) ?? [] {
        featuresOfPreference[key, default: []].insert(feature)
      }
    }
    self.featuresOfPreference = featuresOfPreference
    mergeAll()
    answerAll()
  }

  package subscript(id: String) -> FlagAnswer? { catalogue.index(of: id).map { answers[$0] } }

  package func configured(_ row: FlagDefinition) -> ConfiguredFlag? {
    row.configuredName.flatMap { configured[$0] }
  }

  package func feature(_ id: String) -> MergedFeature? { merged[id] }

  /// Updates the entries at `keys` from `session`; returns the affected flags.
  @discardableResult
  package mutating func update(
    _ keys: some Collection<EntryKey>, from session: Session
  ) -> AffectedFlags {
    self.session = session
    layers.update(keys, from: session)
    if keys.contains(where: { EntryKind.touchingEveryFlag.contains($0.kind) }) {
      mergeAll()
      answerAll()
      return .all
    }
    var stale: Set<Int> = []
    var touchesOrphans = false
    for key in keys {
      switch key.kind {
      case .edit:
        merge(key.name)
        stale.formUnion(rowsOfFeature[key.name] ?? [])
      case .preference, .debug, .lock, .draw, .weights:
        for feature in key.kind == .preference ? featuresOfPreference[key.name] ?? [] : [] {
          merge(feature.text)
          stale.formUnion(rowsOfFeature[feature] ?? [])
        }
        stale.formUnion(rowsOfEntry[key] ?? [])
        if rowsOfEntry[key] == nil { touchesOrphans = true }
      case .channel, .recipe, .recipeOrder, .enrollment, .branch, .participation, .context, .draft,
        .draftBase, .clock,
        .behavior:
        break
      }
    }
    for index in stale { answers[index] = answer(catalogue.rows[index]) }
    return .rows(stale, touchesOrphans: touchesOrphans)
  }

  /// Updates all entries that differ in `session`; returns the affected flags.
  @discardableResult
  package mutating func update(from session: Session) -> AffectedFlags {
    update(session.keysDiffering(from: self.session), from: session)
  }

  /// Updates all entries that differ in `session`, and shows `channel`.
  package mutating func update(from session: Session, channel: String?) {
    guard !channel.isSameName(as: environment.channel) else {
      update(from: session)
      return
    }
    // Every flag depends on the channel, so all are resolved once, whatever else has changed.
    layers.update(session.keysDiffering(from: self.session), from: session)
    self.session = session
    show(channel: channel)
  }

  package func id(reading entry: EntryKey) -> String? {
    rowsOfEntry[entry]?.first.map { catalogue.rows[$0].id }
  }

  /// The indexes of the flags with a stored override, ascending.
  package var overridden: [Int] {
    var indices: Set<Int> = []
    for kind in [EntryKind.preference, .debug, .lock, .draw, .weights] {
      for name in session.all(kind).keys {
        let key = EntryKey(kind, name.text)
        indices.formUnion(rowsOfEntry[key] ?? [])
        indices.formUnion(rowsOfAppSetting[key] ?? [])
      }
    }
    return indices.sorted()
  }

  package mutating func show(channel: String?) {
    guard !channel.isSameName(as: environment.channel) else { return }
    environment = catalogue.environment(channel: channel)
    mergeAll()
    answerAll()
  }

  private func answer(_ row: FlagDefinition) -> FlagAnswer {
    FlagResolver.answer(row, input(of: row), in: environment)
  }

  private mutating func answerAll() { answers = catalogue.rows.map { answer($0) } }

  private mutating func mergeAll() {
    merged = [:]
    for feature in rowsOfFeature.keys { merge(feature.text) }
  }

  private mutating func merge(_ id: String) {
    guard let manifest, let feature = manifest.feature(id) else { return }
    merged[id] = manifest.reading(of: feature, channel: environment.channel, under: layers[id])
      .indexed()
  }
}

extension SessionFlags: FlagInputs {
  package func build(_ source: BuildValueSource) -> FlagBuildValue {
    source.build { merged[$0]?[$1] }
  }

  package func preference(forKey key: String) -> JSONValue? { session[.preference, key] }

  package func debugOverride(forKey key: String) -> JSONValue? { session[.debug, key] }

  package func configuredFlag(_ flag: FlagDefinition) -> ConfiguredFlag? { configured(flag) }

  package func choices(of flag: ConfiguredFlag) -> ConfiguredFlagOverrides {
    session.kept(of: flag)
  }

  package func testOverride(of flag: FlagDefinition) -> Bool? { testOverrides[flag.id] }
}

package enum AffectedFlags: Equatable, Sendable {
  case all
  /// The flags at these indexes, and possibly orphans.
  case rows(Set<Int>, touchesOrphans: Bool)
}

extension SessionFlags: Equatable {
  package static func == (left: SessionFlags, right: SessionFlags) -> Bool {
    left.answers == right.answers && left.environment == right.environment
      && left.testOverrides == right.testOverrides && left.session == right.session
      && left.catalogue.rows == right.catalogue.rows
  }
}

extension EntryKind {
  /// The kinds of entries that may change any feature's config, or whether it is available.
  fileprivate static let touchingEveryFlag: [EntryKind] = [
    .channel, .recipe, .enrollment, .branch, .participation, .context,
  ]
}

extension Session {
  fileprivate func keysDiffering(from other: Session) -> [EntryKey] {
    EntryKind.allCases.flatMap { kind -> [EntryKey] in
      let (own, others) = (all(kind), other.all(kind))
      if own == others { return [] }
      let names = Set(own.keys).union(others.keys)
      return names.filter { own[$0] != others[$0] }.map { EntryKey(kind, $0.text) }
    }
  }
}

/// Simulated preferences: one for all flags, or one for each.
///
/// Never stored. Rule: VirgaFlags/TestOverrides.
package struct FlagTestOverrides: Equatable, Sendable {
  package var all: Bool?
  package var flags: [Name: Bool] = [:]

  package init() {}

  package var isEmpty: Bool { all == nil && flags.isEmpty }

  package subscript(id: String) -> Bool? { flags[id] ?? all }
}

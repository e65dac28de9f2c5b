import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

/// The details of what is under the cursor on screen 2.
struct FlagDetailPanel: TextView {
  let panel = Panel.flag

  /// As in `section Search` on a heading, else the flag's id or the orphan's key; without rows, the
  /// panel's own title.
  func title(of model: Model) -> DisplayText {
    let list = model.flags.list
    return list.selectedHeading.map { "section \($0)" }
      ?? DisplayText(list.selected?.name ?? panel.title)
  }

  /// The kind and the state of the flag, as in `Boolean · on`; empty without a flag.
  func subtitle(of model: Model) -> DisplayText {
    guard let flag = model.flags.list.selected?.flag else { return .empty }
    return "\(flag.definition.kind.title) · \(flag.answer.state.word)"
  }

  /// The section, the flag or the orphan under the cursor.
  func subject(of model: Model) -> String {
    let list = model.flags.list
    return list.selectedHeading ?? list.selected?.name ?? ""
  }

  /// For a heading the states of its flags, for an orphan (a stored choice that belongs to no flag)
  /// its problem, else the details of the flag.
  func text(of model: Model, columns: Int) -> [StyledLine] {
    let list = model.flags.list
    if let section = list.selectedHeading {
      return list.items(in: section).flatMap { item in
        StyledLine("\(item.name): \(item.flag?.answer.state.word ?? "")").wrapped(to: columns)
      }
    }
    if let orphan = list.selected?.orphan {
      return StyledLine.problem(DisplayText(orphan.problemOfOrphan.message)).wrapped(to: columns)
    }
    guard let flags = model.sessionFlags, let flag = list.selected?.flag else { return [] }
    return FlagDetails(flags: flags, flag: flag, columns: columns).lines(in: model)
  }
}

/// The details of a flag: sentence, layers, stored values and variations.
private struct FlagDetails {
  let flags: SessionFlags
  let flag: ResolvedFlag
  let columns: Int

  private var definition: FlagDefinition { flag.definition }
  private var answer: FlagAnswer { flag.answer }

  /// The width of the names of stored values: `app setting` and a blank.
  private static let nameColumns = 12

  /// The sentence about the check `buildAndUser`, notes on the result, the values that it is made
  /// of, then what the flag's definition says and its problems.
  ///
  /// If the checks differ, also the values of all three and the sentences of the other two.
  func lines(in model: Model) -> [StyledLine] {
    var lines = sentence(.buildAndUser, .text.bold(), followedBy: debugBuildWords(in: model))
    lines += answer.noteSentences(of: definition, in: flags.environment).flatMap(warning)
    if answer.hasDifferingChecks {
      let checks = FlagTable.checks.map { DisplayText($0.spoken(flag)) }
      lines += StyledLine(checks.joined(separator: " · ")).wrapped(to: columns)
    }
    lines += readValueLines(in: model) + storedValueLines(in: model)
    if answer.hasDifferingChecks {
      lines += sentence(.buildOnly, .text) + sentence(.userOnly, .text)
    }
    lines += Prose.lines(of: definition.description, .dim, columns: columns)
    if let flag = flags.configuredFlag(of: definition) {
      lines += configurationLines(of: flag, in: model)
    }
    let problems = model.shared.flagProblems.filter { $0.path == "flags/\(definition.id)" }
    return lines + problems.flatMap { warning($0.message) }
  }

  /// Explains the answer of a check, which asks for the build value, the user's choice or both;
  /// `rest` follows in the same lines.
  private func sentence(
    _ check: FlagCheck, _ style: Style, followedBy rest: String = ""
  ) -> [StyledLine] {
    let text = answer.sentence(for: check, of: definition, in: flags.environment)
    return StyledLine(DisplayText(text + rest), style).wrapped(to: columns)
  }

  /// For a flag under development, a sentence with the key that shows it as a debug build does, or
  /// that ends this; empty for other flags.
  private func debugBuildWords(in model: Model) -> String {
    let key = model.keyName(of: "debug-build")
    // Only a flag under development is hidden, in a build other than a debug build.
    if flag.isHidden { return " \(key) shows it as a debug build does." }
    let isUnderDevelopment = flags.configuredFlag(of: definition)?.isDevelopment == true
    guard isUnderDevelopment, flags.isDebugBuild else { return "" }
    return " So a debug build shows it; \(key) ends that."
  }

  /// A text with the sign `!`.
  private func warning(_ text: String) -> [StyledLine] {
    StyledLine.problem(DisplayText(text)).wrapped(to: columns)
  }

  /// A line of a name and, in a second column, styled texts.
  private func namedLine(_ name: DisplayText, _ pieces: (DisplayText, Style)...) -> StyledLine {
    var line = StyledLine(name.padded(to: Self.nameColumns), .dim)
    for (text, style) in pieces { line.add(text, style) }
    return line
  }

  /// The values that the flag reads with their layers, those that keep it off first; for a core
  /// flag the channels in which it is on.
  private func readValueLines(in model: Model) -> [StyledLine] {
    if definition.kind == .core {
      let channels = definition.channels
      let words = channels.isEmpty ? "no channel" : channels.joined(separator: ", ")
      return [StyledLine("on in \(words)")]
    }
    let paths = definition.reading?.paths ?? []
    let values = paths.map { path -> (path: FeaturePath, merged: MergedValue?) in
      // The closure finds the variable in which the path begins.
      (path, path.value { feature, variable in flags.feature(feature)?[variable] })
    }
    let isOn = { (value: MergedValue?) in value?.json == true }
    let offValuesFirst = values.filter { !isOn($0.merged) } + values.filter { isOn($0.merged) }
    return offValuesFirst.flatMap { path, value in readValueLines(of: path, value, in: model) }
  }

  /// The path of a value that the flag reads, then the lines of its layers, with file names
  /// relative to the manifest's folder; the path alone if the feature has no value there.
  private func readValueLines(
    of path: FeaturePath, _ value: MergedValue?, in model: Model
  ) -> [StyledLine] {
    let layers = LayerLines.lines(
      value?.history ?? [], in: flags.environment.channel,
      from: LayerLines.Origins(folder: model.options.manifestFolder),
      columns: columns)
    return StyledLine("\(path.feature) / \(path.path)").wrapped(to: columns) + layers
  }

  /// The values that the session stores for the flag: app settings, preference and debug override.
  private func storedValueLines(in model: Model) -> [StyledLine] {
    var lines = appSettingLines(in: model)
    let isSwitch = definition.kind.isSwitch
    let takesPreference = isSwitch || definition.kind == .options
    // The override of a test is one of its variations.
    let takesDebugOverride = isSwitch || definition.kind.isTest
    if takesPreference { lines += preferenceLines(in: model.shared) }
    if takesDebugOverride {
      let key = definition.debugKey.map { EntryKey(.debug, $0) }
      // As the resolved flag reads it: a stored value of the wrong type counts as unset.
      lines += storedValueLines("debug", key, answer.debug?.word, in: model.shared)
    }
    return lines
  }

  /// The app settings that the flag reads and the session stores.
  private func appSettingLines(in model: Model) -> [StyledLine] {
    let keys = definition.appSettings(in: model.workspace.manifest)
    return keys.flatMap { key -> [StyledLine] in
      guard let value = model.session[key] else { return [] }
      // An app setting is stored as a preference.
      let word = FlagLayer.preference.text(of: value)
      return storedValueLines("app setting", key, word, in: model.shared)
    }
  }

  /// The stored preference, and what counts while it is unset if the flag defines that.
  private func preferenceLines(in shared: Shared) -> [StyledLine] {
    let key = definition.preferenceKey.map { EntryKey(.preference, $0) }
    // As the resolved flag reads it: a stored value of the wrong type counts as unset.
    let lines = storedValueLines("preference", key, answer.preference?.word, in: shared)
    guard let valueWhileUnset = definition.preferenceDefault else { return lines }
    return lines + [
      namedLine("", ("unset counts as \(ValueText.short(valueWhileUnset))", .dim))
    ]
  }

  /// A stored value with its key, and who set it and when, as in
  /// `preference  toolbar  on  by another console, 2 min ago`.
  ///
  /// - Parameters:
  ///   - key: Nil if the flag has no key under which a value could be stored.
  ///   - value: Nil if it is unset.
  private func storedValueLines(
    _ name: DisplayText, _ key: EntryKey?, _ value: String?, in shared: Shared
  ) -> [StyledLine] {
    guard let key else { return [namedLine(name, ("–  there is no key", .dim))] }
    let word = DisplayText(value ?? "unset")
    let keyAndWord = StyledLine(
      of: (DisplayText(key.name), .text), ("  ", .text), (word, value == nil ? .dim : .text.bold()))
    let fewestColumns = 8
    let room = max(fewestColumns, columns - Self.nameColumns)
    let lines = keyAndWord.wrapped(to: room).enumerated().map { row, line in
      namedLine(row == 0 ? name : .empty) + line
    }
    guard value != nil, let operation = shared.session.lastOperation(changing: key) else {
      return lines
    }
    // The width before wrapping decides whether the author has room on the same line.
    return addingAuthor(
      "by \(shared.attribution(of: operation))", to: lines, columnsOfText: keyAndWord.columns)
  }

  /// The lines of a stored value with its author, as in `by another console, 2 min ago`: on the
  /// same line if there is room, else on one of its own.
  ///
  /// - Parameter columnsOfText: The width of the text in the lines before it was wrapped.
  private func addingAuthor(
    _ words: String, to lines: [StyledLine], columnsOfText: Int
  ) -> [StyledLine] {
    let gap: DisplayText = "  "
    let author = gap + DisplayText(words)
    let fits = Self.nameColumns + columnsOfText + author.columns <= columns
    if fits { return [lines[0] + StyledLine(author, .dim)] }
    // The author begins with the gap itself.
    let indent = DisplayText.blanks(Self.nameColumns - gap.columns)
    return lines + [StyledLine(of: (indent, .text), (author, .dim))]
  }

  /// What a JSON configuration says about the flag: lock, variations, section and place in the
  /// file; then how the file was loaded.
  private func configurationLines(of flag: ConfiguredFlag, in model: Model) -> [StyledLine] {
    let overrides = flags.session.choices(of: flag)
    var lines: [StyledLine] = []
    if flag.kind == .unlock { lines.append(lockLine(of: flag, overrides)) }
    if flag.isTest { lines += testLines(of: flag, overrides) }
    if let facts = factsLine(of: flag) { lines.append(facts) }
    // Nil if none of the files has the flag.
    guard let fileState = model.shared.flags.files.loadResult(of: flag) else { return lines }
    let words = DisplayText("\(fileState)")
    let stateLine: StyledLine =
      fileState.failures.isEmpty ? StyledLine(words, .dim) : .problem(words)
    return lines + stateLine.wrapped(to: columns)
  }

  /// The state of an unlock flag's lock, and whether it is stored or the file's.
  private func lockLine(
    of flag: ConfiguredFlag, _ overrides: ConfiguredFlagOverrides
  ) -> StyledLine {
    // The file always has a state for an unlock flag.
    let isUnlocked = overrides.lock ?? flag.unlocked ?? false
    return namedLine(
      "lock", (isUnlocked ? "unlocked" : "locked", .text.bold()),
      (overrides.lock == nil ? "  the file says so" : "  stored", .dim))
  }

  /// The section of a flag, whether it is under development, its origin and its place in a file,
  /// each if it says something; nil if none does.
  private func factsLine(of flag: ConfiguredFlag) -> StyledLine? {
    // The origin is usually remote, so only another one is named.
    let facts = [
      flag.section.map { "section \($0)" }, flag.isDevelopment ? "under development" : nil,
      flag.origin == .remote ? nil : flag.origin.rawValue,
      flag.location.map { "\($0.file):\($0.range.start.line)" },
    ].compactMap(\.self)
    guard !facts.isEmpty else { return nil }
    let text = DisplayText(facts.joined(separator: " · "))
    return StyledLine(text.truncated(to: columns), .dim)
  }

  /// The variations of a test, then what to know about its weights and its draw, the stored number
  /// from 0 to 100 that selects a variation.
  private func testLines(
    of flag: ConfiguredFlag, _ overrides: ConfiguredFlagOverrides
  ) -> [StyledLine] {
    var lines = variationLines(of: flag, overrides)
    // The lines above show the stored weights, so the file's get a line of their own. If the
    // weights of the file are invalid, equal shares are in effect.
    if overrides.weights != nil {
      let weightsOfFile = flag.weights.inEffect.map(FlagNumber.text).joined(separator: ", ")
      lines.append(StyledLine("the file's weights: \(weightsOfFile)", .dim))
    }
    if let flaw = flag.weights.flawWords { lines += warning(flaw) }
    if let draw = overrides.draw {
      lines.append(namedLine("draw", (DisplayText(FlagNumber.text(draw)), .number)))
    }
    if !flag.isEnabled {
      lines.append(StyledLine("the test is off: nobody is assigned to a group", .dim))
    }
    return lines
  }

  /// A line per variation of a test; the one that the stored draw selects is marked and bold.
  private func variationLines(
    of flag: ConfiguredFlag, _ overrides: ConfiguredFlagOverrides
  ) -> [StyledLine] {
    let weights = overrides.weights(of: flag)
    let indexOfStoredDraw = overrides.draw.flatMap { weights.index(of: $0) }
    let longestName = flag.variations.map { DisplayText($0.written).columns }.max() ?? 0
    let blanksAfterName = 2
    return flag.variations.indices.map { index in
      variationLine(
        at: index, of: flag, weights, hasStoredDraw: index == indexOfStoredDraw,
        nameColumns: longestName + blanksAfterName)
    }
  }

  /// A variation with its weight and the draws, numbers from 0 to 100, that select it, as in
  /// `treatment  60 %  40–100`; then its label if it has one.
  ///
  /// The weight is dim while the test is off.
  ///
  /// - Parameter hasStoredDraw: Whether the draw that the session stores selects it.
  private func variationLine(
    at index: Int, of flag: ConfiguredFlag, _ weights: VariationWeights, hasStoredDraw: Bool,
    nameColumns: Int
  ) -> StyledLine {
    let variation = flag.variations[index]
    let name = DisplayText(variation.written).padded(to: nameColumns)
    let weight: DisplayText = "\(FlagNumber.text(weights.inEffect[index])) %"
    let weightColumns = 9  // Room for a weight such as `33.333 %`.
    var line = StyledLine(
      of: (hasStoredDraw ? PanelSymbols.cursor : " ", .accent), (" ", .text),
      (name, hasStoredDraw ? .text.bold() : .text),
      (weight.paddedAtStart(to: weightColumns), flag.isEnabled ? .number : .dim),
      ("  \(weights.drawRange(at: index))", .dim))
    if let label = flag.label(of: variation) { line.add("  \(label)", .dim) }
    return line
  }
}

extension ConfiguredFlagOverrides {
  /// The weights that the session stores, or else the file's.
  func weights(of flag: ConfiguredFlag) -> VariationWeights {
    weights.map { VariationWeights($0, count: flag.variations.count) } ?? flag.weights
  }
}

extension VariationWeights {
  /// Why the file's weights are ignored, and what counts instead, as in
  /// `80 + 30 is 110, not 100, so both have 50 %`; nil if they are valid.
  fileprivate var flawWords: String? {
    // Only written weights can have a flaw.
    guard let flaw, let written else { return nil }
    let numbers = written.map(FlagNumber.text)
    let reason =
      switch flaw {
      case .sum:
        "\(numbers.joined(separator: " + ")) is \(FlagNumber.text(written.reduce(0, +))), not 100"
      case .count: "\(written.count.pluralizing("weight")) for \(inEffect.count) variations"
      case .range: "a weight is from 0 to 100, not \(numbers.joined(separator: ", "))"
      }
    // Equal shares replace invalid weights, so the first is also that of the others.
    let share = inEffect.first.map(FlagNumber.text) ?? ""
    return "\(reason), so \(inEffect.count == 2 ? "both have" : "each has") \(share) %"
  }

  /// The draws that land on the variation at an index, as in `40–100`.
  func drawRange(at index: Int) -> String {
    let range = ranges[index]
    return "\(FlagNumber.text(range.lowerBound))–\(FlagNumber.text(range.upperBound))"
  }
}

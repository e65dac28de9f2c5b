import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

/// The details of the flag under the cursor: sentence, layers, stored values and variations.
enum FlagDetails {
  /// The width of the names of stored values: `app setting` and a blank.
  fileprivate static let nameColumns = 12

  static let view = TextView(
    panel: .flag, scroll: \State.flags.details, title: title, subtitle: subtitle,
    subject: { $0.flags.list.selectedHeading ?? $0.flags.list.selected?.name ?? "" }, text: lines)

  @Sendable private static func title(of state: State) -> DisplayText {
    state.flags.list.selectedHeading.map { DisplayText("section \($0)") }
      ?? state.flags.list.selected.map { DisplayText($0.name) } ?? "Flag"
  }

  @Sendable private static func subtitle(of state: State) -> DisplayText {
    state.flags.list.selected?.flag.map { DisplayText("\($0.row.kind.title) · \($0.answer.state.word)") } ?? .empty
  }

  @Sendable private static func lines(of state: State, columns: Int) -> [StyledLine] {
    let list = state.flags.list
    if let section = list.selectedHeading {
      return list.items(in: section).flatMap { item in
        StyledLine(DisplayText("\(item.name): \(item.flag?.answer.state.word ?? "")")).wrapped(to: columns)
      }
    }
    if let orphan = list.selected?.orphan {
      return StyledLine(DisplayText(orphan.problemOfOrphan.message), .warning).wrapped(to: columns)
    }
    guard let flags = state.flags.flags, let flag = list.selected?.flag else { return [] }
    let (row, answer) = (flag.row, flag.answer)
    func sentence(_ check: FlagCheck, _ style: Style) -> [StyledLine] {
      StyledLine(DisplayText(answer.sentence(for: check, of: row, in: flags.environment)), style).wrapped(to: columns)
    }
    func warning(_ text: String) -> [StyledLine] { StyledLine(DisplayText("! \(text)"), .warning).wrapped(to: columns) }
    var lines = sentence(.buildAndUser, .text.bold())
    lines += answer.noteSentences(of: row, in: flags.environment).flatMap(warning)
    if answer.differs { lines += StyledLine(FlagColumns.checks(answer, " · ")).wrapped(to: columns) }
    lines += readValues(row, flags, from: state.manifestFolder, columns)
    lines += stored(row, answer, state, columns)
    if answer.differs { lines += sentence(.buildOnly, .text) + sentence(.userOnly, .text) }
    lines += Prose.lines(of: row.description, columns: columns).map { StyledLine($0, .dim) }
    lines += variations(row, state, columns)
    return lines + state.flags.problems.filter { $0.path == "flags/\(row.id)" }.flatMap { warning($0.message) }
  }

  /// If there are several, those that keep the flag off come first.
  private static func readValues(
    _ row: FlagDefinition, _ flags: SessionFlags, from folder: String, _ columns: Int
  ) -> [StyledLine] {
    if row.kind == .core {
      let channels = row.channels.isEmpty ? "none" : row.channels.joined(separator: ", ")
      return [StyledLine(DisplayText("on in \(channels)"))]
    }
    let values = (row.reading?.paths ?? []).map { ($0, flags.feature($0.feature)?.value(at: $0.path)) }
    let isOff = { (value: MergedValue?) in value?.json != true }
    let sorted = values.count > 1 ? values.filter { isOff($0.1) } + values.filter { !isOff($0.1) } : values
    return sorted.flatMap { path, value in
      let name = DisplayText(path.feature) + " / " + DisplayText(path.path.description)
      return StyledLine(name).wrapped(to: columns)
        + LayerLines.lines(
          value?.history ?? [], in: flags.environment.channel, from: (folder, nil), columns: columns)
    }
  }

  private static func stored(
    _ row: FlagDefinition, _ answer: FlagAnswer, _ state: State, _ columns: Int
  ) -> [StyledLine] {
    var lines: [StyledLine] = []
    func add(_ name: DisplayText, _ key: String?, _ value: String?, _ kind: EntryKind) {
      var line = StyledLine(of: (name.padded(to: nameColumns), .dim))
      guard let key else {
        line.add("–  there is no key", .dim)
        return lines.append(line)
      }
      let word = value.map { DisplayText($0) } ?? "unset"
      line.add(DisplayText(key).truncatedInside(to: max(8, columns - line.columns - 2 - word.columns)), .text)
      line.add("  ")
      line.add(word, value == nil ? .dim : .text.bold())
      if value != nil, let operation = state.session.lastOperation(changing: EntryKey(kind, key)) {
        let time = Instant(seconds: operation.time.seconds)
        let author = DisplayText("  by \(operation.process), \(time)")
        if line.columns + author.columns > columns {
          lines.append(line)
          line = StyledLine(.blanks(nameColumns - 2))
        }
        line.add(author, .dim)
      }
      lines.append(line)
    }
    for key in row.appSettings(in: state.workspace.manifest) {
      guard let value = state.session[key] else { continue }
      add("app setting", key.name, State.word(value), .preference)
    }
    switch row.kind {
    case .core, .unlock: break
    case .bool, .options, .flag:
      add("preference", row.preferenceKey, answer.preference?.word, .preference)
      if let own = row.preferenceDefault {
        lines.append(StyledLine(.blanks(nameColumns) + DisplayText("unset counts as \(ValueText.short(own))"), .dim))
      }
      if row.kind != .options { add("debug", row.debugKey, answer.debug?.word, .debug) }
    case .featureAB, .ab, .mvt: add("debug", row.debugKey, answer.debug?.word, .debug)
    }
    if let test = state.flags.testOverrides[row.id], row.kind == .bool || row.kind == .flag {
      lines.append(
        StyledLine(
          DisplayText("test").padded(to: nameColumns)
            + DisplayText("\(test ? "on" : "off"), while this console is open"), .warning))
    }
    return lines
  }

  private static func variations(_ row: FlagDefinition, _ state: State, _ columns: Int) -> [StyledLine] {
    guard let flags = state.flags.flags, let flag = flags.configured(row) else { return [] }
    let kept = flags.session.kept(of: flag)
    var lines: [StyledLine] = []
    if flag.kind == .unlock {
      let text = (kept.lock ?? flag.unlocked ?? false) ? "unlocked" : "locked"
      let origin = kept.lock == nil ? "the file says so" : "stored"
      lines.append(
        StyledLine(
          of: (DisplayText("lock").padded(to: nameColumns), .dim), (DisplayText(text), .text.bold()),
          (DisplayText("  \(origin)"), .dim)))
    }
    if flag.isTest {
      lines += VariationLines(flag, kept, sharesIn: state.flags.showsShares ? flags.session : nil).lines
    }
    var about: [String] = []
    if let section = flag.section { about.append("section \(section)") }
    if flag.isDevelopment { about.append("under development") }
    if flag.origin != .remote { about.append(flag.origin.rawValue) }
    if let location = flag.location { about.append("\(location.file):\(location.range.start.line)") }
    if !about.isEmpty {
      lines.append(StyledLine(DisplayText(about.joined(separator: " · ")).truncated(to: columns), .dim))
    }
    if let load = state.flags.files.load(of: flag) {
      let style: Style = load.failures.isEmpty ? .dim : .warning
      lines += StyledLine(DisplayText("\(load)"), style).wrapped(to: columns)
    }
    return lines
  }
}

private struct VariationLines {
  private(set) var lines: [StyledLine] = []

  private static let sampleCount = 2000

  /// - Parameter session: If given, many draws are tried and their shares shown next to the weights.
  init(_ flag: ConfiguredFlag, _ kept: ConfiguredFlagOverrides, sharesIn session: Session?) {
    let weights = kept.weights(of: flag)
    let drawn = kept.draw.flatMap { weights.index(of: $0) }
    let shares = session.map { Self.shares(flag, weights, $0) }
    let width = (flag.variations.map { DisplayText($0.rawValue).columns }.max() ?? 0) + 2
    for (index, variation) in flag.variations.enumerated() {
      let isDrawn = index == drawn
      var line = StyledLine(of: (isDrawn ? PanelSymbols.cursor : " ", .accent), (" ", .text))
      line.add(DisplayText(variation.rawValue).padded(to: width), isDrawn ? .text.bold() : .text)
      let range = weights.ranges[index]
      line.add(
        DisplayText("\(FlagNumber.text(weights.inEffect[index])) %").paddedAtStart(to: 9),
        flag.isEnabled ? .number : .dim)
      line.add(DisplayText("  \(FlagNumber.text(range.lowerBound))–\(FlagNumber.text(range.upperBound))"), .dim)
      if let shares { line.add(DisplayText("  drawn \(FlagNumber.text(shares[index])) %"), .text) }
      if let label = flag.label(of: variation) { line.add(DisplayText("  \(label)"), .dim) }
      lines.append(line)
    }
    if kept.weights != nil {
      lines.append(StyledLine(DisplayText("the file's weights: \(Self.list(flag.weights.inEffect))"), .dim))
    }
    if let flaw = flag.weights.flaw {
      let weights = Self.list(flag.weights.written ?? [])
      lines.append(
        StyledLine(DisplayText("! the file's weights \(weights) do not count: \(flaw.rawValue)"), .warning))
    }
    if let draw = kept.draw {
      lines.append(
        StyledLine(
          of: (DisplayText("draw").padded(to: FlagDetails.nameColumns), .dim),
          (DisplayText(FlagNumber.text(draw)), .number)))
    }
    if !flag.isEnabled { lines.append(StyledLine("the test is off: nobody is assigned to a group", .dim)) }
  }

  private static func list(_ weights: [Double]) -> String { weights.map(FlagNumber.text).joined(separator: ", ") }

  /// In percent.
  private static func shares(_ flag: ConfiguredFlag, _ weights: VariationWeights, _ session: Session) -> [Double] {
    var counts = [Int](repeating: 0, count: flag.variations.count)
    for number in 0..<sampleCount {
      let draw = session.defaultDraw(of: flag.name, salt: "simulated \(number)")
      if let index = weights.index(of: draw), counts.indices.contains(index) { counts[index] += 1 }
    }
    return counts.map { Double($0 * 1000 / sampleCount) / 10 }
  }
}

extension ConfiguredFlagOverrides {
  /// The kept weights, or else the file's.
  func weights(of flag: ConfiguredFlag) -> VariationWeights {
    weights.map { VariationWeights($0, count: flag.variations.count) } ?? flag.weights
  }
}

extension MergedFeature {
  fileprivate func value(at path: JSONPath) -> MergedValue? {
    var value: MergedValue?
    for component in path.components {
      guard case .key(let key) = component else { return nil }
      guard let next = value.map({ $0[key] }) ?? self[key] else { return nil }
      value = next
    }
    return value
  }
}

extension Session {
  func lastOperation(changing key: EntryKey) -> SessionOperation? {
    operations.last { operation in !operation.isUndone && operation.changes.contains { $0.key == key } }
  }
}

import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

enum DetailPanel {
  static let view = TextView(
    panel: .details, scroll: \State.features.details, title: title, subject: subject,
    text: lines)

  @Sendable private static func title(of state: State) -> DisplayText {
    if state.focus == .problems { return "About the problem" }
    if state.features.selectedOrphan != nil { return "About the edit" }
    if isAboutFeature(state) { return "About the feature" }
    return DisplayText(state.table.selectedRow?.pathText ?? Panel.details.title)
  }

  @Sendable private static func subject(of state: State) -> String {
    if state.focus == .problems { return "problem \(state.problems.list.selected?.id ?? 0)" }
    let feature = state.selectedFeature?.id ?? state.features.selectedOrphan ?? ""
    return isAboutFeature(state) ? feature : "\(feature)/\(state.table.selectedRow?.pathText ?? "")"
  }

  static func isAboutFeature(_ state: State) -> Bool {
    state.focus == .features || state.table.selectedRow == nil
      || (state.focus == .details && state.features.isAboutFeature)
  }

  private static func editKeyHint(_ state: State) -> String? {
    guard !state.hasText, !state.options.isReadOnly, let command = CommandTable.command(named: "edit-config"),
      let keys = state.options.keys.keys(of: command).first
    else { return nil }
    return "none; \(keys.map(\.description).joined(separator: " ")) writes one, with completions and its merged result"
  }

  @Sendable private static func lines(of state: State, columns: Int) -> [StyledLine] {
    if state.focus == .problems { return problemLines(state, columns: columns) }
    if let id = state.features.selectedOrphan { return orphanLines(id, state, columns: columns) }
    guard let manifest = state.workspace.manifest, let feature = state.selectedFeature else { return [] }
    if isAboutFeature(state) {
      return featureLines(feature, in: manifest, state, columns: columns)
    }
    guard let row = state.table.selectedRow else { return [] }
    return ValueDetails(state: state, row: row, feature: feature, manifest: manifest, columns: columns).lines()
  }

  private static func orphanLines(_ id: String, _ state: State, columns: Int) -> [StyledLine] {
    let key = EntryKey(.edit, id)
    return Prose.lines(of: state.findings.orphans[key] ?? "", columns: columns).map { StyledLine($0, .warning) }
      + DisplayText.lines(state.session[key]?.pretty() ?? "").map { StyledLine($0) }
  }

  /// Shown in full, as the list may cut it.
  private static func problemLines(_ state: State, columns: Int) -> [StyledLine] {
    guard let problem = state.problems.selected else { return [] }
    var lines = Prose.lines(of: problem.message, columns: columns).map { StyledLine($0) }
    if let hint = problem.hint { lines += Prose.lines(of: hint, columns: columns).map { StyledLine($0, .changed) } }
    lines.append(StyledLine(.empty))
    let locations = [problem.location.map { "\($0)" } ?? "", problem.path].filter { !$0.isEmpty }
    lines += locations.flatMap { DisplayText($0).wrapped(to: columns) }.map { StyledLine($0, .dim) }
    lines.append(StyledLine(DisplayText("\(problem.severity.rawValue) \(problem.code)"), .dim))
    return lines
  }

  private static func featureLines(
    _ feature: FeatureDefinition, in manifest: Manifest, _ state: State, columns: Int
  ) -> [StyledLine] {
    let metadata = feature.metadata
    var facts: [(DisplayText, String?)] = [("edit", editKeyHint(state))]
    if manifest.modules.indices.contains(feature.module), feature.module > 0 {
      let module = manifest.modules[feature.module]
      facts.append(
        ("imported", FilePath.name(of: module.path) + (module.importChannel.map { ", channel \($0)" } ?? "")))
    }
    let contacts = metadata.contacts.joined(separator: ", ")
    facts += [("contacts", contacts.isEmpty ? nil : contacts), ("meta bug", metadata.metaBug)]
    facts += metadata.documentation.map { ("read", "\($0.name) \($0.url)") }
    facts += metadata.events.map { ("events", $0) }
    facts.append(("configurator", metadata.configurator))
    facts.append(("co-enrolling", feature.allowsCoenrollment ? "several experiments may use it at once" : nil))
    facts += feature.examples.map { ("example", $0.name) }
    facts.append(("written in", feature.location.written(from: state.manifestFolder)))
    return facts.flatMap { Prose.fact($0, $1, indent: 14, columns: columns) } + [StyledLine(.empty)]
      + Prose.lines(of: feature.description, columns: columns).map { StyledLine($0) }
  }
}

/// The lines about a value: description, values of all channels, and layers.
struct ValueDetails {
  let state: State
  let row: ValueRow
  let feature: FeatureDefinition
  let manifest: Manifest
  let columns: Int

  private var channel: String? { state.channel }

  func lines() -> [StyledLine] {
    // Show what matters most first in case there is little room: differences between channels, then layers.
    let groups = groups
    var lines = heading().wrapped(to: columns)
    lines += groups.count > 1 ? channelLines(groups) + layerLines() : layerLines() + channelLines(groups)
    lines += Prose.lines(of: row.description, columns: columns).map { StyledLine($0) }
    lines += choiceLines()
    lines += settingLines()
    return lines
  }

  private func heading() -> StyledLine {
    var line = StyledLine(of: (DisplayText(row.type?.description ?? ""), .typeName), ("  ", .text))
    // The rows below an open container show what it contains.
    let room = row.fold == .open ? 0 : columns - line.columns
    line.add(DisplayText(ValueText.short(row.value, in: room)), ValueText.style(row.value).bold())
    if let below = row.replaced {
      line.add(DisplayText(", was \(ValueText.short(below.value)) (\(below.layer.title))"), .dim)
    }
    return line
  }

  /// Grouped by value; on one line if they fit.
  private func channelLines(_ groups: [Group]) -> [StyledLine] {
    guard groups.count > 1 || groups.contains(where: { $0.channels.count > 1 }) else { return [] }
    if groups.count == 1 { return [StyledLine("the same in every channel", .dim)] }
    if case .object = row.value, row.fold != .none {
      return Prose.lines(of: "differs between channels; the values inside say how", columns: columns)
        .map { StyledLine($0, .dim) }
    }
    let lines = groups.map(line)
    let whole = lines.dropFirst().reduce(lines.first ?? StyledLine(.empty)) { line, next in
      StyledLine(pieces: line.pieces + StyledLine(" · ", .dim).pieces + next.pieces)
    }
    if whole.columns <= columns { return [whole] }
    return zip(groups, lines).flatMap { $1.columns <= columns ? [$1] : wrapped($0) }
  }

  private func wrapped(_ group: Group) -> [StyledLine] {
    let names =
      group.channels.filter { channel.isSameName(as: $0) } + group.channels.filter { !channel.isSameName(as: $0) }
    let head = line(of: (group.value, Array(names.prefix(1))))
    let rest = DisplayText(names.dropFirst().joined(separator: ", ")).wrapped(to: columns - 2)
    return [head] + rest.map { StyledLine("  " + $0, .dim) }
  }

  private typealias Group = (value: JSONValue?, channels: [String])

  /// In declared channel order.
  private var groups: [Group] {
    state.table.acrossChannels.reduce(into: []) { groups, entry in
      guard let index = groups.firstIndex(where: { $0.value == entry.value }) else {
        return groups.append((entry.value, [entry.channel ?? ""]))
      }
      groups[index].channels.append(entry.channel ?? "")
    }
  }

  /// As in `true in developer, nightly`; the current channel is bold.
  private func line(of group: Group) -> StyledLine {
    var line = StyledLine(
      DisplayText(group.value.map(ValueText.short) ?? "not there"), ValueText.style(group.value))
    line.add(" in ", .dim)
    for (index, name) in group.channels.enumerated() {
      if index > 0 { line.add(", ", .dim) }
      line.add(DisplayText(name), channel.isSameName(as: name) ? .text.bold() : .dim)
    }
    return line
  }

  private func layerLines() -> [StyledLine] {
    guard row.layer != nil else {
      return row.location.map {
        Prose.fact("written in", $0.written(from: state.manifestFolder), indent: 11, columns: columns)
      } ?? []
    }
    let entries = row.history
    let title: DisplayText =
      entries.count == 1
      ? "set by" : entries.removed.isEmpty ? "layers, the last one wins" : "layers; a null removed the ones above"
    let time = state.session.time(of: EntryKey(.edit, feature.id))?.description.dropFirst(11).prefix(5)
    let edited = "this session\(time.map { ", \($0) UTC" } ?? "")"
    return [StyledLine(title, .dim)]
      + LayerLines.lines(entries, in: channel, from: (state.manifestFolder, edited), columns: columns)
  }

  private func choiceLines() -> [StyledLine] {
    guard let type = row.type, let name = type.enumerationName,
      let definition = manifest.enumeration(name, in: feature.module)
    else { return [] }
    let widest = definition.variants.map { DisplayText($0.name).columns }.max() ?? 0
    return [StyledLine(.empty), StyledLine(DisplayText("\(name) is one of"), .dim)]
      + definition.variants.flatMap { variant in
        let words = Prose.start(of: variant.description).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return StyledLine(
          of: ("  ", .text), (DisplayText(variant.name).padded(to: widest + 2), .string), (DisplayText(words), .dim)
        ).wrapped(to: columns)
      }
  }

  /// What else can set the variable.
  private func settingLines() -> [StyledLine] {
    guard row.depth == 0, let variable = feature.variables.first(where: { $0.name.isSameName(as: row.name) }) else {
      return []
    }
    let facts: [(DisplayText, String?)] = [
      ("app setting", variable.preferenceKey),
      ("gecko pref", variable.geckoPreference.map { "\($0.name) (\($0.branch))" }),
      ("declares", variable.stringAlias.map { "the string alias \($0)" }),
    ]
    let lines = facts.flatMap { Prose.fact($0, $1, indent: 16, columns: columns) }
    return lines.isEmpty ? [] : [StyledLine(.empty)] + lines
  }
}

extension VariableType {
  var enumerationName: String? {
    switch self {
    case .enumeration(let name): name
    case .option(let inner), .list(let inner): inner.enumerationName
    default: nil
    }
  }
}

extension SourceLocation {
  func written(from folder: String) -> String { "\(FilePath.written(file, from: folder)):\(range.start)" }
}

extension State {
  /// The folder of the manifest; for the embedded demo, the one that its file names are relative to.
  var manifestFolder: String { FilePath.folder(of: options.manifestPath) }
}

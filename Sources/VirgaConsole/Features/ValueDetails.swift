import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

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
        StyledLine(
          of: ("  ", .text), (DisplayText(variant.name).padded(to: widest + 2), .string),
          (Prose.line(of: variant.description), .dim)
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

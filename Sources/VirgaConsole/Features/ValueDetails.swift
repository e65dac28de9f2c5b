import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest

/// The lines about a value: description, values of all channels, and layers.
struct ValueDetails {
  var row: ValueRow
  var feature: FeatureDefinition
  var manifest: Manifest
  var channel: String?
  var acrossChannels: [ValueTable.ChannelValue]
  /// In words; nil if unknown.
  var edited: String?
  /// File names are relative to it.
  var folder: String
  var columns: Int

  func lines() -> [StyledLine] {
    // Show what matters most first in case there is little room: differences between channels, then layers.
    let differs = acrossChannels.contains { $0.value != acrossChannels[0].value }
    var lines = heading().wrapped(to: columns)
    lines += differs ? channelLines() + layerLines() : layerLines() + channelLines()
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
  private func channelLines() -> [StyledLine] {
    guard acrossChannels.count > 1 else { return [] }
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

  private func wrapped(_ group: (value: JSONValue?, channels: [String])) -> [StyledLine] {
    let names =
      group.channels.filter { channel.isSameName(as: $0) } + group.channels.filter { !channel.isSameName(as: $0) }
    let head = line(of: (group.value, Array(names.prefix(1))))
    let rest = DisplayText(names.dropFirst().joined(separator: ", ")).wrapped(to: columns - 2)
    return [head] + rest.map { StyledLine("  " + $0, .dim) }
  }

  /// In declared channel order.
  private var groups: [(value: JSONValue?, channels: [String])] {
    acrossChannels.reduce(into: []) { groups, entry in
      guard let index = groups.firstIndex(where: { $0.value == entry.value }) else {
        return groups.append((entry.value, [entry.channel ?? ""]))
      }
      groups[index].channels.append(entry.channel ?? "")
    }
  }

  /// As in `true in developer, nightly`; the current channel is bold.
  private func line(of group: (value: JSONValue?, channels: [String])) -> StyledLine {
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
        Prose.fact("written in", $0.written(from: folder), indent: 11, columns: columns)
      } ?? []
    }
    let entries = row.history
    let title: DisplayText =
      entries.count == 1
      ? "set by" : entries.removed.isEmpty ? "layers, the last one wins" : "layers; a null removed the ones above"
    return [StyledLine(title, .dim)]
      + LayerLines.lines(
        entries, in: channel, from: (folder, edited), columns: columns)
  }

  private func choiceLines() -> [StyledLine] {
    guard let type = row.type, let name = type.enumerationName,
      let definition = manifest.enumeration(name, in: feature.module)
    else { return [] }
    var lines = [StyledLine(.empty), StyledLine(DisplayText("\(name) is one of"), .dim)]
    let widest = definition.variants.map { DisplayText($0.name).columns }.max() ?? 0
    for variant in definition.variants {
      var line = StyledLine("  ")
      line.add(DisplayText(variant.name).padded(to: widest + 2), .string)
      line.add(Prose.line(of: variant.description), .dim)
      lines += line.wrapped(to: columns)
    }
    return lines
  }

  /// What else can set the variable.
  private func settingLines() -> [StyledLine] {
    guard row.depth == 0, let variable = feature.variables.first(where: { $0.name.isSameName(as: row.name) }) else {
      return []
    }
    var facts: [(DisplayText, String)] = []
    if let key = variable.preferenceKey { facts.append(("app setting", key)) }
    if let pref = variable.geckoPreference { facts.append(("gecko pref", "\(pref.name) (\(pref.branch))")) }
    if let alias = variable.stringAlias { facts.append(("declares", "the string alias \(alias)")) }
    guard !facts.isEmpty else { return [] }
    return [StyledLine(.empty)] + facts.flatMap { Prose.fact($0, $1, indent: 16, columns: columns) }
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

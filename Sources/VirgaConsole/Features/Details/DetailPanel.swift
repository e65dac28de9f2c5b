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
    panel: .details, title: { about($0).title }, subject: { about($0).subject },
    text: { about($0).lines($0, $1) })

  private typealias About = (
    title: DisplayText, subject: String, lines: (_ model: Model, _ columns: Int) -> [StyledLine]
  )

  private static func about(_ model: Model) -> About {
    if model.focus == .problems, let item = model.features.problems.list.selected {
      return ("About the problem", "problem \(item.id)", { problemLines(item.found, columns: $1) })
    }
    if let id = model.features.selectedOrphan {
      return ("About the text", id, { orphanLines(id, $0, columns: $1) })
    }
    guard let manifest = model.workspace.manifest, let feature = model.selectedFeature else {
      return ("About the feature", "", { _, _ in [] })
    }
    guard !isAboutFeature(model), let row = model.features.values.selectedRow else {
      return (
        "About the feature", feature.id, { featureLines(feature, in: manifest, $0, columns: $1) }
      )
    }
    return (
      DisplayText(row.pathText), "\(feature.id)/\(row.pathText)",
      { ValueDetails(row: row, feature: feature, manifest: manifest, columns: $1).lines(in: $0) }
    )
  }

  static func isAboutFeature(_ model: Model) -> Bool {
    model.focus == .features || model.features.values.selectedRow == nil
      || (model.focus == .details && model.features.isAboutFeature)
  }

  private static func orphanLines(_ id: String, _ model: Model, columns: Int) -> [StyledLine] {
    let texts = [
      ("edit", model.session[.edit, id]?.pretty()),
      ("draft", model.session[.draft, id]?.stringValue),
    ]
    return Prose.lines(of: "the manifest has no feature `\(id)`", .warning, columns: columns)
      + texts.flatMap { name, text in
        text.map {
          [StyledLine(DisplayText(name), .dim)] + DisplayText.lines($0).map { StyledLine($0) }
        } ?? []
      }
  }

  /// Shown in full, as the list may cut it.
  private static func problemLines(_ found: FoundProblem, columns: Int) -> [StyledLine] {
    let (problem, channels) = (found.problem, found.inChannels.channels)
    let locations = [problem.location.map { "\($0)" } ?? "", problem.path].filter { !$0.isEmpty }
    return Prose.lines(
      of: channels.isEmpty ? "" : "in \(channels.joined(separator: ", "))", .changed,
      columns: columns)
      + Prose.lines(of: problem.message, .text, columns: columns)
      + Prose.lines(of: problem.hint ?? "", .changed, columns: columns) + [StyledLine(.empty)]
      + locations.flatMap { StyledLine(DisplayText($0), .dim).wrapped(to: columns) }
      + [StyledLine("\(problem.severity.rawValue) \(problem.code)", .dim)]
  }

  private static func featureLines(
    _ feature: FeatureDefinition, in manifest: Manifest, _ model: Model, columns: Int
  ) -> [StyledLine] {
    let metadata = feature.metadata
    let editKey =
      model.hasText || model.options.isReadOnly ? nil : model.key(of: "edit-config", inAny: true)
    let module = feature.module > 0 ? manifest.modules[feature.module] : nil
    let imported = module.map {
      FilePath.name(of: $0.path) + ($0.importChannel.map { ", channel \($0)" } ?? "")
    }
    let contacts = metadata.contacts.joined(separator: ", ")
    let facts: [(DisplayText, String?)] =
      [
        ("edit", editKey.map { "none; \($0) writes one, with completions and its merged result" }),
        ("imported", imported), ("contacts", contacts.isEmpty ? nil : contacts),
        ("meta bug", metadata.metaBug),
      ] + metadata.documentation.map { ("read", "\($0.name) \($0.url)") }
      + metadata.events.map { ("events", $0) } + [
        ("configurator", metadata.configurator),
        (
          "co-enrolling",
          feature.allowsCoenrollment ? "several experiments may use it at once" : nil
        ),
      ] + feature.examples.map { ("example", $0.name) }
      + [("written in", feature.location.written(from: model.options.manifestFolder))]
    return facts.flatMap { Prose.fact($0, $1, indent: 14, columns: columns) } + [StyledLine(.empty)]
      + Prose.lines(of: feature.description, .text, columns: columns)
  }
}

/// The lines about a value: description, values of all channels, and layers.
struct ValueDetails {
  let row: ValueRow
  let feature: FeatureDefinition
  let manifest: Manifest
  let columns: Int

  func lines(in model: Model) -> [StyledLine] {
    // Show what matters most first in case there is little room: differences between channels, then
    // layers.
    let groups = groups(in: model)
    let (channels, layers) = (channelLines(groups, current: model.channel), layerLines(in: model))
    return heading().wrapped(to: columns)
      + (groups.count > 1 ? channels + layers : layers + channels)
      + Prose.lines(of: row.description, .text, columns: columns) + choiceLines() + settingLines()
  }

  private func heading() -> StyledLine {
    var line = StyledLine(of: (DisplayText(row.type?.description ?? ""), .typeName), ("  ", .text))
    // The rows below an open container show what it contains.
    let room = row.isOpen == true ? 0 : columns - line.columns
    line.add(DisplayText(ValueText.short(row.value, in: room)), ValueText.style(row.value).bold())
    if let below = row.replaced {
      line.add(", was \(ValueText.short(below.value)) (\(below.layer.title))", .dim)
    }
    return line
  }

  /// Grouped by value; on one line if they fit.
  private func channelLines(_ groups: [Group], current: String?) -> [StyledLine] {
    guard groups.count > 1 || groups.contains(where: { $0.channels.count > 1 }) else { return [] }
    if groups.count == 1 { return [StyledLine("the same in every channel", .dim)] }
    if case .object = row.value, row.isOpen != nil {
      return Prose.lines(
        of: "differs between channels; the values inside say how", .dim, columns: columns)
    }
    let lines = groups.map { line(of: $0, current: current) }
    let whole = lines.dropFirst().reduce(lines[0]) { $0 + StyledLine(" · ", .dim) + $1 }
    return whole.columns <= columns ? [whole] : lines.flatMap { $0.wrapped(to: columns) }
  }

  private typealias Group = (value: JSONValue?, channels: [String])

  /// In declared channel order.
  private func groups(in model: Model) -> [Group] {
    model.features.values.acrossChannels.reduce(into: []) { groups, entry in
      guard let index = groups.firstIndex(where: { $0.value == entry.value }) else {
        return groups.append((entry.value, [entry.channel ?? ""]))
      }
      groups[index].channels.append(entry.channel ?? "")
    }
  }

  /// As in `true in developer, nightly`; the current channel is bold.
  private func line(of group: Group, current: String?) -> StyledLine {
    var line = StyledLine(
      of: (
        DisplayText(group.value.map(ValueText.short) ?? "no value"), ValueText.style(group.value)
      ), (" in ", .dim))
    for (index, name) in group.channels.enumerated() {
      if index > 0 { line.add(", ", .dim) }
      line.add(DisplayText(name), current.isSameName(as: name) ? .text.bold() : .dim)
    }
    return line
  }

  private func layerLines(in model: Model) -> [StyledLine] {
    guard row.layer != nil else {
      let place = row.location?.written(from: model.options.manifestFolder)
      return Prose.fact("written in", place, indent: 11, columns: columns)
    }
    let entries = row.history
    let title = Self.title(of: entries)
    let operation = model.session.lastOperation(changing: EntryKey(.edit, feature.id))
    let time = operation.map { ", \($0.time.description.dropFirst(11).prefix(5)) UTC" }
    let edited = "this session\(time ?? "")"
    let sent = model.features.values.sent[row.path]
    let other = sent != nil && sent != row.value ? sent : nil
    return Prose.fact("sent", other.map { ValueText.short($0) }, indent: 11, columns: columns)
      + [StyledLine(title, .dim)]
      + LayerLines.lines(
        entries, in: model.channel,
        from: .init(folder: model.options.manifestFolder, edited: edited),
        columns: columns)
  }

  private static func title(of entries: [LayerEntry]) -> DisplayText {
    if entries.count == 1 { return "set by" }
    if !entries.ignored.isEmpty { return "layers; apps ignore those marked !" }
    return entries.removed.isEmpty
      ? "layers, the last one wins" : "layers; a null removed the ones above"
  }

  private func choiceLines() -> [StyledLine] {
    guard let type = row.type, let name = type.enumerationName,
      let definition = manifest.enumeration(name, in: feature.module)
    else { return [] }
    let widest = definition.variants.map { DisplayText($0.name).columns }.max() ?? 0
    return [StyledLine(.empty), StyledLine("\(name) is one of", .dim)]
      + definition.variants.flatMap { variant in
        let words = Prose.start(of: variant.description).split(whereSeparator: \.isWhitespace)
          .joined(separator: " ")
        return StyledLine(
          of: ("  ", .text), (DisplayText(variant.name).padded(to: widest + 2), .string),
          (DisplayText(words), .dim)
        ).wrapped(to: columns)
      }
  }

  /// What else can set the variable.
  private func settingLines() -> [StyledLine] {
    guard row.depth == 0, let variable = feature.variable(row.name) else { return [] }
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
    case .string, .int, .double, .boolean, .text, .image, .object, .alias, .map: nil
    }
  }
}

extension SourceLocation {
  func written(from folder: String) -> String {
    "\(FilePath.written(file, from: folder)):\(range.start)"
  }
}

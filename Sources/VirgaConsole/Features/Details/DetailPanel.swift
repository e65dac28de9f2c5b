import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaTargeting
import VirgaWorkbench

/// The details of what is selected on the Features screen: a problem, an unknown feature, a feature
/// or a value.
struct DetailPanel: TextView {
  let panel = Panel.details

  func title(of model: Model) -> DisplayText { Self.details(model).title }

  func subject(of model: Model) -> String { Self.details(model).subject }

  func text(of model: Model, columns: Int) -> [StyledLine] {
    Self.details(model).lines(model, columns)
  }

  private struct Details {
    let title: DisplayText
    /// What the details are about; another subject is shown from its first line.
    let subject: String
    var lines: (_ model: Model, _ columns: Int) -> [StyledLine] = { _, _ in [] }
  }

  private static func details(_ model: Model) -> Details {
    if model.focus == .problems, let item = model.features.problems.list.selected {
      return Details(title: "About the problem", subject: "problem \(item.id)") {
        problemLines(item.found, columns: $1)
      }
    }
    if let id = model.features.selectedOrphan {
      return Details(title: "About the text", subject: id) { orphanLines(id, $0, columns: $1) }
    }
    guard let manifest = model.workspace.manifest, let feature = model.selectedFeature else {
      return Details(title: "About the feature", subject: "")
    }
    guard !isAboutFeature(model), let row = model.features.values.selectedRow else {
      return Details(title: "About the feature", subject: feature.id) {
        featureLines(feature, in: manifest, $0, columns: $1)
      }
    }
    return Details(
      title: DisplayText(row.pathText), subject: "\(feature.id)/\(row.pathText)"
    ) {
      ValueDetails(row: row, feature: feature, manifest: manifest, columns: $1).lines(in: $0)
    }
  }

  /// Whether the details are about the selected feature, not about one of its values.
  static func isAboutFeature(_ model: Model) -> Bool {
    model.focus == .features || model.features.values.selectedRow == nil
      || (model.focus == .details && model.features.isAboutFeature)
  }

  /// That the manifest does not have a feature, and the edit and the draft that the session stores
  /// of it.
  private static func orphanLines(_ id: String, _ model: Model, columns: Int) -> [StyledLine] {
    func lines(_ name: DisplayText, _ text: String?) -> [StyledLine] {
      guard let text else { return [] }
      return [StyledLine(name, .dim)] + DisplayText.lines(text).map { StyledLine($0) }
    }
    return Prose.lines(of: "the manifest has no feature `\(id)`", .warning, columns: columns)
      + lines("edit", model.session[.edit, id]?.pretty())
      + lines("draft", model.session[.draft, id]?.stringValue)
  }

  /// A problem in full, because the list may cut it: channels, message, hint, location, path and
  /// code.
  private static func problemLines(_ found: FoundProblem, columns: Int) -> [StyledLine] {
    let (problem, channels) = (found.problem, found.inChannels.channels)
    let locations = [problem.location.map { "\($0)" } ?? "", problem.path].filter { !$0.isEmpty }
    let inChannels = channels.isEmpty ? "" : "in \(channels.joined(separator: ", "))"
    return Prose.lines(of: inChannels, .changed, columns: columns)
      + Prose.lines(of: problem.message, .text, columns: columns)
      + Prose.lines(of: problem.hint ?? "", .changed, columns: columns) + [StyledLine(.empty)]
      + locations.flatMap { StyledLine(DisplayText($0), .dim).wrapped(to: columns) }
      + [StyledLine("\(problem.severity.rawValue) \(problem.code)", .dim)]
  }

  /// What the manifest says of a feature: a table of facts, then its description.
  private static func featureLines(
    _ feature: FeatureDefinition, in manifest: Manifest, _ model: Model, columns: Int
  ) -> [StyledLine] {
    let metadata = feature.metadata
    let canWriteEdit = !model.hasText && !model.options.isReadOnly
    let editKey = canWriteEdit ? model.key(of: "edit-config", inAny: true) : nil
    // Module 0 is the manifest itself.
    let module = feature.module > 0 ? manifest.modules[feature.module] : nil
    let imported = module.map {
      FilePath.name(of: $0.path) + ($0.importChannel.map { ", channel \($0)" } ?? "")
    }
    let contacts = metadata.contacts.joined(separator: ", ")
    let coenrolling = feature.allowsCoenrollment ? "several experiments may use it at once" : nil
    // Facts that are nil are left out.
    var facts: [(DisplayText, String?)] = [
      ("edit", editKey.map { "none; \($0) writes one, with completions and its merged result" }),
      ("imported", imported),
      ("contacts", contacts.isEmpty ? nil : contacts),
      ("meta bug", metadata.metaBug),
    ]
    facts += metadata.documentation.map { ("read", "\($0.name) \($0.url)") }
    facts += metadata.events.map { ("events", $0) }
    facts += [("configurator", metadata.configurator), ("co-enrolling", coenrolling)]
    facts += feature.examples.map { ("example", $0.name) }
    facts += [("written in", feature.location.written(from: model.options.manifestFolder))]
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
    let groups = groups(in: model)
    let channels = channelLines(groups, current: model.channel)
    let layers = layerLines(in: model)
    // There may be little room: differences between channels matter most, then layers.
    let differs = groups.count > 1
    return heading().wrapped(to: columns) + (differs ? channels + layers : layers + channels)
      + Prose.lines(of: row.description, .text, columns: columns) + choiceLines() + settingLines()
  }

  /// Type, value and the value that it replaced, as in
  /// `Boolean  true, was false (variable default)`.
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

  /// The values of all channels, grouped by value, on one line if they fit; empty with one channel.
  private func channelLines(_ groups: [Group], current: String?) -> [StyledLine] {
    let channelCount = groups.reduce(0) { $0 + $1.channels.count }
    guard channelCount > 1 else { return [] }
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

  /// The values of the row in all channels, each with its channels in declared order.
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

  /// The layers of the value, after the value that was sent if apps read another one.
  ///
  /// An object with members of several layers only has a location.
  private func layerLines(in model: Model) -> [StyledLine] {
    let indent = 11
    guard row.layer != nil else {
      let place = row.location?.written(from: model.options.manifestFolder)
      return Prose.fact("written in", place, indent: indent, columns: columns)
    }
    let operation = model.session.lastOperation(changing: EntryKey(.edit, feature.id))
    let time = operation.map { ", \(Self.hourAndMinute(of: $0.time.description)) UTC" }
    let edited = "this session\(time ?? "")"
    let sent = model.features.values.sent[row.path]
    let sentOtherwise = sent == row.value ? nil : sent.map { ValueText.short($0) }
    return Prose.fact("sent", sentOtherwise, indent: indent, columns: columns)
      + [StyledLine(Self.title(of: row.history), .dim)]
      + LayerLines.lines(
        row.history, in: model.channel,
        from: .init(folder: model.options.manifestFolder, edited: edited),
        columns: columns)
  }

  /// `2026-11-28T13:47:47Z` gives `13:47`.
  private static func hourAndMinute(of time: String) -> Substring {
    time.dropFirst("2026-11-28T".count).prefix("13:47".count)
  }

  private static func title(of entries: [LayerEntry]) -> DisplayText {
    if entries.count == 1 { return "set by" }
    if !entries.ignored.isEmpty { return "layers; apps ignore those marked !" }
    return entries.removed.isEmpty
      ? "layers, the last one wins" : "layers; a null removed the ones above"
  }

  /// The variants of the row's enumeration with the start of their descriptions; empty for another
  /// type.
  private func choiceLines() -> [StyledLine] {
    guard let type = row.type,
      let name = type.enumerationName,
      let definition = manifest.enumeration(name, in: feature.module)
    else { return [] }
    let widest = definition.variants.map { DisplayText($0.name).columns }.max() ?? 0
    return [StyledLine(.empty), StyledLine("\(name) is one of", .dim)]
      + definition.variants.flatMap { variant in
        let start = Prose.start(of: variant.description)
        let words = start.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return StyledLine(
          of: ("  ", .text), (DisplayText(variant.name).padded(to: widest + 2), .string),
          (DisplayText(words), .dim)
        ).wrapped(to: columns)
      }
  }

  /// The app setting and the Gecko preference that can set the variable, and the string alias that
  /// it declares; empty for a value inside a variable.
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
  /// The enumeration that the values are of, in an option or a list too; nil for another type.
  var enumerationName: String? {
    switch self {
    case .enumeration(let name): name
    case .option(let inner), .list(let inner): inner.enumerationName
    case .string, .int, .double, .boolean, .text, .image, .object, .alias, .map: nil
    }
  }
}

extension SourceLocation {
  /// The file, relative to a folder, with line and column.
  func written(from folder: String) -> String {
    "\(FilePath.written(file, from: folder)):\(range.start)"
  }
}

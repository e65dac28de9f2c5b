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

  /// What the details are about; the text of another subject is shown from its first line.
  func subject(of model: Model) -> String { Self.details(model).subject }

  /// The lines about what is selected.
  func text(of model: Model, columns: Int) -> [StyledLine] {
    Self.details(model).lines(model, columns)
  }

  private struct Details {
    let title: DisplayText
    /// What the details are about; another subject is shown from its first line.
    let subject: String
    /// Makes the lines, which the title and the subject do not need; none by default.
    var lines: (_ model: Model, _ columns: Int) -> [StyledLine] = { _, _ in [] }
  }

  /// The details of what is selected: a problem in the list of problems, an unknown feature, a
  /// value, or else the feature.
  ///
  /// The panel scrolls to the first line if their `subject` is another one than before.
  private static func details(_ model: Model) -> Details {
    if model.focus == .problems, let item = model.features.problems.list.selected {
      return Details(
        title: "About the problem", subject: "problem \(item.id)",
        lines: { _, columns in problemLines(item.found, columns: columns) })
    }
    // The list has a feature that is not in the manifest if the session stores a text of it.
    if let id = model.features.selectedUnknownFeature {
      return Details(
        title: "About the text", subject: id,
        lines: { model, columns in unknownFeatureLines(id, model, columns: columns) })
    }
    return detailsOfValueOrFeature(model)
  }

  /// The details of the selected value, or else of the selected feature; without lines if no
  /// feature is selected.
  ///
  /// They are about the feature although a value is selected if the list of features has the focus,
  /// or if the command `about` asked for that.
  private static func detailsOfValueOrFeature(_ model: Model) -> Details {
    guard let manifest = model.workspace.manifest, let feature = model.selectedFeature else {
      return Details(title: "About the feature", subject: "")
    }
    if !isAboutFeature(model), let row = model.features.values.selectedRow {
      return details(about: row, of: feature, in: manifest)
    }
    return Details(
      title: "About the feature", subject: feature.id,
      lines: { model, columns in featureLines(feature, in: manifest, model, columns: columns) })
  }

  /// The details of a value of a feature, with those of the feature below it.
  private static func details(
    about row: ValueRow, of feature: FeatureDefinition, in manifest: Manifest
  ) -> Details {
    Details(
      title: DisplayText(row.pathText), subject: "\(feature.id)/\(row.pathText)",
      lines: { model, columns in
        let details = ValueDetails(row: row, feature: feature, manifest: manifest, columns: columns)
        return linesAboutValueAndFeature(details, model)
      })
  }

  /// The lines about a value, and below them those about its feature, or only its description, or
  /// neither, depending on the room.
  private static func linesAboutValueAndFeature(
    _ details: ValueDetails, _ model: Model
  ) -> [StyledLine] {
    let (feature, columns) = (details.feature, details.columns)
    let lines = details.lines(in: model)
    let aboutFeature = featureLines(feature, in: details.manifest, model, columns: columns)
    let description = Prose.lines(of: feature.description, .text, columns: columns)
    let title = [StyledLine(.empty), StyledLine("About the feature", .title)]
    // The path of the value precedes its details if the border has no room for it.
    let pathRows = DetailPanel().titleAboveText(of: model, columns: columns).count
    let room = model.layout.inside(.details).rows - pathRows - lines.count - title.count
    let mostThatFits = [aboutFeature, description].first { !$0.isEmpty && $0.count <= room }
    return lines + (mostThatFits.map { title + $0 } ?? [])
  }

  /// Whether the details are about the selected feature, not about one of its values.
  static func isAboutFeature(_ model: Model) -> Bool {
    if model.focus == .features { return true }
    // The command `about` sets this until the details lose the focus.
    if model.focus == .details, model.features.areDetailsAboutFeature { return true }
    return model.features.values.selectedRow == nil
  }

  /// Says that the manifest does not have a feature, and shows the edit and the draft that the
  /// session stores for it.
  private static func unknownFeatureLines(
    _ id: String, _ model: Model, columns: Int
  ) -> [StyledLine] {
    func section(_ title: DisplayText, _ text: String?) -> [StyledLine] {
      guard let text else { return [] }
      return [StyledLine(title, .dim)] + DisplayText.lines(text).map { StyledLine($0) }
    }
    let problem = StyledLine.problem(DisplayText("the manifest has no feature `\(id)`"))
    return problem.wrapped(to: columns)
      + section("edit", model.session[.edit, id]?.pretty())
      + section("draft", model.session[.draft, id]?.stringValue)
  }

  /// A problem in full, because the list may cut it: channels, message, hint, location, path and
  /// code; what the problem does not have takes no line.
  private static func problemLines(_ found: FoundProblem, columns: Int) -> [StyledLine] {
    let problem = found.problem
    let channels = found.channelProblem.channels
    // A problem of every channel names none, and an empty text has no lines.
    let channelText = channels.isEmpty ? "" : "in \(channels.joined(separator: ", "))"
    let location = problem.location.map { "\($0)" } ?? ""
    let places = [location, problem.path].filter { !$0.isEmpty }
    return Prose.lines(of: channelText, .changed, columns: columns)
      + Prose.lines(of: problem.message, .text, columns: columns)
      + Prose.lines(of: problem.hint ?? "", .changed, columns: columns) + [StyledLine(.empty)]
      + places.flatMap { StyledLine(DisplayText($0), .dim).wrapped(to: columns) }
      + [StyledLine("\(problem.severity.rawValue) \(problem.code)", .dim)]
  }

  /// What the manifest says of a feature: its description first, then a table of facts.
  private static func featureLines(
    _ feature: FeatureDefinition, in manifest: Manifest, _ model: Model, columns: Int
  ) -> [StyledLine] {
    let description = Prose.lines(of: feature.description, .text, columns: columns)
    let facts = facts(about: feature, in: manifest, model)
    let factLines = facts.flatMap { $0.lines(indent: factIndent, columns: columns) }
    let blankLine = description.isEmpty ? [] : [StyledLine(.empty)]
    return description + blankLine + factLines
  }

  /// The column in which the texts of the facts start.
  private static let factIndent = 14

  /// What the manifest says of a feature apart from its description, and how to write an edit; a
  /// fact whose text is nil is left out.
  private static func facts(
    about feature: FeatureDefinition, in manifest: Manifest, _ model: Model
  ) -> [DetailFact] {
    let metadata = feature.metadata
    let contacts = metadata.contacts.joined(separator: ", ")
    let coenrolling = feature.allowsCoenrollment ? "several experiments may use it at once" : nil
    var facts = [
      DetailFact("imported", importWords(of: feature, in: manifest)),
      DetailFact("contacts", contacts.isEmpty ? nil : contacts),
      DetailFact("meta bug", metadata.metaBug),
    ]
    facts += metadata.documentation.map { DetailFact("read", "\($0.name) \($0.url)") }
    facts += metadata.events.map { DetailFact("events", $0) }
    facts.append(DetailFact("configurator", metadata.configurator))
    facts.append(DetailFact("co-enrolling", coenrolling))
    facts += feature.examples.map { DetailFact("example", $0.name) }
    let place = feature.location.written(from: model.options.manifestFolder)
    facts.append(DetailFact("written in", place))
    facts.append(DetailFact("edit", hintToWriteEdit(in: model)))
    return facts
  }

  /// The file from which a feature is imported, as in `messaging.fml.yaml, channel release`; nil if
  /// it is not imported.
  private static func importWords(
    of feature: FeatureDefinition, in manifest: Manifest
  ) -> String? {
    // Module 0 is the manifest itself.
    guard feature.module > 0 else { return nil }
    let module = manifest.modules[feature.module]
    let channel = module.importChannel.map { ", channel \($0)" } ?? ""
    return FilePath.name(of: module.path) + channel
  }

  /// That the selected feature has no edit, and the key that writes one; nil if it has one or a
  /// draft, or if none can be written: the console is read-only, or no key does it.
  private static func hintToWriteEdit(in model: Model) -> String? {
    // If the feature has an edit or a draft, the editor has a text of it.
    let canWriteEdit = !model.hasEditorText && !model.options.isReadOnly
    guard canWriteEdit else { return nil }
    // The key is named in every panel, even if it only works in another one.
    let key = model.key(of: "edit-config", inAnyContext: true)
    return key.map { "none; \($0) writes one" }
  }
}

/// A named text in the details.
private struct DetailFact {
  let name: DisplayText
  /// Nil for a fact that is left out.
  let text: String?

  init(_ name: DisplayText, _ text: String?) { (self.name, self.text) = (name, text) }

  /// Its lines, with the text from column `indent`; none without a text.
  func lines(indent: Int, columns: Int) -> [StyledLine] {
    Prose.linesWithName(name, text, indent: indent, columns: columns)
  }
}

/// The lines about a value: description, values of all channels, and layers.
struct ValueDetails {
  let row: ValueRow
  let feature: FeatureDefinition
  let manifest: Manifest
  let columns: Int

  /// All lines: type and value, channels, layers, description, allowed values and settings.
  func lines(in model: Model) -> [StyledLine] {
    let groups = channelGroups(in: model)
    let channels = channelLines(groups, currentChannel: model.channel)
    let layers = layerLines(in: model)
    // The panel may be too low for both: differences between channels matter most, then layers.
    let differsByChannel = groups.count > 1
    let channelsAndLayers = differsByChannel ? channels + layers : layers + channels
    return heading().wrapped(to: columns) + channelsAndLayers
      + Prose.lines(of: row.description, .text, columns: columns) + enumerationLines()
      + settingLines()
  }

  /// Type, value and the value that it replaced, as in
  /// `Boolean  true, was false (variable default)`.
  private func heading() -> StyledLine {
    var line = StyledLine(of: (DisplayText(row.type?.description ?? ""), .typeName), ("  ", .text))
    // The rows below an open container show what it contains, so only its size is shown here, which
    // is what 0 columns give.
    let room = row.isOpen == true ? 0 : columns - line.columns
    line.add(DisplayText(ValueText.short(row.value, in: room)), ValueText.style(row.value).bold())
    if let replaced = row.replaced {
      line.add(", was \(ValueText.short(replaced.value)) (\(replaced.layer.title))", .dim)
    }
    return line
  }

  /// The values of all channels, grouped by value, on one line if they fit; empty with one channel.
  ///
  /// Only a sentence if all channels have the same value, or if the members of an object differ.
  ///
  /// - Parameter currentChannel: The channel on screen, whose name is bold; nil if the manifest
  ///   declares none.
  private func channelLines(_ groups: [ChannelGroup], currentChannel: String?) -> [StyledLine] {
    let channelCount = groups.map(\.channels.count).reduce(0, +)
    guard channelCount > 1 else { return [] }
    if groups.count == 1 {
      // Without the edit, the channels may differ.
      let reason = row.layer == .edit ? ", with this edit" : ""
      return [StyledLine(DisplayText("the same in every channel\(reason)"), .dim)]
    }
    // An empty object has no fold: its `isOpen` is nil.
    let hasMembers = row.value.objectValue != nil && row.isOpen != nil
    if hasMembers {
      return Prose.lines(
        of: "differs between channels; the values inside say how", .dim, columns: columns)
    }
    return joinedIfTheyFit(groups.map { line(of: $0, currentChannel: currentChannel) })
  }

  /// Lines, at least one, joined to one as in `true in release · false in beta`; if that is too
  /// long, the lines themselves.
  private func joinedIfTheyFit(_ lines: [StyledLine]) -> [StyledLine] {
    let oneLine = lines.dropFirst().reduce(lines[0]) { start, line in
      start + StyledLine(" · ", .dim) + line
    }
    return oneLine.columns <= columns ? [oneLine] : lines.flatMap { $0.wrapped(to: columns) }
  }

  /// The channels in which the row has the same value.
  private struct ChannelGroup {
    /// Nil if the channels do not have the row.
    let value: JSONValue?
    var channels: [String]
  }

  /// The values of the row in all channels, each with its channels in declared order.
  ///
  /// Channels that do not have the row form a group of their own, whose value is nil.
  private func channelGroups(in model: Model) -> [ChannelGroup] {
    var groups: [ChannelGroup] = []
    for entry in model.features.values.selectedValueByChannel {
      // A manifest without channels has one entry, whose name is not shown.
      let channel = entry.channel ?? ""
      if let index = groups.firstIndex(where: { $0.value == entry.value }) {
        groups[index].channels.append(channel)
      } else {
        groups.append(ChannelGroup(value: entry.value, channels: [channel]))
      }
    }
    return groups
  }

  /// A value with its channels, as in `true in developer, nightly`; the current channel is bold.
  private func line(of group: ChannelGroup, currentChannel: String?) -> StyledLine {
    let value = group.value.map(ValueText.short) ?? "no value"
    var line = StyledLine(
      of: (DisplayText(value), ValueText.style(group.value)), (" in ", .dim))
    for (index, name) in group.channels.enumerated() {
      if index > 0 { line.add(", ", .dim) }
      line.add(DisplayText(name), currentChannel.isSameName(as: name) ? .text.bold() : .dim)
    }
    return line
  }

  /// The layers of the value, under their title.
  ///
  /// Apps get the merged config, and may read another value than it has, for example in place of
  /// one of the wrong type. Then the value of the merged config comes first, as `sent`. An object
  /// with members of several layers has none of its own (`layer` is nil): it gets only its
  /// location.
  private func layerLines(in model: Model) -> [StyledLine] {
    let folder = model.options.manifestFolder
    let hasMembersOfSeveralLayers = row.layer == nil
    guard !hasMembersOfSeveralLayers else {
      return DetailFact("written in", row.location?.written(from: folder))
        .lines(indent: Self.layerFactIndent, columns: columns)
    }
    let sent = DetailFact("sent", sentTextIfReadOtherwise(in: model))
    let origins = LayerLines.Origins(folder: folder, editOrigin: originOfEdit(in: model))
    return sent.lines(indent: Self.layerFactIndent, columns: columns)
      + [StyledLine(Self.layerTitle(of: row.history), .dim)]
      + LayerLines.lines(row.history, in: model.channel, from: origins, columns: columns)
  }

  /// The value that the merged config has in place of this one; nil if it has the same value, or
  /// none.
  private func sentTextIfReadOtherwise(in model: Model) -> String? {
    let sent = model.features.values.jsonBeforeReading[row.path]
    return sent == row.value ? nil : sent.map { ValueText.short($0) }
  }

  /// The column in which the texts of the facts above the layers start.
  private static let layerFactIndent = 11

  /// Where the edit of the feature comes from, as in `this session, 13:47 UTC`; without the time if
  /// the history no longer has the operation that wrote it.
  private func originOfEdit(in model: Model) -> String {
    guard let operation = model.session.lastOperation(changing: EntryKey(.edit, feature.id)) else {
      return "this session"
    }
    return "this session, \(Self.hourAndMinute(of: operation.time.description)) UTC"
  }

  /// The hour and minute of a time: `2026-11-28T13:47:47Z` gives `13:47`.
  private static func hourAndMinute(of time: String) -> Substring {
    time.dropFirst("2026-11-28T".count).prefix("13:47".count)
  }

  /// The heading of the layers; of several, it says that apps ignore some of them, or else that a
  /// null removed some, or else which one wins.
  private static func layerTitle(of entries: [LayerEntry]) -> DisplayText {
    if entries.count == 1 { return "set by" }
    if !entries.ignored.isEmpty { return "layers; apps ignore those marked !" }
    return entries.removed.isEmpty
      ? "layers, the last one wins" : "layers; a null removed the ones above"
  }

  /// The variants of the row's enumeration with the start of their descriptions; empty for another
  /// type.
  private func enumerationLines() -> [StyledLine] {
    guard let type = row.type,
      let name = type.enumerationName,
      let definition = manifest.enumeration(name, in: feature.module)
    else { return [] }
    let widestName = definition.variants.map { DisplayText($0.name).columns }.max() ?? 0
    let gap = 2
    let variantLines = definition.variants.flatMap { variant in
      StyledLine(
        of: ("  ", .text), (DisplayText(variant.name).padded(to: widestName + gap), .string),
        (DisplayText(Self.startInOneLine(of: variant.description)), .dim)
      ).wrapped(to: columns)
    }
    return [StyledLine(.empty), StyledLine("\(name) is one of", .dim)] + variantLines
  }

  /// The start of a description, with blanks in place of line breaks.
  private static func startInOneLine(of description: String) -> String {
    let start = Prose.start(of: description)
    return start.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The app setting and the Gecko preference that can set the variable, and the string alias that
  /// it declares, after a blank line; empty for a value inside a variable.
  ///
  /// A fact whose text is nil, because the variable does not have it, takes no line.
  private func settingLines() -> [StyledLine] {
    guard row.depth == 0, let variable = feature.variable(row.name) else { return [] }
    let facts = [
      DetailFact("app setting", variable.preferenceKey),
      DetailFact("gecko pref", variable.geckoPreference.map { "\($0.name) (\($0.branch))" }),
      DetailFact("declares", variable.stringAlias.map { "the string alias \($0)" }),
    ]
    let columnOfTexts = 16
    let lines = facts.flatMap { $0.lines(indent: columnOfTexts, columns: columns) }
    return lines.isEmpty ? [] : [StyledLine(.empty)] + lines
  }
}

extension VariableType {
  /// The enumeration of a value, also of the values in an option or a list; nil for other types.
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
    "\(FilePath.relative(file, to: folder)):\(range.start)"
  }
}

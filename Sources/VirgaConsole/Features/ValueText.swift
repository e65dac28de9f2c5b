import VirgaCanvas
import VirgaExperiments
import VirgaFiles
import VirgaJSON
import VirgaSource

/// Values and layers as shown in a table cell.
enum ValueText {
  /// A value on one line: strings without quotes if unambiguous, containers as size and excerpt.
  ///
  /// Very long strings are cut, as no line has room for more and every frame would read all of it.
  static func short(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): isBare(text) ? Prose.start(of: text) : value.compact
    case .array, .object: size(value) + preview(previewed(value)[...])
    default: value.compact
    }
  }

  /// How much of a preview of a container is worth more than the columns beside it.
  private static let maxSummaryParts = 40

  /// Of a container, as many whole members as fit.
  static func short(_ value: JSONValue, in columns: Int) -> String {
    guard value.arrayValue != nil || value.objectValue != nil else { return short(value) }
    let members = previewed(value)
    let texts = (0...members.count).reversed().lazy.map { size(value) + preview(members[..<$0]) }
    return texts.first { DisplayText($0).columns <= min(columns, maxSummaryParts) } ?? size(value)
  }

  private static func previewed(_ value: JSONValue) -> [String] {
    value.steps.prefix(6).map { member in
      if case .key(let key) = member.step { "\(key) \(short(member.value))" } else { short(member.value) }
    }
  }

  static func size(_ value: JSONValue) -> String {
    switch value {
    case .array(let items): "[\(items.count)]"
    case .object(let object): "{\(object.count)}"
    default: short(value)
    }
  }

  static func replaced(_ old: JSONValue, by new: JSONValue) -> String {
    size(old) == size(new) ? short(old) : size(old)
  }

  static func style(_ value: JSONValue?) -> Style {
    switch value {
    case .null, nil, .array, .object: .dim
    case .boolean(let isTrue): isTrue ? .boolean : .text
    case .integer, .number: .number
    case .string: .string
    }
  }

  static func layer(_ layer: Layer, in channel: String?, columns: Int) -> String {
    switch layer {
    case .variableDefault: columns < 16 ? "default" : "variable default"
    case .manifestDefault(let channels): named("manifest", channels, channel, columns)
    case .importDefault(let channels): named("import", channels, channel, columns)
    case .rollout(let slug, _): slug
    case .experiment(_, let branch): branch
    case .edit, .appSetting: layer.title
    }
  }

  /// A block of several channels is named after the current one; the details list them all.
  private static func named(_ layer: String, _ channels: [String], _ channel: String?, _ columns: Int) -> String {
    guard let first = channels.first else { return columns < 16 ? layer : "\(layer) default" }
    let name = channel.flatMap { channels.containsName($0) ? $0 : nil } ?? first
    let long = "\(layer) \(name)"
    return long.count <= columns ? long : name
  }

  private static func preview(_ texts: ArraySlice<String>) -> String {
    let shown = texts.joined(separator: ", ")
    return shown.isEmpty ? "" : " " + shown.prefix(mostExcerpt) + (shown.count > mostExcerpt ? "…" : "")
  }

  private static let mostExcerpt = 120

  private static func isBare(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, first > 0x20, last > 0x20 else { return false }
    return !"{[\"".utf8.contains(first) && !["true", "false", "null"].contains(text) && Double(text) == nil
  }
}

/// The layers of a value from lowest to winning, with values and source locations.
enum LayerLines {
  /// - Parameters:
  ///   - channel: The current channel; a narrow panel names only that one of a layer's channels.
  ///   - origins: The folder of the manifest, to which file names are relative, and the location text of an edit.
  ///   - rows: How many lines are in sight; the deciding layer comes first if it would be below them.
  static func lines(
    _ entries: [LayerEntry], in channel: String?, from origins: (folder: String, edited: String?),
    columns: Int, rows: Int = .max
  ) -> [StyledLine] {
    func located(_ file: (String) -> String) -> [DisplayText] {
      entries.map { entry in
        let place = entry.location.map { "\(file($0.file)):\($0.range.start.line)" }
        return DisplayText(place ?? (entry.layer == .edit ? origins.edited : nil) ?? "")
      }
    }
    let whole = located { FilePath.written($0, from: origins.folder) }
    var locations = whole
    let values = entries.map { DisplayText(ValueText.short($0.value)) }
    let valueWidth = min(max(values.map(\.columns).max() ?? 0, 4), max(columns / 3, columns - 42))
    var names = names(of: entries) { $0.title }
    var nameWidth = names.map(\.columns).max() ?? 0
    var isTooWide: Bool { 6 + nameWidth + valueWidth + (locations.map(\.columns).max() ?? 0) > columns }
    // Showing a location on the line of its layer is better than listing all channels of a block, its folder or aligning
    // the values.
    if isTooWide {
      names = self.names(of: entries) { short($0, in: channel) }
      nameWidth = entries.indices.filter { !locations[$0].isEmpty }.map { names[$0].columns }.max() ?? nameWidth
      nameWidth = min(nameWidth, max(columns / 2, columns - valueWidth - 4))
    }
    let files = Set(entries.compactMap(\.location?.file))
    if isTooWide, Set(files.map(FilePath.name)).count == files.count { locations = located(FilePath.name) }
    let groups = entries.indices.map { index -> [StyledLine] in
      let (value, location, isWinner) = (values[index], locations[index], entries[index].state == .effective)
      let (isLong, style) = (value.columns > valueWidth, isWinner ? ValueText.style(entries[index].value) : .dim)
      let name = names[index].truncated(to: location.isEmpty ? max(nameWidth, columns - valueWidth - 4) : nameWidth)
      let line = StyledLine(
        of: (isWinner ? PanelSymbols.cursor : " ", .accent), (" ", .text),
        (name.padded(to: max(nameWidth, name.columns) + 2), isWinner ? .text.bold() : .dim),
        ((isLong ? .empty : value).padded(to: valueWidth + 2), style))
      let isBeside = line.columns + location.columns <= columns
      let below = isBeside ? .empty : whole[index].columns <= columns - 4 ? whole[index] : location
      return [isBeside ? line + StyledLine(location, .dim) : line]
        + (below.isEmpty ? [] : below.wrapped(to: columns - 4)).map { StyledLine(.blanks(4) + $0, .dim) }
        + (isLong ? value.wrapped(to: columns - 4) : []).map { StyledLine(of: (.blanks(4), .text), ($0, style)) }
    }
    let winner = entries.lastIndex { $0.state == .effective }
    guard let winner, groups[...winner].joined().count > rows else { return Array(groups.joined()) }
    return groups[winner] + groups.indices.filter { $0 != winner }.flatMap { groups[$0] }
  }

  /// Of a block's channels, names only the current one.
  private static func short(_ layer: Layer, in channel: String?) -> String {
    switch layer {
    case .manifestDefault, .importDefault: ValueText.layer(layer, in: channel, columns: 16)
    default: layer.title
    }
  }

  /// Among several variable defaults, only the highest is the variable's own; lower ones belong to fields of its type.
  private static func names(of entries: [LayerEntry], _ name: (Layer) -> String) -> [DisplayText] {
    let own = entries.lastIndex { $0.layer == .variableDefault }
    return entries.enumerated().map { index, entry in
      DisplayText(entry.layer == .variableDefault && index != own ? "field default" : name(entry.layer))
    }
  }
}

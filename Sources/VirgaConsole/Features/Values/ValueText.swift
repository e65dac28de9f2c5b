import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSource

/// Values and layers as shown in a table cell.
enum ValueText {
  /// A value on one line: strings without quotes if unambiguous, containers as size and excerpt.
  ///
  /// Very long strings are cut, as no line has room for more and every frame would read all of it.
  static func short(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): isLong(text) || isBare(text) ? start(of: text) : value.compact
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
      if case .key(let key) = member.step {
        "\(start(of: key)) \(short(member.value))"
      } else {
        short(member.value)
      }
    }
  }

  private static func isLong(_ text: String) -> Bool { text.utf8.count > 16_384 }

  private static func start(of text: String) -> String {
    isLong(text) ? String(text.unicodeScalars.prefix(4_096)) + "…" : text
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
    case .objectDefault: columns < 16 ? "default" : "object default"
    case .variableDefault: columns < 16 ? "default" : "variable default"
    case .manifestDefault(let channels): named("manifest", channels, channel, columns)
    case .importDefault(let channels): named("import", channels, channel, columns)
    case .rollout(let slug, _): slug
    case .experiment(_, let branch): branch
    case .edit, .appSetting: layer.title
    }
  }

  /// A block of several channels is named after the current one; the details list them all.
  private static func named(
    _ layer: String, _ channels: [String], _ channel: String?, _ columns: Int
  ) -> String {
    guard let first = channels.first else { return columns < 16 ? layer : "\(layer) default" }
    let name = channel.flatMap { channels.containsName($0) ? $0 : nil } ?? first
    let long = "\(layer) \(name)"
    return long.count <= columns ? long : name
  }

  private static func preview(_ texts: ArraySlice<String>) -> String {
    let shown = texts.joined(separator: ", ")
    return shown.isEmpty
      ? "" : " " + shown.prefix(mostExcerpt) + (shown.count > mostExcerpt ? "…" : "")
  }

  private static let mostExcerpt = 120

  private static func isBare(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, first > 0x20, last > 0x20 else {
      return false
    }
    return !"{[\"".utf8.contains(first) && !["true", "false", "null"].contains(text)
      && Double(text) == nil
  }
}

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

  /// A wider preview of a container is not worth the columns beside it.
  private static let maxSummaryColumns = 40

  /// A value on one line; of a container, its size and as many whole members as fit.
  ///
  /// `{"a": 1, "b": 2}` gives `{2} a 1, b 2`; in 8 columns it gives `{2} a 1`.
  static func short(_ value: JSONValue, in columns: Int) -> String {
    guard value.arrayValue != nil || value.objectValue != nil else { return short(value) }
    let members = previewed(value)
    let longestFirst = (0...members.count).reversed().lazy.map {
      size(value) + preview(members[..<$0])
    }
    let room = min(columns, maxSummaryColumns)
    return longestFirst.first { DisplayText($0).columns <= room } ?? size(value)
  }

  /// The first members of a container as texts: `key value` of an object, `value` of an array.
  private static func previewed(_ value: JSONValue) -> [String] {
    value.steps.prefix(maxPreviewedMembers).map { member in
      if case .key(let key) = member.step {
        "\(start(of: key)) \(short(member.value))"
      } else {
        short(member.value)
      }
    }
  }

  private static let maxPreviewedMembers = 6

  /// Whether a text is cut, whatever room a line has for it.
  private static func isLong(_ text: String) -> Bool { text.utf8.count > 16_384 }

  /// The text, or the start of a long one.
  private static func start(of text: String) -> String {
    isLong(text) ? String(text.unicodeScalars.prefix(4_096)) + "…" : text
  }

  /// The number of elements, as in `[3]` or `{2}`; a scalar itself.
  static func size(_ value: JSONValue) -> String {
    switch value {
    case .array(let items): "[\(items.count)]"
    case .object(let object): "{\(object.count)}"
    default: short(value)
    }
  }

  /// An old value as short as tells it apart from the new one: its size, or if that is the same,
  /// the start of its content.
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

  /// The name of a layer, shorter if `columns` has no room for the longest one: `variable default`
  /// or `default`.
  static func layer(_ layer: Layer, in channel: String?, columns: Int) -> String {
    let isNarrow = columns < columnsForLongNames
    return switch layer {
    case .objectDefault: isNarrow ? "default" : "object default"
    case .variableDefault: isNarrow ? "default" : "variable default"
    case .manifestDefault(let channels): named("manifest", channels, channel, columns)
    case .importDefault(let channels): named("import", channels, channel, columns)
    case .rollout(let slug, _): slug
    case .experiment(_, let branch): branch
    case .edit, .appSetting: layer.title
    }
  }

  /// The columns of `variable default`.
  private static let columnsForLongNames = 16

  /// The name of a block of defaults: `manifest nightly`, `nightly` if that is too wide, or
  /// `manifest default` if it is for every channel.
  ///
  /// A block of several channels is named after the current one; the details list them all.
  private static func named(
    _ layer: String, _ channels: [String], _ channel: String?, _ columns: Int
  ) -> String {
    guard let first = channels.first else {
      return columns < columnsForLongNames ? layer : "\(layer) default"
    }
    let name = channel.flatMap { channels.containsName($0) ? $0 : nil } ?? first
    let long = "\(layer) \(name)"
    return long.count <= columns ? long : name
  }

  /// The members of a container after its size, with a blank before them; empty without members.
  private static func preview(_ texts: ArraySlice<String>) -> String {
    let whole = texts.joined(separator: ", ")
    if whole.isEmpty { return "" }
    let isCut = whole.count > maxPreviewCharacters
    return " " + whole.prefix(maxPreviewCharacters) + (isCut ? "…" : "")
  }

  private static let maxPreviewCharacters = 120

  /// Whether a string without its quotes cannot be taken for another kind of value, such as `12` or
  /// `true`, or hide blanks at its ends.
  private static func isBare(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, first > 0x20, last > 0x20 else {
      return false
    }
    let looksLikeContainerOrString = "{[\"".utf8.contains(first)
    let looksLikeScalar = ["true", "false", "null"].contains(text) || Double(text) != nil
    return !looksLikeContainerOrString && !looksLikeScalar
  }
}

import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaSource

/// Values and layers as shown in a table cell.
enum ValueText {
  /// A value on one line: a string without quotes if it cannot be taken for another value, a
  /// container as its size and an excerpt.
  ///
  /// A very long string is cut, because no line has room for it and every frame would read all of
  /// it; it has no quotes, because its end is missing.
  static func short(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): isLong(text) || needsNoQuotes(text) ? start(of: text) : value.compact
    case .array, .object: size(value) + excerpt(of: firstMembers(of: value))
    default: value.compact
    }
  }

  /// A wider excerpt of a container is not worth the columns beside it.
  private static let maxSummaryColumns = 40

  /// A value on one line; of a container, its size and as many of its first six members as fit
  /// whole in `columns`, of which it takes at most 40.
  ///
  /// `{"a": 1, "b": 2}` gives `{2} a 1, b 2`; in 8 columns it gives `{2} a 1`.
  static func short(_ value: JSONValue, in columns: Int) -> String {
    guard value.arrayValue != nil || value.objectValue != nil else { return short(value) }
    let members = firstMembers(of: value)
    let mostMembersFirst = (0...members.count).reversed()
    let longestFirst = mostMembersFirst.lazy.map { memberCount in
      size(value) + excerpt(of: members.prefix(memberCount))
    }
    let room = min(columns, maxSummaryColumns)
    return longestFirst.first { DisplayText($0).columns <= room } ?? size(value)
  }

  /// The first members of a container as texts: `key value` of an object, `value` of an array.
  private static func firstMembers(of container: JSONValue) -> [String] {
    container.steps.prefix(maxMembersOfExcerpt).map { member in
      if case .key(let key) = member.step {
        "\(start(of: key)) \(short(member.value))"
      } else {
        short(member.value)
      }
    }
  }

  private static let maxMembersOfExcerpt = 6

  /// Whether a text is cut, whatever room a line has for it.
  private static func isLong(_ text: String) -> Bool { text.utf8.count > maxUncutBytes }

  /// The text, or the start of a long one.
  private static func start(of text: String) -> String {
    guard isLong(text) else { return text }
    return String(text.unicodeScalars.prefix(scalarsOfCutText)) + "…"
  }

  /// More bytes than any line has room for.
  private static let maxUncutBytes = 16_384
  /// What is left of a long text; scalars, because one character can be as long as the text.
  private static let scalarsOfCutText = 4_096

  /// The number of elements, as in `[3]` or `{2}`; for a scalar, the scalar itself.
  static func size(_ value: JSONValue) -> String {
    switch value {
    case .array(let items): "[\(items.count)]"
    case .object(let object): "{\(object.count)}"
    default: short(value)
    }
  }

  /// An old value, only as long as it needs to be to differ from the new one: its size, or if the
  /// sizes are equal, the start of its content.
  static func replaced(_ old: JSONValue, by new: JSONValue) -> String {
    size(old) == size(new) ? short(old) : size(old)
  }

  /// The style of a value in a table; nil has the style of null.
  static func style(_ value: JSONValue?) -> Style {
    switch value {
    case .null, nil, .array, .object: .dim
    // Only true has a color, so that what is on stands out.
    case .boolean(let isTrue): isTrue ? .boolean : .text
    case .integer, .number: .number
    case .string: .string
    }
  }

  /// The name of a layer, shorter if `columns` has no room for the longest one: `variable default`
  /// or `default`.
  ///
  /// A rollout has the name of its recipe, an experiment that of its branch.
  static func layer(_ layer: Layer, in channel: String?, columns: Int) -> String {
    let isNarrow = columns < columnsForLongNames
    return switch layer {
    case .objectDefault: isNarrow ? "default" : "object default"
    case .variableDefault: isNarrow ? "default" : "variable default"
    case .manifestDefault(let channels):
      blockName("manifest", of: channels, in: channel, columns: columns)
    case .importDefault(let channels):
      blockName("import", of: channels, in: channel, columns: columns)
    case .rollout(let slug, _): slug
    case .experiment(_, let branch): branch
    case .edit, .appSetting: layer.title
    }
  }

  /// The columns of `variable default`.
  private static let columnsForLongNames = 16

  /// The name of a block of defaults: `manifest nightly`, or `nightly` if that is too wide; if it
  /// is for every channel, `manifest default` or `manifest`.
  ///
  /// A block of several channels is named after the current one, or after the first if the current
  /// one is not among them.
  ///
  /// - Parameter kind: `manifest`, or `import` for a block of a module that imports the feature.
  private static func blockName(
    _ kind: String, of channels: [String], in current: String?, columns: Int
  ) -> String {
    guard let first = channels.first else {
      let isNarrow = columns < columnsForLongNames
      return isNarrow ? kind : "\(kind) default"
    }
    var channel = first
    if let current, channels.containsName(current) { channel = current }
    let long = "\(kind) \(channel)"
    return long.count <= columns ? long : channel
  }

  /// The members of a container with a blank before them, because they follow its size, as in
  /// ` first, second, …`; empty without members.
  private static func excerpt(of members: some Sequence<String>) -> String {
    let whole = members.joined(separator: ", ")
    if whole.isEmpty { return "" }
    let isCut = whole.count > maxCharactersOfExcerpt
    return " " + whole.prefix(maxCharactersOfExcerpt) + (isCut ? "…" : "")
  }

  private static let maxCharactersOfExcerpt = 120

  /// Whether a string can be shown without its quotes: it cannot be taken for another kind of
  /// value, such as `12` or `true`, and has no blanks at its ends.
  private static func needsNoQuotes(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    let blank = UInt8(ascii: " ")
    // The bytes up to the blank are control characters, which nobody sees either.
    guard first > blank, last > blank else { return false }
    let looksLikeContainerOrString = "{[\"".utf8.contains(first)
    let looksLikeScalar = ["true", "false", "null"].contains(text) || Double(text) != nil
    return !looksLikeContainerOrString && !looksLikeScalar
  }
}

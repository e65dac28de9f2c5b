import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource

/// A merged config as lines of JSON, with old values of changed leaves.
///
/// Unchanged containers are folded if they do not fit.
struct MergedPreview: Equatable, Sendable {
  /// A line, such as `"enabled": true,` or `"items": [ … 2 ]`.
  struct Row: Equatable, Sendable {
    var depth: Int
    /// The key; nil in lines of brackets alone.
    var key: String?
    /// The text after the key without comma: JSON, a bracket or `{ … 2 }`.
    var text = ""
    /// The value that determines the style; nil for punctuation alone.
    var value: JSONValue?
    var hasComma = false
    /// `new`, or `was` with the old value; nil if the edit does not change it.
    var change: String?
    /// The lines of the container if it is unfolded.
    fileprivate var inner: [Row] = []
  }

  let rows: [Row]

  var changeCount: Int { rows.count { $0.change != nil } }

  init(_ merged: MergedFeature) {
    let variables = merged.writtenVariables.map { ($0.variable.name as String?, $0.value) }
    rows = Self.lines(of: variables, in: Row(depth: 0), Self.rows(of:in:))
  }

  /// The lines with as many containers unfolded, from the first on, as fit in `room` lines.
  func rows(fitting room: Int) -> [Row] {
    var spare = room - rows.count
    guard spare > 0 else { return rows }
    return rows.flatMap { row in
      let moreLines = row.inner.count - 1
      guard !row.inner.isEmpty, moreLines <= spare else { return [row] }
      spare -= moreLines
      return row.inner
    }
  }

  /// The lines of a container, with its brackets on lines of their own.
  ///
  /// - Parameters:
  ///   - members: The keys and values; keys are nil in a list.
  ///   - row: The depth, key and comma of the container.
  ///   - rows: Makes the lines of a member from its value and its depth, key and comma.
  private static func lines<Value>(
    of members: [(String?, Value)], in row: Row, isList: Bool = false, _ rows: (Value, Row) -> [Row]
  ) -> [Row] {
    let inner = members.enumerated().flatMap { index, member in
      let (key, value) = member
      let isLast = index == members.count - 1
      return rows(value, Row(depth: row.depth + 1, key: key, hasComma: !isLast))
    }
    return [Row(depth: row.depth, key: row.key, text: isList ? "[" : "{")] + inner
      + [Row(depth: row.depth, text: isList ? "]" : "}", hasComma: row.hasComma)]
  }

  /// The lines of a merged value: one with its change if the edit sets it, several for an object
  /// with changes inside, else one, folded for a container.
  ///
  /// - Parameter row: The depth, key and comma of the value.
  private static func rows(of value: MergedValue, in row: Row) -> [Row] {
    let json = value.json
    var row = row
    if let change = change(of: value, json) {
      row.text = json.compact
      row.value = json
      row.change = change
      return [row]
    }
    if case .object(let members) = value.content {
      let unfolded = lines(of: members.map { ($0.key, $0.value) }, in: row, rows(of:in:))
      if unfolded.contains(where: { $0.change != nil }) { return unfolded }
    }
    let whole = rows(of: json, in: row)
    guard whole.count > 1 else { return whole }
    let isList = json.arrayValue != nil
    row.text = isList ? "[ … \(json.steps.count) ]" : "{ … \(json.steps.count) }"
    row.value = isList ? json : nil
    row.inner = whole
    return [row]
  }

  /// The lines of an unchanged value, unfolded.
  private static func rows(of value: JSONValue, in row: Row) -> [Row] {
    var row = row
    row.text = value.compact
    row.value = value
    guard !value.steps.isEmpty else { return [row] }
    let members: [(String?, JSONValue)] = value.steps.map {
      if case .key(let key) = $0.step { (key, $0.value) } else { (nil, $0.value) }
    }
    return lines(of: members, in: row, isList: value.arrayValue != nil, rows(of:in:))
  }

  /// `new` or `was OLD` if the edit sets the value; nil if it does not, or sets what was there, or
  /// only sets members inside.
  private static func change(of value: MergedValue, _ json: JSONValue) -> String? {
    if case .object(let members) = value.content, !members.isEmpty { return nil }
    guard value.layer == .edit else { return nil }
    guard !value.history.overridden.isEmpty else { return "new" }
    guard let old = value.history.lastRead(insteadOf: json) else { return nil }
    return old.value == json ? nil : "was \(ValueText.size(old.value))"
  }
}

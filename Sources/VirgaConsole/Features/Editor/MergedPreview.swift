import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource

/// A merged config as lines, with old values of changed leaves.
///
/// Unchanged containers are folded if they do not fit.
struct MergedPreview: Equatable, Sendable {
  struct Row: Equatable, Sendable {
    var depth: Int
    /// The key; nil in lines of brackets alone.
    var key: String?
    /// The text after the key without comma: JSON, a bracket or `{ … 2 }`.
    var text = ""
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

  /// The lines with as many containers unfolded as fit in `room` lines.
  func rows(fitting room: Int) -> [Row] {
    var spare = room - rows.count
    guard spare > 0 else { return rows }
    return rows.flatMap { row in
      guard !row.inner.isEmpty, row.inner.count - 1 <= spare else { return [row] }
      spare -= row.inner.count - 1
      return row.inner
    }
  }

  /// A container over several lines; `row` has its depth, key and comma.
  private static func lines<Value>(
    of members: [(String?, Value)], in row: Row, isList: Bool = false, _ rows: (Value, Row) -> [Row]
  ) -> [Row] {
    let inner = members.enumerated().flatMap { index, member in
      rows(member.1, Row(depth: row.depth + 1, key: member.0, hasComma: index < members.count - 1))
    }
    return [Row(depth: row.depth, key: row.key, text: isList ? "[" : "{")] + inner
      + [Row(depth: row.depth, text: isList ? "]" : "}", hasComma: row.hasComma)]
  }

  private static func rows(of value: MergedValue, in row: Row) -> [Row] {
    let json = value.json
    var row = row
    if let change = change(of: value, json) {
      (row.text, row.value, row.change) = (json.compact, json, change)
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
    (row.value, row.inner) = (isList ? json : nil, whole)
    return [row]
  }

  private static func rows(of value: JSONValue, in row: Row) -> [Row] {
    var row = row
    (row.text, row.value) = (value.compact, value)
    guard !value.steps.isEmpty else { return [row] }
    let members: [(String?, JSONValue)] = value.steps.map {
      if case .key(let key) = $0.step { (key, $0.value) } else { (nil, $0.value) }
    }
    return lines(of: members, in: row, isList: value.arrayValue != nil, rows(of:in:))
  }

  private static func change(of value: MergedValue, _ json: JSONValue) -> String? {
    if case .object(let members) = value.content, !members.isEmpty { return nil }
    guard value.layer == .edit else { return nil }
    guard !value.history.overridden.isEmpty else { return "new" }
    guard let old = value.history.lastRead(insteadOf: json) else { return nil }
    return old.value == json ? nil : "was \(ValueText.size(old.value))"
  }
}

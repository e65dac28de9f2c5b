import VirgaExperiments
import VirgaJSON
import VirgaManifest

/// A merged config as lines, with old values of changed leaves.
///
/// Unchanged containers are folded if they do not fit.
struct MergedRows: Equatable, Sendable {
  struct Row: Equatable, Sendable {
    var depth: Int
    /// The key; nil in lines of brackets alone.
    var key: String?
    /// The text after the key without comma: JSON, a bracket or `{ … 2 }`.
    var text: String
    var value: JSONValue?
    var hasComma = false
    var change: Change?
    /// The lines of the container if it is unfolded.
    fileprivate var inner: [Row] = []
  }

  enum Change: Equatable, Sendable {
    case was(JSONValue)
    case new
  }

  let rows: [Row]

  var changeCount: Int { rows.count { $0.change != nil } }

  init(_ merged: MergedFeature) {
    let variables = merged.writtenVariables.map { ($0.variable.name as String?, $0.value) }
    rows = Self.lines(of: variables, depth: 0, Self.rows(of:key:depth:))
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

  /// A container over several lines, with commas between its members.
  private static func lines<Value>(
    of members: [(String?, Value)], key: String? = nil, depth: Int, isList: Bool = false,
    _ rows: (Value, String?, Int) -> [Row]
  ) -> [Row] {
    let inner = members.enumerated().flatMap { index, member in
      var lines = rows(member.1, member.0, depth + 1)
      if index < members.count - 1 { lines.addComma() }
      return lines
    }
    return [Row(depth: depth, key: key, text: isList ? "[" : "{")] + inner
      + [Row(depth: depth, text: isList ? "]" : "}")]
  }

  private static func rows(of value: MergedValue, key: String?, depth: Int) -> [Row] {
    let json = value.json
    if let change = change(of: value, json) {
      return [Row(depth: depth, key: key, text: json.compact, value: json, change: change)]
    }
    if case .object(let members) = value.content, hasChange(value) {
      return lines(of: members.map { ($0.key, $0.value) }, key: key, depth: depth, rows(of:key:depth:))
    }
    let whole = rows(of: json, key: key, depth: depth)
    guard whole.count > 1 else { return whole }
    let isList = json.arrayValue != nil
    let folded = isList ? "[ … \(json.steps.count) ]" : "{ … \(json.steps.count) }"
    return [Row(depth: depth, key: key, text: folded, value: isList ? json : nil, inner: whole)]
  }

  private static func rows(of value: JSONValue, key: String?, depth: Int) -> [Row] {
    guard !value.steps.isEmpty else { return [Row(depth: depth, key: key, text: value.compact, value: value)] }
    let members: [(String?, JSONValue)] = value.steps.map {
      if case .key(let key) = $0.step { (key, $0.value) } else { (nil, $0.value) }
    }
    let isList = value.arrayValue != nil
    return lines(of: members, key: key, depth: depth, isList: isList, rows(of:key:depth:))
  }

  private static func hasChange(_ value: MergedValue) -> Bool {
    guard case .object(let members) = value.content, !members.isEmpty else {
      return change(of: value, value.json) != nil
    }
    return members.contains { hasChange($0.value) }
  }

  private static func change(of value: MergedValue, _ json: JSONValue) -> Change? {
    if case .object(let members) = value.content, !members.isEmpty { return nil }
    guard value.layer == .edit else { return nil }
    guard let old = value.history.overridden.last else { return .new }
    return old.value == json ? nil : .was(old.value)
  }
}

extension [MergedRows.Row] {
  fileprivate mutating func addComma() {
    self[count - 1].hasComma = true
    if !self[count - 1].inner.isEmpty { self[count - 1].inner.addComma() }
  }
}

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
    fileprivate var inner: [Row] = []
  }

  enum Change: Equatable, Sendable {
    case was(JSONValue)
    case new
  }

  private(set) var rows: [Row] = []
  private(set) var changeCount = 0

  init(_ merged: MergedFeature) {
    rows.append(Row(depth: 0, text: "{"))
    let variables = merged.writtenVariables
    for (index, each) in variables.enumerated() {
      add(each.value, key: each.variable.name, depth: 1, isLast: index == variables.count - 1)
    }
    rows.append(Row(depth: 0, text: "}"))
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

  private mutating func add(_ value: MergedValue, key: String, depth: Int, isLast: Bool) {
    guard case .object(let members) = value.content, !members.isEmpty else {
      addLeaf(value, key: key, depth: depth, isLast: isLast)
      return
    }
    guard Self.hasChange(value) else {
      var closed = Row(depth: depth, key: key, text: "{ … \(members.count) }", hasComma: !isLast)
      closed.inner = Self.opened(value.json, key: key, depth: depth, isLast: isLast)
      rows.append(closed)
      return
    }
    rows.append(Row(depth: depth, key: key, text: "{"))
    for (index, member) in members.enumerated() {
      add(member.value, key: member.key, depth: depth + 1, isLast: index == members.count - 1)
    }
    rows.append(Row(depth: depth, text: "}", hasComma: !isLast))
  }

  private static func opened(_ value: JSONValue, key: String?, depth: Int, isLast: Bool) -> [Row] {
    let members = value.steps
    guard let brackets = value.brackets, !members.isEmpty else {
      return [Row(depth: depth, key: key, text: value.compact, value: value, hasComma: !isLast)]
    }
    return [Row(depth: depth, key: key, text: brackets.open)]
      + members.enumerated().flatMap { index, member in
        let key: String? = if case .key(let key) = member.step { key } else { nil }
        return opened(member.value, key: key, depth: depth + 1, isLast: index == members.count - 1)
      } + [Row(depth: depth, text: brackets.close, hasComma: !isLast)]
  }

  private mutating func addLeaf(_ value: MergedValue, key: String, depth: Int, isLast: Bool) {
    let json = value.json
    let change = Self.change(of: value, json)
    var row = Row(depth: depth, key: key, text: json.compact, value: json, hasComma: !isLast, change: change)
    if change == nil, case .array(let items) = json, !items.isEmpty {
      row.text = "[ … \(items.count) ]"
      row.inner = Self.opened(json, key: key, depth: depth, isLast: isLast)
    }
    rows.append(row)
    if change != nil { changeCount += 1 }
  }

  private static func hasChange(_ value: MergedValue) -> Bool {
    guard case .object(let members) = value.content, !members.isEmpty else {
      return change(of: value, value.json) != nil
    }
    return members.contains { hasChange($0.value) }
  }

  private static func change(of value: MergedValue, _ json: JSONValue) -> Change? {
    guard value.layer == .edit else { return nil }
    guard let old = value.history.overridden.last else { return .new }
    return old.value == json ? nil : .was(old.value)
  }
}

extension JSONValue {
  fileprivate var brackets: (open: String, close: String)? {
    switch self {
    case .object: ("{", "}")
    case .array: ("[", "]")
    default: nil
    }
  }
}

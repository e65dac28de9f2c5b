package import VirgaJSON
package import VirgaManifest

/// A merged config as lines to read: containers in which nothing is changed are closed, changed leaves tell what they were.
package struct MergedRows: Equatable, Sendable {
  /// A line.
  package struct Row: Equatable, Sendable {
    /// How deep it stands.
    package var depth: Int
    /// Its key; nil in brackets' own lines.
    package var key: String?
    /// What follows the key, without a comma: a value in JSON, a bracket, `{ … 2 }`.
    package var text: String
    /// The value of a leaf, for its colour.
    package var value: JSONValue?
    /// Whether a comma follows.
    package var hasComma = false
    /// What the edit replaced.
    package var change: Change?
  }

  /// What an edit did to a leaf.
  package enum Change: Equatable, Sendable {
    /// It stood there with another value.
    case was(JSONValue)
    /// It was not there.
    case new
  }

  /// The lines, from top to bottom.
  package private(set) var rows: [Row] = []
  /// How many leaves the edit changed.
  package private(set) var changeCount = 0

  /// The lines of a feature over whose values an edit was laid.
  package init(_ merged: MergedFeature) {
    rows.append(Row(depth: 0, text: "{"))
    let variables = merged.writtenVariables
    for (place, each) in variables.enumerated() {
      add(each.value, key: each.variable.name, depth: 1, isLast: place == variables.count - 1)
    }
    rows.append(Row(depth: 0, text: "}"))
  }

  /// The first line with a change.
  package var firstChange: Int? { rows.firstIndex { $0.change != nil } }

  private mutating func add(_ value: MergedValue, key: String, depth: Int, isLast: Bool) {
    guard case .object(let members) = value.content, !members.isEmpty else {
      addLeaf(value, key: key, depth: depth, isLast: isLast)
      return
    }
    guard Self.hasChange(value) else {
      rows.append(Row(depth: depth, key: key, text: "{ … \(members.count) }", hasComma: !isLast))
      return
    }
    rows.append(Row(depth: depth, key: key, text: "{"))
    for (place, member) in members.enumerated() {
      add(member.value, key: member.key, depth: depth + 1, isLast: place == members.count - 1)
    }
    rows.append(Row(depth: depth, text: "}", hasComma: !isLast))
  }

  private mutating func addLeaf(_ value: MergedValue, key: String, depth: Int, isLast: Bool) {
    let json = value.json
    let change = Self.change(of: value, json)
    var text = json.compact
    if change == nil, case .array(let items) = json, !items.isEmpty { text = "[ … \(items.count) ]" }
    rows.append(Row(depth: depth, key: key, text: text, value: json, hasComma: !isLast, change: change))
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
    guard let old = value.beneath.last else { return .new }
    return old.value == json ? nil : .was(old.value)
  }
}

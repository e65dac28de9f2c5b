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

  /// The lines with unchanged containers folded.
  let rows: [Row]

  /// The number of values that the edit changes.
  var changeCount: Int { rows.count { $0.change != nil } }

  /// The lines of a merged feature, with its variables in the order of the manifest.
  init(_ merged: MergedFeature) {
    let variables: [Member<MergedValue>] = merged.variablesInWrittenOrder.map {
      (key: $0.variable.name, value: $0.value)
    }
    let outermost = Row(depth: 0)
    rows = Self.rows(ofContainer: variables, as: outermost, rowsOfMember: Self.rows(of:as:))
  }

  /// The lines with as many containers unfolded, from the first on, as fit in `room` lines.
  func rows(fitting room: Int) -> [Row] {
    var spare = room - rows.count
    guard spare > 0 else { return rows }
    return rows.flatMap { row in
      // The unfolded lines replace one line.
      let moreLines = row.inner.count - 1
      guard !row.inner.isEmpty, moreLines <= spare else { return [row] }
      spare -= moreLines
      return row.inner
    }
  }

  /// A value inside a container; its key is nil in a list.
  private typealias Member<Value> = (key: String?, value: Value)

  /// The lines of a container, with its brackets on lines of their own.
  ///
  /// - Parameters:
  ///   - frame: The depth, key and comma of the container.
  ///   - rowsOfMember: Makes the lines of a member from its value and its depth, key and comma.
  private static func rows<Value>(
    ofContainer members: [Member<Value>], as frame: Row, isList: Bool = false,
    rowsOfMember: (Value, Row) -> [Row]
  ) -> [Row] {
    let inner = members.enumerated().flatMap { index, member in
      let isLast = index == members.count - 1
      return rowsOfMember(
        member.value, Row(depth: frame.depth + 1, key: member.key, hasComma: !isLast))
    }
    let opening = Row(depth: frame.depth, key: frame.key, text: isList ? "[" : "{")
    let closing = Row(depth: frame.depth, text: isList ? "]" : "}", hasComma: frame.hasComma)
    return [opening] + inner + [closing]
  }

  /// The lines of a merged value: one with its change if the edit sets it, several for an object
  /// with changes inside, else one, folded for a container.
  ///
  /// - Parameter frame: The depth, key and comma of the value.
  private static func rows(of value: MergedValue, as frame: Row) -> [Row] {
    let json = value.json
    var row = frame
    if let change = change(of: value, to: json) {
      row.text = json.compact
      row.value = json
      row.change = change
      return [row]
    }
    if case .object(let members) = value.content {
      let rowsOfObject = rows(
        ofContainer: members.map { (key: $0.key, value: $0.value) }, as: frame,
        rowsOfMember: rows(of:as:))
      if rowsOfObject.contains(where: { $0.change != nil }) { return rowsOfObject }
    }
    let unfolded = rows(of: json, as: frame)
    // Scalars and empty containers have one line.
    guard unfolded.count > 1 else { return unfolded }
    let isList = json.arrayValue != nil
    row.text = isList ? "[ … \(json.steps.count) ]" : "{ … \(json.steps.count) }"
    // A folded list has the style of a list, a folded object that of punctuation.
    row.value = isList ? json : nil
    row.inner = unfolded
    return [row]
  }

  /// The lines of an unchanged value, unfolded.
  ///
  /// - Parameter frame: The depth, key and comma of the value.
  private static func rows(of value: JSONValue, as frame: Row) -> [Row] {
    guard !value.steps.isEmpty else {
      var row = frame
      row.text = value.compact
      row.value = value
      return [row]
    }
    let members: [Member<JSONValue>] = value.steps.map { member in
      if case .key(let key) = member.step {
        (key: key, value: member.value)
      } else {
        (key: nil, value: member.value)
      }
    }
    return rows(
      ofContainer: members, as: frame, isList: value.arrayValue != nil, rowsOfMember: rows(of:as:))
  }

  /// `new` or `was OLD` if the edit sets the value; nil if it does not, or sets what was there, or
  /// only sets members inside.
  ///
  /// - Parameters:
  ///   - value: The merged value, with the layers below it.
  ///   - json: What the value is now.
  private static func change(of value: MergedValue, to json: JSONValue) -> String? {
    if case .object(let members) = value.content, !members.isEmpty { return nil }
    guard value.layer == .edit else { return nil }
    let hadValue = !value.history.overridden.isEmpty
    guard hadValue else { return "new" }
    // Nil if no layer below the edit gives the app another value.
    let old = value.history.highestLowerValue(differingFrom: json)
    return old.map { "was \(ValueText.size($0.value))" }
  }
}

import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSource

/// A merged config as lines of JSON, with old values of changed leaves.
///
/// Unchanged containers are unfolded as far as they fit.
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
    /// The lines that replace this one to unfold the container: its brackets, and a line for each
    /// member; empty if it is not a folded container.
    fileprivate var unfoldedRows: [Row] = []
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
    // A frame is a row with depth, key and comma, but without its text. The braces around all
    // variables have neither a key nor a comma.
    let outermostFrame = Row(depth: 0)
    rows = Self.rows(
      ofContainer: variables, inFrame: outermostFrame, rowsOfMember: Self.rows(of:inFrame:))
  }

  /// The lines with as many containers unfolded, from the first on, as fit in `room` lines.
  ///
  /// A container is unfolded before those inside it, and these before the next one. The first one
  /// that is still folded then gets the lines that are left, for its first members.
  func rows(fitting room: Int) -> [Row] {
    var spare = room - rows.count
    guard spare > 0 else { return rows }
    let unfolded = rows.flatMap { Self.unfolded($0, using: &spare) }
    return Self.fillingSpareLines(spare, in: unfolded)
  }

  /// The lines of a folded container, unfolded as far as the spare lines suffice; the line itself
  /// if they do not, or if it is not folded.
  private static func unfolded(_ row: Row, using spare: inout Int) -> [Row] {
    // The unfolded lines replace one line.
    let moreLines = row.unfoldedRows.count - 1
    guard !row.unfoldedRows.isEmpty, moreLines <= spare else { return [row] }
    spare -= moreLines
    return row.unfoldedRows.flatMap { unfolded($0, using: &spare) }
  }

  /// The lines, in which the first folded container shows as many of its members as the spare lines
  /// have room for, and how many more it has.
  ///
  /// With four spare lines, `[ … 9 ]` becomes two members and `… 7 more` between brackets.
  private static func fillingSpareLines(_ spare: Int, in rows: [Row]) -> [Row] {
    guard let index = rows.firstIndex(where: { !$0.unfoldedRows.isEmpty }) else { return rows }
    let unfolded = rows[index].unfoldedRows
    let members = unfolded.dropFirst().dropLast()
    // The lines of the brackets and of the count replace one line.
    let linesBesideMembers = 2
    let shown = members.prefix(max(0, spare - linesBesideMembers))
    guard let lastShown = shown.last else { return rows }
    let rest = Row(depth: lastShown.depth, text: "… \(members.count - shown.count) more")
    let openingBracket = 1
    var part = Array(unfolded.prefix(openingBracket + shown.count))
    part.append(rest)
    part += unfolded.suffix(1)
    var filled = rows
    filled.replaceSubrange(index...index, with: part)
    return filled
  }

  /// A value inside a container; its key is nil in a list.
  private typealias Member<Value> = (key: String?, value: Value)

  /// The lines of a container, with its brackets on lines of their own.
  ///
  /// - Parameters:
  ///   - frame: A row with the depth, key and comma of the container, but without its text.
  ///   - rowsOfMember: Makes the lines of a member from its value and its depth, key and comma.
  private static func rows<Value>(
    ofContainer members: [Member<Value>], inFrame frame: Row, isList: Bool = false,
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
  /// - Parameter frame: A row with the depth, key and comma of the value, which still lacks its
  ///   text.
  private static func rows(of value: MergedValue, inFrame frame: Row) -> [Row] {
    let json = value.json
    if let change = change(of: value, to: json) {
      var row = frame
      row.text = json.compact
      row.value = json
      row.change = change
      return [row]
    }
    return rowsWithChangesInside(value, inFrame: frame) ?? [row(of: json, inFrame: frame)]
  }

  /// The lines of an object with those of its members; nil if the edit changes none of them, and
  /// for a value that is not an object.
  ///
  /// - Parameter frame: A row with the depth, key and comma of the object, but without its text.
  private static func rowsWithChangesInside(
    _ value: MergedValue, inFrame frame: Row
  ) -> [Row]? {
    guard case .object(let members) = value.content else { return nil }
    let rowsOfObject = rows(
      ofContainer: members.map { (key: $0.key, value: $0.value) }, inFrame: frame,
      rowsOfMember: rows(of:inFrame:))
    return rowsOfObject.contains { $0.change != nil } ? rowsOfObject : nil
  }

  /// The line of an unchanged value, folded if it is a container with members.
  ///
  /// - Parameter frame: A row with the depth, key and comma of the value, which still lacks its
  ///   text.
  private static func row(of value: JSONValue, inFrame frame: Row) -> Row {
    var row = frame
    let members = members(of: value)
    guard !members.isEmpty else {
      row.text = value.compact
      row.value = value
      return row
    }
    let isList = value.arrayValue != nil
    row.text = isList ? "[ … \(members.count) ]" : "{ … \(members.count) }"
    // A folded list has the style of a list, a folded object that of punctuation.
    row.value = isList ? value : nil
    row.unfoldedRows = rows(
      ofContainer: members, inFrame: frame, isList: isList,
      rowsOfMember: { [Self.row(of: $0, inFrame: $1)] })
    return row
  }

  /// The members of an object or the elements of a list, which have no keys; none for a scalar.
  private static func members(of value: JSONValue) -> [Member<JSONValue>] {
    value.steps.map { member in
      if case .key(let key) = member.step {
        (key: key, value: member.value)
      } else {
        (key: nil, value: member.value)
      }
    }
  }

  /// How the edit changes a value: `new`, or `was OLD`, as in `was false` or, for a container,
  /// `was {2}`; nil if the edit does not change it, or only changes members inside.
  ///
  /// - Parameters:
  ///   - value: The merged value, with the layers below it.
  ///   - json: What the value is now.
  private static func change(of value: MergedValue, to json: JSONValue) -> String? {
    // The members have lines and changes of their own, even if the edit sets all of them.
    if case .object(let members) = value.content, !members.isEmpty { return nil }
    guard value.layer == .edit else { return nil }
    let hasLowerValue = !value.history.overridden.isEmpty
    guard hasLowerValue else { return "new" }
    // Nil if no layer below the edit gives the app another value.
    let old = value.history.highestLowerValue(differingFrom: json)
    return old.map { "was \(ValueText.size($0.value))" }
  }
}

import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

/// The client: attributes, clock, participation, behavioral events.
struct ContextPanel: ListPanel {
  let panel = Panel.context
  let path: ModelPath<ListModel<ContextRow>> = \Model.experiments.contextList
  let isFiltered = false
  let isMarkable = false
  let opens: String? = "edit-context"

  func read(_ model: Model) -> ListModel<ContextRow> { model.experiments.contextList }

  func columns(of model: Model, in room: ListRoom<ContextRow>) -> [Column<ContextRow>] {
    let names = Self.names(of: model, in: room.columns)
    // One column, because a long value starts to the left of its head.
    let head = DisplayText("  Attribute").padded(to: names + 3) + "Value"
    return [Column(head, width: .rest) { row, width in Self.line(row, names, columns: width) }]
  }

  func title(of model: Model) -> DisplayText { DisplayText(panel.title) }

  func subtitle(of model: Model) -> DisplayText {
    let set = model.experiments.contextList.items.count(where: \.isSet)
    let changed = model.issues.clientChanges.all.count
    return DisplayText("\(set) set" + (changed == 0 ? "" : ", \(changed) changed"))
  }

  /// Explains the row under the cursor in a fixed number of lines: a third of the panel, from 1 to
  /// 3.
  func foot(of model: Model, in size: Size) -> [StyledLine] {
    let count = min(3, max(1, size.rows / 3))
    let columns = size.columns - 2
    var notes: [String] = []
    if let row = model.experiments.contextList.selected {
      let names = Self.names(of: model, in: columns)
      let isCut = Self.line(row, names, columns: columns).columns > columns
      let known = row.id.kind == .context ? KnownAttribute.all.first { $0.name == row.name } : nil
      notes = [
        isCut ? row.value ?? "" : "", row.isDeciding ? "decides" : "", row.origin,
        known?.meaning ?? row.note,
      ]
    }
    var lines = DisplayText(notes.filter { !$0.isEmpty }.joined(separator: " · ")).wrapped(
      to: max(1, columns))
    if lines.count > count { lines[count - 1] = lines[count - 1].truncated(to: columns - 1) + "…" }
    return (lines + Array(repeating: .empty, count: count)).prefix(count).map {
      StyledLine($0, .dim)
    }
  }

  /// The width of the names: the widest one's, at least 9, at most about three fifths of the row.
  private static func names(of model: Model, in columns: Int) -> Int {
    let widest = model.experiments.contextList.items.map { DisplayText($0.name).columns }.max() ?? 0
    return min((columns + 2) * 3 / 5 - 2, max(9, widest))
  }

  /// A row: a mark, the name in a column of `names` cells, the value and its origin.
  ///
  /// If the value needs the room, the column of names gets narrower, as far as this name is whole;
  /// the origin is left out if it does not fit.
  private static func line(_ row: ContextRow, _ names: Int, columns: Int) -> StyledLine {
    let name = DisplayText(row.name).truncated(to: names)
    let value = DisplayText(row.value ?? "undefined")
    // The mark and a blank on either side of the name.
    let left = columns - 3 - value.columns
    let nameColumns = left < name.columns ? names : min(names, left)
    let readMark: DisplayText = row.isRead ? "→ " : "  "
    let setStyle: Style = row.isSet ? .key : .dim
    var line = StyledLine(
      of: (row.isDeciding ? "✗ " : readMark, row.isDeciding ? .error : .accent),
      (name.padded(to: nameColumns), row.isRead ? .text : .dim),
      (" ", .text),
      (value, row.value == nil ? .warning : setStyle))
    if !row.origin.isEmpty, line.columns + 2 + DisplayText(row.origin).columns <= columns {
      line.add(DisplayText("  " + row.origin), .dim)
    }
    return line
  }
}

/// A fact about the client, or an attribute that a recipe asks for.
struct ContextRow: ListItem {
  /// Its kind is context, clock, participation or behavior.
  let id: EntryKey
  /// The value in words; nil if undefined.
  var value: String?
  /// Whether the session sets it, instead of a default or a computed value.
  var isSet = false
  /// Whether the selected recipe reads it.
  var isRead = false
  /// Whether it keeps the client out of the recipe.
  var isDeciding = false
  /// The origin of the value if the session does not set it: `from locale`, `computed`.
  var origin = ""
  /// What it means; empty for an attribute, which `KnownAttribute` explains.
  var note = ""

  var name: String { id.kind == .clock ? "clock" : id.name }

  /// Deciding attributes come first, then others that the recipe reads, the clock, other attributes
  /// (set ones before defaults and computed ones), participation and events.
  fileprivate var position: Int {
    switch id.kind {
    case .context where isDeciding: 0
    case .context where isRead: 1
    case .clock: 2
    case .context where isSet: 3
    case .context: ClientAttributes.computedNames.contains(name) ? 5 : 4
    case .participation: 6
    case .behavior: 7
    default: 4
    }
  }
}

extension Instant {
  /// As in `2026-11-21 12:04`.
  var minuteText: String { String(description.prefix(16).map { $0 == "T" ? " " : $0 }) }
}

/// The data about the client, computed once for all recipes until it changes.
struct ClientSnapshot: Sendable {
  let session: Session
  private let manifest: Manifest?
  let enrollments: EnrollmentState
  let client: Client
  let context: TargetingContext
  let owners: FeatureOwners

  init(_ session: Session, in operationContext: OperationContext) {
    self.session = session
    manifest = operationContext.manifest
    enrollments = session.enrollments
    client = session.client(in: operationContext)
    context = client.context(with: enrollments.records)
    owners = FeatureOwners(enrollments)
  }

  /// The rows for a recipe, sorted by their positions.
  ///
  /// - Parameters:
  ///   - targeting: The recipe's targeting; nil if it has none or it is not an expression.
  ///   - deciding: The attributes that keep the client out of the recipe.
  ///   - isEnrolled: Whether the client is in the recipe; nil if no recipe is selected.
  func rows(
    reading targeting: Expression?, deciding: Set<Name>, isEnrolled: Bool?
  ) -> [ContextRow] {
    let attributes = attributes(
      read: targeting?.attributeNames ?? [], deciding: deciding, isEnrolled: isEnrolled)
    let rows = attributes + [clock] + participations + events(asked: targeting?.eventNames ?? [])
    return rows.sorted { ($0.position, $0.name) < ($1.position, $1.name) }
  }

  /// The attributes that the recipe reads and those that have a value.
  private func attributes(
    read: Set<Name>, deciding: Set<Name>, isEnrolled: Bool?
  ) -> [ContextRow] {
    let values = context.attributes
    let rows = read.union(values.keys).map { name -> ContextRow in
      let isSet = session[.context, name.text] != nil
      var value = values[name]?.json.compact
      if let isEnrolled, name.text == "is_already_enrolled" { value = "\(isEnrolled)" }
      return ContextRow(
        id: EntryKey(.context, name.text), value: value, isSet: isSet, isRead: read.contains(name),
        isDeciding: deciding.contains(name),
        origin: isSet || value == nil ? "" : origin(of: name.text))
    }
    return rows.filter { $0.isRead || $0.isDeciding || $0.value != "null" }
  }

  private var clock: ContextRow {
    let moved = session.isClockFrozen ? "is stopped" : "was moved and keeps running"
    return ContextRow(
      id: EntryKey(.clock), value: client.now.minuteText, isSet: session[.clock] != nil,
      note: session[.clock] == nil ? "follows the machine's clock" : moved)
  }

  private var participations: [ContextRow] {
    Participation.allCases.map { kind in
      ContextRow(
        id: EntryKey(.participation, kind.rawValue),
        value: session.takesPart(in: kind) ? "takes part" : "opted out",
        isSet: session[.participation, kind.rawValue] != nil, note: "whether the client takes part")
    }
  }

  /// Where the value of an attribute comes from if the session does not set it.
  private func origin(of name: String) -> String {
    switch name {
    case "language", "region": "from locale"
    case "channel": "from the screen"
    case "app_name": manifest?.appName != nil ? "from the manifest" : "from the recipes"
    default: ClientAttributes.computedNames.contains(name) ? "computed" : "not set"
    }
  }

  /// The behavioral events that the recipe asks for and those that were recorded, unsorted.
  private func events(asked: Set<Name>) -> [ContextRow] {
    let recorded = Set(naming: session.names(of: .behavior))
    return asked.union(recorded).map { name in
      // A counter has the last 56 days, the newest first.
      let days = client.events.counter(of: name.text, by: .days, at: client.now)?.buckets ?? []
      let sum = days.reduce(UInt64(0)) { $0.addingSaturating($1) }
      return ContextRow(
        id: EntryKey(.behavior, name.text), value: "\(sum) in 56 days, \(days.first ?? 0) today",
        isSet: session[.behavior, name.text] != nil, isRead: asked.contains(name),
        note: "a behavioral event")
    }
  }
}

extension UInt64 {
  /// The sum, or the largest number if that is larger: counts in a session can be arbitrary.
  fileprivate func addingSaturating(_ other: UInt64) -> UInt64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}

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
  let doubleClickCommand: String? = "edit-context"

  func listModel(of model: Model) -> ListModel<ContextRow> { model.experiments.contextList }

  /// Attribute and value as one column, because a long value starts to the left of its head.
  func columns(of model: Model, in room: ListRoom<ContextRow>) -> [Column<ContextRow>] {
    let nameColumns = Self.nameColumns(of: model, in: room.columns)
    let blankAfterName = 1
    let start = DisplayText(Self.nameHead).padded(to: nameColumns + blankAfterName)
    let head = DisplayText.blanks(Self.markColumns) + start + "Value"
    return [
      Column(head, width: .rest) { row, width in
        Self.line(of: row, nameColumns: nameColumns, columns: width)
      }
    ]
  }

  func title(of model: Model) -> DisplayText { DisplayText(panel.title) }

  /// How many values of the client the session sets, and how many differ from the start of its
  /// history, as in `3 set, 1 changed`.
  func subtitle(of model: Model) -> DisplayText {
    let set = model.experiments.contextList.items.count(where: \.isSet)
    let changed = model.clientChanges.all.count
    return DisplayText("\(set) set" + (changed == 0 ? "" : ", \(changed) changed"))
  }

  /// The head of the names.
  private static let nameHead = "Attribute"
  /// The width of a mark such as `→` and the blank after it.
  private static let markColumns = 2
  /// The blank columns between the text and the border, on both sides together.
  private static let blankColumnsAtSides = 2
  /// The most lines of the explanation below the list.
  private static let maxFootLines = 3

  /// Explains the row under the cursor in a fixed number of lines: a third of the panel, from 1 to
  /// 3.
  ///
  /// The number is fixed so that the list above does not move with the cursor.
  func linesBelow(of model: Model, in size: Size) -> [StyledLine] {
    let count = min(Self.maxFootLines, max(1, size.rows / 3))
    let columns = size.columns - Self.blankColumnsAtSides
    let row = model.experiments.contextList.selected
    let notes = row.map { Self.notes(on: $0, in: model, columns: columns) } ?? []
    var lines = DisplayText(notes.joined(separator: " · ")).wrapped(to: max(1, columns))
    if lines.count > count {
      let last = lines[count - 1]
      let ellipsis: DisplayText = "…"
      lines[count - 1] = last.truncated(to: columns - ellipsis.columns) + ellipsis
    }
    let filled: [DisplayText] = lines + Array(repeating: .empty, count: count)
    return filled.prefix(count).map { StyledLine($0, .dim) }
  }

  /// Notes on a row: its value if the list cuts that, whether it keeps the client out, where its
  /// value comes from, and what it means.
  ///
  /// `line` has the whole value, which the list cuts.
  private static func notes(on row: ContextRow, in model: Model, columns: Int) -> [String] {
    let nameColumns = nameColumns(of: model, in: columns)
    let line = line(of: row, nameColumns: nameColumns, columns: columns)
    let isCut = line.columns > columns
    let isAttribute = row.id.kind == .context
    let known = isAttribute ? KnownAttribute.all.first { $0.name == row.name } : nil
    let notes = [
      isCut ? row.value ?? "" : "", row.isDeciding ? "decides" : "", row.origin,
      known?.meaning ?? row.note,
    ]
    return notes.filter { !$0.isEmpty }
  }

  /// The width of the names: that of the widest one, but at least that of the head and at most
  /// three fifths of the panel, mark included.
  private static func nameColumns(of model: Model, in columns: Int) -> Int {
    let items = model.experiments.contextList.items
    let widestName = items.map { DisplayText($0.name).columns }.max() ?? 0
    let columnsOfPanel = columns + blankColumnsAtSides
    let maxColumns = columnsOfPanel * 3 / 5 - markColumns
    return min(maxColumns, max(nameHead.count, widestName))
  }

  /// A row: a mark, the name in `usualNameColumns` cells, the value and its origin.
  ///
  /// A long value starts further to the left, but never so far that this name is cut; the origin is
  /// left out if it does not fit.
  private static func line(
    of row: ContextRow, nameColumns usualNameColumns: Int, columns: Int
  ) -> StyledLine {
    let name = DisplayText(row.name).truncated(to: usualNameColumns)
    let value = DisplayText(row.value ?? "undefined")
    let blankAfterName: DisplayText = " "
    let leftForName = columns - markColumns - blankAfterName.columns - value.columns
    // If the value does not fit even right after the name, it is cut, so it need not move.
    let nameColumns =
      leftForName < name.columns ? usualNameColumns : min(usualNameColumns, leftForName)
    // A defined value stands out if the session sets it.
    let definedStyle: Style = row.isSet ? .key : .dim
    var line = mark(of: row)
    line.add(name.padded(to: nameColumns), row.isRead ? .text : .dim)
    line.add(blankAfterName)
    line.add(value, row.value == nil ? .text : definedStyle)
    let origin = DisplayText("  " + row.origin)
    if !row.origin.isEmpty, line.columns + origin.columns <= columns { line.add(origin, .dim) }
    return line
  }

  /// `✗` if the attribute keeps the client out of the selected recipe, or else `→` if the recipe
  /// reads it, and a blank.
  private static func mark(of row: ContextRow) -> StyledLine {
    if row.isDeciding { return StyledLine("✗ ", .error) }
    return StyledLine(row.isRead ? "→ " : "  ", .accent)
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

  /// The rank of the row in the list.
  ///
  /// Deciding attributes come first, then others that the recipe reads, the clock, other attributes
  /// (set ones before defaults and computed ones), participation and behavioral events.
  fileprivate var position: Int {
    let isComputed = ClientAttributes.computedNames.contains(name)
    return switch id.kind {
    case .context where isDeciding: 0
    case .context where isRead: 1
    case .clock: 2
    case .context where isSet: 3
    case .context where isComputed: 5
    case .context: 4
    case .participation: 6
    case .behavior: 7
    default: 4  // The list has no rows of other kinds.
    }
  }
}

extension Instant {
  /// Date and time to the minute, as in `2026-11-21 12:04`.
  var minuteText: String {
    let toMinute = description.prefix("2026-11-21T12:04".count)
    return String(toMinute.map { $0 == "T" ? " " : $0 })
  }
}

/// The data about the client, computed once for all recipes until it changes.
struct ClientSnapshot: Sendable {
  let session: Session
  private let manifest: Manifest?
  let enrollments: EnrollmentState
  let client: Client
  /// The attributes that targeting reads, with those about the enrollments.
  let context: TargetingContext
  /// The enrolled recipes by feature: a feature that one has can keep the client out of another.
  let featureOwners: FeatureOwners

  /// Computes what the client's enrollment in any recipe depends on: its attributes, which
  /// targeting reads (`context`), and for each feature the recipe that it is enrolled in
  /// (`featureOwners`), because that one can keep it out of others with the same feature.
  init(_ session: Session, in operationContext: OperationContext) {
    self.session = session
    manifest = operationContext.manifest
    enrollments = session.enrollments
    client = session.client(in: operationContext)
    context = client.context(with: enrollments.records)
    featureOwners = FeatureOwners(enrollments)
  }

  /// The rows for a recipe, sorted by their ranks (`position`): first the attributes that decide or
  /// are read, then the clock, other attributes, participation and behavioral events.
  ///
  /// - Parameters:
  ///   - targeting: The recipe's targeting; nil if it has none or it is not an expression.
  ///   - keepingOut: The attributes that keep the client out of the recipe, even if its targeting
  ///     does not read them, such as the channel.
  ///   - isEnrolled: Whether the client is in the recipe; nil if no recipe is selected.
  func rows(
    reading targeting: Expression?, keepingOut: Set<Name>, isEnrolled: Bool?
  ) -> [ContextRow] {
    let attributes = attributes(
      read: targeting?.attributeNames ?? [], keepingOut: keepingOut, isEnrolled: isEnrolled)
    let rows = attributes + [clock] + participations + events(asked: targeting?.eventNames ?? [])
    return rows.sorted { ($0.position, $0.name) < ($1.position, $1.name) }
  }

  /// The attributes that the recipe reads and those that have a value, unsorted; a null is listed
  /// only if the recipe reads it or it keeps the client out.
  ///
  /// - Parameter isEnrolled: Whether the client is in the recipe, which is the value of
  ///   `is_already_enrolled`; nil if no recipe is selected.
  private func attributes(
    read: Set<Name>, keepingOut: Set<Name>, isEnrolled: Bool?
  ) -> [ContextRow] {
    let rows = read.union(context.attributes.keys).map { name -> ContextRow in
      let isSet = session[.context, name.text] != nil
      let value = value(of: name, isEnrolled: isEnrolled)
      return ContextRow(
        id: EntryKey(.context, name.text), value: value, isSet: isSet, isRead: read.contains(name),
        isDeciding: keepingOut.contains(name),
        origin: isSet || value == nil ? "" : origin(of: name.text))
    }
    return rows.filter { $0.isRead || $0.isDeciding || $0.value != "null" }
  }

  /// The value of an attribute as JSON; nil if it is undefined.
  private func value(of attribute: Name, isEnrolled: Bool?) -> String? {
    // This one depends on the recipe, so the client's attributes do not have it; `isEnrolled` is
    // nil without a recipe.
    if let isEnrolled, attribute.text == "is_already_enrolled" { return "\(isEnrolled)" }
    return context.attributes[attribute]?.json.compact
  }

  /// The row of the client's clock: set if the session stops or moves it.
  private var clock: ContextRow {
    let isSet = session[.clock] != nil
    let change = session.isClockStopped ? "is stopped" : "was moved and keeps running"
    return ContextRow(
      id: EntryKey(.clock), value: client.now.minuteText, isSet: isSet,
      note: isSet ? change : "follows the machine's clock")
  }

  /// A row for experiments and one for rollouts, with whether the client takes part in them.
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
      // A counter has the counts of the last 56 days, today's first.
      let days = client.events.counter(of: name.text, by: .days, at: client.now)?.buckets ?? []
      let today = days.first ?? 0
      let sum = days.reduce(UInt64(0)) { $0.addingSaturating($1) }
      return ContextRow(
        id: EntryKey(.behavior, name.text), value: "\(sum) in 56 days, \(today) today",
        isSet: session[.behavior, name.text] != nil, isRead: asked.contains(name),
        note: "a behavioral event")
    }
  }
}

extension UInt64 {
  /// The sum, or the largest `UInt64` if the sum overflows, because counts in a session file can be
  /// arbitrary.
  fileprivate func addingSaturating(_ other: UInt64) -> UInt64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}

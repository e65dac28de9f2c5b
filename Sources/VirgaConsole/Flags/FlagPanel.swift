import VirgaCanvas
import VirgaExperiments
import VirgaFlags
import VirgaJSON
import VirgaWorkbench

/// The list of flags: what is stored apart from what comes out, and all three checks beside each other.
enum FlagPanel {
  static func draw(_ state: State, on canvas: inout Canvas) {
    guard let area = state.layout.panels[.flags] else { return }
    let list = state.flags
    let all = list.flags?.catalogue.rows.count ?? 0
    let shown = list.lines.count
    let found = list.flagCount
    let selection = list.selection == .all ? "" : " · \(list.selection.name)"
    canvas.drawBorder(
      area, title: DisplayText((found == all ? "Flags \(all)" : "Flags \(found) of \(all)") + selection),
      note: note(list), hasFocus: state.focus == .flags)
    let inside = state.layout.inside(.flags)
    drawSummary(list, in: inside.top(1), on: &canvas)
    let columns = FlagColumns(width: inside.columns, fitting: list.table?.words ?? FlagColumns.Words())
    drawHeads(columns, in: inside.line(1), on: &canvas)
    let rows = FlagScreen.rowsArea(of: .flags, in: state)
    guard shown > 0 else {
      canvas.draw(empty(state), at: rows.origin.moved(columns: 1), style: .dim, within: rows.columns - 2)
      return
    }
    guard let flags = list.flags else { return }
    let window = list.scroll.window(count: shown, height: rows.rows)
    let names = DistinctCut.of(
      window.map { place in
        if case .flag(let place) = list.lines[place] { DisplayText(flags.catalogue.rows[place].id) } else { .empty }
      }, to: columns.name - 1)
    for (line, place) in window.enumerated() {
      let row = rows.line(line)
      switch list.lines[place] {
      case .heading(let section): draw(section, list, in: row, on: &canvas)
      case .orphan(let orphan): draw(orphan, columns, in: row, on: &canvas)
      case .flag(let place): draw(place, names[line], flags, list, columns, in: row, on: &canvas)
      }
      if place == list.scroll.cursor { select(row, state, on: &canvas) }
    }
  }

  private static func note(_ list: FlagList) -> DisplayText {
    var parts: [String] = []
    if list.isFinding, list.flags != nil { parts.append("answering anew …") }
    if !list.marked.isEmpty { parts.append("\(list.marked.count) marked") }
    if !list.testOverrides.isEmpty { parts.append("test overrides") }
    if !list.problems.isEmpty { parts.append(HeaderLine.counted(list.problems.count, "problem").plain) }
    if list.overriddenCount > 0 { parts.append("● \(list.overriddenCount) overridden") }
    return DisplayText(parts.joined(separator: " · "))
  }

  private static func empty(_ state: State) -> DisplayText {
    let list = state.flags
    guard let flags = list.flags else { return list.isFinding ? "looking for flags …" : state.wordsWithoutManifest }
    let clear = state.keyName(of: "clear")
    if !list.filter.field.isEmpty {
      return list.selection.words.map {
        DisplayText("no flag fits of those that \($0); \(clear) clears the filter, then lists all")
      } ?? DisplayText("no flag fits; \(clear) clears the filter")
    }
    if flags.catalogue.rows.isEmpty { return "the manifest has no Boolean and no enum, and no file names a flag" }
    switch list.selection {
    case .overridden:
      return DisplayText("nothing is overridden; \(state.keyName(of: "only-overridden")) shows every flag")
    case .differing: return DisplayText("all checks agree; \(clear) shows every flag")
    case .section(let section): return DisplayText("no flag is in the section \(section); \(clear) shows every flag")
    default: return DisplayText("no flag is \(list.selection.name); \(clear) shows every flag")
    }
  }

  private static func drawSummary(_ list: FlagList, in line: Rectangle, on canvas: inout Canvas) {
    list.filter.draw(in: line, on: &canvas)
    var summary = StyledLine(of: (.empty, .text))
    let counts = [
      (FlagList.Selection.all, "all"), (.overridden, "overridden \(list.overriddenCount)"),
      (.differing, "checks differ \(list.differingCount)"), (.on, "on \(list.onCount)"),
    ]
    for (place, (selection, text)) in counts.enumerated() {
      if place > 0 { summary.add(" · ", .dim) }
      summary.add(DisplayText(text), list.selection == selection ? .accent.bold() : .dim)
    }
    switch list.selection {
    case .kind(let kind): summary.add(DisplayText(" · kind \(kind.rawValue)"), .accent.bold())
    case .section: summary.add(DisplayText(" · \(list.selection.name)"), .accent.bold())
    case .all, .overridden, .differing, .on: break
    }
    let used = 6 + max(6, DisplayText(list.filter.text).columns)
    canvas.draw(summary, at: line.origin.moved(columns: used), within: line.columns - used - 1)
    let legend: DisplayText = "· = unset, – = none"
    guard used + summary.columns + legend.columns + 3 <= line.columns else { return }
    canvas.drawEnding(legend, at: Point(column: line.endColumn - 1, row: line.row), style: .dim)
  }

  private static func drawHeads(_ columns: FlagColumns, in line: Rectangle, on canvas: inout Canvas) {
    var column = FlagColumns.marks
    canvas.draw("Flag", at: line.origin.moved(columns: column), style: .dim.bold(), within: columns.name - 1)
    column += columns.name
    for each in columns.columns {
      canvas.draw(each.head, at: line.origin.moved(columns: column), style: .dim.bold(), within: each.width - 1)
      column += each.width
    }
  }

  private static func draw(
    _ place: Int, _ name: DisplayText, _ flags: SessionFlags, _ list: FlagList, _ columns: FlagColumns,
    in line: Rectangle,
    on canvas: inout Canvas
  ) {
    let row = flags.catalogue.rows[place]
    let isMarked = list.marked.contains(row.id)
    if isMarked { canvas.draw("✓", at: line.origin.moved(columns: 2), style: .accent.bold()) }
    let style: Style = list.isOverridden(place) ? .text.bold() : .text
    canvas.draw(name, at: line.origin.moved(columns: FlagColumns.marks), style: style)
    let isKept = flags.configured(row)?.origin == .cached
    let cells = FlagCells(row, flags.answers[place], in: flags.environment, isKept: isKept)
    var column = FlagColumns.marks + columns.name
    for each in columns.columns {
      canvas.draw(cells.line(of: each), at: line.origin.moved(columns: column), within: each.width - 1)
      column += each.width
    }
  }

  /// The heading of a section, with how many of its flags are listed.
  private static func draw(_ section: String, _ list: FlagList, in line: Rectangle, on canvas: inout Canvas) {
    let heading = StyledLine(
      of: (DisplayText(section), .text.bold()), ("  ", .text),
      (list.isFolded(section) ? Marks.closed : Marks.open, .dim),
      (DisplayText(" \(list.sectionCounts[section] ?? 0)"), .dim))
    let start = FlagColumns.marks
    canvas.draw(heading, at: line.origin.moved(columns: start), within: line.columns - start - 1)
  }

  private static func draw(
    _ orphan: FlagOrphan, _ columns: FlagColumns, in line: Rectangle, on canvas: inout Canvas
  ) {
    canvas.draw("!", at: line.origin.moved(columns: 2), style: .warning.bold())
    canvas.draw(
      DisplayText(orphan.key), at: line.origin.moved(columns: FlagColumns.marks), style: .warning,
      within: columns.name - 1)
    let text: DisplayText = orphan.isDebug ? "debug override of no flag" : "preference of no flag"
    canvas.draw(
      text + "; d drops it", at: line.origin.moved(columns: FlagColumns.marks + columns.name), style: .dim,
      within: line.columns - FlagColumns.marks - columns.name - 1)
  }

  private static func select(_ line: Rectangle, _ state: State, on canvas: inout Canvas) {
    canvas.draw(Marks.cursor, at: line.origin.moved(columns: 1), style: .accent.bold())
    guard state.focus == .flags else {
      canvas.restyle(line) { $0.bold() }
      return
    }
    canvas.select(line)
    if canvas.cursor == nil, state.overlay == nil { canvas.cursor = line.origin.moved(columns: 1) }
  }
}

/// The cells of one flag.
struct FlagCells {
  private let kind: FlagKind
  private let hasPreference: Bool
  private let hasDebug: Bool
  private let answer: FlagAnswer
  private let environment: FlagEnvironment
  private let isKept: Bool

  /// - Parameter isKept: whether only an earlier configuration had the flag, as far as is known.
  init(_ row: FlagRow, _ answer: FlagAnswer, in environment: FlagEnvironment, isKept: Bool) {
    kind = row.kind
    hasPreference = row.preferenceKey != nil
    hasDebug = row.debugKey != nil
    self.isKept = isKept
    self.answer = answer
    self.environment = environment
  }

  func line(of column: FlagColumns.Column) -> StyledLine {
    let room = column.width - 1
    switch column.content {
    case .kind: return StyledLine(DisplayText(kind.rawValue), .typeName)
    case .build: return build(room)
    case .user: return stored(answer.preference, exists: hasPreference, note: userNote, room)
    case .debug:
      let isIgnored = answer.notes.contains(.ignoredDebug)
      return stored(answer.debug, exists: hasDebug, isIgnored: isIgnored, room)
    case .buildOnly: return result(answer.buildOnly, room)
    case .userOnly: return result(answer.userOnly, room)
    case .buildAndUser: return result(answer.buildAndUser, room)
    }
  }

  /// The value, and behind it what gave it as far as there is room.
  private func build(_ room: Int) -> StyledLine {
    guard let value = answer.build.value else { return StyledLine(of: ("·", .dim), ("    no value", .warning)) }
    let word: String =
      switch answer.state {
      case .control, .locked, .hidden: answer.debug == nil ? answer.state.word : value.word
      default: value.word
      }
    let text = DisplayText(word).truncated(to: room)
    guard text.columns + 9 <= room else { return StyledLine(text, Self.style(value)) }
    var line = StyledLine(text.padded(to: max(4, text.columns + 1)), Self.style(value))
    let origin = origin
    if !origin.mark.isEmpty {
      line.add(origin.mark, .changed)
      line.add(" ")
    }
    line.add(DisplayText(origin.title).truncated(to: room - line.columns), .dim)
    return line
  }

  /// What gave the build value, with the mark of a layer that the session brings.
  private var origin: (mark: DisplayText, title: String) {
    if isKept { return (.empty, "kept") }
    guard case .build(let layer?) = answer.build.decider else { return (.empty, answer.build.decider.title) }
    return (Marks.session(layer), Self.short(layer, in: environment.channel))
  }

  private static func short(_ layer: Layer, in channel: String?) -> String {
    switch layer {
    case .variableDefault: "default"
    case .manifestDefault(let channels), .importDefault(let channels):
      channels.isEmpty ? "default" : channel.flatMap { channels.containsName($0) ? $0 : nil } ?? channels[0]
    case .rollout(_, let branch), .experiment(_, let branch): branch
    case .edit: "edit"
    case .appSetting: layer.title
    }
  }

  /// A preference that only a test simulates.
  private var userNote: String? {
    answer.preference == nil && answer.userOnly.decider == .testOverride
      ? "t \(answer.userOnly.value?.word ?? "")" : nil
  }

  /// What is stored: set is marked, unset is a dot, and a line where there is nothing to store it under.
  private func stored(
    _ value: FlagValue?, exists: Bool, note: String? = nil, isIgnored: Bool = false, _ room: Int
  ) -> StyledLine {
    if let note { return StyledLine(DisplayText(note).truncated(to: room), .warning) }
    guard exists else { return StyledLine("–", .dim) }
    guard let value else {
      let isBroken = !answer.notes.isDisjoint(with: [.unreadableDebug, .unreadablePreference, .unknownOption])
      return isBroken ? StyledLine("!", .warning) : StyledLine("·", .dim)
    }
    let text = DisplayText(value.word).truncated(to: max(1, room - 2))
    return isIgnored
      ? StyledLine(of: ("!", .warning), (" ", .text), (text, .dim))
      : StyledLine(of: ("●", .override), (" ", .text), (text, .text.bold()))
  }

  private func result(_ result: FlagResult, _ room: Int) -> StyledLine {
    guard let value = result.value else { return StyledLine("·", .dim) }
    return StyledLine(DisplayText(value.word).truncated(to: room), Self.style(value))
  }

  private static func style(_ value: FlagValue) -> Style {
    switch value {
    case .on: .success
    case .off: .text
    case .option: .string
    }
  }
}

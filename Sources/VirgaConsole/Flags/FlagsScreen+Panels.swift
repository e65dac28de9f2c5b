import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaSession
import VirgaSource
import VirgaWorkbench

/// The panels of screen 2, and what common keys do with flags.
extension FlagsScreen: ConsoleScreen {
  static let path: ModelPath<FlagsScreen> = \.flags
  static let views: [any PanelView] = [FlagPanel(), FlagDetailPanel(), FlagKeys()]
  static let jumpsToBestMatch = true

  /// The list above the details, with the keys on their right in a wide terminal; a small terminal
  /// with few rows shows only the focused panel.
  func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle] {
    let isSmall = model.layout.arrangement == .onePanel
    let showsOnePanel = isSmall && body.rows < Self.minRowsOfTwoPanels
    // The panel of the keys cannot have the focus.
    if showsOnePanel { return [model.focus == .flag ? .flag : .flags: body] }
    let keyColumns = Self.keyColumns(in: body)
    let detailRows = detailRows(in: body)
    let below = body.bottom(detailRows)
    var areas: [Panel: Rectangle] = [
      .flags: body.droppingBottom(detailRows), .flag: below.droppingRight(keyColumns),
    ]
    if keyColumns > 0 { areas[.flagKeys] = below.right(keyColumns) }
    return areas
  }

  /// The rows of the details and the keys, below the list.
  private func detailRows(in body: Rectangle) -> Int {
    // The details get two fifths of the height, within bounds, and all rows that the list leaves.
    // They get these even if they do not need them: their lines change with each choice, and the
    // border must not move.
    let twoFifths = body.rows * 2 / 5
    let usualRows = min(max(twoFifths, Self.minDetailRows), Self.maxUsualDetailRows)
    let rowsOfItems = max(list.count, Self.minRowsOfItems)
    let rowsLeftByList = body.rows - (rowsOfItems + Self.rowsBesideItems)
    // Choosing a value can add a row to a subset such as the overridden flags, or remove one, so
    // the number of its rows must not decide where the border is.
    return subset == .all ? max(usualRows, rowsLeftByList) : usualRows
  }

  /// The width of the panel of keys: two fifths of the terminal, within bounds; 0 if the terminal
  /// is too narrow for the panel.
  private static func keyColumns(in body: Rectangle) -> Int {
    guard body.columns >= minColumnsWithKeys else { return 0 }
    let twoFifths = body.columns * 2 / 5
    return min(max(twoFifths, minKeyColumns), maxKeyColumns)
  }

  /// The bounds of the rows of the details, unless the list leaves them more.
  private static let minDetailRows = 6
  private static let maxUsualDetailRows = 14
  /// The bounds of the width of the panel of keys.
  private static let minKeyColumns = 46
  private static let maxKeyColumns = 60
  /// The fewest rows in which a small terminal shows the list and the details together.
  private static let minRowsOfTwoPanels = 14
  /// In a narrower terminal, the keys are not listed.
  private static let minColumnsWithKeys = 110
  /// The fewest rows of items, enough for the text of an empty list.
  private static let minRowsOfItems = 3
  /// The filter, the heads and the border of the list.
  private static let rowsBesideItems = 4

  /// `Tab` skips the panel of keys, which only informs.
  func isTabStop(_ panel: Panel, _ shared: Shared) -> Bool { panel != .flagKeys }

  /// The feature of the selected flag, or of the first flag below the selected heading.
  func feature(_ shared: Shared) -> String? {
    let item = list.selected ?? list.selectedHeading.flatMap { list.items(in: $0).first }
    return item?.flag?.definition.feature
  }

  /// The features of the marked flags, or else of the flag under the cursor.
  func features(_ shared: Shared) -> [String] {
    markedOrSelected(shared).compactMap(\.feature).withoutRepeats
  }

  func currentName(_ shared: Shared) -> String? { selectedFlag?.id }

  /// Goes to the list or clears its filter; if the list has the focus and no filter, lists all
  /// flags again.
  mutating func clear(_ shared: Shared) -> Outcome {
    let isFiltered = !list.filter.field.isEmpty
    if shared.focus != .flags || isFiltered { return clearList(shared) }
    subset = .all
    return []
  }

  // Copying flags.

  /// The part of the marked flags, or else of the flag under the cursor, that a person copies.
  ///
  /// The value is that of the first flag, as the check `buildAndUser` gives it; it is empty if an
  /// `options` flag has none.
  ///
  /// The commands set what the session stores for the flags; if it stores nothing, a single command
  /// explains the first flag.
  func copy(_ part: CopyPart, in model: Model) -> CopyResult {
    let copied = markedOrSelected(model.shared)
    guard let flags = model.sessionFlags, let first = copied.first else {
      return .nothing(.noFlagSelected)
    }
    let isOne = copied.count == 1
    switch part {
    case .value:
      return .text("the buildAndUser value of \(first.id)") {
        flags[first.id]?.buildAndUser.value?.word ?? ""
      }
    case .id:
      return .text(isOne ? "the id \(first.id)" : "\(copied.count) ids") {
        copied.map(\.id).joined(separator: "\n")
      }
    case .json:
      return .text(isOne ? "\(first.id) as JSON" : "\(copied.count) flags as JSON") {
        let objects = flags.resolved(copied.map(\.id)).map { FlagTable.table.json(of: $0) }
        let values = objects.map { JSONValue.object($0) }
        return (isOne ? values.first ?? .null : .array(values)).pretty()
      }
    case .command:
      return Self.copySettingCommands(of: copied, in: model)
        ?? Self.explainingCommand(of: first, in: model)
    }
  }

  /// Copies the commands that set what the session stores for some flags; nil if it stores nothing.
  private static func copySettingCommands(
    of flags: [FlagDefinition], in model: Model
  ) -> CopyResult? {
    let commands = flags.flatMap { settingCommands(of: $0, in: model) }
    guard !commands.isEmpty else { return nil }
    let verb = commands.count == 1 ? "the command that sets" : "the commands that set"
    let object = flags.count == 1 ? flags[0].id : "\(flags.count) flags"
    return .text("\(verb) \(object)") { commands.joined(separator: "\n") }
  }

  /// Copies the command that explains a flag, as in `virga flags get --session FILE -- ID`.
  private static func explainingCommand(of flag: FlagDefinition, in model: Model) -> CopyResult {
    .text("the command that explains \(flag.id)") {
      // After `--`, an id that begins with a dash is not read as an option.
      model.options.sessionCommand(
        ["flags", "get"], model.options.flagFileArguments + ["--", flag.id])
    }
  }

  /// The commands that set what the session stores for a flag, one for each layer.
  private static func settingCommands(of flag: FlagDefinition, in model: Model) -> [String] {
    flag.entryKeys.compactMap { key in
      // The kind of each of these keys is named as its layer, so only a key without a stored value
      // is left out.
      guard let value = model.session[key], let layer = FlagLayer(rawValue: key.kind.rawValue)
      else { return nil }
      return model.options.sessionCommand(
        ["flags", "set"],
        model.options.flagFileArguments + [
          "--layer", layer.rawValue, "--", flag.id, layer.text(of: value),
        ])
    }
  }
}

extension Panel {
  static let flags = Panel(name: "flags", screen: .flags, title: "Flags")
  static let flag = Panel(name: "flag", screen: .flags, title: "Flag")
  static let flagKeys = Panel(name: "flag-keys", screen: .flags, title: "Change")
}

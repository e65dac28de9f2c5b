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

  /// The list above the details, with the keys on their right in a wide terminal.
  func areas(in body: Rectangle, of model: Model) -> [Panel: Rectangle] {
    let isAlone = model.layout.arrangement == .alone
    if isAlone, body.rows < Self.minRowsOfTwoPanels {
      return [model.focus == .flag ? .flag : .flags: body]
    }
    // The panel of keys gets two fifths of the width, from 46 to 60 cells.
    let keys = body.columns >= Self.minColumnsWithKeys ? min(max(body.columns * 2 / 5, 46), 60) : 0
    // The details get two fifths of the height, from 6 to 18 rows, and more if the list leaves it.
    let usual = min(max(body.rows * 2 / 5, 6), 18)
    let left = body.rows - (list.count + Self.rowsBesideItems)
    let wanted = FlagDetailPanel().wantedRows(model, columns: body.columns - keys)
    let rows = max(usual, min(wanted, left))
    let below = body.bottom(rows)
    var areas: [Panel: Rectangle] = [
      .flags: body.droppingBottom(rows), .flag: below.droppingRight(keys),
    ]
    if keys > 0 { areas[.flagKeys] = below.right(keys) }
    return areas
  }

  /// In a lower terminal, the list and the details take turns.
  private static let minRowsOfTwoPanels = 14
  /// In a narrower terminal, the keys are not listed.
  private static let minColumnsWithKeys = 110
  /// The filter, the heads and the border of the list.
  private static let rowsBesideItems = 4

  func isOffered(_ panel: Panel, _ shared: Shared) -> Bool { panel != .flagKeys }

  /// The feature of the selected flag, or of the first flag below the selected heading.
  func feature(_ shared: Shared) -> String? {
    let item = list.selected ?? list.selectedHeading.flatMap { list.items(in: $0).first }
    return item?.flag?.definition.feature
  }

  func features(_ shared: Shared) -> [String] {
    subjects(shared).compactMap(\.feature).withoutRepeats
  }

  func currentName(_ shared: Shared) -> String? { selectedFlag?.id }

  /// Clears the list as on other screens; if its filter is empty already, lists all flags again.
  mutating func clear(_ shared: Shared) -> Outcome {
    let isFiltered = !list.filter.field.isEmpty
    if shared.focus != .flags || isFiltered { return clearList(shared) }
    subset = .all
    return []
  }

  // Copying flags.

  func copy(_ part: CopyPart, in model: Model) -> CopyResult {
    let subjects = subjects(model.shared)
    guard let flags = model.sessionFlags, let first = subjects.first else {
      return .nothing(.noFlagSelected)
    }
    let isOne = subjects.count == 1
    switch part {
    case .value:
      return .text("the buildAndUser value of \(first.id)") {
        flags[first.id]?.buildAndUser.value?.word ?? ""
      }
    case .id:
      return .text(isOne ? "the id \(first.id)" : "\(subjects.count) ids") {
        subjects.map(\.id).joined(separator: "\n")
      }
    case .json:
      return .text(isOne ? "\(first.id) as JSON" : "\(subjects.count) flags as JSON") {
        let objects = flags.resolved(subjects.map(\.id)).map { FlagTable.table.json(of: $0) }
        let values = objects.map { JSONValue.object($0) }
        return (isOne ? values.first ?? .null : .array(values)).pretty()
      }
    case .command:
      let lines = subjects.flatMap { Self.settings(of: $0, in: model) }
      guard lines.isEmpty else {
        let what = lines.count == 1 ? "the command that sets" : "the commands that set"
        return .text("\(what) \(isOne ? first.id : "\(subjects.count) flags")") {
          lines.joined(separator: "\n")
        }
      }
      return .text("the command that explains \(first.id)") {
        model.options.sessionCommand(
          ["flags", "get"], model.options.flagFileArguments + ["--", first.id])
      }
    }
  }

  /// The commands that set what the session stores for a flag, one for each layer.
  private static func settings(of flag: FlagDefinition, in model: Model) -> [String] {
    flag.entryKeys.compactMap { key in
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

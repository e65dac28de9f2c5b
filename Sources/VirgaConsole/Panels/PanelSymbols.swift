import VirgaCanvas
import VirgaExperiments

/// The marks before names; words and colors only supplement them.
enum PanelSymbols {
  /// The width of the cursor and selection mark before the text of every list.
  static let gutter = 2
  static let cursor: DisplayText = "▸"
  static let closed: DisplayText = "▸"
  static let open: DisplayText = "▾"
  static let changed: DisplayText = "~"
  static let problem: DisplayText = "!"
  static let overridden: DisplayText = "●"
  static let marked: DisplayText = "✓"
  static let draft: DisplayText = "✎"
  static let experiment: DisplayText = "◆"
  static let rollout: DisplayText = "◇"

  static func layer(_ layer: Layer?) -> (mark: DisplayText, style: Style)? {
    switch layer {
    case nil, .variableDefault: nil
    case .manifestDefault, .importDefault: (changed, .changed)
    case .rollout: (rollout, .accent)
    case .experiment: (experiment, .accent)
    case .edit, .appSetting: (overridden, .changed)
    }
  }
}

extension Layer {
  /// A higher layer overrides a lower one.
  var height: Int {
    switch self {
    case .variableDefault: 0
    case .manifestDefault: 1
    case .importDefault: 2
    case .rollout: 3
    case .experiment: 4
    case .edit: 5
    case .appSetting: 6
    }
  }
}

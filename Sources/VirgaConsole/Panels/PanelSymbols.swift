import VirgaCanvas
import VirgaExperiments
import VirgaSource

/// The marks before names; words and colors only supplement them.
enum PanelSymbols {
  /// The width of the cursor and selection mark before the text of every list.
  static let gutter = 2
  static let cursor: DisplayText = "▸"
  static let closed: DisplayText = "▸"
  static let open: DisplayText = "▾"
  static let changed: DisplayText = "~"
  static let problem: DisplayText = "!"
  /// In lists of problems, in which ``problem`` is an error.
  static let warning: DisplayText = "▲"
  static let hint: DisplayText = "i"
  static let overridden: DisplayText = "●"
  static let marked: DisplayText = "✓"
  static let draft: DisplayText = "✎"
  static let experiment: DisplayText = "◆"
  static let rollout: DisplayText = "◇"

  /// The mark of a layer and its style; nil for a definition's default, which has no mark, and
  /// without a layer, as for what is in an array.
  static func markAndStyle(of layer: Layer?) -> (mark: DisplayText, style: Style)? {
    switch layer {
    case nil, .objectDefault, .variableDefault: nil
    // A block of defaults changes what the definition says.
    case .manifestDefault, .importDefault: (changed, .changed)
    case .rollout: (rollout, .rollout)
    case .experiment: (experiment, .experiment)
    case .edit, .appSetting: (overridden, .override)
    }
  }
}

extension Layer {
  /// The rank of the layer's mark; a row of several values has the mark of the greatest rank.
  ///
  /// Layers with the same mark have the same rank, so this does not order all layers.
  var markRank: Int {
    switch self {
    case .objectDefault, .variableDefault: 0
    case .manifestDefault, .importDefault: 1
    case .rollout: 2
    case .experiment: 3
    case .edit, .appSetting: 4
    }
  }
}

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

  /// The mark of a layer, its style, and its height; nil for a definition's default, which has no
  /// mark.
  ///
  /// A layer of a greater height is above the others. Layers with the same mark have the same
  /// height.
  static func layer(_ layer: Layer?) -> (mark: DisplayText, style: Style, height: Int)? {
    switch layer {
    case nil, .objectDefault, .variableDefault: nil
    case .manifestDefault, .importDefault: (changed, .changed, 1)
    case .rollout: (rollout, .rollout, 2)
    case .experiment: (experiment, .experiment, 3)
    case .edit, .appSetting: (overridden, .override, 4)
    }
  }
}

extension Layer {
  /// The order of its mark: the layer of a greater height is above; 0 for a definition's default,
  /// which has no mark.
  var height: Int { PanelSymbols.layer(self)?.height ?? 0 }
}

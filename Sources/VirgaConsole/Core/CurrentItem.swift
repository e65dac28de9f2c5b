import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaWorkbench

/// The item under the cursor of the screen: a feature with the value in it, a flag or a recipe.
struct CurrentItem: Equatable, Sendable {
  /// The id of the feature or flag, or the slug of the recipe; nil on other screens.
  private let name: String?
  /// The path of the value; nil while the focus is on the list of features.
  private let path: String?

  /// The item under the cursor now.
  ///
  /// It is a value only while a panel beside the list of features has the focus: in the list, keys
  /// act on whole features.
  init(_ model: borrowing Model) {
    let isBesideFeatureList = model.screen == .features && model.focus != .features
    path = isBesideFeatureList ? Self.pathOfSelectedValue(in: model) : nil
    name = model.shownScreen.currentName(model.shared)
  }

  /// The path of the value under the cursor; nil while the values of another feature are loaded,
  /// which lasts until the next refresh.
  private static func pathOfSelectedValue(in model: borrowing Model) -> String? {
    let isUpToDate = model.features.values.featureID.isSameName(as: model.selectedFeature?.id)
    return isUpToDate ? model.features.values.selectedRow?.pathText : nil
  }

  /// The name and the path, as far as it has them.
  var names: [String] { [name, path].compactMap(\.self) }

  /// Moves the cursors of the shown screen to the item, if it still exists.
  func select(in model: inout Model) {
    guard let name else { return }
    model.screen.type.select(name, in: &model)
    // The value is selected second: selecting the feature loads its values.
    if let path, let parsedPath = try? JSONPath.parse(path) {
      _ = model.features.values.reveal(parsedPath)
    }
  }
}

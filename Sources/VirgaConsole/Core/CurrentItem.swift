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

  init(_ model: borrowing Model) {
    let isValue =
      model.screen == .features && model.focus != .features
      && model.features.values.featureID.isSameName(as: model.selectedFeature?.id)
    path = isValue ? model.features.values.selectedRow?.pathText : nil
    name = model.shownScreen.currentName(model.shared)
  }

  /// The name and the path, as far as it has them.
  var names: [String] { [name, path].compactMap(\.self) }

  /// Moves the cursors of the shown screen to the item, if it still exists.
  func select(in model: inout Model) {
    guard let name else { return }
    model.screen.type.select(name, in: &model)
    guard let path else { return }
    if let path = try? JSONPath.parse(path) { _ = model.features.values.reveal(path) }
  }
}

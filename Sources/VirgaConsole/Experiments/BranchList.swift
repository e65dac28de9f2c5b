import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

extension Picker {
  static func branches(in state: State) -> Picker {
    guard let feature = state.selectedFeature else { return Picker("Branches", lines: []) }
    let enrolled = state.session.enrollments
    let locale = state.session[.context, "locale"]?.stringValue
    var lines: [PickerLine] = []
    for recipe in state.layers.recipes(using: feature.id) {
      let active = enrolled.activeBranch(of: recipe.slug)
      let isForced = state.session[.branch, recipe.slug] != nil
      let taking = state.takeoverText(recipe, from: enrolled).map { "\($0); " } ?? ""
      for branch in recipe.branches {
        let config = (branch.features.last { $0.featureID.isSameName(as: feature.id) }?.value).map {
          recipe.localized($0, for: locale)
        }
        let isActive = active?.isSameName(as: branch.slug) == true
        let mark = !isActive ? "" : isForced ? "● forced" : recipe.isRollout ? "◇ enrolled" : "◆ enrolled"
        lines.append(
          PickerLine(
            invocation: Invocation("branch", "\(recipe.slug)=\(branch.slug)"), keys: DisplayText(mark),
            title: DisplayText("\(recipe.slug) · \(branch.slug)"),
            detail: DisplayText(taking + (config.map { ValueText.short(.object($0)) } ?? "leaves \(feature.id) alone")))
        )
      }
      if isForced {
        lines.append(
          PickerLine(
            invocation: Invocation("drop", "branch \(recipe.slug)"),
            title: DisplayText("\(recipe.slug) · let targeting and buckets decide")))
      }
    }
    let own = lines.firstIndex { !$0.keys.isEmpty } ?? 0
    return Picker("Branches for \(feature.id)", lines: lines, cursor: own)
  }
}

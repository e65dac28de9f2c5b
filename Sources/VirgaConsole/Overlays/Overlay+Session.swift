import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession

extension Overlay {
  /// Every override; choosing one drops it.
  static func overrides(in state: State) -> Overlay {
    Overlay(.choice("Overrides: Enter drops one"), lines: overrideLines(in: state))
  }

  /// Asks whether all overrides are to be dropped, and shows which they are.
  static func dropping(in state: State) -> Overlay {
    let count = state.session.overrideCount
    let title = count == 1 ? "drop the override" : "drop all \(count) overrides"
    let answer = Line(
      invocation: Invocation("drop-all", "yes"), keys: "all", title: DisplayText(title), detail: "u brings them back",
      applies: true)
    return Overlay(.choice("Drop overrides"), lines: [answer] + overrideLines(in: state))
  }

  private static func overrideLines(in state: State) -> [Line] {
    state.session.overrides.map { key in
      let value = state.session[key] ?? .null
      let detail = key.kind == .branch ? "" : ValueText.short(value)
      return Line(
        invocation: Invocation("drop-override", "\(key.kind.rawValue) \(key.name)"), keys: DisplayText(key.kind.title),
        title: DisplayText(key.kind == .branch ? key.words(value) : key.name), detail: DisplayText(detail),
        applies: true)
    }
  }

  /// The branches of all recipes that use the selected feature.
  static func branches(in state: State) -> Overlay {
    guard let feature = state.selectedFeature else { return Overlay(.choice("Branches"), lines: []) }
    let enrolled = state.session.enrollments
    let locale = state.session[.context, "locale"]?.stringValue
    var lines: [Line] = []
    for recipe in state.layers.recipes(using: feature.id) {
      let active = enrolled.activeBranch(of: recipe.slug)
      let isForced = state.session[.branch, recipe.slug] != nil
      for branch in recipe.branches {
        let config = (branch.features.last { $0.featureID == feature.id }?.value).map {
          recipe.localized($0, for: locale)
        }
        let mark = branch.slug != active ? "" : isForced ? "● forced" : recipe.isRollout ? "◇ enrolled" : "◆ enrolled"
        lines.append(
          Line(
            invocation: Invocation("branch", "\(recipe.slug)=\(branch.slug)"), keys: DisplayText(mark),
            title: DisplayText("\(recipe.slug) · \(branch.slug)"),
            detail: DisplayText(config.map { ValueText.short(.object($0)) } ?? "leaves \(feature.id) alone"),
            applies: true))
      }
      if isForced {
        lines.append(
          Line(
            invocation: Invocation("drop-override", "branch \(recipe.slug)"), keys: "",
            title: DisplayText("\(recipe.slug) · let targeting and buckets decide"), detail: "", applies: true))
      }
    }
    return Overlay(.choice("Branches for \(feature.id)"), lines: lines)
  }
}

import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource

extension Overlay {
  /// Every override; choosing one drops it.
  static func overrides(in state: State) -> Overlay {
    Overlay(.choice("Overrides: Enter drops one"), lines: lines(of: state.session.overrides, in: state))
  }

  /// Asks whether all overrides are to be dropped, and shows which they are.
  static func dropping(in state: State) -> Overlay {
    let keys = state.session.overrides
    let title = keys.count == 1 ? "Drop the override" : "Drop all \(keys.count) overrides"
    return confirming(title, Invocation("drop-all", "yes"), keys, in: state)
  }

  /// Asks whether what nothing keeps is to be lost, and shows what that is; nil where it is nothing.
  static func leaving(in state: State) -> Overlay? {
    let (keys, drafts) = (state.session.overrides, state.unapplied)
    let counts = [(keys.count, "override"), (drafts.count, "draft")].filter { $0.0 > 0 }
    guard !counts.isEmpty else { return nil }
    let answers = [
      Line(
        invocation: Invocation("session-export"), keys: "", title: "write the session to a file first",
        detail: "session-import reads it again; Esc stays", applies: true),
      Line(
        invocation: Invocation("quit", "yes"), keys: "", title: "leave", detail: "the session is in memory only",
        applies: true),
    ]
    let lost =
      lines(of: keys, in: state)
      + drafts.map { Line(keys: "draft", title: DisplayText($0), detail: "a text that is not applied", applies: false) }
    let informing = lost.map { line in
      Line(keys: line.keys, title: line.title, detail: line.detail, applies: false)
    }
    let what = counts.map { $0.0.counted($0.1) }.joined(separator: " and ")
    return Overlay(.choice("Leave and lose \(what)?"), lines: answers + informing)
  }

  /// Asks whether overrides are to be dropped, and shows which they are; each can be dropped alone.
  static func confirming(_ title: String, _ answer: Invocation, _ keys: [EntryKey], in state: State) -> Overlay {
    let yes = Line(
      invocation: answer, keys: "yes", title: DisplayText(keys.count == 1 ? "drop it" : "drop all \(keys.count)"),
      detail: "u brings them back", applies: true)
    return Overlay(.choice(title), lines: [yes] + lines(of: keys, in: state))
  }

  private static func lines(of keys: [EntryKey], in state: State) -> [Line] {
    keys.map { key in
      let value = state.session[key] ?? .null
      let detail = state.orphans[key].map { "! \($0)" } ?? (key.kind == .branch ? "" : ValueText.short(value))
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

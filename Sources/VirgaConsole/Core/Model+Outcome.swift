import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

// What commands ask for is done here: operations on the session, and going elsewhere.
extension Model {
  /// Does what an outcome asks for: an operation, a change of the focus, other commands.
  ///
  /// Returns what the caller still has to handle: `done` with effects and a message, `refused`, or
  /// `asks` with a question.
  mutating func carryOut(_ outcome: Outcome) -> Outcome {
    switch outcome {
    case .done, .refused, .asks: return outcome
    // Becomes `asks`, with a list that closes when the selection changes.
    case .asksAboutSelection(let make): return askAboutSelection(make)
    case .performs(let make): return perform(make)
    case .keepsDraft(let draft): return storeDraft(draft)
    case .focuses(let panel, let rest):
      show(panel.screen)
      shared.focus = panel
      return carryOut(rest)
    case .goes(let target): return go(to: target)
    case .runs(let invocations): return runAll(invocations)
    case .continues(let first, let follow):
      let done = carryOut(first)
      return carryOut(follow(&self, done))
    }
  }

  /// Stores a draft, a config text that is not applied, in the session with its base, the config
  /// that the text started from; removes both if the draft has no text.
  private mutating func storeDraft(_ draft: KeptDraft) -> Outcome {
    guard let branchFeature = draft.config.branchFeature else {
      // The draft of an edit; drafts of branches are stored in another kind of entry.
      let feature = draft.config.feature
      shared.session.keepDraft(draft.text, of: feature, over: draft.base)
      return [.keepDraft(draft.text, feature: feature, over: draft.base)]
    }
    let textWithBase = draft.text.map {
      BranchDraft($0, of: branchFeature, startedFrom: draft.base).json
    }
    shared.session.set(branchFeature.draftKey, to: textWithBase)
    return [.keepEntry(branchFeature.draftKey, textWithBase)]
  }

  /// Runs commands one after the other; returns the effects of all with the message of the last
  /// one.
  ///
  /// The others only prepare the last one, as by selecting a feature before a value in it; their
  /// messages and refusals are not shown, and a refused one does not stop those after it. If the
  /// last one is refused or asks a question, returns only that, without the effects of the others.
  private mutating func runAll(_ invocations: [Invocation]) -> Outcome {
    var effects: [Effect] = []
    var last: Outcome = []
    for invocation in invocations {
      last = run(invocation)
      effects += last.effects
    }
    if case .done(_, let message) = last { return .done(effects, saying: message) }
    return last
  }

  /// Shows screen 1 with the target's feature selected, and the first of the target's values that
  /// the feature has.
  ///
  /// Until a manifest is loaded, only remembers the feature, which is selected once it is loaded.
  private mutating func go(to target: ValueTarget) -> Outcome {
    guard let manifest = workspace.manifest else {
      shared.startup.feature = target.feature
      show(.features)
      return []
    }
    guard manifest.feature(target.feature) != nil else {
      return .refused(.unknown("feature", target.feature, among: manifest.features.map(\.id)))
    }
    show(.features)
    features.select(target.feature, shared)
    let isFound = selectFirstValue(of: target)
    // If the target names no panel, the one that last had the focus on screen 1 has it now.
    let panelWithoutValue = target.panelWithoutValue ?? focus
    shared.focus = isFound ? .values : panelWithoutValue
    let isMissing = !isFound && !target.paths.isEmpty
    return .done(saying: isMissing ? target.messageIfMissing : target.messageIfFound)
  }

  /// Selects the first of the target's values that the selected feature has; returns whether it has
  /// one.
  private mutating func selectFirstValue(of target: ValueTarget) -> Bool {
    // Revealing a value selects it, and returns false if the feature lacks it.
    target.paths.contains { features.values.reveal($0) }
  }
}

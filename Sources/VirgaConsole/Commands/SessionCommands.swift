import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaSource
import VirgaWorkbench

enum SessionCommands {
  static let all: [Command] = [
    Command("undo", "undo") { model, argument in model.undo(argument) }
      .keys("u").argument(.text, suffices: true).mutating().hint(.seventh)
      .when({ $0.session.undoable?.label }, else: .nothingToUndo)
      .help(
        "Undoes the last change, even from before a restart; undo edit homescreen only if it changed that edit."
      ),
    Command("redo", "redo") { model, argument in model.undo(argument, redoing: true) }
      .keys("U").argument(.text, suffices: true).mutating()
      .when({ $0.session.redoable?.label }, else: .nothingToRedo)
      .help("Redoes the last undone change."),
    Command("perform", "perform an operation", run: perform)
      .argument(.text).mutating()
      .help(
        "Takes an operation as JSON, as an exported session lists it: a label, changes and events. Makes them as one undo step, without evaluating recipes."
      ),
    Command("expose", "expose the feature now", run: expose)
      .keys("x").near(.screen(.experiments), hint: .third).argument(.feature, suffices: true)
      .mutating()
      .hint(.seldom)
      .short("expose")
      .when { model in
        switch model.shownScreen.featuresToExpose(model.shared) {
        case .success(let ids): .applies(ids.count == 1 ? ids[0] : "\(ids.count) features")
        case .failure(let refusal): .refused(.refusal(refusal))
        }
      }
      .help(
        "Records that the client could first be affected by the feature (or by those of all marked items), or why no exposure is recorded."
      ),
    Command("drop-all", "drop all overrides …") { model, _ in model.perform { try $0.dropAll() } }
      .keys("D").argument(.text, suffices: true).mutating()
      .when { model in
        let (overrides, client) = (
          model.session.overrideCount, model.clientChanges.all.count
        )
        if overrides > 0 { return .applies("\(overrides)") }
        return .refused(
          client == 0
            ? .noOverrides : .onlyClientChanges(client, reset: model.keyName(of: "overrides")))
      }
      .asks { model, _ in
        let keys = model.session.overrides
        let asked = keys.count == 1 ? "Drop the override" : "Drop all \(keys.count) overrides"
        return .dropping(keys, by: "drop-all", asking: asked, in: model)
      }
      .help(
        "Clears all overrides; changes of the client stay until reset-client all resets them. Asks first; drop-all yes does not ask. You can undo it."
      ),
    Command("overrides", "list the overrides") { model in
      return .asks(OverrideList.picker)
    }
    .keys("O")
    .when { model in
      let (overrides, client) = (
        model.session.overrideCount, model.clientChanges.all.count
      )
      if client > 0 {
        return .applies("\(overrides.pluralizing("override")), \(client) of the client")
      }
      return overrides == 0 ? .refused(.noOverrides) : .applies("\(overrides)")
    }
    .help(
      "Lists all overrides and client changes of the session; Enter drops or resets the one under the cursor."
    ),
    Command("reset-client", "reset changes of the client", run: OverrideList.resetClient)
      .argument(.described { model, _ in OverrideList.resetCompletions(in: model) }, suffices: true)
      .prompts().mutating()
      .when { .counting($0.clientChanges.all.count, "change", else: .noClientChanges) }
      .help(
        "Resets changed attributes, clock, participation and behavioral events; reset-client all resets all of them."
      ),
  ]

  /// Exposes a feature; without a name, the features of the marked items or the one under the
  /// cursor.
  private static func expose(_ model: inout Model, _ name: String) -> Outcome {
    // If a name is missing and the screen has nothing to expose, the command was refused before.
    let selectedIDs = (try? model.shownScreen.featuresToExpose(model.shared).get()) ?? []
    let ids = name.isEmpty ? selectedIDs : [name]
    guard let id = ids.first else { return [] }
    // The label of the operation names a single feature, but only counts several.
    let outcome = model.perform { try ids.count == 1 ? $0.expose(id) : $0.expose(ids) }
    // Exposing changes no entry, so each event is the exposure of a feature.
    guard let exposures = outcome.operation?.events, let first = exposures.first else {
      return outcome
    }
    let recorded = exposures.count { $0.suppressed == nil }
    let message =
      ids.count == 1
      ? messageOfExposure(first, of: id)
      : StatusMessage.exposed(
        ids.count, recorded: recorded, suppressed: exposures.count - recorded)
    return outcome.saying(message)
  }

  /// What to say about the exposure of a single feature; if it does not count, why.
  private static func messageOfExposure(
    _ exposure: SessionEvent, of feature: String
  ) -> StatusMessage {
    if let reason = exposure.suppressed { return .notExposed(reason) }
    return .exposed(feature, slug: exposure.slug, branch: exposure.branch)
  }

  /// Performs an operation that is given as JSON; text that is not an object is refused like an
  /// object without members.
  @Sendable private static func perform(_ model: inout Model, _ argument: String) -> Outcome {
    let json = (try? JSONValue.parse(argument))?.objectValue ?? [:]
    return model.perform { try $0.operation(repeating: json) }
  }
}

import VirgaCanvas

extension Overlay {
  /// What the signs beside names and values mean, as the last section of the list of keys.
  static func legend(in state: State) -> [Line] {
    let (drop, overrides) = (state.keyName(of: "drop"), state.keyName(of: "overrides"))
    let signs: [(DisplayText, DisplayText, String)] = [
      (Marks.cursor, "cursor, or closed", "at the edge the cursor; before a name something stands under it"),
      (Marks.cursor, "channel on screen", "over a column of the matrix"),
      (Marks.open, "open", "what stands under the name is listed"),
      (Marks.changed, "changed by the manifest", "by a default for this channel, or by who imports the feature"),
      (Marks.experiment, "experiment", "the client is in a branch that sets it"),
      (Marks.rollout, "rollout", "the client is in one that sets it"),
      (Marks.overridden, "overridden", "in this session: \(drop) drops it, \(overrides) lists them all"),
      (Marks.draft, "draft", "a text of the config editor that is not applied"),
      (Marks.problem, "problem", "\(state.keyName(of: "next-problem")) goes to it"),
      (Marks.marked, "marked", "what is done next is done to all that are"),
      ("*", "client changed", "attributes, clock or events of the client were changed: \(overrides) lists them"),
      ("·", "unset", "nobody chose anything"),
      ("–", "does not apply", "there is nothing to choose or to show"),
      ("→", "looked at", "the targeting of the recipe reads this attribute"),
      ("✗", "decides", "this attribute keeps the client out of the recipe"),
    ]
    return [.heading("signs")]
      + signs.map { Line(keys: $0, title: $1, detail: DisplayText($2), applies: true) }
  }
}

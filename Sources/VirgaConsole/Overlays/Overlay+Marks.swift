import VirgaCanvas

extension Overlay {
  /// What the signs beside names and values mean, as the last section of the list of keys.
  static let legend: [Line] =
    [.heading("signs")]
    + [
      (Marks.cursor, "cursor, or closed", "at the edge the cursor; before a name something stands under it"),
      (Marks.cursor, "channel on screen", "over a column of the matrix"),
      (Marks.open, "open", "what stands under the name is listed"),
      (Marks.changed, "changed by the manifest", "by a default for this channel, or by who imports the feature"),
      (Marks.experiment, "experiment", "the client is in a branch that sets it"),
      (Marks.rollout, "rollout", "the client is in one that sets it"),
      (Marks.overridden, "overridden", "in this session: d drops it, O lists them all"),
      (Marks.draft, "draft", "a text of the config editor that is not applied"),
      (Marks.problem, "problem", "F8 goes to it"),
      (Marks.marked, "marked", "what is done next is done to all that are"),
      ("*", "client changed", "attributes, clock or events of the client were changed: O lists them"),
      ("·", "unset", "nobody chose anything"),
      ("–", "does not apply", "there is nothing to choose or to show"),
      ("→", "looked at", "the targeting of the recipe reads this attribute"),
      ("✗", "decides", "this attribute keeps the client out of the recipe"),
    ].map { sign, title, meaning in Line(keys: sign, title: title, detail: meaning, applies: true) }
}

import VirgaSession

extension SessionOperation {
  /// The label in past tense: `drop the edit of search` becomes `dropped …`.
  var done: String {
    let verb = String(label.prefix { $0 != " " })
    return (Self.pasts[verb] ?? verb) + label.dropFirst(verb.count)
  }

  /// The past tense of each verb, if it differs.
  private static let pasts = [
    "clear": "cleared", "discard": "discarded", "draw": "drew", "drop": "dropped", "end": "ended", "enroll": "enrolled",
    "evaluate": "evaluated", "expose": "exposed", "fit": "fitted", "force": "forced", "import": "imported",
    "keep": "kept", "leave": "left", "load": "loaded", "lock": "locked", "move": "moved", "opt": "opted",
    "record": "recorded", "remove": "removed", "replace": "replaced", "take": "took", "try": "tried",
    "unlock": "unlocked",
  ]
}

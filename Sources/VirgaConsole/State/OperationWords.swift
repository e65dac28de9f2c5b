import VirgaSession

extension SessionOperation {
  /// What was done, where the label says what undo would take back: `drop the edit of search` becomes `dropped …`.
  var done: String {
    guard let verb = label.split(separator: " ", maxSplits: 1).first.map(String.init), let past = Self.pasts[verb]
    else {
      return label
    }
    return past + label.dropFirst(verb.count)
  }

  /// What each verb of a label was; those that are the same in the past are not listed.
  private static let pasts = [
    "clear": "cleared", "discard": "discarded", "draw": "drew", "drop": "dropped", "end": "ended", "enroll": "enrolled",
    "evaluate": "evaluated", "expose": "exposed", "fit": "fitted", "force": "forced", "import": "imported",
    "keep": "kept", "leave": "left", "load": "loaded", "lock": "locked", "move": "moved", "opt": "opted",
    "record": "recorded", "remove": "removed", "replace": "replaced", "take": "took", "try": "tried",
    "unlock": "unlocked",
  ]
}

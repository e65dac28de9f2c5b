import VirgaTargeting

/// The guided tour of the embedded demo: captions, and the commands to run.
package enum Tour {
  package struct Stop: Sendable {
    /// The name of the stop, also used for the pictures of the README.
    package var name: String
    /// The caption; a command in braces is replaced by its key.
    package var caption: String
    /// The commands to run at the stop.
    package var lines: [String]

    /// A stop with its commands, one for each of `lines`.
    init(_ name: String, _ caption: String, _ lines: String...) {
      self.name = name
      self.caption = caption
      self.lines = lines
    }
  }

  /// 2026-04-01T12:00:00Z, in seconds since 1970.
  private static let secondsAtFirstStop: Int64 = 1_775_044_800

  /// The time at a stop, a minute after that of the stop before; fixed so that a tour always looks
  /// the same.
  ///
  /// - Parameter index: The number of stops before it.
  static func time(ofStop index: Int) -> Instant {
    let secondsBetweenStops: Int64 = 60
    return Instant(seconds: secondsAtFirstStop + secondsBetweenStops * Int64(index))
  }

  package static let stops = [
    Stop(
      "first",
      "This is a feature manifest: every part of a browser that an experiment can vary. A ~ marks the features that "
        + "this channel changes.",
      "features", "channel nightly", "select homescreen"),
    Stop(
      "features",
      "On the right are the values for nightly, each with the layer that set it. Below are details of the one under "
        + "the cursor: stories (pocket) are on, because the manifest turns them on for nightly.",
      "open", "go sections-enabled.pocket"),
    Stop(
      "release",
      "In release only the variable default sets it, so it is off: here is the reason, with file and line.",
      "channel release"),
    Stop(
      "value",
      "{toggle} toggles a Boolean, and {edit-value} sets any other value. That is an edit: a layer above experiments, only in your session. "
        + "The first line counts it.",
      "channel nightly", "go pinned-limit", "set pinned-limit 10"),
    Stop(
      "completion",
      "{edit} opens the edit as text. As you type, it lists and describes what the manifest allows at the "
        + "cursor; {take-completion} accepts one.",
      "edit", "select-text", "delete-back", "type {", "break-line", "type \"sections-enabled\": {",
      "break-line",
      "type \""),
    Stop(
      "editor",
      "Problems are marked in the text and explained below it. {next-edit-problem} goes to the next one, and "
        + "nothing is applied until all are fixed.",
      "take-completion", "select-text", "delete-back",
      "type {\"sections-enabled\": {\"pocket\": false}, \"pinned-limt\": 6}",
      "format-edit"),
    Stop(
      "fixing",
      "{complete} on a problem lists its fixes first.",
      "next-edit-problem", "complete"),
    Stop(
      "fixed",
      "{apply-edit} applied the text and closed the editor, and {undo} undoes any step. The cursor is on the first value "
        + "that changed, and the details have its layers.",
      "take-completion", "apply-edit"),
    Stop(
      "three-checks",
      "Screen 2 lists every flag with its three checks: what the build says, what the user chose, and both together.",
      "flags", "select-flag sentFromCirrus"),
    Stop(
      "flags",
      "Switched off as a user: buildOnly stays on, userOnly and buildAndUser go off, and the sentence below says why.",
      "choose-value off"),
    Stop(
      "matrix",
      "Screen 3 shows channels side by side, and only what differs; {go-to-cell} goes to the value, {only-differences} shows all values. "
        + "Below, the layers of the cell under the cursor.",
      "channels", "filter homescreen", "line 2", "next-column"),
    Stop(
      "experiments",
      "Screen 4: why is this client not in the experiment? The deciding part of the targeting is marked: its region is "
        + "neither of the two.",
      "experiments", "recipe share-sheet-2026", "open-recipe", "filter decides", "clear"),
    Stop(
      "enrolled",
      "{edit-context} changes the context: in the US the client enrolls, and its draw selects the branch.",
      "set-context region US"),
    Stop(
      "branches",
      "{force-branch} forces a branch of any recipe with its whole config, ignoring targeting and buckets.",
      "recipe homepage-order-2026", "focus branches",
      "force-branch homepage-order-2026 treatment-b", "last"),
    Stop(
      "forced",
      "Back on screen 1: ◆ values come from that branch, a ● from your own edit above it. {drop} drops what is under the cursor, "
        + "{overrides} lists all overrides.",
      "features", "select homescreen", "go sections-enabled.pocket"),
    Stop(
      "events",
      "Screen 5 lists what happens as it happens. {expose} exposes a feature: homescreen with its recipe and branch, while for zoom, "
        + "which no recipe configures now, nothing is recorded, and the log says why.",
      "expose homescreen", "expose zoom", "events", "last"),
    Stop(
      "hand-off",
      "{hand-off} exports the session as launch arguments, a deep link or a file, for the app on a colleague's phone.",
      "hand-off"),
    Stop(
      "help",
      "{help} lists what you can do here, and why some commands are disabled; {command} runs any command by name. {close-list} closes the list, and the console is yours.",
      "close-list", "features", "help"),
  ]
}

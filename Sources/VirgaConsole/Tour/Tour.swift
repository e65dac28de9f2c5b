package import VirgaTargeting

/// A guided tour of the console: captions, and the commands to run.
package struct Tour: Sendable {
  /// A stop of the tour.
  package struct Stop: Sendable {
    /// The name of the stop, also used for the pictures of the README.
    package var name: String
    /// The caption; a command in braces is replaced by its key.
    package var caption: String
    /// The commands to run at the stop.
    package var lines: [String]

    init(_ name: String, _ caption: String, _ lines: String...) {
      self.name = name
      self.caption = caption
      self.lines = lines
    }
  }

  /// The stops, in order.
  package var stops: [Stop]

  /// The time at a stop, fixed so that a tour always looks the same.
  package static func time(ofStop place: Int) -> Instant { Instant(seconds: 1_775_044_800 + 60 * Int64(place)) }

  /// The tour of the embedded demo.
  package static let demo = Tour(stops: lookingAround + editing + flagsAndChannels + experiments)

  private static let lookingAround = [
    Stop(
      "first",
      "This is a feature manifest: every part of a browser that an experiment can vary. A ~ marks the features that "
        + "this channel changes.",
      "features", "channel nightly", "select homescreen"),
    Stop(
      "features",
      "At the right stand the values that hold in nightly, each with the layer that set it. Below, more about the one under "
        + "the cursor: stories (pocket) are on, and would be off without what the manifest sets for nightly.",
      "open", "go sections-enabled.pocket"),
    Stop(
      "release",
      "In release no layer but the default sets it, so it is off there: that is the reason, with file and line.",
      "channel release"),
  ]

  private static let editing = [
    Stop(
      "value",
      "{toggle} switches a value, and {edit-value} sets any other one. That is an edit: a layer over all others, in your session alone. "
        + "The first line counts it.",
      "channel nightly", "go pinned-limit", "set pinned-limit 10"),
    Stop(
      "completion",
      "{edit} opens the edit as text. As you type, what the manifest allows at the cursor is listed, each with what it "
        + "is; {take-completion} takes one.",
      "edit", "select-text", "delete-back", "type {", "break-line", "type \"sections-enabled\": {", "break-line",
      "type \""),
    Stop(
      "editor",
      "A problem is marked where it stands, and said below in words. {next-edit-problem} goes to the next one, and "
        + "nothing is applied until all are mended.",
      "take-completion", "select-text", "delete-back",
      "type {\"sections-enabled\": {\"pocket\": false}, \"pinned-limt\": 6}",
      "format-edit"),
    Stop(
      "mending",
      "{complete} on a problem lists what mends it first.",
      "next-edit-problem", "complete"),
    Stop(
      "mended",
      "{apply-edit} applied the text and left it, and {undo} takes back any step. Where there is room, what the text makes of the "
        + "feature stands below the values.",
      "take-completion", "apply-edit"),
  ]

  private static let flagsAndChannels = [
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
      "Screen 3 shows channels side by side, and only what differs; {go-to-cell} goes to the value, {only-differences} shows what is alike as well. "
        + "Below, the layers of the cell under the cursor.",
      "channels", "filter homescreen", "line 2", "next-column"),
  ]

  private static let experiments = [
    Stop(
      "experiments",
      "Screen 4: why is this client not in the experiment? The part of the targeting that decides is marked: its region is "
        + "none of the two.",
      "experiments", "recipe share-sheet-2026", "open-recipe"),
    Stop(
      "enrolled",
      "So the context is changed, {edit-context} does that: from the US the client is in it, and a draw by buckets chose its branch.",
      "set-context region US"),
    Stop(
      "branches",
      "{force-branch} forces a branch of any recipe, whatever targeting and buckets say, and its whole config comes along.",
      "recipe homepage-order-2026", "focus branches", "force-branch homepage-order-2026 treatment-b"),
    Stop(
      "forced",
      "Back on screen 1: ◆ values come from that branch, a ● from your own edit above it. {drop} drops what is under the cursor, "
        + "{overrides} lists all overrides.",
      "features", "select homescreen", "go section-order"),
    Stop(
      "events",
      "Screen 5 lists what happens as it happens. {expose} exposes a feature: homescreen with its recipe and branch, while for zoom, "
        + "which no recipe changes now, nothing is recorded, and the log says why.",
      "expose homescreen", "expose zoom", "events", "last"),
    Stop(
      "hand-off",
      "{hand-off} hands the session on: as launch arguments, deep link or file, for the app on a colleague's phone.",
      "hand-off"),
    Stop(
      "help",
      "{help} lists what can be done wherever you are, and why not; {command} runs any command by its name. {close-list} closes the list, and the console is yours.",
      "close-list", "features", "help"),
  ]
}

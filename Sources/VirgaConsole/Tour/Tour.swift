/// A guided tour of the console: what is said, and what is done while it is read.
package struct Tour: Sendable {
  /// A stop of the tour.
  package struct Stop: Sendable {
    /// What is said.
    package var caption: String
    /// The commands that are run when the stop is reached.
    package var lines: [String]
  }

  /// The stops, in order.
  package var stops: [Stop]

  /// The tour of the embedded demo.
  package static let demo = Tour(stops: [
    Stop(
      caption: "This is a feature manifest: every part of the app that an experiment can vary.",
      lines: ["features", "select homescreen"]),
    Stop(
      caption: "At the right are the values that hold in this channel, each with the layer that set it.",
      lines: ["channel nightly", "open", "go sections-enabled.pocket"]),
    Stop(
      caption: "Below stand the value in every channel and its layers, the last one wins.", lines: ["provenance"]),
    Stop(caption: "In release the same value is another one.", lines: ["channel release"]),
    Stop(
      caption: "Screen 3 shows channels side by side, the differences first.",
      lines: ["channels", "filter homescreen"]),
    Stop(
      caption: "Arrows go from column to column; = shows what is alike as well.", lines: ["next-column", "next-column"]),
    Stop(
      caption: "Screen 5 lists what happens as it happens: exposures, enrollments, changes.",
      lines: ["events"]),
    Stop(
      caption: "? lists what can be done here; : runs any command by its name. The console is yours now.",
      lines: ["features", "channel nightly"]),
  ])
}

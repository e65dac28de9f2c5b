import VirgaCanvas
import VirgaConsole
import VirgaFiles
import VirgaManifest

/// Screen 3 with 10,000 features in four channels, without a terminal.
enum MatrixRows {
  private static let size = Size(columns: 200, rows: 60)

  static func rows(_ patience: Patience) -> [Row] {
    [
      Row("compare all channels, beside the keys", on: "10k features", .milliseconds) {
        ordered.map { _, order in patience.time { keep(order.run()) } }
      },
      row("open the matrix", patience, ["1", "3"]),
      row("matrix: down", patience, ["Down", "Up"]),
      row("matrix: page down", patience, ["PageDown", "PageUp"]),
      row("matrix: next column", patience, ["l", "h"]),
      row("matrix: every value or only differences", patience, ["="]),
      row("matrix: drop and add a column", patience, ["-", "a", "Enter"]),
      row("matrix: filter letter", patience, ["/", "b", "u", "Backspace", "Backspace", "Esc"]),
    ]
  }

  /// A state that waits for its comparison, and the comparison's job.
  private static var ordered: (State, Background<ComparisonRequest, ComparedFeatures>.Job)? {
    let files = FileReading.memory(["/m.fml.yaml": Array(GeneratedManifest(features: 10_000).text.utf8)])
    guard let manifest = try? ManifestLoader(files: files, workingFolder: "/").load("m.fml.yaml") else { return nil }
    var state = State(size: size)
    _ = update(&state, .loaded(manifest, []))
    for case .compare(let order) in update(&state, .command("channels")) { return (state, order) }
    return nil
  }

  /// The mean of a key sequence that restores the state.
  private static func row(_ task: String, _ patience: Patience, _ keys: [KeyPress]) -> Row {
    Row("update and frame: \(task)", on: "10k features \(size)", .milliseconds, .below(.figure(100))) {
      guard let (waiting, order) = ordered else { return nil }
      var state = waiting
      _ = update(&state, .compared(order.run()))
      return patience.time {
        for key in keys {
          _ = update(&state, .terminal(.key(key)))
          keep(frame(of: state))
        }
      } / Double(keys.count)
    }
  }
}

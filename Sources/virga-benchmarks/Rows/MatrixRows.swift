import VirgaCanvas
import VirgaConsole
import VirgaFiles
import VirgaManifest

/// Screen 3 with 10,000 features in four channels, without a terminal.
enum MatrixRows {
  private static let size = Size(columns: 200, rows: 60)

  static func rows(_ sampling: Sampling) -> [Row] {
    [
      Row("compare all channels, beside the keys", on: "10k features", .milliseconds) {
        ordered.map { _, job in sampling.time { keep(job.run()) } }
      },
      row("open the matrix", sampling, ["1", "3"]),
      row("matrix: down", sampling, ["Down", "Up"]),
      row("matrix: page down", sampling, ["PageDown", "PageUp"]),
      row("matrix: next column", sampling, ["l", "h"]),
      row("matrix: every value or only differences", sampling, ["="]),
      row("matrix: drop and add a column", sampling, ["-", "a", "Enter"]),
      row("matrix: filter letter", sampling, ["/", "b", "u", "Backspace", "Backspace", "Esc"]),
    ]
  }

  /// A state that waits for its comparison, and the comparison's job.
  private static var ordered: (Model, Background<[ComparisonColumn], ComparedFeatures>.Job)? {
    let files = FileReading.memory(["/m.fml.yaml": Array(GeneratedManifest(features: 10_000).text.utf8)])
    guard let manifest = try? ManifestLoader(files: files, workingFolder: "/").load("m.fml.yaml") else { return nil }
    var model = Model(size: size)
    _ = update(&model, .loaded(manifest, []))
    for case .compare(let job) in update(&model, .command("channels")) { return (model, job) }
    return nil
  }

  /// The mean of a key sequence that restores the state.
  private static func row(_ task: String, _ sampling: Sampling, _ keys: [KeyPress]) -> Row {
    Row("update and frame: \(task)", on: "10k features \(size)", .milliseconds, .below(.figure(100))) {
      guard let (waiting, job) = ordered else { return nil }
      var model = waiting
      _ = update(&model, .compared(job.run()))
      return sampling.time {
        for key in keys {
          _ = update(&model, .terminal(.key(key)))
          keep(frame(of: model))
        }
      } / Double(keys.count)
    }
  }
}

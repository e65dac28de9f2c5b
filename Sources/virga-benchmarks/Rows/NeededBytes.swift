import VirgaCanvas
import VirgaConsole
import VirgaManifest

/// The minimum output for a terminal.
///
/// Per run of changed cells that is a cursor movement, the style if it changes, and the text.
enum NeededBytes {
  /// The median for a key sequence that restores the state; nil if nothing changes.
  static func median(of keys: [KeyPress], on screen: Screen, _ input: Input, _ size: Size) -> Double? {
    guard let manifest = input.manifest else { return nil }
    defer { input.drop() }
    var model = Model(size: size)
    _ = update(&model, .loaded(manifest, manifest.problems))
    for case .compare(let order) in update(&model, .command(screen.rawValue)) {
      _ = update(&model, .compared(order.run()))
    }
    var shown = frame(of: model)
    let counts = keys.map { key -> Double in
      _ = update(&model, .terminal(.key(key)))
      let next = frame(of: model)
      defer { shown = next }
      return Double(bytes(of: next.changes(since: shown)))
    }
    return counts.median.flatMap { $0 > 0 ? $0 : nil }
  }

  private static func bytes(of runs: [Run]) -> Int {
    var style: Style?
    return runs.reduce(0) { sum, run in
      defer { style = run.style }
      let move = "\u{1B}[\(run.point.row + 1);\(run.point.column + 1)H".utf8.count
      return sum + move + (style == run.style ? 0 : bytes(of: run.style)) + bytes(of: run.content)
    }
  }

  /// The size of a sequence that sets emphasis and one of 16 colors.
  private static func bytes(of style: Style) -> Int { style == .text ? 3 : 7 }

  private static func bytes(of content: Run.Content) -> Int {
    switch content {
    case .cluster(let text): text.utf8.count
    case .scalars(let scalars): scalars.reduce(0) { $0 + (Unicode.Scalar($1).map { UTF8.width($0) } ?? 3) }
    }
  }
}

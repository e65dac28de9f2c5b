import VirgaCanvas
import VirgaConsole
import VirgaFiles
import VirgaManifest

/// The config editor: the time from a key to its frame, and of the check in the pause after it.
enum EditorRows {
  static func rows(_ sampling: Sampling) -> [Row] {
    let text = GeneratedConfig.config
    let subject = "config of 64 KB"
    return [
      Row("editor: letter to frame", on: subject, .milliseconds, .bound(16)) {
        guard var console = EditorConsole(manifest, text) else { return nil }
        return sampling.time { console.press("x") }
      },
      Row("editor: letter and pause, which checks", on: subject, .milliseconds, .bound(100)) {
        guard var console = EditorConsole(manifest, text) else { return nil }
        return sampling.time {
          console.press("x")
          console.send(.quiet)
        }
      },
    ]
  }

  private static var manifest: Manifest? {
    let files = FileReading.memory(["/buttons.fml.yaml": Array(GeneratedConfig.manifest.utf8)])
    return try? ManifestLoader(files: files, workingFolder: "/").load("/buttons.fml.yaml")
  }
}

/// A console in memory with the config editor open in the middle of a text.
private struct EditorConsole {
  private var model = Model(size: Size(columns: 120, rows: 40))
  private var shown: Canvas?

  init?(_ manifest: Manifest?, _ text: String) {
    guard let manifest else { return nil }
    _ = update(&model, .loaded(manifest, []))
    send(.command("edit"))
    press("Alt-a")
    send(.terminal(.paste(text)))
    press("Ctrl-Home")
    for _ in 0..<40 { press("PgDn") }
  }

  mutating func press(_ key: KeyPress) { send(.terminal(.key(key))) }

  mutating func send(_ event: Event) {
    _ = update(&model, event)
    let canvas = frame(of: model)
    keep(canvas.changes(since: shown))
    shown = canvas
  }
}

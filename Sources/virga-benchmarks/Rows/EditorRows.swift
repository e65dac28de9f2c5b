import VirgaCanvas
import VirgaConsole
import VirgaFiles
import VirgaManifest

/// The config editor: the time from a key to its frame.
enum EditorRows {
  static func rows(_ sampling: Sampling) -> [Row] {
    let config = GeneratedConfig.config
    let inner = config.split(separator: "\n").dropFirst(2).dropLast(2).joined(separator: "\n")
    let copies = (1 << 20) / inner.utf8.count + 1
    let large = "{\n  \"all\": {\n" + Array(repeating: inner, count: copies).joined(separator: ",\n") + "\n  }\n}\n"
    return rows(of: config, on: "config of 2,000 lines", sampling) + rows(of: large, on: "text of 1 MB", sampling)
  }

  private static func rows(of text: String, on subject: String, _ sampling: Sampling) -> [Row] {
    [
      Row("editor: letter to frame", on: subject, .milliseconds, .below(.figure(5))) {
        guard var console = EditorConsole(text) else { return nil }
        return sampling.time { console.press("x") }
      },
      Row("editor: line break to frame", on: subject, .milliseconds, .below(.figure(5))) {
        guard var console = EditorConsole(text) else { return nil }
        return sampling.time { console.press("Enter") }
      },
      Row("editor: cursor down to frame", on: subject, .milliseconds, .below(.figure(5))) {
        guard var console = EditorConsole(text) else { return nil }
        return sampling.time { console.press("Down") }
      },
      Row("editor: a pause, which keeps a draft", on: subject, .milliseconds, .below(.figure(5))) {
        guard var console = EditorConsole(text) else { return nil }
        return sampling.time {
          console.press("x")
          console.send(.quiet)
        }
      },
      Row("editor: paste the text", on: subject, .milliseconds) {
        guard var console = EditorConsole("{}") else { return nil }
        return sampling.time {
          console.press("Alt-a")
          console.send(.terminal(.paste(text)))
        }
      },
    ]
  }
}

/// A console in memory with the config editor open in the middle of a text.
private struct EditorConsole {
  private var model = Model(size: Size(columns: 120, rows: 40))
  private var shown: Canvas?

  init?(_ text: String) {
    let files = FileReading.memory(["/buttons.fml.yaml": Array(GeneratedConfig.manifest.utf8)])
    guard let manifest = try? ManifestLoader(files: files, workingFolder: "/").load("/buttons.fml.yaml") else {
      return nil
    }
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

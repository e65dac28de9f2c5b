import VirgaCanvas
import VirgaConsole
import VirgaFiles
import VirgaFlags
import VirgaManifest
import VirgaSession
import VirgaWorkbench

/// 10,000 flags: resolving all of them, and toggling one.
enum FlagRows {
  static func rows(_ sampling: Sampling) -> [Row] {
    let name = "10,000 flags"
    guard let manifest = manifest() else { return [] }
    let catalogue = FlagCatalogue.joined(manifest: manifest)
    let session = SessionFlags(catalogue, manifest: manifest, session: Session(), channel: "nightly")
    let environment = session.environment
    let rows = catalogue.rows
    return [
      Row("resolve", on: name, .milliseconds) {
        sampling.time {
          keep(rows.count { FlagResolver.answer($0, session.input(of: $0), in: environment).differs })
        }
      },
      Row("merge and resolve", on: name, .milliseconds, .below(.figure(20))) {
        sampling.time {
          keep(SessionFlags(catalogue, manifest: manifest, session: Session(), channel: "nightly").answers.count)
        }
      },
      Row("toggle to frame", on: name, .milliseconds, .below(.figure(100))) {
        guard var model = found(manifest) else { return nil }
        return sampling.time {
          _ = update(&model, .terminal(.key("Space")))
          keep(frame(of: model).size)
        }
      },
      row("flags: down", sampling, ["Down", "Up"]),
      row("flags: filter letter", sampling, ["/", "h", "o", "x", "Backspace", "Backspace", "Esc"]),
      row("flags: only overridden", sampling, ["f", "f"]),
      row("command line: letter", sampling, [":", "h", "o", "x", "Backspace", "Backspace", "Esc"]),
      row("command line: letter of a flag", sampling, ["x", "Backspace"], typed: "select-flag h"),
    ]
  }

  /// Screen 2 with all flags resolved.
  private static func found(_ manifest: Manifest) -> Model? {
    var model = Model(size: Size(columns: 120, rows: 40))
    _ = update(&model, .loaded(manifest, []))
    _ = update(&model, .command("flags"))
    return model
  }

  /// The mean of a key sequence that restores the state, with 10,000 features: 50,000 flags.
  private static func row(_ task: String, _ sampling: Sampling, _ keys: [KeyPress], typed: String = "") -> Row {
    Row("update and frame: \(task)", on: "10k features", .milliseconds, .below(.figure(100))) {
      let files = FileReading.memory(["/m.fml.yaml": Array(GeneratedManifest(features: 10_000).text.utf8)])
      guard let manifest = try? ManifestLoader(files: files, workingFolder: "/").load("m.fml.yaml"),
        var model = found(manifest)
      else { return nil }
      if !typed.isEmpty { _ = update(&model, .command("command \(typed)")) }
      return sampling.time {
        for key in keys {
          _ = update(&model, .terminal(.key(key)))
          keep(frame(of: model))
        }
      } / Double(keys.count)
    }
  }

  private static func manifest() -> Manifest? {
    var text = "channels: [nightly, release]\nfeatures:\n"
    for feature in 0..<500 {
      text += "  feature-\(feature):\n    description: d\n    variables:\n"
      for variable in 0..<20 {
        text += "      value-\(variable): { description: d, type: Boolean, default: \(variable % 2 == 0) }\n"
      }
      text += "    defaults:\n    - { channel: nightly, value: { value-3: true } }\n"
    }
    let loader = ManifestLoader(files: .memory(["/flags.fml.yaml": Array(text.utf8)]), workingFolder: "/")
    return try? loader.load("flags.fml.yaml")
  }
}

import VirgaCanvas
import VirgaConsole
import VirgaFlags
import VirgaManifest
import VirgaSession
import VirgaSource

/// Ten thousand flags: all of them answered, and one of them switched.
enum FlagRows {
  static func rows(_ patience: Patience) -> [Row] {
    let name = "10,000 flags"
    guard let manifest = manifest() else { return [] }
    let catalogue = FlagCatalogue.joined(manifest: manifest)
    let session = SessionFlags(catalogue, manifest: manifest, session: Session(), channel: "nightly")
    let environment = session.environment
    let rows = catalogue.rows
    return [
      Row("resolve", on: name, .milliseconds) {
        patience.time {
          keep(rows.count { FlagResolver.answer($0, session.inputs(of: $0), in: environment).differs })
        }
      },
      Row("merge and resolve", on: name, .milliseconds, below: .figure(20)) {
        patience.time {
          keep(SessionFlags(catalogue, manifest: manifest, session: Session(), channel: "nightly").answers.count)
        }
      },
      Row("toggle to frame", on: name, .milliseconds, below: .figure(2)) {
        var state = State(size: Size(columns: 120, rows: 40))
        _ = update(&state, .loaded(manifest, []))
        _ = update(&state, .command("flags"))
        return patience.time {
          _ = update(&state, .terminal(.key("Space")))
          keep(frame(of: state).size)
        }
      },
    ]
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

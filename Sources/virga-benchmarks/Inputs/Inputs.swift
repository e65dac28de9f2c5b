import CVirgaPlatform
import VirgaFiles
import VirgaManifest
import VirgaRuntime
import VirgaSource

/// The manifests used for measurements; generated ones are written to a temporary folder.
struct Inputs {
  /// The embedded demo, also written to disk.
  let demo: Input
  /// The largest real manifest; nil if no folder with it is given.
  let real: Input?
  /// The real manifest with added code names.
  let generating: Input?
  /// Generated manifests of 1,000, 10,000 and 100,000 features.
  let generated: [Input]
  /// A file of fifty recipes.
  let recipes: String
  /// Notes to print about the inputs.
  let notes: [String]

  init(_ options: Options) {
    let folder = Self.folder
    demo = Self.demo(in: folder)
    generated = [1_000, 10_000, 100_000].filter { !options.isQuick || $0 < 100_000 }.map { count in
      let bytes = Array(GeneratedManifest(features: count).text.utf8)
      return Input(
        Self.name(count), TextFile.write(bytes, to: "\(folder)/generated-\(count).fml.yaml"), size: bytes.count)
    }
    recipes = TextFile.write(Array(GeneratedRecipes.text(50).utf8), to: folder + "/recipes.json")
    let path = getenv("VIRGA_MANIFESTS").map { String(cString: $0) + "/experimenter/fenix/nightly.fml.yaml" }
    let bytes = path.flatMap { try? FileReading.disk().read($0) }
    real = path.flatMap { path in bytes.map { Input("Fenix", path, size: $0.count) } }
    generating = bytes.map { Self.generating($0, in: folder) }
    var notes = ([demo] + (real.map { [$0] } ?? []) + generated).map { "\($0.name): \($0.size / 1000) KB" }
    if real == nil { notes.append("Fenix: skipped, VIRGA_MANIFESTS names no folder with it") }
    if options.isQuick { notes.append("100k features: skipped, --quick") }
    self.notes = [notes.joined(separator: " · ") + " · medians, after a warm-up"]
  }

  /// All available manifests, smallest first.
  var all: [Input] { [demo] + (real.map { [$0] } ?? []) + generated }

  /// A copy of the manifest with code names.
  private static func generating(_ bytes: [UInt8], in folder: String) -> Input {
    let names =
      "about:\n  swift: {module: Fenix, class: FenixNimbus}\n  kotlin: {package: org.fenix, class: .FenixNimbus}\n"
    let text = String(decoding: bytes, as: UTF8.self).replacing("about:\n", with: names, maxReplacements: 1)
    return Input("Fenix", TextFile.write(Array(text.utf8), to: "\(folder)/fenix.fml.yaml"), size: text.utf8.count)
  }

  private static func name(_ count: Int) -> String { "\(count / 1000)k features" }

  /// The temporary folder, the same in every run, as are its files.
  ///
  /// Nested, because the console watches the parent folders of a manifest, which must not change.
  private static var folder: String {
    let path = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    return FilePath.joined(path, "virga-benchmarks-\(getuid())/manifests/generated")
  }

  private static func demo(in folder: String) -> Input {
    let loader = ManifestLoader(files: DemoManifest.files, workingFolder: DemoManifest.folder)
    let files = (try? loader.load(DemoManifest.root))?.files ?? []
    let written = files.compactMap { file in
      file.source.map { source in
        (TextFile.write(source.bytes, to: folder + file.path), source.bytes.count)
      }
    }
    return Input(
      "demo", folder + DemoManifest.root, files: written.map(\.0), size: written.reduce(0) { $0 + $1.1 },
      isEmbedded: true)
  }
}

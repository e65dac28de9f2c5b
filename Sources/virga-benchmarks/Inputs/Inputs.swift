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
  /// The real manifest with the most files; nil if no folder with it is given.
  let manyFiles: Input?
  /// The real manifest with added code names.
  let generating: Input?
  /// A generated manifest of 1,000 features, ten times the largest real one.
  let generated: Input
  /// A file of fifty recipes.
  let recipes: String
  /// Notes to print about the inputs.
  let notes: [String]

  init() {
    let folder = Self.folder
    demo = Self.demo(in: folder)
    let bytesOfMany = Array(GeneratedManifest(features: 1_000).text.utf8)
    generated = Input(
      "1k features", TextFile.write(bytesOfMany, to: "\(folder)/generated.fml.yaml"),
      size: bytesOfMany.count)
    recipes = TextFile.write(Array(GeneratedRecipes.text(50).utf8), to: folder + "/recipes.json")
    let manifests = getenv("VIRGA_MANIFESTS").map { String(cString: $0) }
    let path = manifests.map { $0 + "/experimenter/fenix/nightly.fml.yaml" }
    let bytes = path.flatMap { try? FileReading.disk().read($0) }
    real = path.flatMap { path in bytes.map { Input("Fenix", path, size: $0.count) } }
    manyFiles = manifests.flatMap { Self.manyFiles(in: $0) }
    generating = bytes.map { Self.generating($0, in: folder) }
    let all = [demo, real, generated].compactMap(\.self)
    var notes = all.map { "\($0.name): \($0.size / 1000) KB" }
    if real == nil { notes.append("Fenix: skipped, VIRGA_MANIFESTS names no folder with it") }
    self.notes = [notes.joined(separator: " · ") + " · medians, after a warm-up"]
  }

  /// All available manifests, smallest first.
  var all: [Input] { [demo, real, generated].compactMap(\.self) }

  /// The manifest with the most files among the real ones in a folder; nil if it is not there.
  private static func manyFiles(in folder: String) -> Input? {
    let path = folder + "/firefox-ios-2024-06/firefox-ios/nimbus.fml.yaml"
    let loader = ManifestLoader(files: .disk(), workingFolder: FilePath.folder(of: path))
    guard let files = (try? loader.load(path))?.files else { return nil }
    let size = files.reduce(0) { size, file in size + (file.source?.bytes.count ?? 0) }
    return Input("Firefox iOS", path, files: files.map(\.path), size: size)
  }

  /// A copy of the manifest with code names.
  private static func generating(_ bytes: [UInt8], in folder: String) -> Input {
    let names =
      "about:\n  swift: {module: Fenix, class: FenixNimbus}\n  kotlin: {package: org.fenix, class: .FenixNimbus}\n"
    let text = String(decoding: bytes, as: UTF8.self).replacing(
      "about:\n", with: names, maxReplacements: 1)
    return Input(
      "Fenix", TextFile.write(Array(text.utf8), to: "\(folder)/fenix.fml.yaml"),
      size: text.utf8.count)
  }

  /// The temporary folder, the same in every run, as are its files.
  ///
  /// Nested, because the console watches the parent folders of a manifest, which must not change.
  static var folder: String {
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
      "demo", folder + DemoManifest.root, files: written.map(\.0),
      size: written.reduce(0) { $0 + $1.1 },
      isEmbedded: true)
  }
}

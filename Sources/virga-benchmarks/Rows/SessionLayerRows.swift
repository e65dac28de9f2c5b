import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting
import VirgaWorkbench

/// The time from a change of one feature among many to its merged values.
enum SessionLayerRows {
  static func rows(_ sampling: Sampling) -> [Row] {
    [
      Row("layered values after an edit", on: "10k features", .milliseconds, .below(.figure(2))) {
        edit(10_000, sampling)
      }
    ]
  }

  /// The time from the operation to the merged values of its feature.
  private static func edit(_ count: Int, _ sampling: Sampling) -> Double? {
    guard let manifest = manifest(count), let feature = manifest.features.last,
      let variable = feature.variables.first(where: { $0.type == .boolean })
    else { return nil }
    var session = Session()
    var layers = SessionLayers(session, manifest: manifest)
    let operationContext = operationContext(manifest)
    var isOn = false
    return sampling.time {
      isOn.toggle()
      let operations = session.operations(in: operationContext)
      guard
        let operation = try? operations.setEdit(feature.id, at: [.key(variable.name)], to: .boolean(isOn))
      else { return }
      session.perform(operation)
      layers.update(operation.changes.map(\.key), from: session)
      keep(manifest.reading(of: feature, channel: "nightly", under: layers[feature.id]).json)
    }
  }

  private static func manifest(_ count: Int) -> Manifest? {
    let files = FileReading.memory(["/m.fml.yaml": Array(GeneratedManifest(features: count).text.utf8)])
    return try? ManifestLoader(files: files, workingFolder: "/").load("m.fml.yaml")
  }

  private static func operationContext(_ manifest: Manifest?) -> OperationContext {
    OperationContext(
      manifest: manifest, time: Instant(seconds: 1_800_000_000), process: "benchmarks",
      newClientID: "00000000-0000-4000-8000-000000000001")
  }
}

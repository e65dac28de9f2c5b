import VirgaFiles
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaYAML

extension Surface {
  /// Everything that is generated from a manifest.
  static var documents: Surface {
    let loader = ManifestLoader(files: .memory(ManifestSeeds.neighbours), workingFolder: "/home")
    return Surface(name: "documents", seeds: ManifestSeeds.all, words: ManifestSeeds.words) {
      text in
      guard let manifest = try? loader.load(text: text, name: "app.fml.yaml") else { return }
      let channel = manifest.channels.first
      _ = manifest.identifierProblems
      // Nothing is generated from a manifest with errors.
      let problems = manifest.problems + manifest.problems(in: channel)
      guard problems.allSatisfy({ $0.severity != .error }) else { return }
      _ = try? SwiftCode.file(for: manifest, channel: channel)
      _ = try? KotlinCode.file(for: manifest, channel: channel)
      _ = YAMLPrinter.print(ExperimenterDocument.json(of: manifest))
      _ = YAMLPrinter.print(SingleFile.json(of: manifest, channel: channel, keepsNames: true))
      _ = FeatureInformation.json(of: manifest.merged(channel: channel), in: manifest).pretty()
      for feature in manifest.features {
        _ = FeatureSchema.json(of: manifest.merged(feature, channel: channel), in: manifest)
          .pretty()
      }
    }
  }
}

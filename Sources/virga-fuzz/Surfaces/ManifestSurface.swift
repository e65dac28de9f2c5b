import VirgaFiles
import VirgaManifest
import VirgaSource

extension Surface {
  /// Whole YAML manifests.
  static var manifest: Surface {
    let loader = ManifestLoader(files: .memory(ManifestSeeds.neighbours), workingFolder: "/home")
    return Surface(name: "manifest", seeds: ManifestSeeds.all, words: ManifestSeeds.words) { text in
      guard let manifest = try? loader.load(text: text, name: "app.fml.yaml") else { return }
      let channels: [String?] = [nil] + manifest.channels.prefix(3).map { $0 }
      for channel in channels {
        _ = manifest.problems(in: channel)
        for feature in manifest.features { _ = manifest.merged(feature, channel: channel).leaves() }
      }
    }
  }

  /// Type expressions.
  static var type: Surface {
    let seeds = [
      "Map<Place, Option<List<Card>>>", "Option<Map<String, List<Option<Boolean>>>>", "Enum<Place>",
      "Object<Card>?",
      "List< Names >", "Map<Names,Double>??", "BundleText", "Drawable",
    ]
    let words = [
      "<", ">", ",", "?", " ", "Map<", "List<", "Option<", "Enum<", "Object<", "String", "Int",
      "Card",
    ]
    let loader = ManifestLoader(files: .memory([:]), workingFolder: "/home")
    return Surface(name: "type", seeds: seeds, words: words) { text in
      let manifest = try? loader.load(
        text: ManifestSeeds.manifest(type: text), name: "app.fml.json")
      guard let manifest, let feature = manifest.features.first else { return }
      _ = manifest.problems(of: feature, channel: nil)
      for variable in feature.variables {
        _ = (variable.type.description, variable.type.placeholders)
      }
    }
  }

  /// Partial configs of a feature with every kind of type.
  static var config: Surface {
    let loader = ManifestLoader(files: .memory([:]), workingFolder: "/home")
    let manifest = try? loader.load(text: Array(ManifestSeeds.typed.utf8), name: "app.fml.yaml")
    return Surface(name: "config", seeds: ManifestSeeds.configs, words: ManifestSeeds.words) {
      text in
      guard let manifest, let feature = manifest.features.first else { return }
      for name in ["config.json", "config.yaml"] {
        let source = SourceText(name: name, bytes: text)
        let check = manifest.check(config: source, feature: feature, channel: "dev")
        for finding in check.findings { _ = (finding.corrections, finding.problem.rendered()) }
        _ = check.sent?.leaves()
        for offset in [text.count / 2, text.count] {
          let position = source.position(at: offset)
          _ = manifest.completions(in: source, at: position, feature: feature, channel: "dev")
        }
      }
    }
  }
}

import VirgaFiles
import VirgaManifest
import VirgaSource
import VirgaTestSupport

/// Manifests that tests write as text.
enum Sample {
  /// Loads the manifest `text`, called `app.fml.yaml`, with additional files.
  static func load(
    _ text: String, files: [String: String] = [:], options: LoadingOptions = .init()
  ) throws(Problems)
    -> Manifest
  {
    var all = Dictionary(uniqueKeysWithValues: files.map { (FilePath.joined("/home", $0), Array($1.utf8)) })
    all["/home/app.fml.yaml"] = Array(text.utf8)
    return try ManifestLoader(files: .memory(all), workingFolder: "/home", options: options).load("app.fml.yaml")
  }

  /// A manifest with the channels `dev` and `prod`, and a feature `f` with the given body.
  static func feature(_ body: String, rest: String = "") -> String {
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
    return "channels: [dev, prod]\nfeatures:\n  f:\n    description: d\n"
      + lines.joined(separator: "\n") + "\n" + rest
  }

  /// The problems of a marked manifest.
  static func problems(_ marked: MarkedText, channel: String? = "dev") -> [Problem] {
    do {
      let manifest = try load(marked.text)
      return manifest.problems + manifest.problems(in: channel)
    } catch {
      return error.all
    }
  }
}

import VirgaManifest
import VirgaSource
import VirgaTestSupport

extension Sample {
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

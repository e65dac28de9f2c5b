import VirgaCanvas
import VirgaConsole
import VirgaJSON

/// The time of a key with a megabyte of text in a recipe, manifest or flag.
enum LongTextRows {
  static func rows(_ inputs: Inputs, _ options: Options) -> [Row] {
    let folder = inputs.recipes + "-long"
    return texts.flatMap { kind, text in
      files(text).map { field, name, content in
        let path = TextFile.write(Array(content.utf8), to: "\(folder)/\(kind)/\(field)/\(name)")
        let arguments = name == "app.fml.yaml" ? [path] : ["--\(name.prefix { $0 != "." })", path]
        let program = RunningProgram(
          [options.program, "open"] + arguments + ["--session", ":memory:"],
          Size(columns: 120, rows: 40),
          options.sampling, silence: 1000)
        return Row(
          "key to frame: slowest key", on: "1 MB, \(kind), \(field)", .milliseconds, .bound(100)
        ) {
          program.slowest(keys)
        }
      }
    }
  }

  /// Keys that visit every screen, move the cursor, change panels and channels, and open help.
  private static let keys: [String] =
    Screen.allCases.flatMap { screen in
      ["\(screen.digit)", "\u{1B}[B", "\t", "\u{1B}[B", "\u{1B}[A"]
    } + ["]", "[", "?", "\u{1B}"]

  private static let texts: [(kind: String, text: String)] = [("brackets", "["), ("lines", "漢\n")]
    .map { kind, unit in
      (kind, String(repeating: unit, count: (1 << 20) / unit.utf8.count))
    }

  private static func files(_ text: String) -> [(field: String, name: String, content: String)] {
    let quoted = JSONValue.string(text).compact
    let fields = ["slug", "targeting", "branch", "value", "feature", "name"]
    let manifest = ["id", "description", "default"]
    return fields.map { ("recipe's \($0)", "recipes.json", recipe($0, quoted)) }
      + manifest.map { ("manifest's \($0)", "app.fml.yaml", Self.manifest($0, quoted)) }
      + [
        (
          "flag's name", "flags.json",
          "{\"features\": [{\"name\": \(quoted), \"enabled\": true}, {\"name\": \"b\"}]}"
        )
      ]
  }

  private static func recipe(_ field: String, _ text: String) -> String {
    func value(_ name: String, _ usual: String) -> String { field == name ? text : "\"\(usual)\"" }
    let configs = ["control", "treatment"].map { branch in
      """
      {"slug": \(branch == "treatment" ? value("branch", branch) : "\"control\""), "ratio": 1, "features": [
        {"featureId": \(value("feature", "app-menu")), "value": {"text": \(value("value", "v"))}}]}
      """
    }
    return """
      {"data": [{"slug": \(value("slug", "a")), "schemaVersion": "1.12.0", "appName": "demo", "channel": "developer",
        "userFacingName": \(value("name", "n")), "referenceBranch": "control", "featureIds": [\(value("feature", "app-menu"))],
        "targeting": \(value("targeting", "true")), "bucketConfig": {"randomizationUnit": "nimbus_id", "namespace": "a",
        "start": 0, "count": 10000, "total": 10000}, "branches": [\(configs.joined(separator: ", "))]}]}
      """
  }

  private static func manifest(_ field: String, _ text: String) -> String {
    func value(_ name: String, _ usual: String) -> String { field == name ? text : "\"\(usual)\"" }
    return """
      channels: [nightly, beta]
      features:
        ? \(value("id", "alpha"))
        : description: \(value("description", "d"))
          variables:
            greeting: {type: String, default: \(value("default", "hello")), description: d}
        omega: {description: d, variables: {on: {type: Boolean, default: true, description: d}}}
      """
  }
}

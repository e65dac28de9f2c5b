import VirgaJSON

/// How time grows with the size of an input, and how much memory short texts need that expand to
/// long ones.
///
/// Each input has three sizes, and each size but the first is compared with half of it: about twice
/// the time is linear.
enum GrowthRows {
  static func rows(_ inputs: Inputs, _ options: Options) -> [Row] {
    let folder = inputs.recipes + "-growth"
    return growing.flatMap { rows(of: $0, folder, options) } + bombs(folder, options)
  }

  /// An input of any size, and the arguments that read it.
  private struct Growing: Sendable {
    var task: String
    var input: String
    var smallest: Int
    /// The name of the file and its content.
    var file: @Sendable (_ size: Int) -> (name: String, text: String)
    var arguments: @Sendable (_ path: String) -> [String]
  }

  private static func rows(of growing: Growing, _ folder: String, _ options: Options) -> [Row] {
    [1, 2, 4].map { factor in
      let size = growing.smallest * factor
      let half =
        factor == 1
        ? nil : Baseline(name: "half of it") { time(growing, size / 2, folder, options) }
      return Row(
        growing.task, on: "\(size) \(growing.input)", .milliseconds,
        .below(half == nil ? nil : Target.ratio(2.8)),
        .comparedWith(half)
      ) { time(growing, size, folder, options) }
    }
  }

  private static func time(
    _ growing: Growing, _ size: Int, _ folder: String, _ options: Options
  ) -> Double? {
    let file = growing.file(size)
    let path = TextFile.write(Array(file.text.utf8), to: "\(folder)/\(size)/\(file.name)")
    let words = [options.program] + growing.arguments(path)
    return options.sampling.median { WholeProcess(words)?.user }
  }

  private static let growing: [Growing] = [
    Growing(
      task: "flags list", input: "keys of a map", smallest: 5_000,
      file: { ("map.fml.json", manifest(type: "Map<String, Boolean>", value: truths($0))) },
      arguments: { ["flags", "list", "--manifest", $0, "--session", ":memory:"] }),
    Growing(
      task: "screen 1", input: "variants as keys", smallest: 5_000,
      file: { size in
        let variants = object(size) { _ in "{\"description\": \"d\"}" }
        let enums = "\"enums\": {\"Key\": {\"description\": \"d\", \"variants\": \(variants)}}"
        return ("enum.fml.json", manifest(type: "Map<Key, Boolean>", value: truths(size), enums))
      },
      arguments: { ["open", $0, "--dump", "--session", ":memory:"] }),
    Growing(
      task: "screen 4", input: "recipes of a feature", smallest: 2_000,
      file: { ("recipes.json", "[" + (0..<$0).map(recipe).joined(separator: ",") + "]") },
      arguments: {
        ["open", "--dump", "--screen", "experiments", "--recipes", $0, "--session", ":memory:"]
      }),
    Growing(
      task: "validate", input: "blocks for 200 channels", smallest: 1_000,
      file: { size in
        let names = (0..<200).map { "\"c\($0)\"" }.joined(separator: ", ")
        let blocks = (0..<size).map {
          "{\"channel\": \"c\($0 % 200)\", \"value\": {\"v\": {\"k\": true}}}"
        }
        return (
          "blocks.fml.json",
          manifest(
            type: "Map<String, Boolean>", value: "{}", channels: names,
            blocks: blocks.joined(separator: ", "))
        )
      },
      arguments: { ["validate", $0] }),
    Growing(
      task: "run", input: "operations of a script", smallest: 1_000,
      file: { size in
        let lines = (1...size).map { "set pinned-limit \($0)\n" }
        return ("script.txt", "select homescreen\n" + lines.joined())
      },
      arguments: { ["run", $0, "--session", ":memory:"] }),
  ]

  /// A text of 104 KB: with aliases that expand to as much as a file may, and with one alias too
  /// many.
  private static func bombs(_ folder: String, _ options: Options) -> [Row] {
    [("1 MiB of aliases", 10), ("1,000 aliases", 1_000)].flatMap { name, aliases in
      let long = "s: &s " + String(repeating: "x", count: 100_000)
      let list = "[" + Array(repeating: "*s", count: aliases).joined(separator: ", ") + "]"
      let text = """
        \(long)
        channels: [release]
        features: {f: {description: d, variables: {m: {type: List<String>, description: d, default: \(list)}}}}
        """
      let path = TextFile.write(Array(text.utf8), to: "\(folder)/\(aliases)/aliases.yaml")
      let commands = [
        ["values", path], ["schema", path], ["open", path, "--dump", "--session", ":memory:"],
      ]
      return commands.map { words in
        Row("peak memory, \(words[0])", on: "104 KB, \(name)", .mebibytes, .bound(64)) {
          WholeProcess.peak([options.program] + words, launcher: options.own)
        }
      }
    }
  }

  private static func object(_ size: Int, _ value: (Int) -> String) -> String {
    "{" + (0..<size).map { "\"v\($0)\": \(value($0))" }.joined(separator: ", ") + "}"
  }

  private static func truths(_ size: Int) -> String {
    object(size) { $0.isMultiple(of: 2) ? "true" : "false" }
  }

  private static func manifest(
    type: String, value: String, _ more: String = "\"version\": \"1\"",
    channels: String = "\"release\"",
    blocks: String = ""
  ) -> String {
    """
    {"channels": [\(channels)], "about": {"description": "d"}, \(more), "features": {"f": {"description": "d",
      "variables": {"v": {"type": "\(type)", "description": "d", "default": \(value)}}, "defaults": [\(blocks)]}}}
    """
  }

  private static func recipe(_ number: Int) -> String {
    """
    {"slug": "r\(number)", "schemaVersion": "1.12.0", "appName": "demo", "channel": "developer", "userFacingName": "n",
      "userFacingDescription": "d", "referenceBranch": "a", "featureIds": ["homescreen"], "targeting": "true",
      "bucketConfig": {"randomizationUnit": "nimbus_id", "namespace": "a", "start": 0, "count": 10000, "total": 10000},
      "branches": [{"slug": "a", "ratio": 1, "features": [{"featureId": "homescreen", "value": {}}]}]}
    """
  }
}

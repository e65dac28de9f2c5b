import VirgaFiles

/// `virga fml` with a real manifest, compared with the real tool.
enum FMLRows {
  static func rows(_ inputs: Inputs, _ options: Options) -> [Row] {
    inputs.generating.map { programs($0, options) } ?? []
  }

  /// A subcommand, with the real tool's noted milliseconds and mebibytes if it is not installed.
  private struct Task {
    var words: [String]
    var milliseconds: Double
    var mebibytes: Double?

    /// The target ratio; generating code has the most potential, while the real tool is already
    /// quick to print.
    var share: Double {
      switch words[0] {
      case "generate": 0.2
      case "validate": 0.45
      default: 0.9
      }
    }

    /// The subcommand with the language of its output.
    var name: String {
      let output = words.dropFirst(2).first ?? ""
      return "fml " + words[0]
        + (output.hasSuffix(".swift") ? " Swift" : output.hasSuffix(".kt") ? " Kotlin" : "")
    }
  }

  private static func programs(_ input: Input, _ options: Options) -> [Row] {
    let output = FilePath.folder(of: input.path) + "/written"
    let code = ["--channel", "nightly"]
    let tasks = [
      Task(words: ["validate", input.path], milliseconds: 10.0, mebibytes: 7.3),
      Task(
        words: ["generate", input.path, output + ".swift"] + code, milliseconds: 62.6, mebibytes: 31
      ),
      Task(
        words: ["generate", input.path, output + ".kt"] + code, milliseconds: 61.2, mebibytes: 31),
      Task(words: ["generate-experimenter", input.path, output + ".yaml"], milliseconds: 6.3),
      Task(words: ["single-file", input.path, output + ".fml.yaml"] + code, milliseconds: 6.7),
      Task(words: ["info", input.path], milliseconds: 6.2),
    ]
    return tasks.flatMap { task in
      [
        Row(
          "\(task.name), wall", on: input.name, .milliseconds, .below(.ratio(task.share)),
          .comparedWith(wall(task, options))
        ) {
          options.sampling.median { WholeProcess([options.program, "fml"] + task.words)?.wall }
        },
        Row(
          "\(task.name), peak memory", on: input.name, .mebibytes,
          .comparedWith(memory(task, options))
        ) {
          WholeProcess.peak([options.program, "fml"] + task.words, launcher: options.own)
        },
      ]
    }
  }

  /// The real tool here, or else its noted result on a similar two-core machine.
  private static func wall(_ task: Task, _ options: Options) -> Baseline {
    let peer = options.peer
    guard Script.has(peer) else { return Baseline(name: "nimbus-fml, noted") { task.milliseconds } }
    return Baseline(name: peer) {
      options.sampling.median { WholeProcess([peer] + task.words)?.wall }
    }
  }

  private static func memory(_ task: Task, _ options: Options) -> Baseline? {
    guard Script.has(options.peer) else {
      return task.mebibytes.map { figure in Baseline(name: "nimbus-fml, noted") { figure } }
    }
    return Baseline(name: options.peer) {
      WholeProcess.peak([options.peer] + task.words, launcher: options.own)
    }
  }
}

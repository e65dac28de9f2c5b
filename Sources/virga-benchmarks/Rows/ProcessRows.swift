/// Complete runs of the program, as in scripts.
enum ProcessRows {
  static func start(_ options: Options) -> [Row] {
    let nothing = Baseline(name: "true") {
      options.sampling.median { WholeProcess(["true"])?.wall }
    }
    return [
      Row("virga --version, wall", on: "–", .milliseconds, .comparedWith(nothing)) {
        options.sampling.median { WholeProcess([options.program, "--version"])?.wall }
      }
    ]
  }

  static func rows(_ input: Input, _ options: Options) -> [Row] {
    let words = [options.program, "validate", input.path]
    let sampling = options.sampling
    return [
      Row(
        "virga validate, wall", on: input.name, .milliseconds,
        .comparedWith(python(input, sampling))
      ) {
        sampling.median { WholeProcess(words)?.wall }
      },
      Row("virga validate, peak memory", on: input.name, .mebibytes) {
        WholeProcess.peak(words, launcher: options.own)
      },
    ]
  }

  /// The time for Python to only read the file.
  private static func python(_ input: Input, _ sampling: Sampling) -> Baseline? {
    guard input.size < 500_000 else { return nil }
    let program =
      "import sys, yaml\nfor name in sys.argv[1:]: yaml.load(open(name, 'rb'), Loader=yaml.CSafeLoader)"
    return Baseline(name: "python3 and PyYAML, reading") {
      sampling.median { WholeProcess(["python3", "-c", program] + input.files)?.wall }
    }
  }
}

/// Complete runs of the program, as in scripts.
enum ProcessRows {
  static func start(_ options: Options) -> [Row] {
    let nothing = Baseline(name: "true") { options.patience.median { WholeProcess(["true"])?.wall } }
    return [
      Row("virga --version, wall", on: "–", .milliseconds, .comparedWith(nothing)) {
        options.patience.median { WholeProcess([options.program, "--version"])?.wall }
      }
    ]
  }

  static func rows(_ input: Input, _ options: Options) -> [Row] {
    let words = [options.program, "validate", input.path]
    let patience = options.patience
    return [
      Row("virga validate, wall", on: input.name, .milliseconds, .comparedWith(python(input, patience))) {
        patience.median { WholeProcess(words)?.wall }
      },
      Row("virga validate, user", on: input.name, .milliseconds) { patience.median { WholeProcess(words)?.user } },
      Row("virga validate, peak memory", on: input.name, .mebibytes) {
        WholeProcess.peak(words, launcher: options.own)
      },
    ]
  }

  /// The time for Python to only read the file.
  private static func python(_ input: Input, _ patience: Patience) -> Baseline? {
    guard input.size < 500_000 else { return nil }
    let program = "import sys, yaml\nfor name in sys.argv[1:]: yaml.load(open(name, 'rb'), Loader=yaml.CSafeLoader)"
    return Baseline(name: "python3 and PyYAML, reading") {
      patience.median { WholeProcess(["python3", "-c", program] + input.files)?.wall }
    }
  }
}

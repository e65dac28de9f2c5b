import VirgaManifest

/// Loading a manifest.
enum LoadingRows {
  static func rows(_ input: Input, _ sampling: Sampling) -> [Row] {
    [
      Row(
        "read and build the model", on: input.name, .milliseconds,
        .comparedWith(python(input, sampling))
      ) {
        sampling.time { keep(try? input.loader.load(input.path)) }
      }
    ]
  }

  /// Python's fastest loader: the same C library, without a model, types or positions.
  private static func python(_ input: Input, _ sampling: Sampling) -> Baseline {
    let program = """
      import statistics, sys, time, yaml
      times = []
      for turn in range(int(sys.argv[1])):
          start = time.perf_counter()
          for name in sys.argv[2:]:
              with open(name, 'rb') as file: yaml.load(file, Loader=yaml.CSafeLoader)
          times.append(time.perf_counter() - start)
      print(statistics.median(times[1:] or times) * 1000)
      """
    let turns = input.size > 500_000 ? 1 : sampling.repetitions.lowerBound * 2
    return Baseline(name: "PyYAML C loader, no model") {
      Script.figure(["python3", "-c", program, "\(turns)"] + input.files)
    }
  }
}

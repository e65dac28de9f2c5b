import VirgaCanvas

/// The console on a terminal, compared with other programs.
enum ConsoleRows {
  static func rows(_ inputs: Inputs, _ options: Options) -> [Row] {
    let usual = Size(columns: 120, rows: 40)
    let large = Size(columns: 200, rows: 60)
    var rows: [Row] = []
    for size in [usual, large] {
      let others = OtherPrograms(size, options.sampling)
      for input in inputs.all { rows += Self.rows(input, size, others, options) }
    }
    if let real = inputs.real { rows.append(findingRow(real, usual, options)) }
    return rows
  }

  /// A key that narrows the list of everything one can go to.
  private static func findingRow(_ input: Input, _ size: Size, _ options: Options) -> Row {
    let virga = RunningProgram(
      [options.program] + input.arguments + ["--session", ":memory:"], size, options.sampling,
      silence: input.silence)
    let (openList, letter, delete, close) = ("\u{10}", "e", "\u{7F}", "\u{3}")
    return Row(
      "key to frame: letter in go to anything", on: "\(input.name) \(size)", .milliseconds,
      .bound(8)
    ) {
      virga.prepare(openList)
      // The last key deletes the letter; with one, this would only clear it.
      defer { virga.prepare(close) }
      return virga.time([letter, delete]) { $0 == 0 }
    }
  }

  private static func rows(
    _ input: Input, _ size: Size, _ others: OtherPrograms, _ options: Options
  ) -> [Row] {
    let subject = "\(input.name) \(size)"
    let bound: Double = input.isDemo ? 16 : 100
    let virga = RunningProgram(
      [options.program] + input.arguments, size, options.sampling, silence: input.silence)
    return [
      Row(
        "first frame", on: subject, .milliseconds, .below(.ratio(1)),
        .comparedWith(others.firstFrame)
      ) {
        virga.firstFrame
      },
      Row(
        "first complete frame", on: subject, .milliseconds,
        .comparedWith(others.wholeFrame(of: input)),
        .bound(input.isDemo ? 150 : nil)
      ) { virga.wholeFrame },
      Row("key to frame: next channel", on: subject, .milliseconds, .bound(bound)) {
        virga.time(["]", "["])
      },
      Row("key to frame: open help", on: subject, .milliseconds, .comparedWith(others.help)) {
        virga.time(["?", "?"]) { $0 == 0 }
      },
      Row("key to frame: filter letter", on: subject, .milliseconds, .bound(bound)) {
        virga.prepare("/")
        defer { virga.prepare("\r") }
        return virga.time(["e", "\u{7F}"]) { $0 == 0 }
      },
      Row("resident memory", on: subject, .mebibytes, .comparedWith(others.memory)) {
        virga.residentMebibytes
      },
      Row(
        "wake-ups in 2 s of idling", on: subject, .wakeUps, .below(.figure(1)),
        .comparedWith(others.wakeUps)
      ) {
        virga.wakeUps
      },
    ]
  }
}

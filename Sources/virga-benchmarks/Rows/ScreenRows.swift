import VirgaCanvas
import VirgaConsole

/// The time of a key on every screen, with realistic recipes and events.
enum ScreenRows {
  static func rows(_ inputs: Inputs, _ options: Options) -> [Row] {
    let size = Size(columns: 120, rows: 40)
    let others = OtherPrograms(size, options.sampling)
    let shown = inputs.all.filter { $0.size < 20_000_000 && ($0.size > 5_000_000 || $0.name != "1k features") }
    return shown.flatMap { rows($0, recipes: inputs.recipes, size, others, options) }
  }

  private static func rows(
    _ input: Input, recipes: String, _ size: Size, _ others: OtherPrograms, _ options: Options
  ) -> [Row] {
    let more = ["--recipes", recipes, "--session", ":memory:"]
    let arguments = (input.arguments.isEmpty ? ["open"] : input.arguments) + more
    let isLarge = input.size > 5_000_000
    return Screen.allCases.flatMap { screen -> [Row] in
      let subject = "\(input.name) \(size)"
      let program = RunningProgram(
        [options.program] + arguments + ["--screen", screen.rawValue], size, options.sampling, silence: input.silence)
      // The cursor cannot move on screen 5 while it has no events.
      return [
        Row(
          "key to frame: down on screen \(screen.digit)", on: subject, .milliseconds,
          .below(isLarge ? .figure(screen == .flags ? 100 : 16) : .ratio(1)), .comparedWith(others.move),
          .bound(input.isDemo && screen != .events ? 16 : nil)
        ) { program.time(moves) },
        Row(
          "bytes: down on screen \(screen.digit)", on: subject, .bytes, .below(.ratio(1.5)),
          .comparedWith(
            Baseline(name: "changed cells alone") {
              NeededBytes.median(of: presses, on: screen, input, size)
            })
        ) { program.bytes(moves) },
        Row("resident memory on screen \(screen.digit)", on: subject, .mebibytes) { program.residentMebibytes },
      ]
    } + matrix(input, size, options) + flags(input, size, options)
  }

  /// Toggling a flag, which changes many parts of the screen.
  private static func flags(_ input: Input, _ size: Size, _ options: Options) -> [Row] {
    let program = RunningProgram(
      [options.program] + (input.arguments.isEmpty ? ["open"] : input.arguments)
        + ["--session", ":memory:", "--screen", "flags"], size, options.sampling, silence: input.silence)
    let needed = Baseline(name: "changed cells alone") {
      NeededBytes.median(of: Array(repeating: "Space", count: 12), on: .flags, input, size)
    }
    return [
      Row(
        "key to frame: switch a flag", on: "\(input.name) \(size)", .milliseconds,
        .below(.figure(input.size > 5_000_000 ? 100 : 2))
      ) {
        program.time([" "])
      },
      Row(
        "bytes: switch a flag", on: "\(input.name) \(size)", .bytes, .below(.ratio(1.5)), .comparedWith(needed)
      ) { program.bytes([" "]) },
    ]
  }

  /// The filter of screen 3, which searches every value of every channel.
  private static func matrix(_ input: Input, _ size: Size, _ options: Options) -> [Row] {
    let program = RunningProgram(
      [options.program] + (input.arguments.isEmpty ? ["open"] : input.arguments) + ["--screen", "channels"], size,
      options.sampling, silence: input.silence)
    return [
      Row("key to frame: filter the matrix", on: "\(input.name) \(size)", .milliseconds, .below(.figure(2))) {
        program.prepare("/")
        return program.time(["e", "\u{7F}"]) { $0 == 0 }
      }
    ]
  }

  private static let presses = Array(repeating: KeyPress(.down), count: 4) + Array(repeating: KeyPress(.up), count: 4)

  /// Down and up again, in steps of one row.
  private static let moves = Array(repeating: "\u{1B}[B", count: 4) + Array(repeating: "\u{1B}[A", count: 4)
}

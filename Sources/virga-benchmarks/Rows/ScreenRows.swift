import VirgaCanvas
import VirgaConsole

/// The time of a key on every screen, with realistic recipes and events.
enum ScreenRows {
  static func rows(_ inputs: Inputs, _ options: Options) -> [Row] {
    let size = Size(columns: 120, rows: 40)
    let others = OtherPrograms(size, options.sampling)
    return inputs.all.flatMap { rows($0, recipes: inputs.recipes, size, others, options) }
  }

  private static func rows(
    _ input: Input, recipes: String, _ size: Size, _ others: OtherPrograms, _ options: Options
  ) -> [Row] {
    let subject = "\(input.name) \(size)"
    let bound: Double = input.isDemo ? 16 : 100
    func program(on screen: Screen) -> RunningProgram {
      let arguments = ["--recipes", recipes, "--session", ":memory:", "--screen", screen.rawValue]
      return RunningProgram(
        [options.program] + (input.isDemo ? ["open"] : input.arguments) + arguments, size,
        options.sampling, silence: input.silence)
    }
    let moving = Screen.allCases.map { screen in
      let program = program(on: screen)
      // The cursor cannot move on screen 5 while it has no events.
      return Row(
        "key to frame: down on screen \(screen.digit)", on: subject, .milliseconds,
        .below(.ratio(1)), .comparedWith(others.move), .bound(screen == .events ? nil : bound)
      ) { program.time(moves) }
    }
    let (flags, matrix) = (program(on: .flags), program(on: .channels))
    return moving + [
      Row("key to frame: switch a flag", on: subject, .milliseconds, .bound(bound)) {
        flags.time([" "])
      },
      Row("key to frame: filter the matrix", on: subject, .milliseconds, .bound(bound)) {
        matrix.prepare("/")
        return matrix.time(["e", "\u{7F}"]) { $0 == 0 }
      },
    ]
  }

  /// Down and up again, in steps of one row.
  private static let moves =
    Array(repeating: "\u{1B}[B", count: 4) + Array(repeating: "\u{1B}[A", count: 4)
}

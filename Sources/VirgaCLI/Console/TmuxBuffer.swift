import VirgaWeb

/// The paste buffer of the tmux that the console runs in.
///
/// tmux passes nothing of OSC 52 on by default that a program inside it says; what is handed to tmux itself it keeps, and
/// gives to the terminal's clipboard.
enum TmuxBuffer {
  /// Hands a text over; false where there is no tmux around, or none that can take it.
  static func take(_ text: String, _ machine: Machine) -> Bool {
    guard machine.environment["TMUX"]?.isEmpty == false else { return false }
    let program = ChildProgram(
      name: "tmux", arguments: ["load-buffer", "-w", "-"], environment: ["TMUX", "TMUX_TMPDIR", "TMPDIR"])
    return (try? program.run(input: Array(text.utf8), limit: 1 << 16, patience: 1_000))?.code == 0
  }
}

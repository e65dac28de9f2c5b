import VirgaWeb

/// The paste buffer of the tmux that the console runs in.
///
/// By default tmux ignores OSC 52 from programs inside it, but it copies its own buffer to the terminal's clipboard.
enum TmuxBuffer {
  /// Loads a text into the buffer; returns false outside tmux or if tmux fails.
  static func load(_ text: String, _ machine: Machine) -> Bool {
    guard machine.environment["TMUX"]?.isEmpty == false else { return false }
    let program = ChildProgram(
      name: "tmux", arguments: ["load-buffer", "-w", "-"], environment: ["TMUX", "TMUX_TMPDIR", "TMPDIR"])
    return (try? program.run(input: Array(text.utf8), limit: 1 << 16, timeout: 1_000))?.code == 0
  }
}
